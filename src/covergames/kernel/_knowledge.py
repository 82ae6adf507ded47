"""What each seat knows of every card, kept up to date while a game is played on the kernel's table.

A row of `KNOWING_SIZE` integers is a table with more behind it: for each seat a byte for each card, which says where the seat
knows the card to be, as codes below, with other seats counted clockwise from the seat itself. That is what `State.knows` and the
history of a view say (CM-I1), without a search through either. Functions here carry out decisions and all that follows from
them, with the functions of `_table`, and after each of them write down what somebody saw.
"""

# mypyc compiles conditional expressions and tuples of integers to Python objects, which are slow.
# ruff: noqa: SIM109

from __future__ import annotations

from typing import Final

from covergames.kernel._games import PLAN, TREND, best_in_hand, best_to_feature, trendy_duty
from covergames.kernel._plan import planned
from covergames.kernel._rows import i64, vec
from covergames.kernel._table import (
    ADVANCED,
    CARDS,
    COLOURED,
    COVER_COUNT,
    COVERS,
    DISCARD,
    DISCARD_COUNT,
    DRAWN,
    DUTIES,
    DUTY_COUNT,
    FACE_DOWN_COUNT,
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
    LOOKED,
    LOOKED_COUNT,
    MAGAZINES,
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
    POLICY,
    PRESTIGE,
    PRESTIGE_COUNT,
    REMOVED,
    REPLENISH,
    RING,
    SEASON,
    SIDE,
    SIDE_COUNT,
    SIZE,
    START,
    SWAPPING,
    TAKING,
    TRACKS,
    UNDECIDED,
    VOTE,
    awaits_taking,
    begin_season,
    begins_year,
    carry_out,
    count_tracks,
    count_votes,
    deal,
    draw,
    end_month,
    end_season,
    is_owned,
    legal,
    owner,
    push_swappings,
    renew_piles,
    replenish_fictional_pile,
    to_act,
    trends,
)

# Where a seat knows a card to be. A code that counts seats or magazines is the first of several.
UNSEEN: Final = 0
OUT: Final = 1
DISCARDED: Final = 2
INFLUENCING: Final = 3
LOOKED_AT: Final = 4
IN_NEXT: Final = 5
IN_FACE_DOWN: Final = 6
WITH_FICTIONAL: Final = 7
OPEN_BELOW: Final = 8
OPEN_TOP: Final = 9
PICKED: Final = 10
"""The first of two cards that the seat is choosing."""
PLACED_OWN: Final = 11  # 2: primary, secondary
PLACED_B: Final = 13
FEATURED_OWN: Final = 14  # 2: primary, secondary
IN_HAND: Final = 16  # 5 seats
IN_PRESTIGE: Final = 21  # 5 seats
IN_SIDE: Final = 26  # 2 seats
COVER: Final = 28  # 5 magazines x 3 months

# The row, behind the table.
KNOWN: Final = SIZE  # 5 x 21
KNOWN_WORDS: Final = 21
"""162 cards, a byte each, eight in an integer."""
BURIED_COUNT: Final = 2631  # 5
BURIED: Final = 2636  # 5 x 64
"""The cards that a seat put under the next pile, as card + 256 * place; the place is one of the ring or the face-down pile."""
TRACK_WORDS: Final = 2956  # 2
TREND_WORDS: Final = 2958  # 2
PICKED_CARD: Final = 2960
"""By seat, in bytes: the first of two cards, once chosen, plus 1; 0: none."""
DRAWN_START: Final = 2961
"""The starting seat of the options, which may be NOBODY; each deal draws one."""
DRAWN_REMOVED: Final = 2962
OWING: Final = 2963
"""The seats that owe a decision, as bits, once the players of the kernel have decided."""
OPEN_SCORES: Final = 2964
KNOWING_SIZE: Final = 2965

BURIED_MOST: Final = 64


def relative(t: vec[i64], viewer: i64, seat: i64) -> i64:
    """The seat, counted clockwise from the viewer."""
    seat -= viewer
    if seat < 0:
        seat += t[PLAYERS]
    return seat


def known(t: vec[i64], viewer: i64, card: i64) -> i64:
    """Where the viewer knows the card to be."""
    return t[KNOWN + KNOWN_WORDS * viewer + (card >> 3)] >> ((card & 7) << 3) & 255


def note(t: vec[i64], viewer: i64, card: i64, code: i64) -> None:
    """The viewer knows where the card is."""
    at = KNOWN + KNOWN_WORDS * viewer + (card >> 3)
    shift = (card & 7) << 3
    word = t[at]
    t[at] = word ^ (((word >> shift & 255) ^ code) << shift)


