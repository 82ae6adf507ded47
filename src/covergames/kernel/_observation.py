"""What a seat of Cover Me sees of a row of `_knowledge`, as bytes, eight to an integer.

`covergames.envs` documents what every byte of an observation means; the constants here say where it is.
"""

# mypyc compiles conditional expressions and tuples of integers to Python objects, which are slow.

from __future__ import annotations

from typing import Final

from covergames.kernel._knowledge import (
    BURIED,
    BURIED_COUNT,
    BURIED_MOST,
    IN_FACE_DOWN,
    KNOWN,
    KNOWN_WORDS,
    OPEN_SCORES,
    OWING,
    PICKED_CARD,
    TRACK_WORDS,
    TREND_WORDS,
    dig,
    known,
    relative,
    relative_magazine,
)
from covergames.kernel._rows import i64, vec
from covergames.kernel._table import (
    ADVANCED,
    CLOTHES,
    DISCARD_COUNT,
    DUTIES,
    DUTY_COUNT,
    FACE_DOWN_COUNT,
    FEATURE,
    FICTIONAL_COUNT,
    HAND_COUNT,
    INFLUENCE_COUNT,
    KIND,
    LOOKED_COUNT,
    MAGAZINES,
    MONTH,
    NEXT,
    NEXT_BOTTOM,
    NEXT_COUNT,
    NOBODY,
    OPEN_COUNT,
    OVER,
    PHASE,
    PLACE,
    PLACED,
    PLAYERS,
    PRESTIGE_COUNT,
    REMOVED,
    RING,
    SEASON,
    SET_ASIDE_PILES,
    SHORTER,
    SIDE_COUNT,
    SIDE_WORTHS,
    STANDING,
    START,
    SWAPPING,
    TAKING,
    VOTE,
    VOTES,
    WORTHS,
    YEAR,
    YEARS,
)

# Decisions (covergames.coverme.Decision, in its order, from 1; 0: none).
NO_DECISION: Final = 0
TAKE_DECISION: Final = 1
PLACE_DECISION: Final = 2
FEATURE_DECISION: Final = 3
KEEP_DECISION: Final = 4
SWAP_DECISION: Final = 5
VOTE_DECISION: Final = 6

# Where an observation has what, in bytes.
AT_CARDS: Final = 0  # 162
AT_HANDS: Final = 162  # 5
AT_DECISION: Final = 167
AT_PLAYERS: Final = 168
AT_KIND: Final = 169
AT_YEARS: Final = 170
AT_SHORTER: Final = 171
AT_REMOVED: Final = 172
AT_YEAR: Final = 173
AT_SEASON: Final = 174
AT_MONTH: Final = 175
AT_FACE_DOWN: Final = 176
AT_NEXT: Final = 177
AT_DISCARD: Final = 178
AT_OPEN: Final = 179  # 3
AT_INFLUENCE: Final = 182
AT_FICTIONAL: Final = 183
AT_TRACKS: Final = 184  # 15
AT_SET_ASIDE: Final = 199
AT_TRENDS: Final = 200  # 15
AT_NEXT_CLOTHES: Final = 215
AT_PRESTIGE: Final = 216  # 5
AT_SIDE: Final = 221  # 2
AT_PHASE: Final = 223
AT_WORTH: Final = 224  # 5
AT_SIDE_WORTH: Final = 229  # 2
AT_START: Final = 231
AT_TO_ACT: Final = 232  # 5
AT_DUE: Final = 237
AT_VOTE: Final = 238
AT_OPEN_SCORES: Final = 239
AT_PLACED: Final = 240  # 5
AT_NEXT_PLACES: Final = 245  # 27
AT_FACE_DOWN_PLACES: Final = 272  # 32
OBSERVATION: Final = 304
WORDS: Final = 38
NEXT_PLACES: Final = 27
FACE_DOWN_PLACES: Final = 32
MOST: Final = 255
"""What a byte can hold; a larger sum is cut."""

ONE: Final = vec[i64]([1 << 8 * place for place in range(5)])
"""A one in each of the lower bytes; mypyc 2.4 cuts a literal off at 32 bits where it is shifted that far."""


def decision(t: vec[i64]) -> i64:
    """The kind of decision that the table waits for."""
    phase = t[PHASE]
    if phase == PLACE:
        return PLACE_DECISION
    if phase == FEATURE:
        return FEATURE_DECISION
    if phase == VOTE:
        return VOTE_DECISION
    if phase == OVER:
        return NO_DECISION
    kind = t[DUTIES + t[DUTY_COUNT] - 1] & ~7
    if kind == TAKING:
        return TAKE_DECISION
    if kind == SWAPPING:
        return SWAP_DECISION
    return KEEP_DECISION


def due(t: vec[i64], seat: i64) -> i64:
    """How many cards the seat's covers or its keeping still name: one, or two, one after the other (CM-A2, CM-A5)."""
    count: i64 = 0
    if t[PHASE] == PLACE:
        count = 1
        if t[KIND] == ADVANCED and t[HAND_COUNT + seat] > 1:
            count = 2
    elif t[LOOKED_COUNT] > 0:
        count = (t[DUTIES + t[DUTY_COUNT] - 1] & ~7) >> 3
    if count == 2 and picked(t, seat) >= 0:
        count = 1
    return count


