"""Whole games on the kernel's table: the players, and many games in one call.

A seat decides at random, by the rule of thumb in this module (`TREND`), or by the plan of `_plan` (`PLAN`).
"""

# mypyc compiles conditional expressions and tuples of integers to Python objects, which are slow.

from __future__ import annotations

from typing import Final

from covergames.kernel._plan import empty_scratch, planned
from covergames.kernel._rows import i16, i64, vec
from covergames.kernel._table import (
    ADVANCED,
    CHANCE,
    COUNTED,
    COVER_COUNT,
    COVERS,
    DECISIONS,
    DRAWN,
    DUTIES,
    DUTY_COUNT,
    FACE_DOWN_SOURCE,
    FEATURE,
    FICTIONAL,
    HAIR_BIT,
    HAIRED,
    HAND,
    HAND_COUNT,
    HANDS,
    KIND,
    LAST_SEASON,
    LENGTH_BIT,
    LOOKED,
    LOOKED_COUNT,
    LOOKING,
    LOWEST,
    MAGAZINES,
    NOBODY,
    NONE,
    OPEN,
    OPEN_COUNT,
    OVER,
    PHASE,
    PLACE,
    PLACED,
    PLAIN,
    PLAYERS,
    POLICY,
    REMOVED,
    REPLENISH,
    SEASONS_PLAYED,
    STANDING,
    START,
    SWAPPING,
    TAKING,
    TALLY,
    THIRD_BIT,
    TRACKS,
    UNDECIDED,
    VALUE,
    VALUES,
    VOTE,
    VOTES,
    WORTHS,
    YEARS,
    Table,
    Unseen,
    awaits_taking,
    begin_season,
    carry_on,
    carry_out,
    copy_table,
    count_votes,
    counting,
    deal,
    draw,
    end_month,
    end_replenishing,
    end_season,
    feature,
    keep,
    may_take_blind,
    owner,
    place,
    place_of,
    redeal,
    swap,
    take,
    to_act,
)

# Policies.
RANDOM: Final = 0
TREND: Final = 1
PLAN: Final = 2


# --- players


def play(t: vec[i64], scratch: vec[i64]) -> None:
    """Make all decisions, until the game is over or enough seasons are played."""
    while t[SEASONS_PLAYED] < t[LAST_SEASON]:
        phase = t[PHASE]
        if phase == PLACE:
            decide_places(t, scratch)
            end_month(t)
        elif phase == FEATURE:
            decide_features(t, scratch)
            end_season(t)
        elif phase == OVER:
            return
        elif phase == VOTE:
            decide_votes(t)
            count_votes(t)
        elif awaits_taking(t):
            decide_duty(t, scratch)
        elif phase == REPLENISH:
            end_replenishing(t)
        else:
            begin_season(t)


def decide_places(t: vec[i64], scratch: vec[i64]) -> None:
    """Everybody's cover of the month (CM-P1, CM-A2)."""
    pairs = t[KIND] == ADVANCED
    for seat in range(t[PLAYERS]):
        count = t[HAND_COUNT + seat]
        if count > 0 and t[PLACED + seat] < 0:
            if t[POLICY + seat] == PLAN:
                carry_out(t, seat, planned(t, seat, scratch))
                continue
            t[DECISIONS] += 1
            if t[POLICY + seat] == TREND:
                place_trendy(t, seat)
                continue
            first = draw(t, count)
            second: i64 = NOBODY
            if pairs and count > 1:
                second = draw(t, count - 1)
                if second >= first:
                    second += 1
            place(t, seat, first, second)


def decide_features(t: vec[i64], scratch: vec[i64]) -> None:
    """Every choice between equally trendy models (CM-M2)."""
    for magazine in range(t[MAGAZINES]):
        places = t[UNDECIDED + magazine]
        if places:
            seat = owner(t, magazine)
            if t[POLICY + seat] == PLAN:
                carry_out(t, seat, planned(t, seat, scratch))
                continue
            t[DECISIONS] += 1
            if t[POLICY + seat] == TREND:
                feature(t, magazine, best_to_feature(t, magazine))
                continue
            count: i64 = 2
            if places == 7:
                count = 3
            for _i in range(draw(t, count)):
                places &= places - 1
            feature(t, magazine, LOWEST[places])


def decide_votes(t: vec[i64]) -> None:
    """The votes of the tied leaders (CM-X4)."""
    seats = to_act(t)
    for seat in range(t[PLAYERS]):
        if seats >> seat & 1:
            t[DECISIONS] += 1
            if t[POLICY + seat] == TREND:
                t[VOTES + seat] = 0
            else:
                t[VOTES + seat] = draw(t, 2)


