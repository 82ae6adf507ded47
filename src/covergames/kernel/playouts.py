"""Many games at once: new ones, or one position played out many times, with their outcomes as arrays."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import TypeAlias

from covergames.coverme import Options
from covergames.game import Seat
from covergames.kernel import _games as g
from covergames.kernel import _table as k
from covergames.kernel._rows import i16, vec
from covergames.kernel.position import IS_COMPILED, Position, chance


class Policy(IntEnum):
    """How a seat decides."""

    RANDOM = g.RANDOM
    """Any legal action, all equally likely."""
    TREND = g.TREND
    """By a rule of thumb: what will be a trend, judging by the tracks and the hand."""
    PLAN = g.PLAN
    """By a plan for the season: three trends for one card, or no trend at all; stronger and slower."""


class Until(Enum):
    """How far a game is played."""

    SEASON = "season"
    """To the end of this season, or of the coming one."""
    GAME = "game"


Policies: TypeAlias = Policy | Sequence[Policy]
"""One for all seats, or one per seat."""


@dataclass(frozen=True, slots=True)
class Outcomes:
    """The outcomes of some games. `numbers` has a row for each game; every figure below is a column of it."""

    players: int
    magazines: int
    numbers: array[int]

    @property
    def games(self) -> int:
        """How many games there were."""
        return len(self.numbers) // self.width

    @property
    def width(self) -> int:
        """The length of a row: scores, places, four counts a magazine, then the number of decisions."""
        return 2 * self.players + 4 * self.magazines + 1

    @property
    def decisions(self) -> int:
        """In all games together."""
        return sum(self.decisions_of_games)

    @property
    def decisions_of_games(self) -> array[int]:
        """The number of decisions in every game."""
        return self.numbers[self.width - 1 :: self.width]

    @property
    def scores(self) -> list[array[int]]:
        """By seat: the score of every game (CM-X2, CM-V3)."""
        return [self.numbers[seat :: self.width] for seat in range(self.players)]

    @property
    def places(self) -> list[array[int]]:
        """By seat: the place in every game, were it over now (CM-X5)."""
        return [self.numbers[self.players + seat :: self.width] for seat in range(self.players)]

    @property
    def specials(self) -> list[list[array[int]]]:
        """By magazine and trend value 0 to 3: how many seasons of every game it had a special of that value (CM-T4)."""
        start = 2 * self.players
        return [
            [self.numbers[start + 4 * magazine + value :: self.width] for value in range(4)]
            for magazine in range(self.magazines)
        ]


def play_games(
    players: int, options: Options, games: int, *, seed: int | str = 0, policies: Policies = Policy.RANDOM
) -> Outcomes:
    """Play new games to their ends; what the options leave open is drawn at random for each game.

    For more games than memory should hold, or on several cores, play batches, each with a different seed.

    Raises:
        OptionsError: the options do not fit the number of players.
        ValueError: there is not one policy per seat.
    """
    position = Position(players, options)
    table = position.table
    set_policies(table, policies)
    table[k.CHANCE] = chance(seed)
    return outcomes_of(table, g.play_games(table, games))


def play_deals(
    players: int,
    options: Options,
    *,
    seeds: Sequence[int | str],
    starts: Sequence[Seat],
    policies: Sequence[Sequence[Policy]],
) -> Outcomes:
    """Play a new game for each seed, with its own starting seat and policies: a game depends on nothing but these.

    >>> one, other = [Policy.PLAN, Policy.TREND, Policy.TREND], [Policy.TREND, Policy.PLAN, Policy.TREND]
    >>> play_deals(3, Options(), seeds=["a", "b"], starts=[Seat(0), Seat(2)], policies=[one, other]).games
    2

    Raises:
        OptionsError: the options do not fit the number of players.
        ValueError: there is not one start for each seed, or not one policy for each seat.
    """
    table = Position(players, options).table
    deals: list[int] = []
    for seed, start, each in zip(seeds, starts, policies, strict=True):
        if len(each) != players:
            raise ValueError(f"{len(each)} policies for {players} seats")
        deals += (chance(seed), start, *each)
    return outcomes_of(table, g.play_deals(table, deals))


def play_out(
    position: Position,
    games: int,
    *,
    seed: int | str = 0,
    policies: Policies = Policy.RANDOM,
    until: Until = Until.GAME,
) -> Outcomes:
    """Play out the position that many times, to the end of the season or the game; the position is unchanged.

    Raises:
        ValueError: there is not one policy per seat.
    """
    source = position.copy().table
    prepare(source, policies, until)
    table = k.Table()
    table[k.CHANCE] = chance(seed)
    return outcomes_of(source, g.play_out(source, table, games))


def prepare(table: k.Table, policies: Policies, until: Until) -> None:
    """Prepare a table to be played out from."""
    set_policies(table, policies)
    table[k.SEASONS_PLAYED] = 0
    table[k.LAST_SEASON] = 1 if until is Until.SEASON else k.FOREVER
    for place in range(k.TALLY, k.COVERS):
        table[place] = 0


def set_policies(table: k.Table, policies: Policies) -> None:
    """Set how each seat decides.

    Raises:
        ValueError: there is not one policy per seat.
    """
    seats = range(table[k.PLAYERS])
    each = [policies for _ in seats] if isinstance(policies, Policy) else list(policies)
    if len(each) != len(seats):
        raise ValueError(f"{len(each)} policies for {len(seats)} seats")
    for seat in seats:
        table[k.POLICY + seat] = each[seat]


def outcomes_of(table: k.Table, outcomes: vec[i16]) -> Outcomes:
    """Return what the kernel wrote about games with the options of this table, as arrays."""
    numbers = array("h")
    if IS_COMPILED:
        numbers.frombytes(memoryview(outcomes).cast("B"))
    else:
        numbers.extend(outcomes)
    return Outcomes(table[k.PLAYERS], table[k.MAGAZINES], numbers)
