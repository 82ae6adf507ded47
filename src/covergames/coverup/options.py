"""What a table may choose before the game: the number of players, the deck, times, and assist."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Final, Literal, TypeAlias

from covergames.coverup.deck import HOUSE, Deck, DeckError, house_deck, read_deck, write_deck
from covergames.encoding import WrittenAs
from covergames.game import Dealer, OptionsError

PLAYERS: Final = range(2, 7)
"""CU-C3."""

ROUNDS: Final = 5
"""CU-C3."""

SECONDS: Final = range(1, 3601)
"""How long the hourglass and the round limit may be."""


def _written(deck: Deck) -> Deck:
    return deck


def _checked(deck: Deck | Literal["house"]) -> Deck:
    """Return the deck that is named or written out, if it is one (CU-C1)."""
    if deck == HOUSE:
        return house_deck()
    try:
        return read_deck(write_deck(deck))
    except DeckError as error:
        raise OptionsError(error.rule_id, error.reason) from None


WrittenDeck: TypeAlias = Annotated[Deck, WrittenAs(Deck | Literal["house"], _written, _checked)]
"""A deck, which may be named instead if it is the house deck."""


@dataclass(frozen=True, slots=True)
class Options:
    """The optional rules of one game; the defaults are the rulebook's game with the house deck."""

    deck: WrittenDeck = field(default_factory=house_deck)
    hourglass: int = 30
    """Seconds (CU-H1)."""
    round_limit: int | None = 300
    """Seconds; None: no limit (CU-H2)."""
    assist: bool = False
    """Illegal overlaps are shown, and an illegal pile cannot flip (CU-H1)."""


def check(players: int, options: Options) -> None:
    """Check that the options fit the number of players.

    Raises:
        OptionsError: they do not; the error names the rule and the value.
    """
    if players not in PLAYERS:
        raise OptionsError("CU-C3", f"{players} players: 2 to 6 can play")
    if options.hourglass not in SECONDS:
        raise OptionsError("CU-H1", f"hourglass {options.hourglass}: 1 to {SECONDS[-1]} seconds are possible")
    if options.round_limit is not None and options.round_limit not in SECONDS:
        raise OptionsError(
            "CU-H2", f"round_limit {options.round_limit}: 1 to {SECONDS[-1]} seconds are possible, or none"
        )


def settle(players: int, options: Options, dealer: Dealer) -> Options:  # noqa: ARG001
    """Return the options unchanged: nothing is drawn by lot.

    Raises:
        OptionsError: the options do not fit the number of players.
    """
    check(players, options)
    return options
