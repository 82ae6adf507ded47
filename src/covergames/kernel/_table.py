"""Cover Me on one flat row of integers: the table and its rules.

Compiled with mypyc where possible (`scripts/compile`); the same text interpreted gives the same games, slowly.
`covergames.kernel` explains and is what the rest of the project calls. Nothing here refuses an illegal action.

A table is a row of `SIZE` integers. A pile is a number of cards, at its `*_COUNT`, and the cards from its start
upwards, top last, except the next pile: a ring of `RING` places, since cards are also put under it. Hands are in no
order. Cards, seats, magazines, seasons and clothes are numbered as in `covergames.coverme`.
"""

# mypyc compiles conditional expressions and tuples of integers to Python objects, which are slow.
# ruff: noqa: SIM108, SIM109

from __future__ import annotations

from typing import Final

from covergames.kernel._rows import i64, vec

NOBODY: Final = -1
"""No card, no colour, no vote."""
DRAWN: Final = -2
"""The colour that leaves is drawn by lot (CM-V4)."""

# Phases (covergames.coverme.Phase, in its order).
DRAFT: Final = 0
PLACE: Final = 1
FEATURE: Final = 2
REPLENISH: Final = 3
NEW_YEAR: Final = 4
VOTE: Final = 5
OVER: Final = 6

# Duties: kind * 8 + seat.
TAKING: Final = 0
LOOKING: Final = 8
"""For one card to keep (CM-R2)."""
LOOKING_TWICE: Final = 16
"""For two cards to keep (CM-A5)."""
SWAPPING: Final = 24

# Who plays with whom.
PLAIN: Final = 0
FICTIONAL: Final = 1
ADVANCED: Final = 2

# An action is an integer: a source, a vote (1: play on), a card, or two cards (first + 256 * second), or a card and its
# magazine (card + 256 * magazine). Where a second card or a swap is not there, it is NONE.
NONE: Final = 255
FACE_DOWN_SOURCE: Final = 3

# The options.
PLAYERS: Final = 0
MAGAZINES: Final = 1
KIND: Final = 2
SHORTER: Final = 3
YEARS: Final = 4
REMOVED: Final = 5
"""The clothes colour that has left, or NOBODY in a game with a next pile (CM-V3)."""
FIRST_GAME: Final = 6
# Where the game is.
PHASE: Final = 8
YEAR: Final = 9
SEASON: Final = 10
MONTH: Final = 11
START: Final = 12
# What the kernel needs for itself.
CHANCE: Final = 13
"""The state of the generator."""
SCRIPT: Final = 14
"""How many cards of prescribed shuffles are left in the script; the next one is the last."""
DECISIONS: Final = 15
TRACKS: Final = 129
"""The fashion tracks (CM-T2)."""
SEASONS_PLAYED: Final = 16
LAST_SEASON: Final = 7
"""After how many seasons played the kernel stops by itself."""
# Sizes of piles.
FACE_DOWN_COUNT: Final = 17
NEXT_COUNT: Final = 18
NEXT_BOTTOM: Final = 19
"""Where in the ring the lowest card of the next pile lies."""
DISCARD_COUNT: Final = 20
FICTIONAL_COUNT: Final = 21
INFLUENCE_COUNT: Final = 22
SET_ASIDE_PILES: Final = 23
DUTY_COUNT: Final = 24
LOOKED_COUNT: Final = 25
OPEN_COUNT: Final = 26  # 3
SET_ASIDE_COUNT: Final = 29  # 2
HAND_COUNT: Final = 31  # 5
PRESTIGE_COUNT: Final = 36  # 5
SIDE_COUNT: Final = 41  # 5
COVER_COUNT: Final = 46  # 5
# By magazine or seat.
PLACED: Final = 51  # 5
UNDECIDED: Final = 56  # 5
"""Which places of the magazine's row are equally trendy, as bits, until its owner chooses (CM-M2)."""
FEATURED: Final = 61  # 5
"""The place in the magazine's row that its owner chose."""
VOTES: Final = 66  # 5
POLICY: Final = 71  # 5
BEST: Final = 76  # 5
"""Which places of the magazine's row are most trendy, as bits, once judged."""
STANDING: Final = 81  # 5
"""Everything that seats are compared by, in one number."""
TALLY: Final = 86  # 5 x 4
"""By magazine and trend value: how many season specials had it."""
COVERS: Final = 106  # 5 x 3
VALUES: Final = 121  # 5
"""The highest trend value of the magazine's row, once judged."""
LOOKED: Final = 136  # 4
DUTIES: Final = 140  # 48, the next one last
INFLUENCE: Final = 188  # 8
HANDS: Final = 196  # 5 x 16
FICTIONAL_PILE: Final = 276  # 32
NEXT: Final = 308  # 32
SET_ASIDE: Final = 340  # 2 x 27
OPEN: Final = 394  # 3 x 54
FACE_DOWN: Final = 556  # 162
DISCARD: Final = 718  # 162
PRESTIGE: Final = 880  # 5 x 162
SIDE: Final = 1690  # 2 x 162
SCRIPTED: Final = 2014  # 512
SIZE: Final = 2526

HAND: Final = 16
RING: Final = 32
HAIRED: Final = 54
COLOURED: Final = 27
CARDS: Final = 162

MULTIPLIER: Final = 0x7F439E6B
"""Of the generator: MULTIPLIER * 2**32 - 1 is a safe prime, so that the period is some 2**62."""
LOW: Final = 0xFFFFFFFF
FOREVER: Final = 1 << 40

