"""Many games of Cover Me at once: one call makes a decision in each, and writes what the next seats see and may do.

Each game has a row of `_knowledge`. Observations, masks and the other figures are written to rows that NumPy reads where they
are. `covergames.envs` documents what every byte of an observation means; the constants here say where it is.
"""

# mypyc compiles conditional expressions and tuples of integers to Python objects, which are slow.

from __future__ import annotations

from typing import Final

from covergames.kernel._knowledge import (
    BURIED,
    BURIED_COUNT,
    BURIED_MOST,
    DRAWN_REMOVED,
    DRAWN_START,
    IN_FACE_DOWN,
    KNOWING_SIZE,
    KNOWN,
    KNOWN_WORDS,
    PICKED,
    PICKED_CARD,
    TRACK_WORDS,
    TREND_WORDS,
    begin,
    decide,
    dig,
    known,
    note,
    policy_action,
    relative,
    relative_magazine,
)
from covergames.kernel._plan import empty_scratch
from covergames.kernel._rows import i16, i64, u8, vec
from covergames.kernel._table import (
    ADVANCED,
    CHANCE,
    CLOTHES,
    COVERS,
    DISCARD_COUNT,
    DUTIES,
    DUTY_COUNT,
    FACE_DOWN_COUNT,
    FACE_DOWN_SOURCE,
    FEATURE,
    FICTIONAL,
    FICTIONAL_COUNT,
    HAND,
    HAND_COUNT,
    HANDS,
    INFLUENCE_COUNT,
    KIND,
    LOOKED,
    LOOKED_COUNT,
    MAGAZINES,
    MONTH,
    NEXT,
    NEXT_BOTTOM,
    NEXT_COUNT,
    NOBODY,
    NONE,
    OPEN_COUNT,
    OVER,
    PHASE,
    PLACE,
    PLACED,
    PLAIN,
    PLAYERS,
    POLICY,
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
    UNDECIDED,
    VOTE,
    VOTES,
    WORTHS,
    YEAR,
    YEARS,
    draw,
    may_take_blind,
    owner,
    place_of,
    to_act,
)

# Actions: a card, or one of these.
SOURCES: Final = 162  # 4
STAY: Final = 166
SHARE: Final = 167
PLAY_ON: Final = 168
ACTIONS: Final = 169

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

# The row, behind what `_knowledge` keeps there.
SEAT: Final = KNOWING_SIZE
"""The seat that decides next, or NOBODY."""
LEGAL_COUNT: Final = KNOWING_SIZE + 1
LEGAL: Final = KNOWING_SIZE + 2  # 32
CYCLES: Final = KNOWING_SIZE + 34
OPEN_SCORES: Final = KNOWING_SIZE + 35
ROW: Final = KNOWING_SIZE + 36


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
    seats = to_act(t)
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


# --- what a seat may do


def list_legal(t: vec[i64], seat: i64) -> None:
    """List the actions that are legal for a seat that owes a decision."""
    count: i64 = 0
    kind = decision(t)
    start = HANDS + seat * HAND
    i: i64
    if kind == PLACE_DECISION:
        first = picked(t, seat)
        for i in range(t[HAND_COUNT + seat]):
            if t[start + i] != first:
                t[LEGAL + count] = t[start + i]
                count += 1
    elif kind == FEATURE_DECISION:
        for magazine in range(t[MAGAZINES]):
            if t[UNDECIDED + magazine] and owner(t, magazine) == seat:
                for i in range(3):
                    if t[UNDECIDED + magazine] >> i & 1:
                        t[LEGAL + count] = t[COVERS + 3 * magazine + i]
                        count += 1
    elif kind == TAKE_DECISION:
        for i in range(3):
            if t[OPEN_COUNT + i] > 0:
                t[LEGAL + count] = SOURCES + i
                count += 1
        if may_take_blind(t):
            t[LEGAL + count] = SOURCES + FACE_DOWN_SOURCE
            count += 1
    elif kind == KEEP_DECISION:
        first = picked(t, seat)
        for i in range(t[LOOKED_COUNT]):
            if t[LOOKED + i] != first:
                t[LEGAL + count] = t[LOOKED + i]
                count += 1
    elif kind == SWAP_DECISION:
        t[LEGAL] = STAY
        count = 1
        for i in range(t[HAND_COUNT + seat]):
            t[LEGAL + count] = t[start + i]
            count += 1
    elif kind == VOTE_DECISION:
        t[LEGAL] = SHARE
        t[LEGAL + 1] = PLAY_ON
        count = 2
    t[LEGAL_COUNT] = count


