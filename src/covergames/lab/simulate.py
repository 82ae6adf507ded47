"""Complete games by bots: the same seed gives the same games, in any process and any number at once."""

from __future__ import annotations

import random
import traceback
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import InitVar, dataclass, field
from pathlib import Path
from typing import Any, Final, get_args

import msgspec

from covergames import bots
from covergames.bots import BotFault, LocalBots
from covergames.bots.budget import Budget
from covergames.dealer import RandomDealer
from covergames.game import CLOCK, AnyCard, Data, IllegalAction, NotationError, OptionsError, Seat, Timing
from covergames.games import game_named
from covergames.lab.game_lab import lab_of
from covergames.record import Record, Recording
from covergames.schema import read_options

STANDSTILL: Final = 10_000
"""How many actions in one and the same millisecond are too many."""


class UnplayableSetup(ValueError):
    """A game, players, options or bots that do not fit together; the message says which."""


@dataclass(frozen=True)
class Setup:
    """What to play: everything that determines a game, together with its number.

    Raises:
        UnplayableSetup: game, players, options and bots do not fit together.
    """

    game: str
    players: int
    bots: tuple[str, ...]
    """One for all seats, or one per seat."""
    seed: int
    options: Data = field(default_factory=dict)
    """As a record holds them."""
    rotate: bool = False
    """Whether everybody moves one seat on from game to game."""
    duplicate: bool = False
    """Whether each deal comes as often as there are players, so that with rotation everybody has it from every seat."""
    luck_playouts: int | None = None
    """With how many playouts the luck of the deal and of each draw is measured; None: it is not."""

    is_past: InitVar[bool] = False
    """Whether this is about games of the past, whose bots need not be here any more."""

    def __post_init__(self, is_past: bool) -> None:
        try:
            game = game_named(self.game)
            read_options(game, self.options, self.players)
            kernel_players = lab_of(self.game).KERNEL_PLAYERS
            for name in () if is_past else self.bots:
                if name not in kernel_players:
                    bots.named(game, name)
        except (NotationError, OptionsError, bots.UnknownBot) as error:
            raise UnplayableSetup(str(error)) from None
        if len(self.bots) not in (1, self.players):
            raise UnplayableSetup(
                f"{len(self.bots)} bots for {self.players} players: name one for all seats, or one per seat"
            )
        if not self.is_in_kernel and (own := [name for name in self.bots if name in kernel_players]):
            raise UnplayableSetup(f"{own[0]} plays only among {', '.join(kernel_players)}")
        if self.is_in_kernel and self.duplicate:
            raise UnplayableSetup(f"{self.bots[0]} cannot play the same deal twice, so it cannot play a tournament")
        if self.luck_playouts is not None and lab_of(self.game).luck_correction is None:
            raise UnplayableSetup(f"the luck of {self.game} cannot be measured")

    @property
    def is_in_kernel(self) -> bool:
        """Whether the game's kernel plays by itself: all of these players are its own."""
        kernel_players = lab_of(self.game).KERNEL_PLAYERS
        return bool(self.bots) and all(name in kernel_players for name in self.bots)

    @property
    def written_options(self) -> str:
        """The options as the command line takes them; a whole deck is its name."""
        values = {name: value["name"] if isinstance(value, dict) else value for name, value in self.options.items()}
        shown = {name: str(value).lower() if isinstance(value, bool) else value for name, value in values.items()}
        return " ".join(f"{name}={value}" for name, value in sorted(shown.items()))

    def line_up(self, number: int) -> tuple[str, ...]:
        """Return the bots of that game, by seat."""
        if len(self.bots) == 1:
            return self.bots * self.players
        turn = number % self.players if self.rotate else 0
        return self.bots[len(self.bots) - turn :] + self.bots[: len(self.bots) - turn]

    def deal(self, number: int) -> int:
        """Return which deal that game is played with."""
        return number // self.players if self.duplicate else number


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """The outcome of a game: who played, who won, and what was counted.

    A struct of msgspec, because it is made in a fraction of the time that a game takes in the kernel. It has no part in
    reference cycles, so the garbage collector may ignore it.
    """

    number: int
    bots: tuple[str, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]
    start: int | None
    """Who started, where the game has a starting player."""
    decisions: int
    frequencies: Mapping[str, tuple[int, int]]
    figures: Mapping[str, tuple[int, ...]] = {}
    """What was counted for each seat."""
    luck: tuple[float, ...] = ()
    """What the luck correction takes off the share of the victory, by seat, if the luck was measured."""

    def wins(self) -> tuple[float, ...]:
        """Return the share of the victory by seat; players who share it get equal parts."""
        winners = self.places.count(1)
        return tuple(1 / winners if place == 1 else 0.0 for place in self.places)

    def corrected_wins(self) -> tuple[float, ...]:
        """Return the luck-corrected share of the victory by seat; empty: the luck was not measured."""
        return tuple(win - luck for win, luck in zip(self.wins(), self.luck, strict=False))


@dataclass(frozen=True, slots=True)
class Played:
    """A complete game: its outcome, its tallies, and its record."""

    outcome: Outcome
    tallies: Mapping[str, int]
    record: Record