HAIR_BIT: Final = vec[i64]([5 * (card // 9 % 3) for card in range(CARDS)])
LENGTH_BIT: Final = vec[i64]([15 + 5 * (card // 3 % 3) for card in range(CARDS)])
THIRD_BIT: Final = vec[i64](
    [30 + 5 * (card % 3) for card in range(CARDS)] + [30 + 5 * (card // 27) for card in range(CARDS)]
)
"""Where on the tracks a card's characteristics are counted; the third as in `COUNTED`."""
HAIR: Final = vec[i64]([card // 9 % 3 for card in range(CARDS)])
CLOTHES: Final = vec[i64]([card // 27 for card in range(CARDS)])
VALUE: Final = vec[i64]([(2, 2, 2, 3, 4, 5)[card // 27] for card in range(CARDS)])
"""Prestige (CM-C2)."""
COUNTED: Final = vec[i64](
    [1 << 5 * (card // 9 % 3) | 1 << 15 + 5 * (card // 3 % 3) | 1 << 30 + 5 * (card % 3) for card in range(CARDS)]
    + [1 << 5 * (card // 9 % 3) | 1 << 15 + 5 * (card // 3 % 3) | 1 << 30 + 5 * (card // 27) for card in range(CARDS)]
)
"""What a card adds to the tracks, five bits a characteristic: in fall and winter, and from 162 on in spring and summer
(CM-T1, CM-T2). No more than 5 + 15 cards are ever counted."""
TOP: Final = vec[i64]([max(row & 3, row >> 2 & 3, row >> 4) for row in range(64)])
"""The highest of a row's trend values, two bits each (CM-M1)."""
TOP_PLACES: Final = vec[i64](
    [
        sum(1 << place for place in range(3) if row >> 2 * place & 3 == max(row & 3, row >> 2 & 3, row >> 4))
        for row in range(64)
    ]
)
"""The places, as bits, of the models that have it."""
LOWEST: Final = vec[i64]([3, 0, 1, 0, 2, 0, 1, 0])
"""The lowest of some places of a row, given as bits."""
WORTHS: Final = 40
"""A standing has from this bit on the worth of the prestige stack, then that of the side stack, and the tie-breaks."""
SIDE_WORTHS: Final = 30
TIE_BREAK: Final = vec[i64]([0, 0, 1 << 22 | 1, 1 << 22 | 1 << 7, 1 << 22 | 1 << 12, 1 << 22 | 1 << 17])
"""What a card of that prestige adds to a standing: one card, and one of its prestige, the highest prestige first (CM-X3)."""


def empty_table() -> vec[i64]:
    """A table with nothing on it."""
    return vec[i64]([0 for _ in range(SIZE)])


# --- chance


def draw(t: vec[i64], count: i64) -> i64:
    """A random number below `count`: multiply with carry, which never leaves 63 bits."""
    x = t[CHANCE]
    x = MULTIPLIER * (x & LOW) + (x >> 32)
    t[CHANCE] = x
    return (((x ^ (x >> 32)) & LOW) * count) >> 32


def shuffle(t: vec[i64], start: i64, count: i64) -> None:
    """A random order of the cards from `start` on, or the one that the script prescribes."""
    if t[SCRIPT] > 0:
        left = t[SCRIPT]
        for i in range(count):
            left -= 1
            t[start + count - 1 - i] = t[SCRIPTED + left]
        t[SCRIPT] = left
        return
    x = t[CHANCE]
    while count > 1:
        x = MULTIPLIER * (x & LOW) + (x >> 32)
        other = start + ((((x ^ (x >> 32)) & LOW) * count) >> 32)
        count -= 1
        card = t[start + count]
        t[start + count] = t[other]
        t[other] = card
    t[CHANCE] = x


# --- piles and hands


def draw_face_down(t: vec[i64]) -> i64:
    """The top of the face-down pile; exhausted, the discard is shuffled first (CM-R3). NOBODY: both are empty (CM-R4)."""
    count = t[FACE_DOWN_COUNT]
    if count == 0:
        count = t[DISCARD_COUNT]
        if count == 0:
            return NOBODY
        for i in range(count):
            t[FACE_DOWN + i] = t[DISCARD + i]
        shuffle(t, FACE_DOWN, count)
        t[DISCARD_COUNT] = 0
    t[FACE_DOWN_COUNT] = count - 1
    return t[FACE_DOWN + count - 1]


def draw_next(t: vec[i64]) -> i64:
    """The top of the next pile."""
    count = t[NEXT_COUNT] - 1
    t[NEXT_COUNT] = count
    return t[NEXT + ((t[NEXT_BOTTOM] + count) & (RING - 1))]


def refill_open_piles(t: vec[i64]) -> None:
    """Turn cards, sorted by hair colour, until all three piles have one or none is left (CM-S2, CM-S8, CM-R4)."""
    while t[OPEN_COUNT] == 0 or t[OPEN_COUNT + 1] == 0 or t[OPEN_COUNT + 2] == 0:
        card = draw_face_down(t)
        if card < 0:
            return
        pile = HAIR[card]
        count = t[OPEN_COUNT + pile]
        t[OPEN + pile * HAIRED + count] = card
        t[OPEN_COUNT + pile] = count + 1


def may_take_blind(t: vec[i64]) -> bool:
    """Whether the face-down pile is a source (CM-R4), which it is not in some drafts (CM-A1, CM-V3)."""
    if t[FACE_DOWN_COUNT] == 0 and t[DISCARD_COUNT] == 0:
        return False
    return t[PHASE] != DRAFT or (t[KIND] != ADVANCED and t[REMOVED] < 0)


def has_source(t: vec[i64]) -> bool:
    """Whether there is anything to take from (CM-R4)."""
    return t[OPEN_COUNT] > 0 or t[OPEN_COUNT + 1] > 0 or t[OPEN_COUNT + 2] > 0 or may_take_blind(t)


def give(t: vec[i64], seat: i64, card: i64) -> None:
    """The card comes into the seat's hand."""
    count = t[HAND_COUNT + seat]
    t[HANDS + seat * HAND + count] = card
    t[HAND_COUNT + seat] = count + 1


def remove_from_hand(t: vec[i64], seat: i64, place: i64) -> i64:
    """The card at that place of the hand, taken out of it."""
    count = t[HAND_COUNT + seat] - 1
    start = HANDS + seat * HAND
    card = t[start + place]
    t[start + place] = t[start + count]
    t[HAND_COUNT + seat] = count
    return card


def place_in_hand(t: vec[i64], seat: i64, card: i64) -> i64:
    """Where in the hand the card is."""
    place: i64 = 0
    while t[HANDS + seat * HAND + place] != card:
        place += 1
    return place


def discard(t: vec[i64], card: i64) -> None:
    """The card goes onto the discard."""
    count = t[DISCARD_COUNT]
    t[DISCARD + count] = card
    t[DISCARD_COUNT] = count + 1


def take(t: vec[i64], seat: i64, source: i64) -> None:
    """The duty's card from that pile (CM-R1), and an emptied open pile is refilled at once (CM-S8)."""
    t[DUTY_COUNT] -= 1
    if source == FACE_DOWN_SOURCE:
        give(t, seat, draw_face_down(t))
    else:
        count = t[OPEN_COUNT + source] - 1
        t[OPEN_COUNT + source] = count
        give(t, seat, t[OPEN + source * HAIRED + count])
    refill_open_piles(t)


def look(t: vec[i64], seat: i64, keep: i64) -> None:
    """Draw two cards of the next pile for each to keep; too few for a choice are taken, the rest owed (CM-R2, CM-R5, CM-A5)."""
    there = t[NEXT_COUNT]
    if there > keep:
        drawn = 2 * keep
        if drawn > there:
            drawn = there
        for i in range(drawn):
            t[LOOKED + i] = draw_next(t)
        t[LOOKED_COUNT] = drawn
        return
    for _i in range(there):
        give(t, seat, draw_next(t))
    count = t[DUTY_COUNT] - 1
    for _i in range(keep - there):
        t[DUTIES + count] = TAKING + seat
        count += 1
    t[DUTY_COUNT] = count


def keep(t: vec[i64], seat: i64, first: i64, second: i64) -> None:
    """Keep these of the cards looked at; the others go under the next pile in the order drawn (CM-R2, CM-A5)."""
    t[DUTY_COUNT] -= 1
    for i in range(t[LOOKED_COUNT]):
        card = t[LOOKED + i]
        if card == first or card == second:
            give(t, seat, card)
        else:
            bottom = (t[NEXT_BOTTOM] + RING - 1) & (RING - 1)
            t[NEXT + bottom] = card
            t[NEXT_BOTTOM] = bottom
            t[NEXT_COUNT] += 1
    t[LOOKED_COUNT] = 0


def add_to_fictional_pile(t: vec[i64], card: i64) -> None:
    """The card goes onto the fictional pile."""
    count = t[FICTIONAL_COUNT]
    t[FICTIONAL_PILE + count] = card
    t[FICTIONAL_COUNT] = count + 1


def replenish_fictional_pile(t: vec[i64]) -> None:
    """One card from the face-down pile, one from the next pile or else the face-down pile, and shuffle (CM-24)."""
    card = draw_face_down(t)
    if card >= 0:
        add_to_fictional_pile(t, card)
    if t[NEXT_COUNT] > 0:
        card = draw_next(t)
    else:
        card = draw_face_down(t)
    if card >= 0:
        add_to_fictional_pile(t, card)
    shuffle(t, FICTIONAL_PILE, t[FICTIONAL_COUNT])


def renew_piles(t: vec[i64]) -> None:
    """The next pile goes onto the face-down pile, new open piles replace the old ones, the next colour comes (CM-Y1, CM-V1)."""
    count = t[FACE_DOWN_COUNT]
    bottom = t[NEXT_BOTTOM]
    for i in range(t[NEXT_COUNT]):
        t[FACE_DOWN + count + i] = t[NEXT + ((bottom + i) & (RING - 1))]
    t[FACE_DOWN_COUNT] = count + t[NEXT_COUNT]
    pile: i64
    for pile in range(3):
        start = OPEN + pile * HAIRED
        for i in range(t[OPEN_COUNT + pile]):
            discard(t, t[start + i])
        t[OPEN_COUNT + pile] = 0
    t[NEXT_BOTTOM] = 0
    t[NEXT_COUNT] = 0
    if t[SET_ASIDE_PILES] > 0:
        aside = t[SET_ASIDE_PILES] - 1
        t[SET_ASIDE_PILES] = aside
        start = SET_ASIDE + aside * COLOURED
        for i in range(t[SET_ASIDE_COUNT + aside]):
            t[NEXT + i] = t[start + i]
        t[NEXT_COUNT] = t[SET_ASIDE_COUNT + aside]
        t[SET_ASIDE_COUNT + aside] = 0
    refill_open_piles(t)


# --- the set-up


def deal(t: vec[i64]) -> None:
    """The table as far as the first decision, from the options alone; no START: drawn by lot (CM-S1 to CM-S9)."""
    clear(t)
    players = t[PLAYERS]
    if t[START] < 0:
        t[START] = draw(t, players)
    size: i64 = 9
    if t[KIND] == ADVANCED:
        size = 12
    held: i64 = 0
    dealt = size - 3
    if t[REMOVED] < 0:
        shuffle_piles(t)
    else:
        deal_one_of_each_colour(t)
        held = 5
        dealt = 0
    refill_open_piles(t)
    if t[KIND] == FICTIONAL:
        cut(t, FICTIONAL_PILE, 12)
        t[FICTIONAL_COUNT] = 12
    t[INFLUENCE] = draw_face_down(t)
    t[INFLUENCE + 1] = draw_face_down(t)
    t[INFLUENCE_COUNT] = 2
    count_tracks(t)
    if t[FIRST_GAME] > 0:
        dealt = size - held
    for seat in range(players):
        for _i in range(dealt):
            give(t, seat, draw_face_down(t))
    push_takings(t)
    carry_on(t)


def push_takings(t: vec[i64]) -> None:
    """What is to be taken in turn to complete the first hands (CM-S6, CM-S7, CM-A1, CM-V3)."""
    rounds: i64 = 3
    if t[FIRST_GAME] > 0:
        rounds = 0
    elif t[REMOVED] >= 0:
        rounds = 4
        if t[KIND] == ADVANCED:
            rounds = 7
    left = rounds * t[PLAYERS]
    t[DUTY_COUNT] = left
    seat = t[START]
    while left > 0:
        left -= 1
        t[DUTIES + left] = TAKING + seat
        seat = after(t, seat)


def clear(t: vec[i64]) -> None:
    """Winter, or spring, of the first year, and no card anywhere."""
    t[PHASE] = DRAFT
    t[YEAR] = 1
    t[SEASON] = t[SHORTER]
    t[MONTH] = 0
    t[SEASONS_PLAYED] = 0
    t[LAST_SEASON] = FOREVER
    i: i64
    for i in range(FACE_DOWN_COUNT, PLACED):
        t[i] = 0
    for i in range(PLACED, POLICY):
        t[i] = NOBODY
    for i in range(UNDECIDED, FEATURED):
        t[i] = 0
    for i in range(BEST, COVERS):
        t[i] = 0


def after(t: vec[i64], seat: i64) -> i64:
    """The seat to the left."""
    seat += 1
    if seat == t[PLAYERS]:
        seat = 0
    return seat


def before(t: vec[i64], seat: i64) -> i64:
    """The seat to the right."""
    if seat == 0:
        seat = t[PLAYERS]
    return seat - 1


def shuffle_piles(t: vec[i64]) -> None:
    """Yellow, red and blue are the face-down pile, green is next, black and white wait (CM-S1, CM-S3)."""
    card: i64
    for card in range(81):
        t[FACE_DOWN + card] = card
    for card in range(27):
        t[NEXT + card] = card + 81
        t[SET_ASIDE + COLOURED + card] = card + 108
        t[SET_ASIDE + card] = card + 135
    shuffle(t, FACE_DOWN, 81)
    shuffle(t, NEXT, 27)
    shuffle(t, SET_ASIDE + COLOURED, 27)
    shuffle(t, SET_ASIDE, 27)
    t[FACE_DOWN_COUNT] = 81
    t[NEXT_COUNT] = 27
    t[SET_ASIDE_PILES] = 2
    t[SET_ASIDE_COUNT] = 27
    t[SET_ASIDE_COUNT + 1] = 27


def deal_one_of_each_colour(t: vec[i64]) -> None:
    """One colour leaves; each seat gets a card of each other colour; the rest is the face-down pile (CM-V3)."""
    count: i64 = 0
    colour: i64
    i: i64
    for colour in range(6):
        if colour != t[REMOVED]:
            start = FACE_DOWN + count
            for i in range(COLOURED):
                t[start + i] = colour * COLOURED + i
            shuffle(t, start, COLOURED)
            for seat in range(t[PLAYERS]):
                give(t, seat, t[start + COLOURED - 1 - seat])
            count += COLOURED - t[PLAYERS]
    shuffle(t, FACE_DOWN, count)
    t[FACE_DOWN_COUNT] = count


def cut(t: vec[i64], start: i64, count: i64) -> None:
    """The top cards of the face-down pile, in one block."""
    left = t[FACE_DOWN_COUNT] - count
    for i in range(count):
        t[start + i] = t[FACE_DOWN + left + i]
    t[FACE_DOWN_COUNT] = left


# --- a season


def counting(t: vec[i64]) -> i64:
    """Where in `COUNTED` the season's traits begin: the third is clothes in spring and summer (CM-T1)."""
    season = t[SEASON]
    if season == 1 or season == 2:
        return CARDS
    return 0


def count_tracks(t: vec[i64]) -> None:
    """The tracks count the influence row, and every cover revealed this season (CM-T2, CM-N1)."""
    shift = counting(t)
    counts: i64 = 0
    for i in range(t[INFLUENCE_COUNT]):
        counts += COUNTED[shift + t[INFLUENCE + i]]
    for magazine in range(t[MAGAZINES]):
        start = COVERS + 3 * magazine
        for i in range(t[COVER_COUNT + magazine]):
            counts += COUNTED[shift + t[start + i]]
    t[TRACKS] = counts


def highest(counts: i64, *, shift: i64, fields: i64) -> i64:
    """The characteristics of one trait with the highest count, as bits where a card counts (CM-T3)."""
    most: i64 = 1
    found: i64 = 0
    bit: i64 = 1
    bit <<= shift
    counts >>= shift
    for _i in range(fields):
        count = counts & 31
        if count > most:
            most = count
            found = bit
        elif count == most:
            found |= bit
        counts >>= 5
        bit <<= 5
    return found


def trends(t: vec[i64]) -> i64:
    """All trends now, as bits where a card counts (CM-T3)."""
    counts = t[TRACKS]
    third: i64 = 3
    if counting(t) > 0:
        third = 6
    return (
        highest(counts, shift=0, fields=3)
        | highest(counts, shift=15, fields=3)
        | highest(counts, shift=30, fields=third)
    )


def trend_value(shown: i64) -> i64:
    """How many of a card's characteristics are trends, given those that are (CM-T4)."""
    shown += (shown >> 15) + (shown >> 30) + (shown >> 45)
    return (shown + (shown >> 5) + (shown >> 10)) & 31


def is_owned(t: vec[i64], magazine: i64) -> bool:
    """Whether the magazine is a player's and not a fictional one (CM-21, CM-A1)."""
    return magazine < t[PLAYERS] or t[KIND] == ADVANCED


def owner(t: vec[i64], magazine: i64) -> i64:
    """Whose magazine it is (CM-A1)."""
    if magazine >= t[PLAYERS]:
        magazine -= t[PLAYERS]
    return magazine


def begin_season(t: vec[i64]) -> None:
    """Tracks that count the influence row alone (CM-N1), and the first month."""
    count_tracks(t)
    t[MONTH] = 0
    begin_month(t)
    t[PHASE] = PLACE


def begin_month(t: vec[i64]) -> None:
    """Before the players choose, the fictional magazines place, A going short first (CM-22, CM-24)."""
    t[MONTH] += 1
    if t[KIND] == FICTIONAL:
        count = t[FICTIONAL_COUNT]
        if count > 1:
            t[PLACED + 2] = t[FICTIONAL_PILE + count - 1]
            t[PLACED + 3] = t[FICTIONAL_PILE + count - 2]
            t[FICTIONAL_COUNT] = count - 2
        else:
            t[PLACED + 2] = NOBODY
            t[PLACED + 3] = NOBODY
            if count == 1:
                t[PLACED + 3] = t[FICTIONAL_PILE]
            t[FICTIONAL_COUNT] = 0


def place(t: vec[i64], seat: i64, first: i64, second: i64) -> None:
    """The cards at these places of the hand lie face down: primary, then secondary magazine (CM-P1, CM-A2)."""
    t[PLACED + seat] = remove_from_hand(t, seat, first)
    if second >= 0:
        if second == t[HAND_COUNT + seat]:
            second = first
        t[PLACED + t[PLAYERS] + seat] = remove_from_hand(t, seat, second)


def reveal(t: vec[i64]) -> None:
    """All covers of the month are turned face up together, and counted (CM-P1, CM-T2)."""
    shift = counting(t)
    counts = t[TRACKS]
    for magazine in range(t[MAGAZINES]):
        card = t[PLACED + magazine]
        if card >= 0:
            count = t[COVER_COUNT + magazine]
            t[COVERS + 3 * magazine + count] = card
            t[COVER_COUNT + magazine] = count + 1
            t[PLACED + magazine] = NOBODY
            counts += COUNTED[shift + card]
    t[TRACKS] = counts


def judge(t: vec[i64]) -> None:
    """Each magazine's most trendy model; its owner may have to choose between several (CM-T4, CM-M1 to CM-M3, CM-23)."""
    shift = counting(t)
    leading = trends(t)
    for magazine in range(t[MAGAZINES]):
        start = COVERS + 3 * magazine
        count = t[COVER_COUNT + magazine]
        row: i64 = 0
        for i in range(count):
            row |= trend_value(leading & COUNTED[shift + t[start + i]]) << 2 * i
        best = TOP[row]
        places = TOP_PLACES[row] & ((1 << count) - 1)
        t[VALUES + magazine] = best
        t[BEST + magazine] = places
        if best == 0 or places & (places - 1) == 0 or not is_owned(t, magazine):
            places = 0
        t[UNDECIDED + magazine] = places


def evaluate(t: vec[i64]) -> None:
    """What becomes of every model on the table, and what the players will take in return (CM-E1 to CM-E5)."""
    for i in range(t[INFLUENCE_COUNT]):
        discard(t, t[INFLUENCE + i])
    t[INFLUENCE_COUNT] = 0
    for magazine in range(t[MAGAZINES]):
        if t[COVER_COUNT + magazine] > 0:
            evaluate_magazine(t, magazine)
    push_replenishing(t)
    for magazine in range(t[MAGAZINES]):
        t[COVER_COUNT + magazine] = 0
        t[FEATURED + magazine] = NOBODY
    t[SEASONS_PLAYED] += 1


def evaluate_magazine(t: vec[i64], magazine: i64) -> None:
    """The season special scores or influences, the others go back (CM-M1, CM-E2 to CM-E4, CM-A4, CM-23)."""
    value = t[VALUES + magazine]
    t[TALLY + 4 * magazine + value] += 1
    count = t[COVER_COUNT + magazine]
    start = COVERS + 3 * magazine
    if not is_owned(t, magazine):
        influence(t, t[start + LOWEST[t[BEST + magazine]]])
        for i in range(count):
            if i != LOWEST[t[BEST + magazine]]:
                add_to_fictional_pile(t, t[start + i])
        return
    if value == 0:
        for i in range(count):
            score(t, magazine, t[start + i])
        return
    place = t[FEATURED + magazine]
    if place < 0:
        place = LOWEST[t[BEST + magazine]]
    card = t[start + place]
    if value == 3:
        score(t, magazine, card)
    else:
        influence(t, card)
    t[start + place] = t[start + count - 1]
    for i in range(count - 1):
        give(t, owner(t, magazine), t[start + i])


def influence(t: vec[i64], card: i64) -> None:
    """The card goes to the influence row (CM-E3)."""
    count = t[INFLUENCE_COUNT]
    t[INFLUENCE + count] = card
    t[INFLUENCE_COUNT] = count + 1


def score(t: vec[i64], magazine: i64, card: i64) -> None:
    """The card goes to the prestige stack, or the side stack of a secondary magazine (CM-E2, CM-E4, CM-A4)."""
    if magazine < t[PLAYERS]:
        count = t[PRESTIGE_COUNT + magazine]
        t[PRESTIGE + magazine * CARDS + count] = card
        t[PRESTIGE_COUNT + magazine] = count + 1
        count_worth(t, magazine, card, WORTHS)
    else:
        seat = magazine - t[PLAYERS]
        count = t[SIDE_COUNT + seat]
        t[SIDE + seat * CARDS + count] = card
        t[SIDE_COUNT + seat] = count + 1
        count_worth(t, seat, card, SIDE_WORTHS)


def count_worth(t: vec[i64], seat: i64, card: i64, bits: i64) -> None:
    """What the card adds to the seat's standing (CM-X2, CM-X3, CM-A6, CM-V3)."""
    value: i64 = 1  # a literal shifted that far would be cut off at 32 bits by mypyc 2.4
    if t[REMOVED] >= 0:
        t[STANDING + seat] += value << bits
    else:
        value = VALUE[card]
        t[STANDING + seat] += (value << bits) + TIE_BREAK[value]


def push_replenishing(t: vec[i64]) -> None:
    """What is to be taken after a season, from the starting player clockwise (CM-R1, CM-R2)."""
    t[DUTY_COUNT] = 0
    seat = t[START]
    for _i in range(t[PLAYERS]):
        seat = before(t, seat)
        add_duties(t, seat)


def add_duties(t: vec[i64], seat: i64) -> None:
    """What the seat takes: a card for each that scored (CM-R1), or one from the next pile (CM-R2); in pairs (CM-A5)."""
    if t[KIND] == ADVANCED:
        other = seat + t[PLAYERS]
        if influenced(t, seat) and influenced(t, other):
            push_duty(t, LOOKING_TWICE + seat)
            return
        if t[COVER_COUNT + other] > 0:
            add_duties_for(t, seat, other)
        if t[COVER_COUNT + seat] > 0:
            add_duties_for(t, seat, seat)
    elif t[COVER_COUNT + seat] > 0:
        add_duties_for(t, seat, seat)
    else:
        push_duty(t, LOOKING + seat)


def influenced(t: vec[i64], magazine: i64) -> bool:
    """Whether the magazine's special went to the influence row (CM-E3)."""
    value = t[VALUES + magazine]
    return t[COVER_COUNT + magazine] > 0 and (value == 1 or value == 2)


def add_duties_for(t: vec[i64], seat: i64, magazine: i64) -> None:
    """What the seat takes for one magazine that published (CM-R1, CM-R2)."""
    value = t[VALUES + magazine]
    if value == 3:
        push_duty(t, TAKING + seat)
    elif value > 0:
        push_duty(t, LOOKING + seat)
    else:
        for _i in range(t[COVER_COUNT + magazine]):
            push_duty(t, TAKING + seat)


def push_duty(t: vec[i64], duty: i64) -> None:
    """A duty that comes before all others."""
    count = t[DUTY_COUNT]
    t[DUTIES + count] = duty
    t[DUTY_COUNT] = count + 1


# --- the course of the game


def carry_on(t: vec[i64]) -> None:
    """Everything that needs no decision, until one is owed, the game is over, or enough seasons are played."""
    while t[SEASONS_PLAYED] < t[LAST_SEASON]:
        phase = t[PHASE]
        if phase == PLACE:
            for seat in range(t[PLAYERS]):
                if t[PLACED + seat] < 0 and t[HAND_COUNT + seat] > 0:
                    return
            end_month(t)
        elif phase == FEATURE:
            for magazine in range(t[MAGAZINES]):
                if t[UNDECIDED + magazine]:
                    return
            end_season(t)
        elif phase == VOTE:
            if to_act(t):
                return
            count_votes(t)
        elif phase == OVER or awaits_taking(t):
            return
        elif phase == REPLENISH:
            end_replenishing(t)
        else:
            begin_season(t)


def awaits_taking(t: vec[i64]) -> bool:
    """Whether a taking, keeping or swapping is to be decided; what leaves no choice is done on the way (CM-R4, CM-R5)."""
    while t[DUTY_COUNT] > 0:
        duty = t[DUTIES + t[DUTY_COUNT] - 1]
        seat = duty & 7
        kind = duty - seat
        if kind == SWAPPING:
            return True
        if kind == TAKING:
            refill_open_piles(t)
            if has_source(t):
                return True
            t[DUTY_COUNT] -= 1
            if t[NEXT_COUNT] > 0:
                give(t, seat, draw_next(t))
        elif t[LOOKED_COUNT] > 0:
            return True
        else:
            look(t, seat, kind >> 3)
    return False


def end_month(t: vec[i64]) -> None:
    """Reveal; after the third month judge, and let those choose who have a choice (CM-P1, CM-T4, CM-M2)."""
    reveal(t)
    if t[MONTH] < 3:
        begin_month(t)
    else:
        judge(t)
        t[PHASE] = FEATURE


def end_season(t: vec[i64]) -> None:
    """Evaluate; then replenish, or after the last season rank and, if leaders are tied, vote (CM-X1, CM-X4)."""
    evaluate(t)
    if t[YEAR] < t[YEARS] or (t[YEAR] == t[YEARS] and t[SEASON] != 3):
        t[PHASE] = REPLENISH
    else:
        ahead = leaders(t)
        if ahead & (ahead - 1):
            t[PHASE] = VOTE
        else:
            end_game(t)


def leaders(t: vec[i64]) -> i64:
    """The seats that share the first place, as bits (CM-X3, CM-X4)."""
    most: i64 = NOBODY
    found: i64 = 0
    for seat in range(t[PLAYERS]):
        standing = t[STANDING + seat]
        if standing > most:
            most = standing
            found = 1 << seat
        elif standing == most:
            found |= 1 << seat
    return found


def count_votes(t: vec[i64]) -> None:
    """All tied leaders want to play on: replenish and play another season; otherwise share the victory (CM-X4)."""
    everybody = True
    for seat in range(t[PLAYERS]):
        if t[VOTES + seat] == 0:
            everybody = False
        t[VOTES + seat] = NOBODY
    if everybody:
        t[PHASE] = REPLENISH
    else:
        end_game(t)


def end_game(t: vec[i64]) -> None:
    """The game is over (CM-X1)."""
    t[DUTY_COUNT] = 0
    t[PHASE] = OVER


def end_replenishing(t: vec[i64]) -> None:
    """The fictional pile last (CM-24); then calendar and starting marker move on (CM-N1), perhaps into a new year (CM-Y1)."""
    if t[KIND] == FICTIONAL:
        replenish_fictional_pile(t)
    if begins_year(t):
        renew_piles(t)
        push_swappings(t)


def begins_year(t: vec[i64]) -> bool:
    """Calendar and starting marker move on (CM-N1); whether new piles for a new year are due (CM-Y1)."""
    t[START] = after(t, t[START])
    t[PHASE] = NEW_YEAR
    if t[SEASON] != 3:
        t[SEASON] += 1 + t[SHORTER]
        return False
    t[SEASON] = t[SHORTER]
    t[YEAR] += 1
    return t[YEAR] <= t[YEARS] and t[REMOVED] < 0


def push_swappings(t: vec[i64]) -> None:
    """Everybody may swap a card, from the starting player clockwise (CM-Y2)."""
    seat = t[START]
    for _i in range(t[PLAYERS]):
        seat = before(t, seat)
        push_duty(t, SWAPPING + seat)


# --- decisions


def to_act(t: vec[i64]) -> i64:
    """The seats that owe a decision, as bits (CM-P1, CM-P2, CM-M2, CM-X4)."""
    phase = t[PHASE]
    found: i64 = 0
    if phase == PLACE:
        for seat in range(t[PLAYERS]):
            if t[PLACED + seat] < 0 and t[HAND_COUNT + seat] > 0:
                found |= 1 << seat
    elif phase == FEATURE:
        for magazine in range(t[MAGAZINES]):
            if t[UNDECIDED + magazine]:
                found |= 1 << owner(t, magazine)
    elif phase == VOTE:
        ahead = leaders(t)
        for seat in range(t[PLAYERS]):
            if ahead >> seat & 1 and t[VOTES + seat] < 0:
                found |= 1 << seat
    elif t[DUTY_COUNT] > 0:
        found = 1 << (t[DUTIES + t[DUTY_COUNT] - 1] & 7)
    return found


def legal(t: vec[i64], seat: i64) -> list[int]:
    """Every action of a seat that owes a decision."""
    actions: list[int] = []
    phase = t[PHASE]
    start = HANDS + seat * HAND
    if phase == PLACE:
        for i in range(t[HAND_COUNT + seat]):
            if t[KIND] == ADVANCED and t[HAND_COUNT + seat] > 1:
                for j in range(t[HAND_COUNT + seat]):
                    if i != j:
                        actions.append(t[start + i] + 256 * t[start + j])
            else:
                actions.append(t[start + i] + 256 * NONE)
    elif phase == FEATURE:
        for magazine in range(t[MAGAZINES]):
            if owner(t, magazine) == seat:
                for i in range(3):
                    if t[UNDECIDED + magazine] >> i & 1:
                        actions.append(t[COVERS + 3 * magazine + i] + 256 * magazine)
    elif phase == VOTE:
        actions = [1, 0]
    else:
        kind = t[DUTIES + t[DUTY_COUNT] - 1] - seat
        if kind == SWAPPING:
            actions.append(NONE)
            for i in range(t[HAND_COUNT + seat]):
                actions.append(t[start + i])
        elif kind == TAKING:
            for source in range(3):
                if t[OPEN_COUNT + source] > 0:
                    actions.append(source)
            if may_take_blind(t):
                actions.append(FACE_DOWN_SOURCE)
        else:
            for i in range(t[LOOKED_COUNT]):
                if kind == LOOKING:
                    actions.append(t[LOOKED + i] + 256 * NONE)
                else:
                    for j in range(i + 1, t[LOOKED_COUNT]):
                        actions.append(t[LOOKED + i] + 256 * t[LOOKED + j])
    return actions


def carry_out(t: vec[i64], seat: i64, action: i64) -> None:
    """What the decision itself does."""
    phase = t[PHASE]
    first = action & 255
    second = action >> 8
    t[DECISIONS] += 1
    if phase == PLACE:
        if second == NONE:
            place(t, seat, place_in_hand(t, seat, first), NOBODY)
        else:
            place(t, seat, place_in_hand(t, seat, first), place_in_hand(t, seat, second))
    elif phase == FEATURE:
        feature(t, second, place_in_row(t, second, first))
    elif phase == VOTE:
        t[VOTES + seat] = action
    else:
        kind = t[DUTIES + t[DUTY_COUNT] - 1] - seat
        if kind == SWAPPING:
            if first == NONE:
                swap(t, seat, NOBODY)
            else:
                swap(t, seat, place_in_hand(t, seat, first))
        elif kind == TAKING:
            take(t, seat, action)
        else:
            keep(t, seat, first, second)


def apply(t: vec[i64], seat: i64, action: i64) -> None:
    """Carry out the seat's decision and all that follows from it."""
    carry_out(t, seat, action)
    carry_on(t)


def place_in_row(t: vec[i64], magazine: i64, card: i64) -> i64:
    """Where in the magazine's row the card is."""
    place: i64 = 0
    while t[COVERS + 3 * magazine + place] != card:
        place += 1
    return place


def feature(t: vec[i64], magazine: i64, place: i64) -> None:
    """The magazine's owner chooses the model at that place (CM-M2)."""
    t[UNDECIDED + magazine] = 0
    t[FEATURED + magazine] = place


def swap(t: vec[i64], seat: i64, place: i64) -> None:
    """The card at that place of the hand is discarded, and a taking follows; NOBODY: the hand stays (CM-Y2)."""
    if place < 0:
        t[DUTY_COUNT] -= 1
    else:
        discard(t, remove_from_hand(t, seat, place))
        t[DUTIES + t[DUTY_COUNT] - 1] = TAKING + seat


def place_of(t: vec[i64], seat: i64) -> i64:
    """The seat's place if the game ended now (CM-X3, CM-X5)."""
    place: i64 = 1
    for other in range(t[PLAYERS]):
        if t[STANDING + other] > t[STANDING + seat]:
            place += 1
    return place


def copy_cards(source: vec[i64], t: vec[i64], start: i64, count: i64) -> None:
    """The same cards in the same places."""
    for i in range(start, start + count):
        t[i] = source[i]


def copy_table(source: vec[i64], t: vec[i64]) -> None:
    """All that lies on the source, but neither its chance nor its number of decisions."""
    chance = t[CHANCE]
    decisions = t[DECISIONS]
    copy_cards(source, t, 0, DUTIES)
    t[CHANCE] = chance
    t[DECISIONS] = decisions
    copy_cards(source, t, DUTIES, source[DUTY_COUNT])
    copy_cards(source, t, INFLUENCE, source[INFLUENCE_COUNT])
    copy_cards(source, t, FICTIONAL_PILE, source[FICTIONAL_COUNT])
    copy_cards(source, t, FACE_DOWN, source[FACE_DOWN_COUNT])
    copy_cards(source, t, DISCARD, source[DISCARD_COUNT])
    copy_cards(source, t, NEXT, RING)
    i: i64
    for i in range(2):
        copy_cards(source, t, SET_ASIDE + i * COLOURED, source[SET_ASIDE_COUNT + i])
        copy_cards(source, t, SIDE + i * CARDS, source[SIDE_COUNT + i])
    for i in range(3):
        copy_cards(source, t, OPEN + i * HAIRED, source[OPEN_COUNT + i])
    for i in range(source[PLAYERS]):
        copy_cards(source, t, HANDS + i * HAND, source[HAND_COUNT + i])
        copy_cards(source, t, PRESTIGE + i * CARDS, source[PRESTIGE_COUNT + i])


# --- what a seat cannot see


class Unseen:
    """The unknown places of a table, and the unseen cards that lie in them, nobody knows which where (CM-I1)."""

    def __init__(
        self, slots: list[int], colours: list[int], cards: list[int], *, placed: int, chosen: int, voted: int
    ) -> None:
        self.slots: vec[i64] = vec[i64](slots)
        """Where the unknown places are, first those that hold cards of a known clothes colour."""
        self.colours: vec[i64] = vec[i64](colours)
        """That colour, or NOBODY."""
        self.pool: vec[i64] = vec[i64](cards)
        self.placed: i64 = placed
        """The magazines, as bits, whose cover of the month is still in its owner's hand, or on the fictional pile."""
        self.chosen: i64 = chosen
        """The magazines, as bits, for which a model was chosen in secret (CM-M2)."""
        self.voted: i64 = voted
        """The seats, as bits, that voted in secret (CM-X4)."""


def redeal(t: vec[i64], unseen: Unseen) -> None:
    """Put the unseen cards at random into the unknown places; what was decided in secret is anything that it can be."""
    slots = unseen.slots
    colours = unseen.colours
    pool = unseen.pool
    count: i64 = len(pool)
    x = t[CHANCE]
    for i in range(count):
        x = MULTIPLIER * (x & LOW) + (x >> 32)
        other = i + ((((x ^ (x >> 32)) & LOW) * (count - i)) >> 32)
        card = pool[other]
        pool[other] = pool[i]
        pool[i] = card
    t[CHANCE] = x
    for i in range(count):
        colour = colours[i]
        if colour >= 0:
            other = i
            while CLOTHES[pool[other]] != colour:
                other += 1
            card = pool[other]
            pool[other] = pool[i]
            pool[i] = card
        t[slots[i]] = pool[i]
    if t[KIND] == FICTIONAL:
        shuffle(t, FICTIONAL_PILE, t[FICTIONAL_COUNT])
    for magazine in range(t[MAGAZINES]):
        if unseen.placed >> magazine & 1:
            place_hidden(t, magazine)
    choose_hidden(t, unseen.chosen, unseen.voted)


def place_hidden(t: vec[i64], magazine: i64) -> None:
    """Any card that the magazine can have placed is the one that it has (CM-P1, CM-22)."""
    if is_owned(t, magazine):
        seat = owner(t, magazine)
        t[PLACED + magazine] = remove_from_hand(t, seat, draw(t, t[HAND_COUNT + seat]))
    else:
        count = t[FICTIONAL_COUNT] - 1
        t[FICTIONAL_COUNT] = count
        t[PLACED + magazine] = t[FICTIONAL_PILE + count]


def choose_hidden(t: vec[i64], chosen: i64, voted: i64) -> None:
    """Any choice that these magazines' owners, and any vote that these seats can have made is the one (CM-M2, CM-X4)."""
    for magazine in range(t[MAGAZINES]):
        if chosen >> magazine & 1:
            place = draw(t, 3)
            while t[BEST + magazine] >> place & 1 == 0:
                place = draw(t, 3)
            t[FEATURED + magazine] = place
            t[UNDECIDED + magazine] = 0
    for seat in range(t[PLAYERS]):
        if voted >> seat & 1:
            t[VOTES + seat] = draw(t, 2)


class Table:
    """A table for callers in Python. They must not pass a row as an argument: it would never be freed (mypyc 2.4)."""

    def __init__(self) -> None:
        self.row: vec[i64] = empty_table()

    def __getitem__(self, place: i64) -> i64:
        return self.row[place]

    def __setitem__(self, place: i64, number: i64) -> None:
        self.row[place] = number

    def draw(self, count: i64) -> i64:
        """A random number below `count`."""
        return draw(self.row, count)

    def shuffle(self, start: i64, count: i64) -> None:
        """A random order of the cards from `start` on."""
        shuffle(self.row, start, count)

    def deal(self) -> None:
        """A fresh game as far as the first decision."""
        deal(self.row)

    def clear(self) -> None:
        """Nothing lies on the table."""
        clear(self.row)

    def to_act(self) -> i64:
        """The seats that owe a decision, as bits."""
        return to_act(self.row)

    def legal(self, seat: i64) -> list[int]:
        """Every action of a seat that owes a decision."""
        return legal(self.row, seat)

    def apply(self, seat: i64, action: i64) -> None:
        """Carry out the seat's decision and all that follows from it."""
        apply(self.row, seat, action)

    def carry_on(self) -> None:
        """Everything that needs no decision."""
        carry_on(self.row)

    def place_of(self, seat: i64) -> i64:
        """The seat's place if the game ended now."""
        return place_of(self.row, seat)

    def leaders(self) -> i64:
        """The seats that share the first place, as bits."""
        return leaders(self.row)

    def score(self, magazine: i64, card: i64) -> None:
        """The card goes to the stack of the magazine."""
        score(self.row, magazine, card)

    def count_tracks(self) -> None:
        """The tracks count what lies on the table."""
        count_tracks(self.row)

    def judge(self) -> None:
        """Each magazine's most trendy models."""
        judge(self.row)

    def push_duty(self, duty: i64) -> None:
        """A duty that comes before all others."""
        push_duty(self.row, duty)

    def push_takings(self) -> None:
        """The duties of the draft."""
        push_takings(self.row)

    def push_replenishing(self) -> None:
        """The duties after a season."""
        push_replenishing(self.row)

    def push_swappings(self) -> None:
        """The duties of a new year."""
        push_swappings(self.row)

    def is_owned(self, magazine: i64) -> bool:
        """Whether the magazine is a player's."""
        return is_owned(self.row, magazine)

    def owner(self, magazine: i64) -> i64:
        """Whose magazine it is."""
        return owner(self.row, magazine)

    def place_in_hand(self, seat: i64, card: i64) -> i64:
        """Where in the hand the card is."""
        return place_in_hand(self.row, seat, card)

    def remove_from_hand(self, seat: i64, place: i64) -> i64:
        """The card at that place of the hand, taken out of it."""
        return remove_from_hand(self.row, seat, place)

    def place_hidden(self, magazine: i64) -> None:
        """Any card that the magazine can have placed is placed."""
        place_hidden(self.row, magazine)

    def choose_hidden(self, chosen: i64, voted: i64) -> None:
        """Any choice and vote that can have been made is made."""
        choose_hidden(self.row, chosen, voted)

    def redeal(self, unseen: Unseen) -> None:
        """Put the unseen cards at random into the unknown places."""
        redeal(self.row, unseen)

    def copy_from(self, source: Table) -> None:
        """All that lies on the source, but neither its chance nor its number of decisions."""
        copy_table(source.row, self.row)
