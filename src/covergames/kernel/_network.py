"""A small network that says how likely each card of a hand is the next cover (CM-P1), learned from the editor's search.

Each card has some features, and so has the table. A feature is the number of a row of weights. The rows of a card and of
the table are added up; the positive sums, weighted once more, are the rating of the card. All numbers are whole, so that every
machine computes the same. The network uses nothing that its seat cannot see.
"""

# mypyc compiles conditional expressions and tuples of integers to Python objects, which are slow.
# ruff: noqa: SIM108

from __future__ import annotations

from math import exp
from typing import Final

from covergames.kernel._plan import all_at_0, empty_scratch, rate_hand, three_trends, worth
from covergames.kernel._rows import i64, vec
from covergames.kernel._search import prospect
from covergames.kernel._table import (
    ADVANCED,
    CLOTHES,
    COUNTED,
    COVER_COUNT,
    COVERS,
    FICTIONAL,
    HAND,
    HAND_COUNT,
    HANDS,
    KIND,
    MAGAZINES,
    MONTH,
    NONE,
    PLACED,
    PLAYERS,
    REMOVED,
    SEASON,
    STANDING,
    TRACKS,
    WORTHS,
    Table,
    counting,
    draw,
    trend_value,
)

UNITS: Final = 16
"""The width of the hidden layer."""
ONE: Final = 1024
"""The weight 1."""

# The features: where the rows of each kind begin.
TRAIT: Final = 0
"""A characteristic of the card: clothes or not, month, lead over the next count (-4 to 4), other cards in hand with it (0 to 4)."""
LEADS: Final = TRAIT + 2 * 3 * 9 * 5
"""The leads of all three characteristics: four classes each, clothes or not, month."""
POINTS: Final = LEADS + 64 * 2 * 3
"""The card's points (same value: 1), clothes or not, month."""
ALONGSIDE: Final = POINTS + 6 * 2 * 3
"""Each own cover: what the card shares with it (0 to 3), how many of its characteristics lead (0 to 3), its points, second or third month."""
PLANNED: Final = ALONGSIDE + 4 * 4 * 6 * 2
"""The card's rating by the plan, compared with the best of the hand: eight classes, clothes or not, month."""
UNTRENDY: Final = PLANNED + 8 * 2 * 3
"""How many characteristics of the card lead (0 to 3), those of the own covers together (none yet; 0, 1, more), month."""
COMPANY: Final = UNTRENDY + 4 * 4 * 3
"""How many other cards in hand share two (0 to 4) and all three (0 to 2) characteristics with the card, month."""
TABLE: Final = COMPANY + 5 * 3 * 3
"""Number of magazines and kind of game, clothes or not, month."""
BEST_PLAN: Final = TABLE + 6 * 2 * 3
"""The best rating by the plan: twelve classes, clothes or not, month."""
AHEAD: Final = BEST_PLAN + 12 * 2 * 3
"""The lead in prestige over the best rival: seven classes; the season."""
RIVALS: Final = AHEAD + 7 * 4
"""A characteristic of the card: how many covers of others show it (0 to 4), clothes or not, month."""
CHANCE: Final = RIVALS + 5 * 2 * 3
"""The card's chance of three trends, if others placed at random: eight classes; its points; month."""
EXPECTED: Final = CHANCE + 8 * 6 * 3
"""The most points, in quarters, that a card of the row with it can expect: twelve classes; of a cover or of the card itself; month."""
ZERO: Final = EXPECTED + 12 * 2 * 3
"""The chance that the row with the card has no trend, eight classes; month."""
ROWS: Final = ZERO + 8 * 3

POINT: Final = 1 << 40
"""A point, as part of a standing."""
WEIGHTS: Final = UNITS * (ROWS + 2)
"""How many weights a network has."""
CARD_FEATURES: Final = 16
TABLE_FEATURES: Final = 3
NOTHING: Final = -1
"""No feature: there are fewer covers."""

CHANCE_CLASSES: Final = vec[i64](
    [0, 1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7]
)
"""The class of a probability, by 32nds."""
RATING_CLASSES: Final = vec[i64](
    [0 for _ in range(3)]
    + [1 for _ in range(5)]
    + [2 for _ in range(8)]
    + [3 for _ in range(8)]
    + [4 for _ in range(10)]
    + [5 for _ in range(14)]
    + [6 for _ in range(15)]
    + [7 for _ in range(2)]
)
"""The class of a rating, by 64ths of the best one."""


