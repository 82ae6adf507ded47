"""The actions that the rules offer to choose from, each made once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, permutations
from typing import Final

from covergames.coverme.actions import Action, Feature, Keep, Place, Stay, Swap, Take, Vote
from covergames.coverme.cards import CARDS, Card
from covergames.coverme.places import Row, Source

TAKE: Final = tuple(Take(source) for source in Source)
PLACE: Final = tuple(Place((card,)) for card in CARDS)
FEATURE: Final = {row: tuple(Feature(row, card) for card in CARDS) for row in Row}
KEEP: Final = tuple(Keep((card,)) for card in CARDS)
SWAP: Final = tuple(Swap(card) for card in CARDS)
STAY: Final = Stay()
VOTES: Final = (Vote(play_on=True), Vote(play_on=False))


@cache
def _place_pair(primary: Card, secondary: Card) -> Place:
    return Place((primary, secondary))


def place_pairs(hand: Sequence[Card]) -> list[Action]:
    """Every way to place two of the cards, primary first (CM-A2)."""
    return [_place_pair(primary, secondary) for primary, secondary in permutations(hand, 2)]


def keep_pairs(looked: Sequence[Card]) -> list[Action]:
    """Every way to keep two of the cards (CM-A5)."""
    return [Keep(pair) for pair in combinations(looked, 2)]
