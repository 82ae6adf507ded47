"""A player on the kernel's table that plans a season: the bot `plan`, and the playout policy of the search.

It plans covers that help one card, the star, to three trends, or covers without any trend. All players follow it in
the playouts of the editor's search, so it has to be fast rather than strong. It uses nothing that its seat cannot see.
Probabilities are whole numbers; `CERTAIN` is 1.
"""

# mypyc compiles conditional expressions and tuples of integers to Python objects, which are slow.
# ruff: noqa: SIM108

from __future__ import annotations

from math import comb
from typing import Final

from covergames.kernel._rows import i64, vec
from covergames.kernel._table import (
    ADVANCED,
    CARDS,
    CLOTHES,
    COLOURED,
    COUNTED,
    COVER_COUNT,
    COVERS,
    DUTIES,
    DUTY_COUNT,
    FACE_DOWN,
    FACE_DOWN_COUNT,
    FACE_DOWN_SOURCE,
    FEATURE,
    FICTIONAL,
    FICTIONAL_COUNT,
    FICTIONAL_PILE,
    HAIRED,
    HAND,
    HAND_COUNT,
    HANDS,
    INFLUENCE,
    INFLUENCE_COUNT,
    KIND,
    LAST_SEASON,
    LOOKED,
    LOOKED_COUNT,
    LOOKING,
    MAGAZINES,
    MONTH,
    NEXT,
    NEXT_BOTTOM,
    NEXT_COUNT,
    NOBODY,
    NONE,
    OPEN,
    OPEN_COUNT,
    OVER,
    PHASE,
    PLACE,
    PLACED,
    PLAYERS,
    REMOVED,
    SEASONS_PLAYED,
    SET_ASIDE,
    SET_ASIDE_PILES,
    SWAPPING,
    TAKING,
    TRACKS,
    UNDECIDED,
    VALUE,
    VALUES,
    VOTE,
    Table,
    carry_on,
    carry_out,
    counting,
    draw,
    may_take_blind,
    to_act,
    trend_value,
)

CERTAIN: Final = 1024
"""The probability 1."""
MAX_LEAD: Final = 15
"""The most cards that others can still reveal in a season, and the largest lead of one count over another."""
MIN_CHANCE: Final = 32
"""A lower probability counts as 0."""
LEADS: Final = 2 * MAX_LEAD + 2
"""The number of different leads, from one below -`MAX_LEAD` on."""


def chance_to_stay_ahead(others: int, lead: int, share: float) -> int:
    """Return the probability that a count with this lead over another ends no lower, if others add cards at random."""
    total = 0.0
    for both in range(others + 1):
        chance = comb(others, both) * (2 * share) ** both * (1 - 2 * share) ** (others - both)
        good = sum(comb(both, own) for own in range(both + 1) if lead + own >= both - own)
        total += chance * good / 2**both
    return round(CERTAIN * total)


AHEAD: Final = vec[i64](
    [
        chance_to_stay_ahead(others, lead, share)
        for share in (1 / 3, 1 / 5)
        for others in range(MAX_LEAD + 1)
        for lead in range(-MAX_LEAD - 1, MAX_LEAD + 1)
    ]
)
"""The probability to stay ahead, by the number of cards that others will add and by lead."""
CLOTHES_START: Final = LEADS * (MAX_LEAD + 1)
"""The first index of `AHEAD` for clothes colours."""