def features(t: vec[i64], seat: i64, scratch: vec[i64], found: vec[i64]) -> None:
    """Write the features of each card of the hand, then those of the table."""
    shift = counting(t)
    clothes: i64 = 0
    third: i64 = 3
    if shift > 0:
        clothes = 1
        third = 6
    month = t[MONTH] - 1
    when = 3 * clothes + month
    counts = t[TRACKS]
    if t[KIND] == FICTIONAL and t[PLACED + 3] >= 0:
        counts += COUNTED[shift + t[PLACED + 3]]
    count = t[HAND_COUNT + seat]
    hand = HANDS + seat * HAND
    covers = COVERS + 3 * seat
    covered = t[COVER_COUNT + seat]
    rate_hand(t, seat, scratch)
    best: i64 = 1
    for i in range(count):
        if scratch[i] > best:
            best = scratch[i]
    months = 4 - t[MONTH]
    rows: i64 = 1
    if t[KIND] == ADVANCED:
        rows = 2
    others = months * (t[MAGAZINES] - rows)
    if t[KIND] == FICTIONAL and t[PLACED + 3] >= 0:
        others -= 1
    rival_counts: i64 = 0
    for magazine in range(t[MAGAZINES]):
        if magazine != seat:
            for j in range(t[COVER_COUNT + magazine]):
                rival_counts += COUNTED[shift + t[COVERS + 3 * magazine + j]]
    held: i64 = 0
    for i in range(count):
        held += COUNTED[shift + t[hand + i]]
    shown: i64 = 0
    for j in range(covered):
        shown |= COUNTED[shift + t[covers + j]]
    leading = leaders_of(counts, 0, 3) | leaders_of(counts, 15, 3) | leaders_of(counts, 30, third)
    own: i64 = 0
    if covered > 0:
        own = 1 + trend_value(leading & shown)
        if own > 3:
            own = 3
    at: i64 = 0
    most: i64
    for i in range(count):
        card = t[hand + i]
        kin = COUNTED[shift + card]
        place0 = 5 * (card // 9 % 3)
        place1 = 15 + 5 * (card // 3 % 3)
        place2: i64
        if clothes > 0:
            place2 = 30 + 5 * CLOTHES[card]
        else:
            place2 = 30 + 5 * (card % 3)
        lead0 = lead_of(counts, place0, 0, 3)
        lead1 = lead_of(counts, place1, 15, 3)
        lead2 = lead_of(counts, place2, 30, third)
        found[at] = TRAIT + trait_row(lead0, held >> place0 & 31, month)
        found[at + 1] = TRAIT + trait_row(lead1, held >> place1 & 31, month)
        found[at + 2] = TRAIT + 135 * clothes + trait_row(lead2, held >> place2 & 31, month)
        found[at + 3] = LEADS + 64 * when + 16 * lead_class(lead0) + 4 * lead_class(lead1) + lead_class(lead2)
        points: i64 = 1
        if t[REMOVED] < 0:
            points = worth(t, card)
        found[at + 4] = POINTS + 6 * when + points
        found[at + 5] = PLANNED + 8 * when + RATING_CLASSES[scratch[i] * 64 // best]
        found[at + 6] = UNTRENDY + 16 * month + 4 * own + trend_value(leading & kin)
        pairs: i64 = 0
        triples: i64 = 0
        for j in range(count):
            if j != i:
                alike = trend_value(kin & COUNTED[shift + t[hand + j]])
                if alike == 3:
                    triples += 1
                elif alike == 2:
                    pairs += 1
        if pairs > 4:
            pairs = 4
        if triples > 2:
            triples = 2
        found[at + 7] = COMPANY + 15 * month + 3 * pairs + triples
        after = counts + kin
        chance = three_trends(after, card, shift=shift, others=others)
        points = 1
        if t[REMOVED] < 0:
            points = worth(t, card)
        found[at + 10] = RIVALS + rival_row(rival_counts >> place0 & 31, when)
        found[at + 11] = RIVALS + rival_row(rival_counts >> place1 & 31, when)
        found[at + 12] = RIVALS + rival_row(rival_counts >> place2 & 31, when)
        found[at + 13] = CHANCE + 48 * month + 8 * points + CHANCE_CLASSES[chance >> 5]
        zero = all_at_0(after, shown | kin, shift=shift, others=others)
        found[at + 15] = ZERO + 8 * month + CHANCE_CLASSES[zero >> 5]
        most = points * chance
        itself: i64 = 1
        found[at + 8] = NOTHING
        found[at + 9] = NOTHING
        for j in range(covered):
            cover = t[covers + j]
            other = COUNTED[shift + cover]
            points = 1
            if t[REMOVED] < 0:
                points = worth(t, cover)
            value = points * three_trends(after, cover, shift=shift, others=others)
            if value > most:
                most = value
                itself = 0
            found[at + 8 + j] = (
                ALONGSIDE + 96 * (month - 1) + 24 * trend_value(kin & other) + 6 * trend_value(leading & other) + points
            )
        quarters = most >> 8
        if quarters > 11:
            quarters = 11
        found[at + 14] = EXPECTED + 24 * month + 12 * itself + quarters
        at += CARD_FEATURES
    kind: i64 = t[PLAYERS]
    if t[KIND] == FICTIONAL:
        kind = 0
    elif t[KIND] == ADVANCED:
        kind = 1
    found[at] = TABLE + 6 * kind + when
    size: i64 = 0
    while best > 31 and size < 11:
        best >>= 1
        size += 1
    found[at + 1] = BEST_PLAN + 12 * when + size
    most = 0
    for other in range(t[PLAYERS]):
        if other != seat and t[STANDING + other] >> WORTHS > most:
            most = t[STANDING + other] >> WORTHS
    ahead = (t[STANDING + seat] >> WORTHS) - most
    lead: i64
    if ahead < -6:
        lead = 0
    elif ahead < -3:
        lead = 1
    elif ahead < 0:
        lead = 2
    elif ahead == 0:
        lead = 3
    elif ahead < 4:
        lead = 4
    elif ahead < 7:
        lead = 5
    else:
        lead = 6
    found[at + 2] = AHEAD + 7 * t[SEASON] + lead


def leaders_of(counts: i64, bit: i64, fields: i64) -> i64:
    """Return the characteristics of a trait with the highest count, even 0, as bits where a card counts."""
    most: i64 = -1
    found: i64 = 0
    counts >>= bit
    one: i64 = 1
    one <<= bit
    for _i in range(fields):
        count = counts & 31
        if count > most:
            most = count
            found = one
        elif count == most:
            found |= one
        counts >>= 5
        one <<= 5
    return found


def lead_of(counts: i64, place: i64, bit: i64, fields: i64) -> i64:
    """Return by how much the count at that place exceeds the highest other count of the trait, from -4 to 4."""
    own = counts >> place & 31
    most: i64 = 0
    at = bit
    for _i in range(fields):
        if at != place and counts >> at & 31 > most:
            most = counts >> at & 31
        at += 5
    lead = own - most
    if lead > 4:
        return 4
    if lead < -4:
        return -4
    return lead


def lead_class(lead: i64) -> i64:
    """Return the class of a lead: far behind, behind, equal, ahead."""
    if lead < -2:
        return 0
    if lead < 0:
        return 1
    if lead == 0:
        return 2
    return 3


def trait_row(lead: i64, held: i64, month: i64) -> i64:
    """Return the row of a characteristic with that lead, shown by so many cards in hand."""
    held -= 1
    if held > 4:
        held = 4
    return 45 * month + 5 * (lead + 4) + held


def rival_row(count: i64, when: i64) -> i64:
    """Return the row of a characteristic that so many covers of others show."""
    if count > 4:
        count = 4
    return 5 * when + count


def stake(t: vec[i64], seat: i64) -> float:
    """Return what one more point would add to the seat's share of the victory."""
    now = prospect(t, seat)
    t[STANDING + seat] += POINT
    then = prospect(t, seat)
    t[STANDING + seat] -= POINT
    return then - now


class Network:
    """The weights, and room for what is computed with them."""

    def __init__(self, weights: list[int]) -> None:
        self.weights: vec[i64] = vec[i64](weights)
        """The rows of all features, then the weights of the hidden units."""
        self.scratch: vec[i64] = empty_scratch()
        self.found: vec[i64] = vec[i64]([0 for _ in range(CARD_FEATURES * HAND + TABLE_FEATURES)])
        self.sums: vec[i64] = vec[i64]([0 for _ in range(UNITS)])
        self.base: vec[i64] = vec[i64]([0 for _ in range(UNITS)])
        self.chances: vec[float] = vec[float]([0.0 for _ in range(HAND)])
        """By place in the hand: the weight of the card, as last computed; their sum is `total`."""
        self.total = 0.0
        self.gains: vec[float] = vec[float]([0.0 for _ in range(HAND)])
        """By place in the hand: how many points more than other cards the next cover promises."""

    def rate(self, t: vec[i64], seat: i64) -> None:
        """Compute how likely each card of the seat's hand is the next cover."""
        count = t[HAND_COUNT + seat]
        weights = self.weights
        found = self.found
        sums = self.sums
        base = self.base
        features(t, seat, self.scratch, found)
        for unit in range(UNITS):
            base[unit] = 0
        at = CARD_FEATURES * count
        for number in range(TABLE_FEATURES):
            row = UNITS * found[at + number]
            for unit in range(UNITS):
                base[unit] += weights[row + unit]
        self.total = 0.0
        last = UNITS * ROWS
        at = 0
        for i in range(count):
            for unit in range(UNITS):
                sums[unit] = base[unit]
            for number in range(CARD_FEATURES):
                row = UNITS * found[at + number]
                if row >= 0:
                    for unit in range(UNITS):
                        sums[unit] += weights[row + unit]
            rating: i64 = 0
            gain: i64 = 0
            for unit in range(UNITS):
                if sums[unit] > 0:
                    rating += sums[unit] * weights[last + unit]
                    gain += sums[unit] * weights[last + UNITS + unit]
            self.gains[i] = float(gain) / 1048576.0
            at += CARD_FEATURES
            chance = exp(float(rating) / 1048576.0)
            self.chances[i] = chance
            self.total += chance

    def chance_of(self, t: vec[i64], seat: i64, card: i64) -> float:
        """Return how likely the card is the next cover, as last computed; 0 if it is not in the hand."""
        for i in range(t[HAND_COUNT + seat]):
            if t[HANDS + seat * HAND + i] == card:
                return self.chances[i] / self.total
        return 0.0

    def drawn(self, t: vec[i64], count: i64) -> i64:
        """Return the place of a card, drawn with the chances."""
        point = self.total * float(draw(t, 1 << 20)) / 1048576.0
        for i in range(count):
            point -= self.chances[i]
            if point < 0.0:
                return i
        return count - 1

    def best_covers(self, t: vec[i64], seat: i64) -> i64:
        """Return the next cover, or the next two, that promise the most points (CM-P1, CM-A2)."""
        count = t[HAND_COUNT + seat]
        hand = HANDS + seat * HAND
        self.rate(t, seat)
        gains = self.gains
        first: i64 = 0
        second: i64 = NOTHING
        for i in range(1, count):
            if gains[i] > gains[first]:
                second = first
                first = i
            elif second == NOTHING or gains[i] > gains[second]:
                second = i
        if t[KIND] != ADVANCED or count < 2:
            return t[hand + first] + 256 * NONE
        return t[hand + first] + 256 * t[hand + second]

    def covers(self, t: vec[i64], seat: i64) -> i64:
        """Return the next cover, or the next two, drawn with the chances (CM-P1, CM-A2)."""
        count = t[HAND_COUNT + seat]
        hand = HANDS + seat * HAND
        self.rate(t, seat)
        first = self.drawn(t, count)
        if t[KIND] != ADVANCED or count < 2:
            return t[hand + first] + 256 * NONE
        self.total -= self.chances[first]
        self.chances[first] = 0.0
        second = self.drawn(t, count)
        if second == first:
            second = 0
            if first == 0:
                second = 1
        return t[hand + first] + 256 * t[hand + second]

    def rows(self, table: Table, seat: i64) -> list[int]:
        """Return the features of each card of the hand, then those of the table, for callers in Python."""
        t = table.row
        features(t, seat, self.scratch, self.found)
        return [int(self.found[i]) for i in range(CARD_FEATURES * t[HAND_COUNT + seat] + TABLE_FEATURES)]

    def advantages(self, table: Table, seat: i64) -> list[float]:
        """Return the gains of the cards of the hand, for callers in Python."""
        t = table.row
        self.rate(t, seat)
        return [self.gains[i] for i in range(t[HAND_COUNT + seat])]

    def stake(self, table: Table, seat: i64) -> float:
        """Return what one more point would add to the seat's share of the victory, for callers in Python."""
        return stake(table.row, seat)

    def distribution(self, table: Table, seat: i64) -> list[float]:
        """Return how likely each card of the hand is the next cover, for callers in Python."""
        t = table.row
        self.rate(t, seat)
        return [self.chances[i] / self.total for i in range(t[HAND_COUNT + seat])]