def act(t: vec[i64], seat: i64, action: i64) -> None:
    """Carry out a legal action; the first of two cards only waits for the second."""
    if action >= PLAY_ON:
        action = 1
    elif action == SHARE:
        action = 0
    elif action == STAY:
        action = NONE
    elif action >= SOURCES:
        action -= SOURCES
    elif t[PHASE] == FEATURE:
        magazine = seat
        if t[UNDECIDED + seat] == 0 or not in_row(t, seat, action):
            magazine += t[PLAYERS]
        action += 256 * magazine
    elif due(t, seat) == 2:
        pick(t, seat, action)
        note(t, seat, action, PICKED)
        return
    elif t[PHASE] == PLACE or t[LOOKED_COUNT] > 0:
        first = picked(t, seat)
        if first >= 0:
            pick(t, seat, NOBODY)
            action = first + 256 * action
        else:
            action += 256 * NONE
    decide(t, seat, action)


def in_row(t: vec[i64], magazine: i64, card: i64) -> bool:
    """Whether the card is one of the magazine's covers."""
    start = COVERS + 3 * magazine
    return t[start] == card or t[start + 1] == card or t[start + 2] == card


def look_for_seat(t: vec[i64], scratch: vec[i64]) -> None:
    """Let seats with a policy decide until another seat has to, and list what that one may do."""
    while True:
        seats = to_act(t)
        if seats == 0:
            t[SEAT] = NOBODY
            t[LEGAL_COUNT] = 0
            return
        seat: i64 = 0
        while seats >> seat & 1 == 0:
            seat += 1
        if t[POLICY + seat] < 0:
            t[SEAT] = seat
            list_legal(t, seat)
            return
        decide(t, seat, policy_action(t, seat, scratch))


# --- many games


class Row:
    """One game."""

    def __init__(self) -> None:
        self.row: vec[i64] = vec[i64]([0 for _ in range(ROW)])