def show(t: vec[i64], card: i64, code: i64) -> None:
    """Everybody sees where the card is."""
    for viewer in range(t[PLAYERS]):
        note(t, viewer, card, code)


def show_at(t: vec[i64], card: i64, code: i64, seat: i64) -> None:
    """Everybody sees the card in a place of the seat."""
    for viewer in range(t[PLAYERS]):
        note(t, viewer, card, code + relative(t, viewer, seat))


def pass_on(t: vec[i64], seat: i64, card: i64, code: i64) -> None:
    """The card comes to where only this seat looks, or NOBODY does; others know that if they knew where the card was."""
    for viewer in range(t[PLAYERS]):
        if viewer == seat or known(t, viewer, card) != UNSEEN:
            if code == IN_HAND:
                note(t, viewer, card, IN_HAND + relative(t, viewer, seat))
            else:
                note(t, viewer, card, code)


def arrivals(t: vec[i64], viewer: i64, start: i64, count: i64, code: i64) -> i64:
    """How many cards on top of a pile the viewer does not know to be there yet."""
    i = count
    while i > 0 and known(t, viewer, t[start + i - 1]) != code:
        i -= 1
    return count - i


def relative_magazine(t: vec[i64], viewer: i64, magazine: i64) -> i64:
    """The magazine, with the viewer's first; fictional ones keep their numbers."""
    players = t[PLAYERS]
    if magazine < players:
        return relative(t, viewer, magazine)
    if t[KIND] == ADVANCED:
        return players + relative(t, viewer, magazine - players)
    return magazine


def receive(t: vec[i64], seat: i64) -> None:
    """The seat sees the cards that have come to its hand; others know those that they knew before."""
    start = HANDS + seat * HAND
    count = t[HAND_COUNT + seat]
    for i in range(count - arrivals(t, seat, start, count, IN_HAND), count):
        pass_on(t, seat, t[start + i], IN_HAND)


def see_open_piles(t: vec[i64]) -> None:
    """Everybody sees the cards turned onto the open piles, and the new tops."""
    pile: i64
    for pile in range(3):
        start = OPEN + pile * HAIRED
        below = t[OPEN_COUNT + pile] - 1
        if below >= 0 and known(t, 0, t[start + below]) != OPEN_TOP:
            show(t, t[start + below], OPEN_TOP)
            for i in range(below - arrivals(t, 0, start, below, OPEN_BELOW), below):
                show(t, t[start + i], OPEN_BELOW)


def forget(t: vec[i64], discards: i64) -> None:
    """If the discard, which had so many cards, was shuffled, nobody knows where they are (CM-R3)."""
    if t[DISCARD_COUNT] < discards:
        for i in range(discards):
            show(t, t[DISCARD + i], UNSEEN)


# --- cards under the next pile


def dig(t: vec[i64], viewer: i64) -> None:
    """Drop the buried cards that are no longer where the viewer put them."""
    start = BURIED + BURIED_MOST * viewer
    kept: i64 = 0
    for i in range(t[BURIED_COUNT + viewer]):
        entry = t[start + i]
        code = known(t, viewer, entry & 255)
        if code == IN_NEXT or code == IN_FACE_DOWN:
            t[start + kept] = entry
            kept += 1
    t[BURIED_COUNT + viewer] = kept


def keep_some(t: vec[i64], seat: i64, code: i64) -> None:
    """Only the seat knows which cards it kept, and which it put under the next pile, in which order (CM-R2, CM-A5)."""
    looked = t[LOOKED_COUNT]
    for i in range(looked):
        show(t, t[LOOKED + i], UNSEEN)
    for viewer in range(t[PLAYERS]):
        dig(t, viewer)
    place = t[NEXT_BOTTOM]
    for i in range(looked):
        card = t[LOOKED + i]
        if card != code & 255 and card != code >> 8:
            note(t, seat, card, IN_NEXT)
            place = (place + RING - 1) & (RING - 1)
            count = t[BURIED_COUNT + seat]
            t[BURIED + BURIED_MOST * seat + count] = card + 256 * place
            t[BURIED_COUNT + seat] = count + 1
    carry_out(t, seat, code)
    receive(t, seat)