def picked(t: vec[i64], seat: i64) -> i64:
    """The first of two cards, if the seat has chosen it; seats that choose at the same time do not see each other's."""
    entry = t[PICKED_CARD] >> 8 * seat & 255
    return entry - 1


def pick(t: vec[i64], seat: i64, card: i64) -> None:
    """Set or, with NOBODY, reset the first of two cards."""
    t[PICKED_CARD] ^= ((t[PICKED_CARD] >> 8 * seat & 255) ^ (card + 1)) << 8 * seat


# --- what a seat sees


def observe(t: vec[i64], viewer: i64, out: vec[i64], at: i64) -> None:
    """Write all that the viewer sees, eight bytes to an integer."""
    players = t[PLAYERS]
    magazines = t[MAGAZINES]
    base = KNOWN + KNOWN_WORDS * viewer
    i: i64
    for i in range(20):
        out[at + i] = t[base + i]
    seats = t[OWING]
    hands: i64 = 0
    stacks: i64 = 0
    worths: i64 = 0
    acting: i64 = 0
    seat = viewer
    for i in range(players):
        shift = 8 * i
        held = t[HAND_COUNT + seat]
        if t[PLACED + seat] >= 0:
            held += 1
        hands |= held << shift
        stacks |= t[PRESTIGE_COUNT + seat] << shift
        worths |= at_most(t[STANDING + seat] >> WORTHS) << shift
        acting |= (seats >> seat & 1) << shift
        seat += 1
        if seat == players:
            seat = 0
    placed: i64 = 0
    for i in range(magazines):
        if t[PLACED + i] >= 0:
            placed |= ONE[relative_magazine(t, viewer, i)]
    if t[KIND] == ADVANCED:
        other = 1 - viewer
        hands += (placed >> 16 & 255) + (placed >> 24 & 255) * 256
        stacks |= t[SIDE_COUNT + viewer] << 40 | t[SIDE_COUNT + other] << 48
        worths |= side_worth(t, viewer) << 40 | side_worth(t, other) << 48
    out[at + 20] = t[base + 20] | hands << 16 | decision(t) << 56
    out[at + 21] = (
        players
        | t[KIND] << 8
        | t[YEARS] << 16
        | t[SHORTER] << 24
        | (t[REMOVED] + 1) << 32
        | at_most(t[YEAR]) << 40
        | t[SEASON] << 48
        | t[MONTH] << 56
    )
    out[at + 22] = (
        t[FACE_DOWN_COUNT]
        | t[NEXT_COUNT] << 8
        | t[DISCARD_COUNT] << 16
        | t[OPEN_COUNT] << 24
        | t[OPEN_COUNT + 1] << 32
        | t[OPEN_COUNT + 2] << 40
        | t[INFLUENCE_COUNT] << 48
        | t[FICTIONAL_COUNT] << 56
    )
    out[at + 23] = t[TRACK_WORDS]
    out[at + 24] = t[TRACK_WORDS + 1] | t[SET_ASIDE_PILES] << 56
    clothes: i64 = 0
    if t[NEXT_COUNT] > 0:
        clothes = CLOTHES[t[NEXT + t[NEXT_BOTTOM]]] + 1
    out[at + 25] = t[TREND_WORDS]
    out[at + 26] = t[TREND_WORDS + 1] | clothes << 56
    out[at + 27] = stacks | t[PHASE] << 56
    out[at + 28] = worths | relative(t, viewer, t[START]) << 56
    number: i64 = 0
    if seats >> viewer & 1:
        number = due(t, viewer)
    out[at + 29] = acting | number << 40 | (t[VOTES + viewer] + 1) << 48 | t[OPEN_SCORES] << 56
    out[at + 30] = placed
    for i in range(31, WORDS):
        out[at + i] = 0
    if t[BURIED_COUNT + viewer] > 0:
        write_buried(t, viewer, out, at)


def at_most(number: i64) -> i64:
    """The number, or as much of it as a byte holds."""
    if number > MOST:
        return MOST
    return number


def side_worth(t: vec[i64], seat: i64) -> i64:
    """The worth of the side stack (CM-A6)."""
    return at_most(t[STANDING + seat] >> SIDE_WORTHS & 1023)


def write_buried(t: vec[i64], viewer: i64, out: vec[i64], at: i64) -> None:
    """Write the cards whose exact place in the next or the face-down pile the viewer knows, by the cards above them."""
    dig(t, viewer)
    start = BURIED + BURIED_MOST * viewer
    for i in range(t[BURIED_COUNT + viewer]):
        entry = t[start + i]
        card = entry & 255
        place = entry >> 8
        where: i64 = NOBODY
        if known(t, viewer, card) == IN_FACE_DOWN:
            depth = t[FACE_DOWN_COUNT] - 1 - place
            if depth < FACE_DOWN_PLACES:
                where = AT_FACE_DOWN_PLACES + depth
        else:
            where = AT_NEXT_PLACES + ((t[NEXT_BOTTOM] + t[NEXT_COUNT] - 1 - place) & (RING - 1))
        if where >= 0:
            out[at + (where >> 3)] |= (card + 1) << ((where & 7) << 3)