def decide_duty(t: vec[i64], scratch: vec[i64]) -> None:
    """The next taking, keeping or swapping (CM-R1, CM-R2, CM-A5, CM-Y2)."""
    duty = t[DUTIES + t[DUTY_COUNT] - 1]
    seat = duty & 7
    kind = duty - seat
    if t[POLICY + seat] == PLAN:
        carry_out(t, seat, planned(t, seat, scratch))
        return
    if t[POLICY + seat] == TREND:
        carry_out(t, seat, trendy_duty(t, seat, kind))
        return
    t[DECISIONS] += 1
    if kind == TAKING:
        take(t, seat, random_source(t))
    elif kind == SWAPPING:
        swap(t, seat, draw(t, t[HAND_COUNT + seat] + 1) - 1)
    elif kind == LOOKING:
        card = t[LOOKED + draw(t, t[LOOKED_COUNT])]
        keep(t, seat, card, NONE)
    else:
        first = draw(t, t[LOOKED_COUNT])
        second = draw(t, t[LOOKED_COUNT] - 1)
        if second >= first:
            second += 1
        keep(t, seat, t[LOOKED + first], t[LOOKED + second])


def random_source(t: vec[i64]) -> i64:
    """One of the piles that can be taken from, each as likely as the others (CM-R4)."""
    blind = may_take_blind(t)
    count: i64 = 0
    if blind:
        count = 1
    source: i64
    for source in range(3):
        if t[OPEN_COUNT + source] > 0:
            count += 1
    left = draw(t, count)
    for source in range(3):
        if t[OPEN_COUNT + source] > 0:
            if left == 0:
                return source
            left -= 1
    return FACE_DOWN_SOURCE


# --- the trend policy: what is likely to be a trend, given the tracks and the player's hand


def outlook(t: vec[i64], seat: i64) -> i64:
    """The tracks as they would be if the seat's whole hand were counted too."""
    shift = counting(t)
    counts = t[TRACKS]
    for i in range(t[HAND_COUNT + seat]):
        counts += COUNTED[shift + t[HANDS + seat * HAND + i]]
    return counts


def promise(counts: i64, shift: i64, card: i64) -> i64:
    """How far along the card's three characteristics are on such tracks, and a little for its prestige."""
    along = (
        (counts >> HAIR_BIT[card] & 31) + (counts >> LENGTH_BIT[card] & 31) + (counts >> THIRD_BIT[shift + card] & 31)
    )
    return 2 * along + VALUE[card]


def best_in_hand(t: vec[i64], seat: i64, besides: i64) -> i64:
    """The place in hand of the card that promises most, chance breaking ties, besides one."""
    counts = outlook(t, seat)
    shift = counting(t)
    best: i64 = NOBODY
    found: i64 = NOBODY
    for i in range(t[HAND_COUNT + seat]):
        if i != besides:
            value = promise(counts, shift, t[HANDS + seat * HAND + i]) * 4 + draw(t, 4)
            if value > best:
                best = value
                found = i
    return found


def place_trendy(t: vec[i64], seat: i64) -> None:
    """Place the card, or the two, that promise most (CM-P1, CM-A2)."""
    first = best_in_hand(t, seat, NOBODY)
    second: i64 = NOBODY
    if t[KIND] == ADVANCED:
        second = best_in_hand(t, seat, first)
    place(t, seat, first, second)


def best_to_feature(t: vec[i64], magazine: i64) -> i64:
    """Score the most valuable model, or give the cheapest away (CM-M2)."""
    found: i64 = NOBODY
    best: i64 = NOBODY
    for i in range(t[COVER_COUNT + magazine]):
        if t[UNDECIDED + magazine] >> i & 1:
            value = VALUE[t[COVERS + 3 * magazine + i]]
            if t[VALUES + magazine] < 3:
                value = 9 - value
            if value > best:
                best = value
                found = i
    return found


def trendy_duty(t: vec[i64], seat: i64, kind: i64) -> i64:
    """Take or keep what promises most; swap nothing (CM-R1, CM-R2, CM-A5, CM-Y2). Return the action."""
    counts = outlook(t, seat)
    shift = counting(t)
    best: i64 = NOBODY
    found: i64 = NONE
    if kind == SWAPPING:
        return NONE
    if kind == TAKING:
        source: i64
        found = FACE_DOWN_SOURCE
        for source in range(3):
            count = t[OPEN_COUNT + source]
            if count > 0:
                value = promise(counts, shift, t[OPEN + source * HAIRED + count - 1])
                if value > best:
                    best = value
                    found = source
        return found
    second = best
    also: i64 = NONE
    for i in range(t[LOOKED_COUNT]):
        card = t[LOOKED + i]
        value = promise(counts, shift, card)
        if value > best:
            second = best
            also = found
            best = value
            found = card
        elif value > second:
            second = value
            also = card
    if kind == LOOKING:
        also = NONE
    return found + 256 * also