def renew(t: vec[i64]) -> None:
    """The new year's piles (CM-Y1)."""
    discards = t[DISCARD_COUNT]
    for viewer in range(t[PLAYERS]):
        dig(t, viewer)
        start = BURIED + BURIED_MOST * viewer
        for i in range(t[BURIED_COUNT + viewer]):
            card = t[start + i] & 255
            if known(t, viewer, card) == IN_NEXT:
                height = ((t[start + i] >> 8) - t[NEXT_BOTTOM]) & (RING - 1)
                t[start + i] = card + 256 * (t[FACE_DOWN_COUNT] + height)
                note(t, viewer, card, IN_FACE_DOWN)
    pile: i64
    for pile in range(3):
        for i in range(t[OPEN_COUNT + pile]):
            show(t, t[OPEN + pile * HAIRED + i], DISCARDED)
        discards += t[OPEN_COUNT + pile]
    renew_piles(t)
    forget(t, discards)
    see_open_piles(t)


# --- the course of the game


def begin(t: vec[i64]) -> None:
    """Deal a game with the row's options, and let everybody look around."""
    t[START] = t[DRAWN_START]
    t[REMOVED] = t[DRAWN_REMOVED]
    if t[REMOVED] == DRAWN:
        t[REMOVED] = draw(t, 6)
    deal(t)
    i: i64
    for i in range(KNOWN, BURIED):
        t[i] = 0
    t[PICKED_CARD] = 0
    if t[REMOVED] >= 0:
        for i in range(COLOURED):
            show(t, t[REMOVED] * COLOURED + i, OUT)
    for seat in range(t[PLAYERS]):
        receive(t, seat)
    for i in range(t[INFLUENCE_COUNT]):
        show(t, t[INFLUENCE + i], INFLUENCING)
    see_open_piles(t)
    see_b(t)
    count_public(t)


def see_b(t: vec[i64]) -> None:
    """Fictional B's card lies face up (CM-22)."""
    if t[KIND] == FICTIONAL and t[PLACED + 3] >= 0:
        show(t, t[PLACED + 3], PLACED_B)


def count_public(t: vec[i64]) -> None:
    """Tracks and trends as they are now (CM-T2, CM-T3); the table's own wait for the next season."""
    tracks = t[TRACKS]
    count_tracks(t)
    spread(t, TRACK_WORDS, t[TRACKS])
    spread(t, TREND_WORDS, trends(t))
    t[TRACKS] = tracks


def spread(t: vec[i64], at: i64, counts: i64) -> None:
    """Write the five-bit fields of a track as bytes: hair, length, pattern, clothes; the inactive trait is 0."""
    low: i64 = 0
    high: i64 = 0
    i: i64
    for i in range(6):
        low |= (counts >> 5 * i & 31) << 8 * i
    counts >>= 30
    if t[SEASON] == 1 or t[SEASON] == 2:
        for i in range(6):
            high |= (counts >> 5 * i & 31) << 8 * (1 + i)
    else:
        low |= (counts & 31) << 48 | (counts >> 5 & 31) << 56
        high = counts >> 10 & 31
    t[at] = low
    t[at + 1] = high


def decide(t: vec[i64], seat: i64, code: i64) -> None:
    """Carry out the seat's decision, given as an action of `_table`, and all that follows from it."""
    phase = t[PHASE]
    if phase == PLACE:
        note(t, seat, code & 255, PLACED_OWN)
        if code >> 8 != NONE:
            note(t, seat, code >> 8, PLACED_OWN + 1)
        carry_out(t, seat, code)
    elif phase == FEATURE:
        second: i64 = 0
        if code >> 8 >= t[PLAYERS]:
            second = 1
        note(t, seat, code & 255, FEATURED_OWN + second)
        carry_out(t, seat, code)
    elif phase == VOTE:
        carry_out(t, seat, code)
    else:
        kind = t[DUTIES + t[DUTY_COUNT] - 1] - seat
        if kind == SWAPPING:
            carry_out(t, seat, code)
            if code & 255 != NONE:
                show(t, code & 255, DISCARDED)
        elif kind == TAKING:
            discards = t[DISCARD_COUNT]
            carry_out(t, seat, code)
            forget(t, discards)
            receive(t, seat)
            see_open_piles(t)
        else:
            keep_some(t, seat, code)
    follow(t)


def follow(t: vec[i64]) -> None:
    """Everything that needs no decision, until one is owed or the game is over."""
    while True:
        phase = t[PHASE]
        if phase == PLACE:
            if to_act(t):
                return
            see_covers(t)
            end_month(t)
            see_b(t)
            count_public(t)
        elif phase == FEATURE:
            if to_act(t):
                return
            see_evaluation(t)
        elif phase == VOTE:
            if to_act(t):
                return
            count_votes(t)
        elif phase == OVER or awaits(t):
            return
        elif phase == REPLENISH:
            see_replenished(t)
        else:
            begin_season(t)
            see_b(t)
            count_public(t)


