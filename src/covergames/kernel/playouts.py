"""Many games at once: new ones, or one position played out many times, with their outcomes as arrays."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import TypeAlias

from covergames.coverme import Options
from covergames.kernel import _table as k
from covergames.kernel._rows import i16, vec
from covergames.kernel.position import IS_COMPILED, Position, chance


class Policy(IntEnum):
    """How a seat decides."""

    RANDOM = k.RANDOM
    """Any legal action, all equally likely."""
    TREND = k.TREND
    """By a rule of thumb: what will be a trend, judging by the tracks and the hand."""


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

    games: int
    players: int
    magazines: int
    decisions: int
    """In all games together."""
    numbers: array[int]

    @property
    def width(self) -> int:
        """The length of a row: scores, places, then four counts a magazine."""
        return 2 * self.players + 4 * self.magazines

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
    return outcomes_of(table, table.play_games(games), games)


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
    return outcomes_of(table, table.play_out(source, games), games, like=source)


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


def outcomes_of(table: k.Table, outcomes: vec[i16], games: int, *, like: k.Table | None = None) -> Outcomes:
    """Return what the kernel wrote, as arrays."""
    source = table if like is None else like
    numbers = array("h")
    if IS_COMPILED:
        numbers.frombytes(memoryview(outcomes).cast("B"))
    else:
        numbers.extend(outcomes)
    return Outcomes(games, source[k.PLAYERS], source[k.MAGAZINES], table[k.DECISIONS], numbers)
