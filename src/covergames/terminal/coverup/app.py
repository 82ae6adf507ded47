"""Cover Up on a terminal screen, in real time."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Final

from rich.console import Group, RenderableType
from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from covergames.bots import BotFault
from covergames.coverup import Done, Flip, GiveBack, Lay, Lift, Phase, Placement, Solution, solve
from covergames.game import IllegalAction
from covergames.terminal.coverup import drawing
from covergames.terminal.coverup.story import clock_time, why_not

if TYPE_CHECKING:
    from collections.abc import Mapping

    from covergames.coverup import Card, View
    from covergames.terminal.coverup.match import Match
    from covergames.terminal.words import Words

TICK_SECONDS: Final = 0.1
SIDE_COLUMNS: Final = 34
"""The width of the part with the players and the hand."""
MIN_SQUARES: Final = (7, 5)
"""The columns and rows of the table that are drawn at least, however small the terminal is."""
BEST_PILE_NODES: Final = 20_000
"""The node limit of the search for the best pile between rounds."""


class CoverUpApp(App[OSError | BotFault]):
    """One player's screen: it runs the clock; keys move, turn, flip and lay the held card.

    It returns an error if the game cannot be saved, the server cannot be reached, or a bot chooses an illegal action.
    """

    TITLE = "Cover Up"
    ENABLE_COMMAND_PALETTE = False
    CSS = f"""
        #middle {{ height: 1fr; }}
        #table {{ width: 1fr; padding: 0 1; }}
        #side {{ width: {SIDE_COLUMNS}; padding: 0 1; }}
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

    def __init__(self, match: Match, words: Words, *, greeting: str | None = None) -> None:
        """Show the greeting, if there is one, before the round begins."""
        super().__init__()
        self.match = match
        self.words = words
        self.message = ""
        self.is_greeting = greeting is not None and self.view.phase is Phase.LAY
        """Whether the greeting is shown; the clock stands still."""
        self.has_chosen = False
        """Whether the player has chosen a card to give back; the card held when time ran out does not count."""
        self._greeting = greeting or ""
        self._drawn: object = None
        self._round = self.view.round
        self._best: dict[int, tuple[Solution, ...]] = {}
        unlaid = self._unlaid()
        self.held = self._placed(unlaid[0] if unlaid else 0)

    @property
    def view(self) -> View:
        """What the player sees."""
        return self.match.view

    def compose(self) -> ComposeResult:
        """Create the table, the players, the hand, the message line and the list of keys."""
        with Horizontal(id="middle"):
            yield Static(id="table")
            with Vertical(id="side"):
                yield Static(id="players")
                yield Static(id="hand")
        yield Static(id="message")
        yield Static(id="keys")

    def on_mount(self) -> None:
        """Start the clock."""
        self.set_interval(TICK_SECONDS, self.tick)
        self.redraw()

    def on_resize(self) -> None:
        """Draw for the new size."""
        self.redraw()

    def tick(self) -> None:
        """Apply what is due for bots and clock, and draw."""
        phase, flipped_by = self.view.phase, self.view.flipped_by
        if not self.is_greeting:
            try:
                self.match.tick()
            except (BotFault, OSError) as error:
                self.exit(error)
                return
        if flipped_by is None and self.view.flipped_by is not None:
            self.message = self.words("cover-up.event.flipped", **self.words.who(self.view.flipped_by))
        if self.view.phase is not phase:
            self.message = ""
            self._save()
        self._begin_new_round()
        self.redraw()

    def _begin_new_round(self) -> None:
        """Hold the first card when a new round begins."""
        if self.view.round != self._round:
            self._round = self.view.round
            self.held = self._placed(0)
            self.has_chosen = False
            self.message = ""

    def _save(self) -> None:
        try:
            self.match.save()
        except OSError as error:
            self.exit(error)

    def _placed(self, index: int) -> Placement:
        """Return the card of that index as it lies, or unturned in the middle of the table."""
        own = drawing.own_side(self.view)
        card = own.hand[index]
        return next((at for at in own.pile if at.card == card), Placement(card, flip=False, turn=0, x=0, y=0))

    def _laid_cards(self) -> set[Card]:
        return {at.card for at in drawing.own_side(self.view).pile}

    def _unlaid(self) -> list[int]:
        """Return the indices of the cards in hand that are not laid."""
        laid = self._laid_cards()
        return [index for index, card in enumerate(drawing.own_side(self.view).hand) if card not in laid]

    @property
    def is_locked(self) -> bool:
        """Whether the player can do nothing more this round."""
        return self.view.phase is Phase.LAY and drawing.own_side(self.view).locked

    def action_move(self, x: int, y: int) -> None:
        """Move the held card."""
        self.held = replace(self.held, x=self.held.x + x, y=self.held.y + y)
        self._changed()

    def action_turn(self) -> None:
        """Turn the held card clockwise."""
        self.held = replace(self.held, turn=(self.held.turn + 1) % 4)
        self._changed()

    def action_flip_card(self) -> None:
        """Mirror the held card left to right as it lies: one that lies on its side is also turned by a half."""
        self.held = replace(self.held, flip=not self.held.flip, turn=-self.held.turn % 4)
        self._changed()

    def action_choose(self, index: int) -> None:
        """Hold another card: where it lies, or where the last one was."""
        last = self.held
        self.held = self._placed(index)
        self.has_chosen = self.view.phase is Phase.GIVE_BACK
        if self.held.card not in self._laid_cards():
            self.held = replace(self.held, x=last.x, y=last.y)
        self._changed()

    def _changed(self) -> None:
        self.message = ""
        self.redraw()

    def action_lay(self) -> None:
        """Begin, lay the held card and hold the next one or, between rounds, give the held card back."""
        if self.is_greeting:
            self.is_greeting = False
            self.match.begin_round()
            self.redraw()
        elif self.view.phase is not Phase.LAY:
            if self.has_chosen:
                self._try(GiveBack(self.held.card))
        elif self._try(Lay(self.held, self._time())) and (unlaid := self._unlaid()):
            self.action_choose(unlaid[0])

    def action_lift(self) -> None:
        """Take the held card off the pile."""
        self._try(Lift(self.held.card, self._time()))

    def action_hourglass(self) -> None:
        """Flip the hourglass."""
        self._try(Flip(self._time()))

    def action_done(self) -> None:
        """Finish the round: lock the player's cards."""
        self._try(Done(self._time()))

    def _time(self) -> int:
        """Return the time of an action that is done now."""
        return max(self.match.now, self.view.now)

    def _try(self, action: Lay | Lift | Flip | Done | GiveBack) -> bool:
        """Act, or show why the action is not possible; return whether it was."""
        view, now = self.view, self._time()
        if view.phase is Phase.LAY and (self.is_greeting or self.match.countdown):
            self.message = self.words("terminal.cover-up.wait")
        else:
            self.message = ""
            try:
                self.match.act(action)
            except IllegalAction:
                self.message = why_not(action, view, self.words, now=now)
            except (BotFault, OSError) as error:
                self.exit(error)
            if self.view.phase is not view.phase:
                self._save()
        self._begin_new_round()
        self.redraw()
        return not self.message

    def redraw(self) -> None:
        """Draw the screen, unless nothing has changed or it is not open."""
        drawn = (self.view, self.held, self.message, self.clock_text(), self.is_greeting, self.size)
        if not self.is_running or drawn == self._drawn:
            return
        self._drawn = drawn
        for name, picture in self.pictures().items():
            # While the screen opens or closes the widget does not exist.
            for widget in self.query(f"#{name}").results(Static):
                widget.update(picture)

    def pictures(self) -> Mapping[str, RenderableType]:
        """Return the contents of each widget by its name."""
        return {
            "table": self._main_picture(),
            "players": drawing.players(self.view, self.words, clock=self.clock_text(), columns=SIDE_COLUMNS - 2),
            "hand": drawing.hand(self.view, self.words, chosen=self._chosen_card()),
            "message": Text(self.message, style="bold red"),
            "keys": Text(self.keys_text()),
        }

    def _main_picture(self) -> RenderableType:
        if self.is_greeting:
            begin = Text(self.words("terminal.cover-up.begin"), style="bold")
            return Group(Text(), Text(self._greeting), Text(), begin)
        if self.view.phase is Phase.LAY:
            columns = max(MIN_SQUARES[0], self._main_columns // drawing.SQUARE_COLUMNS)
            rows = max(MIN_SQUARES[1], self.size.height - 4)
            return drawing.table(self.view, self.held, columns=columns, rows=rows)
        lines = self.size.height - 1 - self._height(Text(self.keys_text()), self.size.width - 2)
        picture: RenderableType = ""
        for picture in drawing.scores(self.view, self.words, self._best_piles(), columns=self._main_columns):
            if self._height(picture, self._main_columns) <= lines:
                break
        return picture

    @property
    def _main_columns(self) -> int:
        """The width of the part with the table."""
        return self.size.width - SIDE_COLUMNS - 2

    def _height(self, picture: RenderableType, columns: int) -> int:
        """Return the number of lines that a picture needs at that width."""
        return len(self.console.render_lines(picture, self.console.options.update(width=columns), pad=False))

    def _chosen_card(self) -> Card | None:
        """Return the card at which the hand points; None: the player cannot choose, or has not."""
        can_choose = not self.is_locked if self.view.phase is Phase.LAY else self.has_chosen
        return self.held.card if can_choose else None

    def keys_text(self) -> str:
        """Return the list of the keys that work now."""
        phase = self.view.phase
        if phase is Phase.LAY:
            return self.words("terminal.cover-up.keys.locked" if self.is_locked else "terminal.cover-up.keys.lay")
        return self.words(
            "terminal.cover-up.keys.give-back" if phase is Phase.GIVE_BACK else "terminal.cover-up.keys.over"
        )

    def clock_text(self) -> str:
        """Return the countdown, the remaining time or, without a limit, the elapsed time; nothing between rounds."""
        if self.view.phase is not Phase.LAY or self.is_greeting:
            return ""
        if self.match.countdown:
            return f"{self.match.countdown} ..."
        if self.view.deadline is None:
            return clock_time(self.match.now)
        left = clock_time(self.view.deadline - self.match.now)
        return left if self.view.flipped_by is None else f"⧗ {left}"

    def _best_piles(self) -> tuple[Solution, ...]:
        """Return the best pile of each seat in the latest scored round; each round is solved once."""
        number = len(self.view.scores)
        if number not in self._best:
            deck = self.view.options.deck
            self._best[number] = tuple(solve(side.hand, deck, node_limit=BEST_PILE_NODES) for side in self.view.seats)
        return self._best[number]