class Batch:
    """Games with the same options. Python sets them up with `set`, deals with `begin` and calls `step`."""

    def __init__(self, games: i64, players: i64, *, restarts: bool, most_cycles: i64) -> None:
        self.games: i64 = games
        self.players: i64 = players
        self.restarts: bool = restarts
        self.most_cycles: i64 = most_cycles
        """After how many steps of one game it is cut off."""
        self.rows: list[Row] = [Row() for _ in range(games)]
        self.scratch: vec[i64] = empty_scratch()
        self.sampler: vec[i64] = vec[i64]([1 for _ in range(CHANCE + 1)])
        self.observations: vec[i64] = vec[i64]([0 for _ in range(games * WORDS)])
        self.view: vec[i64] = vec[i64]([0 for _ in range(WORDS)])
        """One observation, of `look`."""
        self.masks: vec[u8] = vec[u8]([0 for _ in range(games * ACTIONS)])
        self.seats: vec[u8] = vec[u8]([0 for _ in range(games)])
        self.actions: vec[u8] = vec[u8]([0 for _ in range(games)])
        self.ends: vec[u8] = vec[u8]([0 for _ in range(games)])
        """What the last step did to each game: 0 nothing special, 1 it is over, 2 it was cut off."""
        self.refused: vec[u8] = vec[u8]([0 for _ in range(games)])
        """1: the last action was illegal and changed nothing."""
        self.scores: vec[i16] = vec[i16]([0 for _ in range(games * players)])
        self.places: vec[i16] = vec[i16]([0 for _ in range(games * players)])

    def get(self, game: i64, place: i64) -> i64:
        """A number of a game's row."""
        return self.rows[game].row[place]

    def set(self, game: i64, place: i64, number: i64) -> None:
        """Set a number of a game's row."""
        self.rows[game].row[place] = number

    def seed_sampler(self, chance: i64) -> None:
        """Set the generator of `sample`."""
        self.sampler[CHANCE] = chance

    def begin(self, game: i64) -> None:
        """Deal, up to the first decision."""
        t = self.rows[game].row
        self.deal(t)
        self.refused[game] = u8(0)
        self.ends[game] = u8(0)
        self.write(t, game)
        self.write_standing(t, game)

    def deal(self, t: vec[i64]) -> None:
        """Deal, and let seats with a policy decide."""
        begin(t)
        t[CYCLES] = 0
        look_for_seat(t, self.scratch)

    def write(self, t: vec[i64], game: i64) -> None:
        """Write what the seat that decides next sees and may do."""
        seat = t[SEAT]
        masks = self.masks
        start = game * ACTIONS
        for i in range(t[LEGAL_COUNT]):
            masks[start + t[LEGAL + i]] = u8(1)
        if seat < 0:
            self.seats[game] = u8(NONE)
            seat = 0
        else:
            self.seats[game] = u8(seat)
        observe(t, seat, self.observations, game * WORDS)

    def write_standing(self, t: vec[i64], game: i64) -> None:
        """Write everybody's score, and the places if the game is over."""
        players = self.players
        start = game * players
        for seat in range(players):
            self.scores[start + seat] = i16(t[STANDING + seat] >> WORTHS)
        if t[PHASE] == OVER:
            for seat in range(players):
                self.places[start + seat] = i16(place_of(t, seat))

    def clear_mask(self, t: vec[i64], game: i64) -> None:
        """Reset the mask."""
        masks = self.masks
        start = game * ACTIONS
        for i in range(t[LEGAL_COUNT]):
            masks[start + t[LEGAL + i]] = u8(0)

    def step(self, actions: bytes) -> None:
        """Carry out one action in each game; a game that is over is dealt again, if the batch restarts."""
        for game in range(self.games):
            self.step_one(game, actions[game])

    def step_sampled(self) -> None:
        """Sample and step in one go."""
        self.sample()
        for game in range(self.games):
            self.step_one(game, i64(self.actions[game]))

    def step_one(self, game: i64, action: i64) -> None:
        """Carry out the action of the seat that decides next."""
        t = self.rows[game].row
        seat = t[SEAT]
        if seat < 0:
            return
        self.advance(t, game, seat, action)

    def step_seat(self, game: i64, seat: i64, action: i64) -> None:
        """Carry out the action of one of the seats that owe a decision."""
        t = self.rows[game].row
        self.clear_mask(t, game)
        t[SEAT] = seat
        list_legal(t, seat)
        self.write(t, game)
        self.advance(t, game, seat, action)

    def advance(self, t: vec[i64], game: i64, seat: i64, action: i64) -> None:
        """Carry out the action if it is legal, and write all that has changed."""
        cycles = t[CYCLES] + 1
        t[CYCLES] = cycles
        self.ends[game] = u8(0)
        if action < ACTIONS and self.masks[game * ACTIONS + action] == u8(1):
            self.refused[game] = u8(0)
            self.clear_mask(t, game)
            act(t, seat, action)
            look_for_seat(t, self.scratch)
            self.write_standing(t, game)
            if t[SEAT] < 0:
                self.ends[game] = u8(1)
        else:
            self.refused[game] = u8(1)
        if self.ends[game] == u8(0) and cycles >= self.most_cycles:
            self.ends[game] = u8(2)
        if self.restarts and self.ends[game] != u8(0):
            self.clear_mask(t, game)
            self.deal(t)
        self.write(t, game)

    def sample(self) -> None:
        """Write a random legal action for each game, all equally likely."""
        sampler = self.sampler
        actions = self.actions
        for game in range(self.games):
            t = self.rows[game].row
            if t[LEGAL_COUNT] > 0:
                actions[game] = u8(t[LEGAL + draw(sampler, t[LEGAL_COUNT])])

    def look(self, game: i64, viewer: i64) -> None:
        """Write what any seat sees to `view`."""
        observe(self.rows[game].row, viewer, self.view, 0)

    def to_act(self, game: i64) -> i64:
        """Return the seats that owe a decision, as bits."""
        return to_act(self.rows[game].row)

    def legal(self, game: i64, seat: i64) -> list[int]:
        """Return the actions that are legal for the seat now: none if it owes no decision."""
        t = self.rows[game].row
        if to_act(t) >> seat & 1 == 0:
            return []
        list_legal(t, seat)
        found: list[int] = []
        for i in range(t[LEGAL_COUNT]):
            found.append(t[LEGAL + i])
        if t[SEAT] >= 0:
            list_legal(t, t[SEAT])
        return found


def profile_run() -> None:
    """Step games of every kind: the sample run for profile-guided optimisation."""
    for players, kind in ((4, PLAIN), (3, PLAIN), (5, PLAIN), (2, FICTIONAL), (2, ADVANCED)):
        batch = Batch(64, players, restarts=True, most_cycles=10_000)
        for game in range(64):
            for place, number in ((PLAYERS, players), (KIND, kind), (YEARS, 3), (CHANCE, 1 + game)):
                batch.set(game, place, number)
            batch.set(game, MAGAZINES, players if kind == PLAIN else 4)
            for seat in range(players):
                batch.set(game, POLICY + seat, NOBODY)
            batch.set(game, DRAWN_START, NOBODY)
            batch.set(game, DRAWN_REMOVED, NOBODY)
            batch.begin(game)
        for _ in range(400 if kind == PLAIN and players == 4 else 100):
            batch.step_sampled()
