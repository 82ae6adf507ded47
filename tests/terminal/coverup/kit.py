"""A local match of Cover Up with a clock that the test drives."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from io import StringIO

from rich.console import Console

from covergames import coverup, record
from covergames.bots import BotMaker
from covergames.coverup import Action, Colour, Done, Lay, Options, Phase, Placement, State, View
from covergames.coverup.timing import COUNTDOWN_MILLISECONDS
from covergames.dealer import RandomDealer
from covergames.game import Seat
from covergames.record import Record, Recording
from covergames.terminal.coverup.app import CoverUpApp
from covergames.terminal.coverup.match import LocalMatch
from covergames.terminal.local_game import LocalGame
from covergames.terminal.words import Words

COUNTDOWN_SECONDS = COUNTDOWN_MILLISECONDS / 1000
NAMES = ("You", "Ada", "Bo")


class Clock:
    """A clock that the test drives."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


class IdleBot:
    """A bot that waits until time is up, and gives back its first green card."""

    def __init__(self, _generator: random.Random) -> None: ...

    def choose(self, view: View) -> Action:
        return Done(10**9) if view.phase is Phase.LAY else view.legal[0]


class MessyBot(IdleBot):
    """A bot that lays all its cards in a row without looking, so that most of them are removed (CU-S1)."""

    def choose(self, view: View) -> Action:
        assert view.seat is not None
        side = view.seats[view.seat]
        laid = len(side.pile)
        if view.phase is not Phase.LAY or laid == len(side.hand):
            return super().choose(view)
        return Lay(Placement(side.hand[laid], flip=False, turn=0, x=laid, y=0), view.now + 1000)


@dataclass
class LocalTable:
    """A match of seat 0 against bots, its clock, and the recorded game."""

    recording: Recording
    match: LocalMatch
    clock: Clock

    @property
    def state(self) -> State:
        state: State = self.recording.state
        return state

    @property
    def record(self) -> Record:
        return self.recording.record

    def wait(self, seconds: float) -> None:
        """Let time pass and apply what is due."""
        self.clock.seconds += seconds
        self.match.tick()

    def app(self, language: str = "en", *, greeting: str = "Hello.") -> CoverUpApp:
        return CoverUpApp(self.match, Words(language, tuple(self.record.players), Seat(0)), greeting=greeting)

    def green_keys(self) -> list[str]:
        """Return the keys of the player's green cards."""
        deck = self.state.options.deck
        hand = enumerate(self.state.hands[0], start=1)
        return [str(number) for number, card in hand if deck[card].colour is Colour.GREEN]

    def resumed(self, *, bot: BotMaker = IdleBot) -> LocalTable:
        """Return the match again, from its record."""
        saved = record.read(self.record.encode())
        return seated(Recording.resume(saved, RandomDealer(random.Random(3))), bot=bot)


def begun(
    options: Options | None = None,
    *,
    bot: BotMaker = IdleBot,
    names: tuple[str, ...] = NAMES,
    save: Callable[[], None] = lambda: None,
) -> LocalTable:
    """Return a new match."""
    dealer = RandomDealer(random.Random(1))
    return seated(Recording.begin(coverup, names, options or Options(), dealer), bot=bot, save=save)


def seated(recording: Recording, *, bot: BotMaker = IdleBot, save: Callable[[], None] = lambda: None) -> LocalTable:
    """Return a match with the person in seat 0 and bots in the others."""
    clock = Clock()
    bots = {seat: bot(random.Random(seat)) for seat in recording.state.seats if seat != 0}
    game = LocalGame(recording=recording, seat=Seat(0), bots=bots, save=save)
    return LocalTable(recording, LocalMatch(game, clock=clock), clock)


def shown(app: CoverUpApp, width: int = 46) -> str:
    """Return everything on the screen as text."""
    file = StringIO()
    console = Console(file=file, width=width, color_system=None)
    for picture in app.pictures().values():
        console.print(picture, markup=False)
    return file.getvalue()


def bring(app: CoverUpApp, placement: Placement) -> None:
    """Turn, flip and move the held card until it lies so."""
    if placement.flip:
        app.action_flip_card()
    for _ in range(placement.turn):
        app.action_turn()
    app.action_move(placement.x - app.held.x, placement.y - app.held.y)
    assert app.held == placement
