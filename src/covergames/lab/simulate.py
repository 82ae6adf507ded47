"""Complete games by bots: the same seed gives the same games, whoever plays them and however many at once."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final, Protocol

from covergames import bots, coverme
from covergames.dealer import RandomDealer
from covergames.game import Data, NotationError, OptionsError
from covergames.games import game_named
from covergames.lab.season_watch import SeasonWatch
from covergames.record import Recording

PORTIONS: Final = 16
"""How many portions of work each process gets, so that the last ones end at about the same time."""


class Watch(Protocol):
    """Counts what is worth counting in one game."""

    def see(self, events: Iterable[Any]) -> None:
        """Count what happened."""
        ...

    def frequencies(self) -> Mapping[str, tuple[int, int]]:
        """How often each thing happened, of how many times it could have."""
        ...


class NoWatch:
    """For a game of which nothing is counted but the scores."""

    def __init__(self, players: int, options: object) -> None: ...

    def see(self, events: Iterable[object]) -> None:
        """Let it pass."""

    def frequencies(self) -> dict[str, tuple[int, int]]:
        """Nothing."""
        return {}


_WATCHES: Final[Mapping[str, Callable[[int, Any], Watch]]] = {coverme.NAME: SeasonWatch}


class UnplayableSetup(ValueError):
    """A game, players, options or bots that do not go together; the message says which."""


@dataclass(frozen=True)
class Setup:
    """What to play: everything that, with the number of a game, says how that game goes."""

    game: str
    players: int
    bots: tuple[str, ...]
    """One for all seats, or one a seat."""
    seed: int
    options: Data = field(default_factory=dict)
    """As a record holds them."""
    rotate: bool = False
    """Whether everybody moves one seat on from game to game."""

    def __post_init__(self) -> None:
        try:
            game = game_named(self.game)
            game.read_options(self.options, self.players)
            for name in self.bots:
                bots.named(game, name)
        except (NotationError, OptionsError, bots.UnknownBot) as error:
            raise UnplayableSetup(str(error)) from None
        if len(self.bots) not in (1, self.players):
            raise UnplayableSetup(f"{len(self.bots)} bots for {self.players} players: name one for all, or one a seat")

    def line_up(self, number: int) -> tuple[str, ...]:
        """The bots of that game, by seat."""
        if len(self.bots) == 1:
            return self.bots * self.players
        turn = number % self.players if self.rotate else 0
        return self.bots[len(self.bots) - turn :] + self.bots[: len(self.bots) - turn]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What is left of a game: who played, who won, and what was counted on the way."""

    number: int
    bots: tuple[str, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]
    decisions: int
    frequencies: Mapping[str, tuple[int, int]]


def simulate(setup: Setup, games: int, *, processes: int = 1, records: Path | None = None) -> Iterator[Outcome]:
    """The games from number 0 on, in order, each as soon as it is played."""
    play_one = partial(play, setup, records=records)
    if processes == 1:
        yield from map(play_one, range(games))
        return
    portion = max(1, games // (processes * PORTIONS))
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as executor:
        yield from executor.map(play_one, range(games), chunksize=portion)


def play(setup: Setup, number: int, *, records: Path | None = None) -> Outcome:
    """Play the game of that number, and write its record into the folder, if there is one."""
    game = game_named(setup.game)
    line_up = setup.line_up(number)
    players = [bots.named(game, name)(_generator(setup, number, f"seat {seat}")) for seat, name in enumerate(line_up)]
    names = [f"{name} {seat}" for seat, name in enumerate(line_up)]
    options = game.read_options(setup.options, setup.players)
    recording = Recording.begin(game, names, options, RandomDealer(_generator(setup, number, "dealer")))
    watch = _WATCHES.get(setup.game, NoWatch)(setup.players, options)
    decisions = 0
    while seats := game.to_act(recording.state):
        seat = seats[0]
        action = players[seat].choose(game.view(recording.state, seat))
        watch.see(recording.act(seat, action).events)
        decisions += 1
    result = game.result(recording.state)
    assert result is not None, "nobody has anything left to decide"
    if records is not None:
        recording.record.meta = {"seed": str(setup.seed), "number": str(number)}
        (records / file_name(setup, number)).write_bytes(recording.record.encode())
    return Outcome(number, line_up, result.scores, result.places, decisions, watch.frequencies())


def file_name(setup: Setup, number: int) -> str:
    """The name of that game's record."""
    return f"{setup.game}-{setup.seed}-{number:06}.json"


def _generator(setup: Setup, number: int, use: str) -> random.Random:
    """A generator of its own for each use in each game, so that no game depends on another, and no bot on the dealer."""
    return random.Random(f"{setup.seed} {number} {use}")
