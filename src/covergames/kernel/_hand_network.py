"""A small network that says how many points a card promises in a hand, learned from the champion's search.

It is built like the network for covers (`_network`), and used in the same way: features are numbers of rows of weights.
"""

# mypyc compiles conditional expressions and tuples of integers to Python objects, which are slow.

from __future__ import annotations

from typing import Final

from covergames.kernel._network import UNITS
from covergames.kernel._plan import Wishes, worth
from covergames.kernel._rows import i64, vec
from covergames.kernel._search import seasons_left
from covergames.kernel._table import (
    ADVANCED,
    CARDS,
    CLOTHES,
    COUNTED,
    FEATURE,
    FICTIONAL,
    HAND,
    HAND_COUNT,
    HANDS,
    INFLUENCE,
    INFLUENCE_COUNT,
    KIND,
    PHASE,
    PLAYERS,
    REMOVED,
    REPLENISH,
    SEASON,
    SHORTER,
    Table,
    trend_value,
)

# The features: where the rows of each kind begin.
TRAIT: Final = 0
"""A characteristic: hair or length, pattern or clothes that count, pattern or clothes that do not; cards in hand and influence row with it."""
COMPANY: Final = TRAIT + 5 * 6 * 3
"""How many cards in hand share two (0 to 5) and all three (0 to 3) characteristics that count."""
POINTS: Final = COMPANY + 6 * 4
"""The card's points, and the seasons left: six classes."""
INFLUENCED: Final = POINTS + 6 * 6
"""The card's points, and how many cards of the influence row share two characteristics that count (0 to 2)."""
GAME: Final = INFLUENCED + 6 * 3
"""The kind of game and the number of players."""
ROWS: Final = GAME + 6
CARD_FEATURES: Final = 8
WEIGHTS: Final = UNITS * (ROWS + 1)

POINT: Final = 64
"""The promise of a point."""
MEAN_PROMISE: Final = 500
"""The promise of a card that promises as much as others."""
MOST_PROMISE: Final = 999


def season_to_come(t: vec[i64]) -> i64:
    """Return the season in which a card can be placed next."""
    if t[PHASE] != REPLENISH and t[PHASE] != FEATURE:
        return t[SEASON]
    if t[SEASON] == 3:
        return t[SHORTER]
    return t[SEASON] + 1 + t[SHORTER]


def hand_features(t: vec[i64], seat: i64, card: i64, found: vec[i64]) -> None:
    """Write the features of a card that the seat has or could have."""
    season = season_to_come(t)
    shift: i64 = 0
    other_shift: i64 = CARDS
    if season == 1 or season == 2:
        shift = CARDS
        other_shift = 0
    kin = COUNTED[shift + card]
    other_kin = COUNTED[other_shift + card]
    held: i64 = 0
    other_held: i64 = 0
    pairs: i64 = 0
    triples: i64 = 0
    hand = HANDS + seat * HAND
    for i in range(t[HAND_COUNT + seat]):
        other = t[hand + i]
        if other != card:
            alike = kin & COUNTED[shift + other]
            held += alike
            other_held += other_kin & COUNTED[other_shift + other]
            shared = trend_value(alike)
            if shared == 3:
                triples += 1
            elif shared == 2:
                pairs += 1
    influence: i64 = 0
    other_influence: i64 = 0
    close: i64 = 0
    for i in range(t[INFLUENCE_COUNT]):
        other = t[INFLUENCE + i]
        if other != card:
            alike = kin & COUNTED[shift + other]
            influence += alike
            other_influence += other_kin & COUNTED[other_shift + other]
            if trend_value(alike) > 1:
                close += 1
    counts: i64 = 1
    idle: i64 = 4
    place: i64 = 30 + 5 * (card % 3)
    other_place: i64 = 30 + 5 * CLOTHES[card]
    if shift > 0:
        counts = 2
        idle = 3
        place = 30 + 5 * CLOTHES[card]
        other_place = 30 + 5 * (card % 3)
    hair = 5 * (card // 9 % 3)
    length = 15 + 5 * (card // 3 % 3)
    found[0] = TRAIT + trait_row(held >> hair & 31, influence >> hair & 31)
    found[1] = TRAIT + trait_row(held >> length & 31, influence >> length & 31)
    found[2] = TRAIT + 18 * counts + trait_row(held >> place & 31, influence >> place & 31)
    found[3] = TRAIT + 18 * idle + trait_row(other_held >> other_place & 31, other_influence >> other_place & 31)
    found[4] = COMPANY + 4 * at_most(pairs, 5) + at_most(triples, 3)
    points: i64 = 1
    if t[REMOVED] < 0:
        points = worth(t, card)
    left = seasons_left(t)
    if left > 8:
        left = 5
    elif left > 4:
        left = 4
    elif left > 2:
        left = 3
    found[5] = POINTS + 6 * points + left
    found[6] = INFLUENCED + 3 * points + at_most(close, 2)
    kind: i64 = t[PLAYERS]
    if t[KIND] == FICTIONAL:
        kind = 0
    elif t[KIND] == ADVANCED:
        kind = 1
    found[7] = GAME + kind


def trait_row(held: i64, influence: i64) -> i64:
    """Return the row of a characteristic that so many other cards in hand and cards of the influence row show."""
    return 3 * at_most(held, 5) + at_most(influence, 2)


def at_most(number: i64, most: i64) -> i64:
    """Return the number, or the most if it is greater."""
    if number > most:
        return most
    return number


class HandNetwork(Wishes):
    """The weights, and the wishes that follow from them."""

    def __init__(self, weights: list[int]) -> None:
        self.weights: vec[i64] = vec[i64](weights)
        """The rows of all features, then the weights of the hidden units."""
        self.found: vec[i64] = vec[i64]([0 for _ in range(CARD_FEATURES)])

    def gain(self, t: vec[i64], seat: i64, card: i64) -> i64:
        """Return how many points the card promises in the hand, compared with other cards, in 2 ** 20ths."""
        weights = self.weights
        found = self.found
        hand_features(t, seat, card, found)
        for number in range(CARD_FEATURES):
            found[number] *= UNITS
        gain: i64 = 0
        for unit in range(UNITS):
            total: i64 = 0
            for number in range(CARD_FEATURES):
                total += weights[found[number] + unit]
            if total > 0:
                gain += total * weights[UNITS * ROWS + unit]
        return gain

    def promise(self, t: vec[i64], seat: i64, card: i64) -> i64:
        """Return a number for the points that a card promises."""
        promise = MEAN_PROMISE + (self.gain(t, seat, card) * POINT >> 20)
        if promise < 0:
            return 0
        return at_most(promise, MOST_PROMISE)

    def rows(self, table: Table, seat: i64, card: i64) -> list[int]:
        """Return the features of a card, for callers in Python."""
        hand_features(table.row, seat, card, self.found)
        return [int(number) for number in self.found]
