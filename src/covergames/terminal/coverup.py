"""Cover Up on a terminal screen, in real time: the clock runs, keys move, turn and flip the card, the pile follows."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import ClassVar, Final

from rich.console import Group, RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Footer, Static

from covergames.coverup import Colour, Done, Flip, GiveBack, Lay, Lift, Phase, Placement, solve
from covergames.coverup.layout import Square, size, symbols_of
from covergames.game import IllegalAction
from covergames.terminal.coverup_cards import GLYPHS, card_lines, ink
from covergames.terminal.coverup_match import Match

WIDE: Final = 15
HIGH: Final = 11
"""The squares of the table that are on the screen; it follows the card."""


class CoverUpScreen(App[None]):
    """You against bots."""

    TITLE = "Cover Up"
    CSS = "#table { width: 50; padding: 1 2; } #side { padding: 1 2; } #message { height: 2; padding: 0 2; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "move(-1, 0)", "move", key_display="←↑↓→"),
        Binding("right", "move(1, 0)", show=False),
        Binding("up", "move(0, -1)", show=False),
        Binding("down", "move(0, 1)", show=False),
        Binding("r", "turn", "turn"),
        Binding("f", "flip_card", "flip card"),
        *(
            Binding(str(number), f"choose({number - 1})", "card", key_display="1-5", show=number == 1)
            for number in range(1, 6)
        ),
        Binding("enter,space", "lay", "lay", key_display="⏎"),
        Binding("backspace", "lift", "lift", key_display="⌫"),
        Binding("h", "hourglass", "hourglass"),
        Binding("d", "done", "done"),
        Binding("q", "quit", "quit"),
    ]

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match
        self.message = ""
        self.held = self._fresh(0)
        self._round = 1
        self._best: dict[int, tuple[str, ...]] = {}

    def compose(self) -> ComposeResult:
        """The table, what everybody has, a line for messages, and the keys."""
        with Horizontal():
            yield Static(id="table")
            with Vertical(id="side"):
                yield Static(id="players")
                yield Static(id="hand")
        yield Static(id="message")
        yield Footer()

    def on_mount(self) -> None:
        """Start the clock."""
        self.set_interval(0.1, self.pulse)
        self.redraw()

    def pulse(self) -> None:
        """Ten times a second: bots, clock, and a new picture."""
        self.match.tick()
        if self.match.state.round != self._round:
            self._round = self.match.state.round
            self.held = self._fresh(0)
            self.message = ""
        self.redraw()

    def _fresh(self, index: int) -> Placement:
        """The card of that number as it lies, or unturned in the middle."""
        state, seat = self.match.state, self.match.seat
        card = state.hands[seat][index]
        return next((at for at in state.piles[seat] if at.card == card), Placement(card, flip=False, turn=0, x=0, y=0))

    def action_move(self, x: int, y: int) -> None:
        """Move the card in hand."""
        self.held = replace(self.held, x=self.held.x + x, y=self.held.y + y)
        self.redraw()

    def action_turn(self) -> None:
        """Turn it clockwise."""
        self.held = replace(self.held, turn=(self.held.turn + 1) % 4)
        self.redraw()

    def action_flip_card(self) -> None:
        """Mirror it left-right as it lies: a card that lies on its side is turned by a half as well."""
        self.held = replace(self.held, flip=not self.held.flip, turn=-self.held.turn % 4)
        self.redraw()

    def action_choose(self, index: int) -> None:
        """Take another card in hand, where it lies or where the last one was."""
        last = self.held
        self.held = self._fresh(index)
        if self.held.card not in {at.card for at in self.match.state.piles[self.match.seat]}:
            self.held = replace(self.held, x=last.x, y=last.y)
        self.redraw()

    def action_lay(self) -> None:
        """Lay the card, or between rounds give it back; then take the next one that is not laid."""
        state = self.match.state
        if state.phase is Phase.GIVE_BACK:
            self._try(GiveBack(self.held.card))
        elif self._try(Lay(self.held, self._t())):
            laid = {at.card for at in self.match.state.piles[self.match.seat]}
            hand = self.match.state.hands[self.match.seat]
            waiting = [number for number, card in enumerate(hand) if card not in laid]
            if waiting and self.match.state.phase is Phase.LAY:
                self.action_choose(waiting[0])

    def action_lift(self) -> None:
        """Take the card off the pile."""
        self._try(Lift(self.held.card, self._t()))

    def action_hourglass(self) -> None:
        """Flip the hourglass."""
        self._try(Flip(self._t()))

    def action_done(self) -> None:
        """Touch the cards no more."""
        self._try(Done(self._t()))

    def _t(self) -> int:
        return max(self.match.now, self.match.state.now)

    def _try(self, action: Lay | Lift | Flip | Done | GiveBack) -> bool:
        is_early = not self.match.has_begun and not isinstance(action, GiveBack)
        self.message = "wait for it ..." if is_early else ""
        if not is_early:
            try:
                self.match.act(action)
            except IllegalAction as refusal:
                self.message = str(refusal)
        self.redraw()
        return not self.message

    def redraw(self) -> None:
        """Show everything anew."""
        is_playing = self.match.state.phase is Phase.LAY
        self._show("#table", self.table_picture() if is_playing else self.score_picture())
        self._show("#players", self.players_picture())
        self._show("#hand", self.hand_picture())
        self._show("#message", Text(self.message, style="bold red"))

    def _show(self, selector: str, picture: RenderableType) -> None:
        """Update a part of the screen, if the screen is there: it is not yet, or no more, when it opens and closes."""
        for part in self.query(selector).results(Static):
            part.update(picture)

    def table_picture(self) -> Text:
        """Your pile with the card in hand over it; where two symbols meet both are seen, as through glass."""
        state, seat = self.match.state, self.match.seat
        deck = state.options.deck
        seen: defaultdict[Square, list[int]] = defaultdict(list)
        edges: set[Square] = set()
        pile = [at for at in state.piles[seat] if at.card != self.held.card]
        for at in pile:
            edges |= {(at.x + dx, at.y + dy) for dx in range(size(at)[0]) for dy in range(size(at)[1])}
            for square, symbol in symbols_of(at, deck).items():
                if symbol not in seen[square]:
                    seen[square].append(symbol)
        width, height = size(self.held)
        held = {(self.held.x + dx, self.held.y + dy) for dx in range(width) for dy in range(height)}
        own = symbols_of(self.held, deck)
        left, top = self.held.x + width // 2 - WIDE // 2, self.held.y + height // 2 - HIGH // 2
        picture = Text()
        for y in range(top, top + HIGH):
            for x in range(left, left + WIDE):
                here = (x, y)
                ground = (
                    Style(bgcolor="grey37") if here in held else Style(bgcolor="grey15") if here in edges else Style()
                )
                below, above = seen.get(here, [])[:2], own.get(here)
                marks = [*below, above] if above is not None else list(below)
                shown = marks[-2:]
                for mark in shown:
                    picture.append(GLYPHS[mark - 1], style=ink(mark) + ground)
                picture.append(" " * (3 - len(shown)) if shown else " · ", style=ground + Style(dim=True))
            picture.append("\n")
        return picture

    def players_picture(self) -> Table:
        """The clock, and what everybody has laid and scored."""
        state = self.match.state
        table = Table(f"round {state.round}", "laid", "seen", "", "points", box=None, title=self.clock_text())
        for seat in state.seats:
            pile = state.piles[seat]
            seen = {square for at in pile for square in symbols_of(at, state.options.deck)}
            mark = "⧗" if state.flipped_by == seat else "done" if state.locked[seat] else ""
            name = Text(self.match.names[seat], style="bold" if seat == self.match.seat else "")
            table.add_row(name, str(len(pile)), str(len(seen)), mark, str(state.totals[seat]))
        return table

    def clock_text(self) -> str:
        """The count of three, the time left, or nothing."""
        state = self.match.state
        if state.phase is not Phase.LAY:
            return ""
        if not self.match.has_begun:
            return f"{-self.match.now // 1000 + 1} ..."
        if state.deadline is None:
            return f"{self.match.now / 1000:.1f} s"
        left = f"{max(0, state.deadline - self.match.now) / 1000:.1f} s left"
        return left if state.flipped_by is None else f"⧗ {left}"

    def hand_picture(self) -> Group:
        """Your five cards; the one in hand and those laid are marked."""
        state, seat = self.match.state, self.match.seat
        laid = {at.card for at in state.piles[seat]}
        lines: list[Text] = []
        for number, card in enumerate(state.hands[seat], start=1):
            mark = "▶" if card == self.held.card else " "
            drawn = card_lines(card, state.options.deck)
            lines.append(Text(f"\n{mark} {number} {'(laid) ' if card in laid else ''}") + drawn[0])
            lines += [Text("    ") + line for line in drawn[1:]]
        return Group(*lines)

    def _best_points(self) -> tuple[str, ...]:
        """What everybody could have had in the round just scored; found once."""
        state = self.match.state
        number = len(state.scores)
        if number not in self._best:
            found = [solve(hand, state.options.deck, node_limit=20_000) for hand in state.hands]
            self._best[number] = tuple(
                f"{best.points}" if best.proven else f"{best.lower_bound}-{best.points}" for best in found
            )
        return self._best[number]

    def score_picture(self) -> Group:
        """Between rounds and at the end: the points, what was removed, and the provably best piles."""
        state = self.match.state
        deck = state.options.deck
        table = Table("", "visible", "aside", "⧗", "points", "best", title=f"round {len(state.scores)}", box=None)
        for seat, scored in enumerate(state.scores[-1]):
            removed = " ".join(f"-{deck[removal.card].id}" for removal in scored.score.removed)
            table.add_row(
                f"{self.match.names[seat]} {removed}",
                str(scored.score.visible),
                str(len(scored.score.aside)),
                f"{scored.hourglass:+}" if scored.hourglass else "",
                str(scored.points),
                self._best_points()[seat],
            )
        if state.phase is Phase.OVER:
            winners = [
                name for name, total in zip(self.match.names, state.totals, strict=True) if total == min(state.totals)
            ]
            return Group(
                table, Text(f"\n{' and '.join(winners)} won with {min(state.totals)} points; q leaves", style="bold")
            )
        greens = [n for n, card in enumerate(state.hands[self.match.seat], 1) if deck[card].colour is Colour.GREEN]
        keys = ", ".join(map(str, greens))
        return Group(table, Text(f"\ngive a green card back ({keys}, then enter) for a {state.next_colour.value} one"))