# --- many games


def write_outcome(t: vec[i64], outcomes: vec[i16], start: i64) -> i64:
    """Scores, places, the tally of season specials, and the number of decisions; where the next outcome goes."""
    players = t[PLAYERS]
    for seat in range(players):
        outcomes[start + seat] = i16(t[STANDING + seat] >> WORTHS)
        outcomes[start + players + seat] = i16(place_of(t, seat))
    start += 2 * players
    tallies = 4 * t[MAGAZINES]
    for i in range(tallies):
        outcomes[start + i] = i16(t[TALLY + i])
    outcomes[start + tallies] = i16(t[DECISIONS])
    return start + tallies + 1


def empty_outcomes(t: vec[i64], games: i64) -> vec[i16]:
    """Return a vector of zeros for the outcomes of that many games."""
    return vec[i16]([0 for _ in range(games * (2 * t[PLAYERS] + 4 * t[MAGAZINES] + 1))])


def play_new(t: vec[i64], scratch: vec[i64], outcomes: vec[i16], at: i64) -> i64:
    """Deal and play one game and write its outcome; what the table's options leave open is drawn by lot."""
    start = t[START]
    removed = t[REMOVED]
    if removed == DRAWN:
        t[REMOVED] = draw(t, 6)
    t[DECISIONS] = 0
    deal(t)
    play(t, scratch)
    at = write_outcome(t, outcomes, at)
    t[START] = start
    t[REMOVED] = removed
    return at


def play_games(table: Table, games: i64) -> vec[i16]:
    """Deal and play that many games with the table's options, players and chance, and return the outcomes."""
    t = table.row
    outcomes = empty_outcomes(t, games)
    scratch = empty_scratch()
    at: i64 = 0
    for _i in range(games):
        at = play_new(t, scratch, outcomes, at)
    return outcomes


def play_deals(table: Table, deals: list[int]) -> vec[i16]:
    """Play a game for each deal: its chance, its starting seat, then the policy of each seat; return the outcomes."""
    t = table.row
    width = 2 + t[PLAYERS]
    games: i64 = len(deals) // width
    outcomes = empty_outcomes(t, games)
    scratch = empty_scratch()
    at: i64 = 0
    place: i64 = 0
    for _i in range(games):
        t[CHANCE] = deals[place]
        t[START] = deals[place + 1]
        for seat in range(t[PLAYERS]):
            t[POLICY + seat] = deals[place + 2 + seat]
        place += width
        at = play_new(t, scratch, outcomes, at)
    return outcomes


def play_out(source: Table, table: Table, games: i64) -> vec[i16]:
    """Play out the source that many times and return the outcomes; the generator is that of the other table."""
    t = table.row
    outcomes = empty_outcomes(source.row, games)
    scratch = empty_scratch()
    at: i64 = 0
    for _i in range(games):
        t[DECISIONS] = 0
        copy_table(source.row, t)
        play(t, scratch)
        at = write_outcome(t, outcomes, at)
    return outcomes


def play_out_sampled(source: Table, table: Table, unseen: Unseen, games: i64) -> vec[i16]:
    """Play out the source that many times, with its unknown places dealt again each time; return the outcomes."""
    t = table.row
    outcomes = empty_outcomes(source.row, games)
    scratch = empty_scratch()
    at: i64 = 0
    for _i in range(games):
        t[DECISIONS] = 0
        copy_table(source.row, t)
        redeal(t, unseen)
        carry_on(t)
        play(t, scratch)
        at = write_outcome(t, outcomes, at)
    return outcomes


def profile_run() -> None:
    """Play games of every kind: the sample run for profile-guided optimisation."""
    for players, kind in ((4, PLAIN), (3, PLAIN), (5, PLAIN), (2, FICTIONAL), (2, ADVANCED)):
        for policy in (RANDOM, RANDOM, RANDOM, TREND, PLAN):
            table = Table()
            table[PLAYERS] = players
            table[MAGAZINES] = players if kind == PLAIN else 4
            table[KIND] = kind
            table[YEARS] = 3
            table[REMOVED] = NOBODY
            table[START] = NOBODY
            table[CHANCE] = 1 + players
            for seat in range(players):
                table[POLICY + seat] = policy
            play_games(table, 300 if policy != PLAN else 50)
            other = Table()
            other[CHANCE] = 1
            play_out(table, other, 1)
