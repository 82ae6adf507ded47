"""Cover Up on a terminal screen, in real time: the clock runs, keys move, turn and flip the card, the pile follows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Final

from rich.console import Group, RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from covergames.bots import BotFault
from covergames.coverup import Colour, Done, Flip, GiveBack, Lay, Lift, Phase, Placement, Solution, result, solve
from covergames.coverup.layout import Square, faults, size, symbols_of, visible
from covergames.coverup.options import ROUNDS
from covergames.game import IllegalAction, Seat
from covergames.terminal.coverup_cards import GLYPHS, card_lines, ink, pile_lines
from covergames.terminal.coverup_match import Match
from covergames.terminal.coverup_story import clock_time, removals, why_not, winner
from covergames.terminal.words import Words, capital

if TYPE_CHECKING:
    from covergames.terminal.online import RemoteMatch

SIDE: Final = 34
"""The columns beside the table, for the players and the hand."""
LEAST: Final = (7, 5)
"""The fewest squares of the table that are shown, however small the terminal is."""
ROOMY: Final = 30
"""How many rows a terminal needs for blank lines between the parts of a page."""
EMPTY: Final = "·  "
"""An empty square of a card."""
NODES: Final = 20_000
"""How long the best pile is searched between rounds."""


class CoverUpScreen(App[OSError | BotFault]):
    """You against others.

    It leaves with an error only if the game could not be kept, the table cannot be reached, or a bot did what it may not.
    """

    TITLE = "Cover Up"
    ENABLE_COMMAND_PALETTE = False
    CSS = f"""
        #middle {{ height: 1fr; }}
        #table {{ width: 1fr; padding: 0 1; }}
        #side {{ width: {SIDE}; padding: 0 1; }}
        #message {{ height: auto; min-height: 1; padding: 0 1; }}
        #keys {{ height: auto; padding: 0 1; color: $text-muted; }}
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "move(-1, 0)"),
        Binding("right", "move(1, 0)"),
        Binding("up", "move(0, -1)"),
        Binding("down", "move(0, 1)"),
        Binding("r", "turn"),
        Binding("f", "flip_card"),
        *(Binding(str(number), f"choose({number - 1})") for number in range(1, 6)),
        Binding("enter,space", "lay"),
        Binding("backspace,delete", "lift"),
        Binding("h", "hourglass"),
        Binding("d", "done"),
        Binding("q,ctrl+c", "quit"),
    ]

    def __init__(self, match: Match | RemoteMatch, words: Words, *, greeting: str, save: Callable[[], None]) -> None:
        super().__init__()
        self.match = match
        self.words = words
        self.message = ""
        self.is_waiting = match.state.phase is Phase.LAY
        """Whether the player still reads the greeting; the clock stands."""
        self.has_chosen = False
        """Whether a card to give back is pointed at: whoever was about to lay one when time ran out gives none away."""
        self._greeting = greeting
        self._save = save
        self._seen: object = None
        self._round = match.state.round
        self._best: dict[int, tuple[Solution, ...]] = {}
        self.held = self._fresh(self._waiting_cards()[0] if self._waiting_cards() else 0)

    def compose(self) -> ComposeResult:
        """The table, what everybody has, a line for messages, and the keys."""
        with Horizontal(id="middle"):
            yield Static(id="table")
            with Vertical(id="side"):
                yield Static(id="players")
                yield Static(id="hand")
        yield Static(id="message")
        yield Static(id="keys")

    def on_mount(self) -> None:
        """Start the clock."""
        self.set_interval(0.1, self.pulse)
        self.redraw()

    def on_resize(self) -> None:
        """Use the space that there is."""
        self.redraw()

    def pulse(self) -> None:
        """Ten times a second: bots, clock, and a new picture."""
        phase, flipped_by = self.match.state.phase, self.match.state.flipped_by
        if not self.is_waiting:
            try:
                self.match.tick()
            except (BotFault, OSError) as error:
                self.exit(error)
                return
        if flipped_by is None and self.match.state.flipped_by is not None:
            self.message = self.words("cover-up.event.flipped", **self.words.who(self.match.state.flipped_by))
        if self.match.state.phase is not phase:
            self.message = ""
            self._keep()
        self._turn_page()
        self.redraw()

    def _turn_page(self) -> None:
        """A new round begins with the first card in hand."""
        if self.match.state.round != self._round:
            self._round = self.match.state.round
            self.held = self._fresh(0)
            self.has_chosen = False
            self.message = ""

    def _keep(self) -> None:
        try:
            self._save()
        except OSError as error:
            self.exit(error)

    def _fresh(self, index: int) -> Placement:
        """The card of that number as it lies, or unturned in the middle."""
        state, seat = self.match.state, self.match.seat
        card = state.hands[seat][index]
        return next((at for at in state.piles[seat] if at.card == card), Placement(card, flip=False, turn=0, x=0, y=0))

    def _waiting_cards(self) -> list[int]:
        """The numbers, from 0, of the cards that are not laid."""
        state, seat = self.match.state, self.match.seat
        laid = {at.card for at in state.piles[seat]}
        return [number for number, card in enumerate(state.hands[seat]) if card not in laid]

    @property
    def is_locked(self) -> bool:
        """Whether you can do nothing more this round."""
        state = self.match.state
        return state.phase is Phase.LAY and state.locked[self.match.seat]

    def action_move(self, x: int, y: int) -> None:
        """Move the card in hand."""
        self.held = replace(self.held, x=self.held.x + x, y=self.held.y + y)
        self._changed()

    def action_turn(self) -> None:
        """Turn it clockwise."""
        self.held = replace(self.held, turn=(self.held.turn + 1) % 4)
        self._changed()

    def action_flip_card(self) -> None:
        """Mirror it left-right as it lies: a card that lies on its side is turned by a half as well."""
        self.held = replace(self.held, flip=not self.held.flip, turn=-self.held.turn % 4)
        self._changed()

    def action_choose(self, index: int) -> None:
        """Take another card in hand, where it lies or where the last one was."""
        last = self.held
        self.held = self._fresh(index)
        self.has_chosen = self.match.state.phase is Phase.GIVE_BACK
        if self.held.card not in {at.card for at in self.match.state.piles[self.match.seat]}:
            self.held = replace(self.held, x=last.x, y=last.y)
        self._changed()

    def _changed(self) -> None:
        self.message = ""
        self.redraw()

    def action_lay(self) -> None:
        """Begin; lay the card, or between rounds give it back; then take the next one that is not laid."""
        if self.is_waiting:
            self.is_waiting = False
            self.match.begin_round()
            self.redraw()
        elif self.match.state.phase is not Phase.LAY:
            if self.has_chosen:
                self._try(GiveBack(self.held.card))
        elif self._try(Lay(self.held, self._t())) and self._waiting_cards():
            self.action_choose(self._waiting_cards()[0])

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
        state, now = self.match.state, self._t()
        if state.phase is Phase.LAY and (self.is_waiting or not self.match.has_begun):
            self.message = self.words("terminal.cover-up.wait")
        else:
            self.message = ""
            try:
                self.match.act(action)
            except IllegalAction:
                self.message = why_not(action, state, self.match.seat, self.words, now=now)
            except (BotFault, OSError) as error:
                self.exit(error)
            if self.match.state.phase is not state.phase:
                self._keep()
        self._turn_page()
        self.redraw()
        return not self.message

    def redraw(self) -> None:
        """Show everything anew, unless nothing has changed or the screen is not there."""
        seen = (self.match.state, self.held, self.message, self.clock_text(), self.is_waiting, self.size)
        if not self.is_running or seen == self._seen:
            return
        self._seen = seen
        is_playing = self.match.state.phase is Phase.LAY
        picture = self.greeting() if self.is_waiting else self.table_picture() if is_playing else self.score_picture()
        self._show("#table", picture)
        self._show("#players", self.players_picture())
        self._show("#hand", self.hand_picture())
        self._show("#message", Text(self.message, style="bold red"))
        self._show("#keys", Text(self.keys_text()))

    def _show(self, selector: str, picture: RenderableType) -> None:
        """Update a part of the screen, if it is there: it is not yet, or no more, when the screen opens and closes."""
        for part in self.query(selector).results(Static):
            part.update(picture)

    def greeting(self) -> Group:
        """What the game is about, and how to begin."""
        return Group(Text(), Text(self._greeting), Text(), Text(self.words("terminal.cover-up.begin"), style="bold"))

    def keys_text(self) -> str:
        """The keys that do something now."""
        phase = self.match.state.phase
        if phase is Phase.LAY:
            return self.words("terminal.cover-up.keys.locked" if self.is_locked else "terminal.cover-up.keys.lay")
        return self.words(
            "terminal.cover-up.keys.give-back" if phase is Phase.GIVE_BACK else "terminal.cover-up.keys.over"
        )

    def table_picture(self) -> Text:
        """Your pile with the card in hand over it; where two symbols meet both are seen, as through glass."""
        state, seat = self.match.state, self.match.seat
        deck = state.options.deck
        seen: defaultdict[Square, list[int]] = defaultdict(list)
        edges: set[Square] = set()
        pile = state.piles[seat] if self.is_locked else [at for at in state.piles[seat] if at.card != self.held.card]
        for at in pile:
            edges |= {(at.x + dx, at.y + dy) for dx in range(size(at)[0]) for dy in range(size(at)[1])}
            for square, symbol in symbols_of(at, deck).items():
                if symbol not in seen[square]:
                    seen[square].append(symbol)
        width, height = size(self.held)
        held: set[Square] = set()
        own: dict[Square, int] = {}
        if not self.is_locked:
            held = {(self.held.x + dx, self.held.y + dy) for dx in range(width) for dy in range(height)}
            own = dict(symbols_of(self.held, deck))
        wide = max(LEAST[0], (self.size.width - SIDE - 2) // 3)
        high = max(LEAST[1], self.size.height - 4)
        left = _corner(self.held.x, width, wide, middle=2)
        top = _corner(self.held.y, height, high, middle=1)
        picture = Text(no_wrap=True)
        for y in range(top, top + high):
            for x in range(left, left + wide):
                here = (x, y)
                marks = list(seen.get(here, ()))
                if here in own and own[here] not in marks:
                    marks.append(own[here])
                colour = "grey37" if here in held else "grey15" if here in edges else None
                if state.options.assist and len(marks) > 1:
                    colour = "dark_red"
                ground = Style(bgcolor=colour)
                for mark in marks[-2:]:
                    picture.append(GLYPHS[mark - 1], style=ink(mark) + ground)
                picture.append(
                    " " * (3 - len(marks[-2:])) if marks else EMPTY if colour else "   ", style=ground + Style(dim=True)
                )
            picture.append("\n")
        return picture

    def players_picture(self) -> Group:
        """The clock, and what everybody has laid and scored."""
        state, words = self.match.state, self.words
        table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
        table.add_column("", no_wrap=True, overflow="ellipsis", max_width=10)
        for heading in ("laid", "visible", "total"):
            table.add_column(words(f"cover-up.column.{heading}"), justify="right", no_wrap=True, overflow="ellipsis")
        table.add_column("", no_wrap=True, overflow="ellipsis")
        for seat in state.seats:
            pile = state.piles[seat]
            mark = "⧗" if state.flipped_by == seat else "✓" if state.locked[seat] and state.phase is Phase.LAY else ""
            name = Text(words.name(seat), style="bold" if seat == self.match.seat else "")
            seen = len(visible(pile, state.options.deck))
            table.add_row(name, str(len(pile)), str(seen), str(state.totals[seat]), mark)
        title = Text(capital(words("cover-up.round", round=state.round, rounds=ROUNDS)), style="bold")
        if clock := self.clock_text():
            title.append("   ").append(clock, style="bold reverse" if state.flipped_by is not None else "bold")
        return Group(title, table)

    def clock_text(self) -> str:
        """The count of three, the time left or, without a limit, passed; nothing between rounds."""
        state = self.match.state
        if state.phase is not Phase.LAY or self.is_waiting:
            return ""
        if not self.match.has_begun:
            return f"{self.match.count} ..."
        if state.deadline is None:
            return clock_time(self.match.now)
        left = clock_time(state.deadline - self.match.now)
        return left if state.flipped_by is None else f"⧗ {left}"

    def hand_picture(self) -> Group:
        """Your five cards, two abreast; the one in hand is pointed at, those laid are ticked."""
        state, seat = self.match.state, self.match.seat
        deck = state.options.deck
        laid = {at.card for at in state.piles[seat]}
        grid = Table.grid(padding=(0, 2, 0, 0))
        cells: list[Text] = []
        for number, card in enumerate(state.hands[seat], start=1):
            can_choose = not self.is_locked if state.phase is Phase.LAY else self.has_chosen
            is_held = card == self.held.card and can_choose
            name, *rows = card_lines(card, deck)
            name.rstrip()
            tick = " ✓" if card in laid and state.phase is Phase.LAY else ""
            head = Text(f"{'▶' if is_held else ' '} {number} ", style="bold reverse" if is_held else "") + name + tick
            cells.append(Text("\n").join([head, *(Text("    ") + row for row in rows)]))
        for first in range(0, len(cells), 2):
            grid.add_row(*cells[first : first + 2])
        parts: list[RenderableType] = [Text(), grid]
        if state.options.assist and state.phase is Phase.LAY and state.piles[seat]:
            count = len(faults(state.piles[seat], deck))
            parts.append(Text(self.words("cover-up.faults", count=count), style="red" if count else "green"))
        return Group(*parts)

    def best(self) -> tuple[Solution, ...]:
        """The best piles of the round just scored, by seat; searched once."""
        state = self.match.state
        number = len(state.scores)
        if number not in self._best:
            self._best[number] = tuple(solve(hand, state.options.deck, node_limit=NODES) for hand in state.hands)
        return self._best[number]

    def score_picture(self) -> Group:
        """Between rounds and at the end: the points, what was removed, and the provably best piles."""
        state, words, own = self.match.state, self.words, self.match.seat
        deck = state.options.deck
        table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
        table.add_column("", no_wrap=True, overflow="ellipsis", max_width=10)
        headings = [words("cover-up.column.visible"), words("aside"), "⧗", words("cover-up.column.points")]
        for heading in (*headings, words("cover-up.column.best")):
            table.add_column(heading, justify="right", no_wrap=True, overflow="ellipsis")
        lines: list[str] = []
        for seat, scored in enumerate(state.scores[-1]):
            score, best = scored.score, self.best()[seat]
            table.add_row(
                Text(words.name(Seat(seat)), style="bold" if seat == own else ""),
                str(score.visible),
                str(score.aside_symbols + len(score.aside)),
                f"{scored.hourglass:+}" if scored.hourglass else "",
                Text(str(scored.points), style="bold"),
                str(best.points) if best.proven else f"{best.lower_bound}-{best.points}",
            )
            lines += removals(scored, Seat(seat), words, deck)
        piles = Table.grid(padding=(0, 4, 0, 0))
        shown = (("your-pile", state.scores[-1][own].score.pile), ("best-pile", self.best()[own].pile))
        piles.add_row(*(Text(capital(words(f"cover-up.{key}")), style="bold") for key, _ in shown))
        piles.add_row(*(Text("\n").join(pile_lines(pile, deck)) for _, pile in shown))
        parts: tuple[RenderableType, ...] = (
            table,
            *(Text(line, style="red") for line in lines),
            Text(self._what_now(), style="bold"),
            piles,
        )
        if self.size.height < ROOMY:
            return Group(*parts)
        return Group(*(each for part in parts for each in (part, Text())))

    def _what_now(self) -> str:
        """Who has won, or what to choose."""
        state, words, own = self.match.state, self.words, self.match.seat
        outcome = result(state)
        if outcome is not None:
            points = words("count.points", count=min(outcome.scores))
            return f"{winner(outcome, words)} ({points})"
        hand = enumerate(state.hands[own], start=1)
        keys = ", ".join(str(number) for number, card in hand if state.options.deck[card].colour is Colour.GREEN)
        following = words.name(Seat((own + 1) % state.players))
        return words("terminal.cover-up.give-back", keys=keys, colour=state.next_colour.value, next=following)


def _corner(held: int, length: int, shown: int, *, middle: int) -> int:
    """The first column or row of the table that is shown: it stays, unless the card in hand would leave the screen."""
    first = middle - shown // 2
    return min(max(first, held + length + 1 - shown), held - 1) if length + 2 <= shown else held