def play(setup: Setup, number: int) -> Played:
    """Play the game of that number.

    Raises:
        BotFault: a bot failed, chose an illegal action, or lets no time pass.
    """
    game = game_named(setup.game)
    line_up = setup.line_up(number)
    seated = {Seat(seat): _Named(setup, number, Seat(seat)) for seat in range(setup.players)}
    names = [f"{name} {seat}" for seat, name in enumerate(line_up)]
    options = read_options(game, setup.options, setup.players)
    recording = Recording.begin(game, names, options, DealOf(setup, number))
    watch = lab_of(setup.game).watch(setup.players, options)
    players = LocalBots(game, seated)
    decisions = 0
    clock = _Clock(game.timing)
    while (turn := players.next(recording.state)) is not None:
        seat, action = turn
        try:
            clock.see(action)
            watch.see(recording.act(seat, action).events)
        except (IllegalAction, _Standstill) as error:
            raise BotFault(f"{_who(setup, number, seat)}: {error}") from None
        decisions += seat != CLOCK
    result = game.result(recording.state)
    assert result is not None, "nobody has anything left to decide"
    record = recording.record
    record.meta = {"seed": str(setup.seed), "number": str(number)}
    outcome = Outcome(
        number=number,
        bots=line_up,
        scores=result.scores,
        places=result.places,
        start=record.start,
        decisions=decisions,
        frequencies=dict(watch.frequencies()),
        figures=dict(watch.figures()),
        luck=_luck(setup, number, record),
    )
    return Played(outcome, dict(watch.tallies()), record)


def _luck(setup: Setup, number: int, record: Record) -> tuple[float, ...]:
    """Return what the luck correction takes off, if the luck is to be measured."""
    correction = lab_of(setup.game).luck_correction
    if setup.luck_playouts is None or correction is None:
        return ()
    return correction(record, Budget(playouts=setup.luck_playouts), seed=f"{setup.seed} {number}")


def play_in_kernel(setup: Setup, numbers: Sequence[int]) -> tuple[list[Outcome], Mapping[str, int]]:
    """Play the games of these numbers with the kernel, and return their outcomes and their tallies."""
    line_ups = [setup.line_up(number) for number in numbers]
    options = read_options(game_named(setup.game), setup.options, setup.players)
    games = lab_of(setup.game).play_in_kernel(line_ups, options, seed=setup.seed, numbers=numbers)
    columns = (numbers, line_ups, games.scores, games.places, games.starts, games.decisions, games.frequencies)
    return list(map(Outcome, *columns)), games.tallies


def _who(setup: Setup, number: int, seat: Seat) -> str:
    """Return the bot with all that is needed to play its game again."""
    return f"{setup.line_up(number)[seat]} in seat {seat} of game {number}, seed {setup.seed}"


class _Named:
    """A bot whose errors say who it is, and in which game."""

    def __init__(self, setup: Setup, number: int, seat: Seat) -> None:
        self._who = _who(setup, number, seat)
        game = game_named(setup.game)
        self._actions = get_args(game.TYPES.action) or (game.TYPES.action,)
        maker = bots.named(game, setup.line_up(number)[seat])
        try:
            self._bot = maker(_generator(setup, number, f"seat {seat}"))
        except Exception as error:
            raise _crash(self._who, error) from error

    def choose(self, view: Any) -> Any:
        """Return the bot's action."""
        try:
            action = self._bot.choose(view)
        except Exception as error:
            raise _crash(self._who, error) from error
        if not isinstance(action, self._actions):
            raise BotFault(f"{self._who}: it answered {action!r}, which is no action of the game")
        return action


def _crash(who: str, error: Exception) -> BotFault:
    """Return an error of one line about a bot that failed, with the traceback for those who want it."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f"{Path(frames[-1].filename).name}, line {frames[-1].lineno}"
    what = traceback.format_exception_only(error)[-1].strip()
    fault = BotFault(f"{who}: it failed with {what} ({where})")
    fault.traceback = "".join(traceback.format_exception(error))
    return fault


class _Standstill(Exception):
    """Bots keep acting while no time passes, so that their round would never end."""


class _Clock:
    """Notices when time has stopped."""

    def __init__(self, timing: Timing[Any, Any] | None) -> None:
        self._timing = timing
        self._t: int | None = None
        self._actions = 0

    def see(self, action: object) -> None:
        """Count the actions at the same moment."""
        if self._timing is None:
            return
        t = self._timing.time_of(action)
        self._actions = self._actions + 1 if t is not None and t == self._t else 0
        self._t = t
        if self._actions >= STANDSTILL:
            raise _Standstill(f"{STANDSTILL} actions at {t} ms: time does not pass")


class DealOf:
    """The dealer of one game.

    Every shuffle of every pile has a separate generator, so games that went differently still get the same next shuffle
    of a pile: for the same cards, the same order.
    """

    def __init__(self, setup: Setup, number: int) -> None:
        self._seed = f"{setup.seed} {setup.deal(number)}"
        self._shuffles: Counter[str] = Counter()

    def shuffle(self, pile: str, cards: Sequence[AnyCard]) -> list[AnyCard]:
        """Return the cards in the order of this shuffle of this pile."""
        self._shuffles[pile] += 1
        generator = random.Random(f"{self._seed} {pile} {self._shuffles[pile]}")
        return RandomDealer(generator).shuffle(pile, cards)


def bot_name(bot: str) -> str:
    """Return a bot's name for tables and charts: without the folders of its file."""
    return bot.replace("\\", "/").rsplit("/", 1)[-1]


def file_name(setup: Setup, number: int) -> str:
    """Return the file name of that game's record."""
    return f"{setup.game}-{setup.seed}-{number:06}.json"


def _generator(setup: Setup, number: int, use: str) -> random.Random:
    """Return a separate generator for each use in each game, so that no game or bot depends on another."""
    return random.Random(f"{setup.seed} {number} {use}")
