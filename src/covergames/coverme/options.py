"""What a table may choose before the game: number of players, variants, and who starts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Annotated, Final, Literal, TypeAlias

from covergames.coverme.cards import Clothes
from covergames.coverme.notation import LETTER, clothes_of
from covergames.coverme.trends import Season
from covergames.encoding import WrittenAs
from covergames.game import Dealer, OptionsError, Seat

PLAYERS: Final = range(2, 6)
"""CM-C3."""

YEARS: Final = range(1, 11)
"""How many years a same-value game may last (CM-V3)."""


class GameLength(Enum):
    """How many years, and which seasons they have (CM-X1, CM-V1, CM-V2)."""

    STANDARD = "standard"
    LONGER = "longer"
    SHORTER = "shorter"


class TwoPlayer(Enum):
    """How two play: with fictional magazines (CM-21) or two magazines each (CM-A1)."""

    FICTIONAL = "fictional"
    ADVANCED = "advanced"


_YEAR: Final = tuple(Season)
_SHORTER_YEAR: Final = (Season.SPRING, Season.FALL)

Removed: TypeAlias = Clothes | Literal["drawn"]
"""The clothes colour that leaves a same-value game, or that it is to be drawn by lot (CM-V4)."""


def _write_removed(removed: Removed | None) -> str | None:
    return LETTER[removed] if isinstance(removed, Clothes) else removed


def _read_removed(word: str | None) -> Removed | None:
    if word is None:
        return None
    return "drawn" if word == "drawn" else clothes_of(word)


WrittenRemoved: TypeAlias = Annotated[
    Removed | None,
    WrittenAs(Literal["Y", "R", "B", "G", "K", "W", "drawn"] | None, _write_removed, _read_removed),
]


@dataclass(frozen=True, slots=True)
class Options:
    """The optional rules of one game; the defaults are the rulebook's main game."""

    length: GameLength = GameLength.STANDARD
    same_value: WrittenRemoved = None
    years: int | None = None
    two_player: TwoPlayer = TwoPlayer.FICTIONAL
    first_game: bool = False
    open_scores: bool = False
    start: Seat | None = None
    """The starting seat; None: drawn by lot (CM-S4). A record keeps it beside the options."""

    @property
    def number_of_years(self) -> int:
        """CM-X1, CM-V1, CM-V2, CM-V3."""
        if self.years is not None:
            return self.years
        return 3 if self.length is GameLength.STANDARD else 4

    @property
    def seasons(self) -> tuple[Season, ...]:
        """The seasons of one year, in order (CM-V2)."""
        return _SHORTER_YEAR if self.length is GameLength.SHORTER else _YEAR


def check(players: int, options: Options) -> None:
    """Check that the options fit the number of players.

    Raises:
        OptionsError: they do not; the error names the rule and the value.
    """
    if players not in PLAYERS:
        raise OptionsError("CM-C3", f"{players} players: 2 to 5 can play")
    if options.two_player is TwoPlayer.ADVANCED and players != 2:
        raise OptionsError("CM-A1", f"two_player 'advanced' is for 2 players, not {players}")
    if options.years is not None and options.same_value is None:
        raise OptionsError("CM-V3", f"years {options.years} can be chosen only together with same_value")
    if options.years is not None and options.years not in YEARS:
        raise OptionsError("CM-V3", f"years {options.years}: 1 to 10 are possible")
    if options.start is not None and options.start not in range(players):
        raise OptionsError("CM-S4", f"seat {options.start} cannot start: the seats are 0 to {players - 1}")


def settle(players: int, options: Options, dealer: Dealer) -> Options:
    """Draw by lot what the options leave open: the starting seat (CM-S4), the removed colour (CM-V4).

    Raises:
        OptionsError: the options do not fit the number of players.
    """
    check(players, options)
    if options.start is None:
        seats = [Seat(number) for number in range(players)]
        options = replace(options, start=dealer.shuffle("start", seats)[0])
    if options.same_value == "drawn":
        options = replace(options, same_value=dealer.shuffle("removed", list(Clothes))[0])
    return options
