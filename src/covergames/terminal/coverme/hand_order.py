"""The orders in which the player's hand can be sorted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from covergames.coverme.cards import CLOTHES, HAIR, LENGTH, PATTERN, Clothes, Hair, Length, Pattern
from covergames.coverme.trends import trend_value

if TYPE_CHECKING:
    from collections.abc import Callable

    from covergames.coverme.cards import Card
    from covergames.coverme.trends import Trends

ORDERS: Final = ("trait.clothes", "trait.hair", "trait.length", "trait.pattern", "trend-value")
"""The message keys of the orders, as the player steps through them."""

_CLOTHES: Final = {clothes: number for number, clothes in enumerate(Clothes)}
_HAIR: Final = {hair: number for number, hair in enumerate(Hair)}
_LENGTH: Final = {length: number for number, length in enumerate(Length)}
_PATTERN: Final = {pattern: number for number, pattern in enumerate(Pattern)}


def next_order(order: str) -> str:
    """Return the order after this one."""
    return ORDERS[(ORDERS.index(order) + 1) % len(ORDERS)]


def sort_key(order: str, trends: Trends) -> Callable[[Card], tuple[int, ...]]:
    """Return the key by which this order sorts cards."""

    def key(card: Card) -> tuple[int, ...]:
        traits = _CLOTHES[CLOTHES[card]], _HAIR[HAIR[card]], _LENGTH[LENGTH[card]], _PATTERN[PATTERN[card]]
        if order == "trend-value":
            return (-trend_value(card, trends), *traits)
        return (traits[ORDERS.index(order)], *traits)

    return key