LIKENESS: Final = vec[i64](
    [
        2 * (card // 9 % 3 == other // 9 % 3)
        + 2 * (card // 3 % 3 == other // 3 % 3)
        + (card % 3 == other % 3)
        + (card // 27 == other // 27)
        for card in range(CARDS)
        for other in range(CARDS)
    ]
)
"""The characteristics that two cards share, in halves: pattern and clothes count in half of the seasons (CM-T1)."""

ALL_AT_0_WEIGHT: Final = 3
"""The weight of all covers at 0. It is above 1 because other players follow the trends more than random ones would."""
LAST_MONTH_ALL_AT_0_WEIGHT: Final = 2
"""The same in the last month, when fewer cards are unknown."""
MIN_PLAN_RATING: Final = 8
"""The rating of a plan without a chance; it is above 0, so that the number of plans of a card counts too."""
RATING_BASE: Final = 36
RATING_NOISE: Final = 5
"""A rating is multiplied by `RATING_BASE` plus a random number below `RATING_NOISE`, so that no player is predictable."""
BASE_LIKENESS_HALVES: Final = 12
"""The likeness, in halves, of a card without help: as much as three nearly equal cards add."""
MIN_SWAP_GAIN: Final = 4
"""A card is swapped if a new one promises more than this in addition."""
MAX_EXAMPLE_DRAWS: Final = 16
"""How often an example of a face-down card is drawn again, because its colour lies in another pile."""

SCRATCH_SIZE: Final = 32
"""Two numbers for each card of a hand."""


def empty_scratch() -> vec[i64]:
    """Return a scratch row."""
    return vec[i64]([0 for _ in range(SCRATCH_SIZE)])


def worth(t: vec[i64], card: i64) -> i64:
    """Return the points of the card (CM-C2) or, if all cards have the same value (CM-V3), an average."""
    if t[REMOVED] >= 0:
        return 3
    return VALUE[card]


# --- probabilities


def ahead(table: i64, lead: i64) -> i64:
    """Return the probability to stay ahead with this lead; `table` is the index in `AHEAD` for the cards to come."""
    if lead > MAX_LEAD:
        return CERTAIN
    if lead < -MAX_LEAD - 1:
        return 0
    return AHEAD[table + lead + MAX_LEAD + 1]


def is_trend(counts: i64, *, bit: i64, fields: i64, place: i64, table: i64) -> i64:
    """Return the probability that the characteristic at that place of a trait is a trend at the end of the season."""
    counts >>= bit
    own = counts >> place & 31
    chance: i64 = CERTAIN
    at: i64 = 0
    for _i in range(fields):
        if at != place:
            chance = chance * ahead(table, own - (counts >> at & 31)) >> 10
        at += 5
    return chance


def is_none(counts: i64, shown: i64, *, bit: i64, fields: i64, table: i64) -> i64:
    """Return the probability that none of the shown characteristics of a trait is a trend at the end of the season."""
    counts >>= bit
    shown >>= bit
    own: i64 = 0
    at: i64 = 0
    for _i in range(fields):
        if shown >> at & 31 and counts >> at & 31 > own:
            own = counts >> at & 31
        at += 5
    beaten: i64 = CERTAIN
    at = 0
    for _i in range(fields):
        if shown >> at & 31 == 0:
            beaten = beaten * (CERTAIN - ahead(table, (counts >> at & 31) - own - 1)) >> 10
        at += 5
    return CERTAIN - beaten


def three_trends(counts: i64, card: i64, *, shift: i64, others: i64) -> i64:
    """Return the probability that a card has three trends at the end of the season."""
    table = LEADS * others
    chance = is_trend(counts, bit=0, fields=3, place=5 * (card // 9 % 3), table=table)
    chance = chance * is_trend(counts, bit=15, fields=3, place=5 * (card // 3 % 3), table=table) >> 10
    if shift > 0:
        table += CLOTHES_START
        return chance * is_trend(counts, bit=30, fields=6, place=5 * (card // 27), table=table) >> 10
    return chance * is_trend(counts, bit=30, fields=3, place=5 * (card % 3), table=table) >> 10


def all_at_0(counts: i64, shown: i64, *, shift: i64, others: i64) -> i64:
    """Return the probability that cards with these characteristics have no trend at the end of the season."""
    table = LEADS * others
    chance = is_none(counts, shown, bit=0, fields=3, table=table)
    if chance < 2 * MIN_CHANCE:
        return 0
    chance = chance * is_none(counts, shown, bit=15, fields=3, table=table) >> 10
    if chance < MIN_CHANCE:
        return 0
    if shift > 0:
        return chance * is_none(counts, shown, bit=30, fields=6, table=table + CLOTHES_START) >> 10
    return chance * is_none(counts, shown, bit=30, fields=3, table=table) >> 10


# --- covers


def planned_covers(t: vec[i64], seat: i64, scratch: vec[i64]) -> i64:
    """Return the card, or the two cards, of the best plans for the season, with a little noise (CM-P1, CM-A2)."""
    rate_hand(t, seat, scratch)
    count = t[HAND_COUNT + seat]
    first: i64 = 0
    second: i64 = 0
    best: i64 = NOBODY
    next_best: i64 = NOBODY
    for i in range(count):
        rating = scratch[i] * (RATING_BASE + draw(t, RATING_NOISE))
        if rating > best:
            next_best = best
            second = first
            best = rating
            first = i
        elif rating > next_best:
            next_best = rating
            second = i
    hand = HANDS + seat * HAND
    if t[KIND] == ADVANCED and count > 1:
        return t[hand + first] + 256 * t[hand + second]
    return t[hand + first] + 256 * NONE


def rate_hand(t: vec[i64], seat: i64, scratch: vec[i64]) -> None:
    """Rate each card of the hand as the next cover; the ratings are the first numbers of the scratch row."""
    shift = counting(t)
    counts = t[TRACKS]
    months = 4 - t[MONTH]
    rows: i64 = 1
    if t[KIND] == ADVANCED:
        rows = 2
    others = months * (t[MAGAZINES] - rows)
    if t[KIND] == FICTIONAL and t[PLACED + 3] >= 0:
        counts += COUNTED[shift + t[PLACED + 3]]
        others -= 1
    if months == 1 and rows == 1:
        rate_last_covers(t, seat, scratch, counts=counts, others=others)
    else:
        rate_plans(t, seat, scratch, counts=counts, others=others, months=months, rows=rows)


def rate_last_covers(t: vec[i64], seat: i64, scratch: vec[i64], *, counts: i64, others: i64) -> None:
    """Rate each card of the hand as the last cover: the expected points of the row."""
    shift = counting(t)
    hand = HANDS + seat * HAND
    covers = COVERS + 3 * seat
    shown: i64 = 0
    stake: i64 = 0
    for i in range(t[COVER_COUNT + seat]):
        shown |= COUNTED[shift + t[covers + i]]
        stake += worth(t, t[covers + i])
    for i in range(t[HAND_COUNT + seat]):
        card = t[hand + i]
        kin = COUNTED[shift + card]
        after = counts + kin
        value = worth(t, card) * three_trends(after, card, shift=shift, others=others)
        for j in range(t[COVER_COUNT + seat]):
            cover = t[covers + j]
            other = worth(t, cover) * three_trends(after, cover, shift=shift, others=others)
            if other > value:
                value = other
        zero = all_at_0(after, shown | kin, shift=shift, others=others)
        value += LAST_MONTH_ALL_AT_0_WEIGHT * (stake + worth(t, card)) * zero
        scratch[i] = value


def rate_plans(t: vec[i64], seat: i64, scratch: vec[i64], *, counts: i64, others: i64, months: i64, rows: i64) -> None:
    """Rate each card of the hand by its plans: each cover and card is the star once, with the cards most like it."""
    shift = counting(t)
    count = t[HAND_COUNT + seat]
    covered = t[COVER_COUNT + seat]
    hand = HANDS + seat * HAND
    covers = COVERS + 3 * seat
    left = months * rows
    if left > count:
        left = count
    shown: i64 = 0
    stake: i64 = 0
    for i in range(covered):
        shown |= COUNTED[shift + t[covers + i]]
        stake += worth(t, t[covers + i])
    for i in range(count):
        scratch[i] = 0
    for number in range(covered + count):
        if number < covered:
            star = t[covers + number]
        else:
            star = t[hand + number - covered]
        kin = COUNTED[shift + star]
        for i in range(count):
            scratch[16 + i] = trend_value(kin & COUNTED[shift + t[hand + i]])
        if number >= covered:
            scratch[16 + number - covered] = 4
        after = counts
        plan_shown = shown
        plan_stake = stake
        members: i64 = 0
        chosen: i64 = 0
        alike: i64 = 4
        while chosen < left:
            for i in range(count):
                if scratch[16 + i] == alike and chosen < left:
                    members |= 1 << i
                    chosen += 1
                    card = t[hand + i]
                    after += COUNTED[shift + card]
                    if chosen <= months:
                        plan_shown |= COUNTED[shift + card]
                        plan_stake += worth(t, card)
            alike -= 1
        value = worth(t, star) * three_trends(after, star, shift=shift, others=others)
        value += ALL_AT_0_WEIGHT * plan_stake * all_at_0(after, plan_shown, shift=shift, others=others)
        value = (value >> 3) + MIN_PLAN_RATING
        value *= value  # so that one good plan outweighs many poor ones
        for i in range(count):
            if members >> i & 1:
                scratch[i] += value


# --- which cards to have


def hidden_cards(t: vec[i64], seat: i64) -> i64:
    """Return how many cards lie in the face-down pile, the fictional pile and the other hands."""
    total = t[FACE_DOWN_COUNT] + t[FICTIONAL_COUNT]
    for other in range(t[PLAYERS]):
        if other != seat:
            total += t[HAND_COUNT + other]
    return total


def hidden_card(t: vec[i64], seat: i64, number: i64) -> i64:
    """Return the card of that number among those in the face-down pile, the fictional pile and the other hands."""
    if number < t[FACE_DOWN_COUNT]:
        return t[FACE_DOWN + number]
    number -= t[FACE_DOWN_COUNT]
    if number < t[FICTIONAL_COUNT]:
        return t[FICTIONAL_PILE + number]
    number -= t[FICTIONAL_COUNT]
    for other in range(t[PLAYERS]):
        if other != seat:
            if number < t[HAND_COUNT + other]:
                return t[HANDS + other * HAND + number]
            number -= t[HAND_COUNT + other]
    return NONE


def lies_apart(t: vec[i64], clothes: i64) -> bool:
    """Return whether the cards of this colour lie in the next pile or set aside (CM-S3)."""
    apart = t[NEXT_COUNT] > 0 and CLOTHES[t[NEXT + t[NEXT_BOTTOM]]] == clothes
    for pile in range(t[SET_ASIDE_PILES]):
        apart = apart or CLOTHES[t[SET_ASIDE + pile * COLOURED]] == clothes
    return apart


class Wishes:
    """Which cards a player wants to have."""

    def promise(self, t: vec[i64], seat: i64, card: i64) -> i64:
        """Return a number for the points that a card promises: more if cards in hand and influence row are like it."""
        first: i64 = 0
        second: i64 = 0
        third: i64 = 0
        row = card * CARDS
        for i in range(t[HAND_COUNT + seat]):
            other = t[HANDS + seat * HAND + i]
            if other != card:
                alike = LIKENESS[row + other]
                if alike > first:
                    third = second
                    second = first
                    first = alike
                elif alike > second:
                    third = second
                    second = alike
                elif alike > third:
                    third = alike
        influence: i64 = 0
        for i in range(t[INFLUENCE_COUNT]):
            influence += LIKENESS[row + t[INFLUENCE + i]]
        return worth(t, card) * (BASE_LIKENESS_HALVES + first + second + third + influence)

    def promise_of_blind(self, t: vec[i64], seat: i64) -> i64:
        """Return the mean promise of two random cards that may be on top of the face-down pile."""
        return (self.promise_of_example(t, seat) + self.promise_of_example(t, seat)) >> 1

    def promise_of_example(self, t: vec[i64], seat: i64) -> i64:
        """Return the promise of a random card that the seat has not in hand and that may lie face down, 0 if none is found.

        It is a card of the face-down pile, of the fictional pile or of another hand, and of no colour that lies in the next
        pile or set aside. Which of these cards lies where makes no difference, so the player gains nothing from what it
        cannot see (CM-I1).
        """
        total = hidden_cards(t, seat)
        if total == 0:
            return 0
        for _i in range(MAX_EXAMPLE_DRAWS):
            card = hidden_card(t, seat, draw(t, total))
            if not lies_apart(t, CLOTHES[card]):
                return self.promise(t, seat, card)
        return 0

    def source(self, t: vec[i64], seat: i64) -> i64:
        """Return the source of the card that promises most, and its promise, as source + 4 * promise (CM-R1)."""
        best: i64 = NOBODY
        found: i64 = FACE_DOWN_SOURCE
        if may_take_blind(t):
            best = self.promise_of_blind(t, seat)
        source: i64
        for source in range(3):
            count = t[OPEN_COUNT + source]
            if count > 0:
                value = self.promise(t, seat, t[OPEN + source * HAIRED + count - 1])
                if value > best:
                    best = value
                    found = source
        return found + 4 * best

    def swap(self, t: vec[i64], seat: i64) -> i64:
        """Return the card that promises least, if a card that can be taken promises clearly more (CM-Y2)."""
        best = (self.source(t, seat) >> 2) - MIN_SWAP_GAIN
        found: i64 = NONE
        for i in range(t[HAND_COUNT + seat]):
            card = t[HANDS + seat * HAND + i]
            value = self.promise(t, seat, card)
            if value < best:
                best = value
                found = card
        return found

    def keep(self, t: vec[i64], seat: i64, kind: i64) -> i64:
        """Return the card, or the two cards, that promise most (CM-R2, CM-A5)."""
        best: i64 = NOBODY
        next_best: i64 = NOBODY
        found: i64 = NONE
        also: i64 = NONE
        for i in range(t[LOOKED_COUNT]):
            card = t[LOOKED + i]
            value = self.promise(t, seat, card)
            if value > best:
                next_best = best
                also = found
                best = value
                found = card
            elif value > next_best:
                next_best = value
                also = card
        if kind == LOOKING:
            also = NONE
        return found + 256 * also

    def feature(self, t: vec[i64], seat: i64) -> i64:
        """Return the most valuable model if it scores, and otherwise the one that promises least (CM-M2)."""
        magazine = seat
        if t[UNDECIDED + magazine] == 0:
            magazine += t[PLAYERS]
        best: i64 = NOBODY
        found: i64 = NONE
        for i in range(t[COVER_COUNT + magazine]):
            if t[UNDECIDED + magazine] >> i & 1:
                card = t[COVERS + 3 * magazine + i]
                value = 1000 - self.promise(t, seat, card)
                if t[VALUES + magazine] == 3 and magazine == seat:
                    value += 1000 * worth(t, card)
                if value > best:
                    best = value
                    found = card
        return found + 256 * magazine


WISHES: Final = Wishes()


# --- whole games


def planned(t: vec[i64], seat: i64, scratch: vec[i64]) -> i64:
    """Return the action of a seat that has to decide."""
    if t[PHASE] == PLACE:
        return planned_covers(t, seat, scratch)
    return wished(t, seat, WISHES)


def wished(t: vec[i64], seat: i64, wishes: Wishes) -> i64:
    """Return the action of a seat that has to decide anything but its covers."""
    phase = t[PHASE]
    if phase == FEATURE:
        return wishes.feature(t, seat)
    if phase == VOTE:
        return draw(t, 2)
    kind = t[DUTIES + t[DUTY_COUNT] - 1] - seat
    if kind == TAKING:
        return wishes.source(t, seat) & 3
    if kind == SWAPPING:
        return wishes.swap(t, seat)
    return wishes.keep(t, seat, kind)


def play_planned(t: vec[i64], scratch: vec[i64]) -> None:
    """Make all decisions, until the game is over or enough seasons are played."""
    carry_on(t)
    while t[SEASONS_PLAYED] < t[LAST_SEASON] and t[PHASE] != OVER:
        seats = to_act(t)
        for seat in range(t[PLAYERS]):
            if seats >> seat & 1:
                carry_out(t, seat, planned(t, seat, scratch))
        carry_on(t)


class Planner:
    """The playout policy, for callers in Python."""

    def __init__(self) -> None:
        self.scratch: vec[i64] = empty_scratch()

    def action(self, table: Table, seat: i64) -> i64:
        """Return the action of a seat that has to decide; this advances the table's generator."""
        return planned(table.row, seat, self.scratch)

    def examples(self, table: Table, seat: i64) -> list[int]:
        """Return the cards of which `promise_of_example` draws one, in no particular order."""
        t = table.row
        cards = [hidden_card(t, seat, number) for number in range(hidden_cards(t, seat))]
        return [card for card in cards if not lies_apart(t, CLOTHES[card])]

    def play(self, table: Table) -> None:
        """Make all decisions, until the game is over or enough seasons are played."""
        play_planned(table.row, self.scratch)
