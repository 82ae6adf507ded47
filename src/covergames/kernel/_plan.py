"""A player on the kernel's table who plans a season: which covers help a star to three trends, or all of them to none.

It is who everybody is taken to be in the playouts of the editor's search, so it has to be quick rather than clever. Chances
are whole numbers, of which `ONE` is certainty.
"""

# Compiled, a conditional expression or a tuple of integers makes Python objects of them.
# ruff: noqa: SIM108

from __future__ import annotations

from math import comb
from typing import Final

from covergames.kernel._rows import i64, vec
from covergames.kernel._table import (
    ADVANCED,
    CARDS,
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

ONE: Final = 1024
MOST: Final = 15
"""The most cards that others can still reveal in a season, and the most that one count can lead another by."""
HOPELESS: Final = 32
"""A chance that is not worth looking into further."""
SPAN: Final = 2 * MOST + 2
"""How many leads there are, from one below -`MOST` on."""


def chance_to_stay_ahead(others: int, lead: int, share: float) -> int:
    """How likely a count is to end no lower than another that it leads by so much, others adding to both by lot."""
    total = 0.0
    for both in range(others + 1):
        chance = comb(others, both) * (2 * share) ** both * (1 - 2 * share) ** (others - both)
        good = sum(comb(both, own) for own in range(both + 1) if lead + own >= both - own)
        total += chance * good / 2**both
    return round(ONE * total)


AHEAD: Final = vec[i64](
    [
        chance_to_stay_ahead(others, lead, share)
        for share in (1 / 3, 1 / 5)
        for others in range(MOST + 1)
        for lead in range(-MOST - 1, MOST + 1)
    ]
)
"""By number of cards that others will add, and lead: the chance to stay ahead; from `CLOTHED` on for clothes colours."""
CLOTHED: Final = SPAN * (MOST + 1)

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
"""How many characteristics two cards share, counted in halves: pattern and clothes count in half of the seasons (CM-T1)."""

DARING: Final = 3
"""How many times its chance all at 0 counts: others follow the trends more than by lot, and so leave the rest alone."""
DARING_AT_LAST: Final = 2
"""The same in the last month, when there is less left to be guessed."""
HABIT: Final = 8
"""What the most hopeless plan is rated, so that its cards are told apart too."""
STEADINESS: Final = 36
SWAY: Final = 5
"""A rating is multiplied by `STEADINESS` and a random number below `SWAY`, so that nobody is quite predictable."""
WORTH_ALONE: Final = 12
"""What a card promises that nothing helps, in halves of a likeness: as much as three cards just like it add at most."""
EAGERNESS: Final = 4
"""How much more a new card must promise before one is swapped for it."""
DEPTH: Final = 8
"""How far down the face-down pile the cards are like the top one."""

SCRATCH: Final = 32
"""Room for a number for each card of a hand, twice."""


def empty_scratch() -> vec[i64]:
    """Room to work in."""
    return vec[i64]([0 for _ in range(SCRATCH)])


def worth(t: vec[i64], card: i64) -> i64:
    """What the card scores (CM-C2); where all score alike (CM-V3), something in the middle."""
    if t[REMOVED] >= 0:
        return 3
    return VALUE[card]


# --- chances


def ahead(table: i64, lead: i64) -> i64:
    """The chance to stay ahead by such a lead; `table` is where the number of cards to come begins."""
    if lead > MOST:
        return ONE
    if lead < -MOST - 1:
        return 0
    return AHEAD[table + lead + MOST + 1]


def is_trend(counts: i64, *, bit: i64, fields: i64, place: i64, table: i64) -> i64:
    """The chance that the characteristic at that place of a trait is a trend in the end."""
    counts >>= bit
    own = counts >> place & 31
    chance: i64 = ONE
    at: i64 = 0
    for _i in range(fields):
        if at != place:
            chance = chance * ahead(table, own - (counts >> at & 31)) >> 10
        at += 5
    return chance


def is_none(counts: i64, shown: i64, *, bit: i64, fields: i64, table: i64) -> i64:
    """The chance that none of the shown characteristics of a trait is a trend in the end."""
    counts >>= bit
    shown >>= bit
    own: i64 = 0
    at: i64 = 0
    for _i in range(fields):
        if shown >> at & 31 and counts >> at & 31 > own:
            own = counts >> at & 31
        at += 5
    beaten: i64 = ONE
    at = 0
    for _i in range(fields):
        if shown >> at & 31 == 0:
            beaten = beaten * (ONE - ahead(table, (counts >> at & 31) - own - 1)) >> 10
        at += 5
    return ONE - beaten


def three_trends(counts: i64, card: i64, *, shift: i64, others: i64) -> i64:
    """The chance of a card to have three trends in the end."""
    table = SPAN * others
    chance = is_trend(counts, bit=0, fields=3, place=5 * (card // 9 % 3), table=table)
    chance = chance * is_trend(counts, bit=15, fields=3, place=5 * (card // 3 % 3), table=table) >> 10
    if shift > 0:
        table += CLOTHED
        return chance * is_trend(counts, bit=30, fields=6, place=5 * (card // 27), table=table) >> 10
    return chance * is_trend(counts, bit=30, fields=3, place=5 * (card % 3), table=table) >> 10


def all_at_0(counts: i64, shown: i64, *, shift: i64, others: i64) -> i64:
    """The chance of all cards that show these characteristics to have no trend in the end."""
    table = SPAN * others
    chance = is_none(counts, shown, bit=0, fields=3, table=table)
    if chance < 2 * HOPELESS:
        return 0
    chance = chance * is_none(counts, shown, bit=15, fields=3, table=table) >> 10
    if chance < HOPELESS:
        return 0
    if shift > 0:
        return chance * is_none(counts, shown, bit=30, fields=6, table=table + CLOTHED) >> 10
    return chance * is_none(counts, shown, bit=30, fields=3, table=table) >> 10


# --- covers


def planned_covers(t: vec[i64], seat: i64, scratch: vec[i64]) -> i64:
    """The card, or the two, that are part of the best plans for the season (CM-P1, CM-A2); chance sways it a little."""
    rate_hand(t, seat, scratch)
    count = t[HAND_COUNT + seat]
    first: i64 = 0
    second: i64 = 0
    best: i64 = NOBODY
    next_best: i64 = NOBODY
    for i in range(count):
        rating = scratch[i] * (STEADINESS + draw(t, SWAY))
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
    """How good it is to place each card of the hand now, first in the scratch."""
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
    """In the last month: what the row may score with each card of the hand as its last."""
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
        value += DARING_AT_LAST * (stake + worth(t, card)) * zero
        scratch[i] = value


def rate_plans(t: vec[i64], seat: i64, scratch: vec[i64], *, counts: i64, others: i64, months: i64, rows: i64) -> None:
    """Before that: every cover and card is a star once, helped by the cards most like it; a card counts with all its plans."""
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
        value += DARING * plan_stake * all_at_0(after, plan_shown, shift=shift, others=others)
        value = (value >> 3) + HABIT
        value *= value  # so that good plans outweigh many poor ones
        for i in range(count):
            if members >> i & 1:
                scratch[i] += value


# --- which cards to have


def promise(t: vec[i64], seat: i64, card: i64) -> i64:
    """What the card may come to score: the more, the more cards of the hand and the influence row help it to trends."""
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
    return worth(t, card) * (WORTH_ALONE + first + second + third + influence)


def promise_of_blind(t: vec[i64], seat: i64) -> i64:
    """The promise of cards like those near the top of the face-down pile."""
    count = t[FACE_DOWN_COUNT]
    if count == 0:
        return 0
    depth = count
    if depth > DEPTH:
        depth = DEPTH
    one = promise(t, seat, t[FACE_DOWN + count - 1 - draw(t, depth)])
    return (one + promise(t, seat, t[FACE_DOWN + count - 1 - draw(t, depth)])) >> 1


def planned_source(t: vec[i64], seat: i64) -> i64:
    """The source of the card that promises most, and that promise: source + 4 * promise (CM-R1)."""
    best: i64 = NOBODY
    found: i64 = FACE_DOWN_SOURCE
    if may_take_blind(t):
        best = promise_of_blind(t, seat)
    source: i64
    for source in range(3):
        count = t[OPEN_COUNT + source]
        if count > 0:
            value = promise(t, seat, t[OPEN + source * HAIRED + count - 1])
            if value > best:
                best = value
                found = source
    return found + 4 * best


def planned_swap(t: vec[i64], seat: i64) -> i64:
    """The card that promises least, if what can be taken instead promises clearly more (CM-Y2)."""
    best = (planned_source(t, seat) >> 2) - EAGERNESS
    found: i64 = NONE
    for i in range(t[HAND_COUNT + seat]):
        card = t[HANDS + seat * HAND + i]
        value = promise(t, seat, card)
        if value < best:
            best = value
            found = card
    return found


def planned_keep(t: vec[i64], seat: i64, kind: i64) -> i64:
    """The card, or the two, that promise most (CM-R2, CM-A5)."""
    best: i64 = NOBODY
    next_best: i64 = NOBODY
    found: i64 = NONE
    also: i64 = NONE
    for i in range(t[LOOKED_COUNT]):
        card = t[LOOKED + i]
        value = promise(t, seat, card)
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


def planned_feature(t: vec[i64], seat: i64) -> i64:
    """Score the dearest, give away what promises least (CM-M2)."""
    magazine = seat
    if t[UNDECIDED + magazine] == 0:
        magazine += t[PLAYERS]
    best: i64 = NOBODY
    found: i64 = NONE
    for i in range(t[COVER_COUNT + magazine]):
        if t[UNDECIDED + magazine] >> i & 1:
            card = t[COVERS + 3 * magazine + i]
            value = 1000 - promise(t, seat, card)
            if t[VALUES + magazine] == 3 and magazine == seat:
                value += 1000 * worth(t, card)
            if value > best:
                best = value
                found = card
    return found + 256 * magazine


# --- whole games


def planned(t: vec[i64], seat: i64, scratch: vec[i64]) -> i64:
    """The action of a seat that owes a decision."""
    phase = t[PHASE]
    if phase == PLACE:
        return planned_covers(t, seat, scratch)
    if phase == FEATURE:
        return planned_feature(t, seat)
    if phase == VOTE:
        return draw(t, 2)
    kind = t[DUTIES + t[DUTY_COUNT] - 1] - seat
    if kind == TAKING:
        return planned_source(t, seat) & 3
    if kind == SWAPPING:
        return planned_swap(t, seat)
    return planned_keep(t, seat, kind)


def play_planned(t: vec[i64], scratch: vec[i64]) -> None:
    """All decisions, until the game is over or enough seasons are played."""
    carry_on(t)
    while t[SEASONS_PLAYED] < t[LAST_SEASON] and t[PHASE] != OVER:
        seats = to_act(t)
        for seat in range(t[PLAYERS]):
            if seats >> seat & 1:
                carry_out(t, seat, planned(t, seat, scratch))
        carry_on(t)


class Planner:
    """The player, for Python to ask."""

    def __init__(self) -> None:
        self.scratch: vec[i64] = empty_scratch()

    def action(self, table: Table, seat: i64) -> i64:
        """What a seat of the table that owes a decision decides; this uses up some of the table's chance."""
        return planned(table.row, seat, self.scratch)

    def play(self, table: Table) -> None:
        """All decisions, until the game is over or enough seasons are played."""
        play_planned(table.row, self.scratch)