def awaits(t: vec[i64]) -> bool:
    """Whether a taking, keeping or swapping is to be decided; what leaves no choice is done on the way (CM-R4, CM-R5)."""
    drawn = t[NEXT_COUNT] + t[FACE_DOWN_COUNT]
    discards = t[DISCARD_COUNT]
    found = awaits_taking(t)
    if t[NEXT_COUNT] + t[FACE_DOWN_COUNT] == drawn and t[DISCARD_COUNT] == discards:
        return found
    forget(t, discards)
    see_open_piles(t)
    for seat in range(t[PLAYERS]):
        receive(t, seat)
    if t[LOOKED_COUNT] > 0:
        seat = t[DUTIES + t[DUTY_COUNT] - 1] & 7
        for i in range(t[LOOKED_COUNT]):
            pass_on(t, seat, t[LOOKED + i], LOOKED_AT)
    return found


def see_covers(t: vec[i64]) -> None:
    """Everybody sees the covers of the month, which are about to be revealed (CM-P1)."""
    for magazine in range(t[MAGAZINES]):
        card = t[PLACED + magazine]
        if card >= 0:
            month = t[COVER_COUNT + magazine]
            for viewer in range(t[PLAYERS]):
                note(t, viewer, card, COVER + 3 * relative_magazine(t, viewer, magazine) + month)


def see_evaluation(t: vec[i64]) -> None:
    """Evaluate the season; everybody sees where each model goes (CM-E1 to CM-E5)."""
    players = t[PLAYERS]
    for i in range(t[INFLUENCE_COUNT]):
        show(t, t[INFLUENCE + i], DISCARDED)
    for magazine in range(t[MAGAZINES]):
        for i in range(t[COVER_COUNT + magazine]):
            card = t[COVERS + 3 * magazine + i]
            if is_owned(t, magazine):
                show_at(t, card, IN_HAND, owner(t, magazine))
            else:
                show(t, card, WITH_FICTIONAL)
    end_season(t)
    for i in range(t[INFLUENCE_COUNT]):
        show(t, t[INFLUENCE + i], INFLUENCING)
    for seat in range(players):
        see_stack(t, PRESTIGE + seat * CARDS, t[PRESTIGE_COUNT + seat], code=IN_PRESTIGE, seat=seat)
        see_stack(t, SIDE + seat * CARDS, t[SIDE_COUNT + seat], code=IN_SIDE, seat=seat)
    count_public(t)


def see_stack(t: vec[i64], start: i64, count: i64, *, code: i64, seat: i64) -> None:
    """Everybody saw the cards that have come to the seat's stack (CM-I2)."""
    for i in range(count - arrivals(t, seat, start, count, code), count):
        show_at(t, t[start + i], code, seat)


def see_replenished(t: vec[i64]) -> None:
    """The fictional pile, the calendar and perhaps a new year, after all hands are replenished (CM-24, CM-N1, CM-Y1)."""
    if t[KIND] == FICTIONAL:
        discards = t[DISCARD_COUNT]
        replenish_fictional_pile(t)
        forget(t, discards)
        for i in range(t[FICTIONAL_COUNT]):
            pass_on(t, NOBODY, t[FICTIONAL_PILE + i], WITH_FICTIONAL)
    if begins_year(t):
        renew(t)
        push_swappings(t)
    count_public(t)


# --- players of the kernel


def policy_action(t: vec[i64], seat: i64, scratch: vec[i64]) -> i64:
    """The action that the seat's policy chooses."""
    policy = t[POLICY + seat]
    if policy == PLAN:
        return planned(t, seat, scratch)
    if policy == TREND:
        return trendy_action(t, seat)
    actions = legal(t, seat)
    return actions[draw(t, len(actions))]


def trendy_action(t: vec[i64], seat: i64) -> i64:
    """The action that the rule of thumb chooses: see `_games`."""
    phase = t[PHASE]
    start = HANDS + seat * HAND
    if phase == PLACE:
        first = best_in_hand(t, seat, NOBODY)
        second: i64 = NONE
        if t[KIND] == ADVANCED and t[HAND_COUNT + seat] > 1:
            second = t[start + best_in_hand(t, seat, first)]
        return t[start + first] + 256 * second
    if phase == FEATURE:
        magazine = seat
        if t[UNDECIDED + magazine] == 0:
            magazine += t[PLAYERS]
        return t[COVERS + 3 * magazine + best_to_feature(t, magazine)] + 256 * magazine
    if phase == VOTE:
        return 0
    return trendy_duty(t, seat, t[DUTIES + t[DUTY_COUNT] - 1] - seat)
