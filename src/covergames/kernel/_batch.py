"""Many games of Cover Me at once: one call makes a decision in each, and writes what the next seats see and may do.

Each game has a row of `_knowledge`. Observations, masks and the other figures are written to rows that NumPy reads where they are.
"""

# mypyc compiles conditional expressions, tuples of integers and `any` to Python objects, which are slow.
# ruff: noqa: SIM110

from __future__ import annotations

from typing import Final

from covergames.kernel._knowledge import (
    DRAWN_REMOVED,
    DRAWN_START,
    KNOWING_SIZE,
    OWING,
    PICKED,
    begin,
    decide,
    note,
    policy_action,
)
from covergames.kernel._observation import (
    FEATURE_DECISION,
    KEEP_DECISION,
    PLACE_DECISION,
    SWAP_DECISION,
    TAKE_DECISION,
    VOTE_DECISION,
    WORDS,
    decision,
    due,
    observe,
    pick,
    picked,
)
from covergames.kernel._plan import empty_scratch
from covergames.kernel._rows import i16, i64, u8, vec
from covergames.kernel._table import (
    ADVANCED,
    CHANCE,
    COVERS,
    FACE_DOWN_SOURCE,
    FEATURE,
    FICTIONAL,
    HAND,
    HAND_COUNT,
    HANDS,
    KIND,
    LOOKED,
    LOOKED_COUNT,
    MAGAZINES,
    NOBODY,
    NONE,
    OPEN_COUNT,
    OVER,
    PHASE,
    PLACE,
    PLAIN,
    PLAYERS,
    POLICY,
    SEASONS_PLAYED,
    STANDING,
    UNDECIDED,
    WORTHS,
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

# The row, behind what `_knowledge` keeps there.
SEAT: Final = KNOWING_SIZE
"""The seat that decides next, or NOBODY."""
LEGAL_COUNT: Final = KNOWING_SIZE + 1
LEGAL: Final = KNOWING_SIZE + 2  # 32
CYCLES: Final = KNOWING_SIZE + 34
ROW: Final = KNOWING_SIZE + 35


# --- what a seat may do


def list_cards(t: vec[i64], start: i64, number: i64, but: i64) -> None:
    """List the cards that lie there as legal, without one that is chosen already."""
    count = t[LEGAL_COUNT]
    for i in range(number):
        if t[start + i] != but:
            t[LEGAL + count] = t[start + i]
            count += 1
    t[LEGAL_COUNT] = count


def list_legal(t: vec[i64], seat: i64) -> None:
    """List the actions that are legal for a seat that owes a decision."""
    count: i64 = 0
    kind = decision(t)
    i: i64
    t[LEGAL_COUNT] = 0
    if kind == PLACE_DECISION:
        list_cards(t, HANDS + seat * HAND, t[HAND_COUNT + seat], picked(t, seat))
    elif kind == FEATURE_DECISION:
        for magazine in range(t[MAGAZINES]):
            if t[UNDECIDED + magazine] and owner(t, magazine) == seat:
                for i in range(3):
                    if t[UNDECIDED + magazine] >> i & 1:
                        t[LEGAL + count] = t[COVERS + 3 * magazine + i]
                        count += 1
        t[LEGAL_COUNT] = count
    elif kind == TAKE_DECISION:
        for i in range(3):
            if t[OPEN_COUNT + i] > 0:
                t[LEGAL + count] = SOURCES + i
                count += 1
        if may_take_blind(t):
            t[LEGAL + count] = SOURCES + FACE_DOWN_SOURCE
            count += 1
        t[LEGAL_COUNT] = count
    elif kind == KEEP_DECISION:
        list_cards(t, LOOKED, t[LOOKED_COUNT], picked(t, seat))
    elif kind == SWAP_DECISION:
        t[LEGAL] = STAY
        t[LEGAL_COUNT] = 1
        list_cards(t, HANDS + seat * HAND, t[HAND_COUNT + seat], NOBODY)
    elif kind == VOTE_DECISION:
        t[LEGAL] = SHARE
        t[LEGAL + 1] = PLAY_ON
        t[LEGAL_COUNT] = 2


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
        if not is_choice(t, seat, action):
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


def is_choice(t: vec[i64], magazine: i64, card: i64) -> bool:
    """Whether the card is one of the magazine's equally trendy models (CM-M2)."""
    i: i64
    for i in range(3):
        if t[UNDECIDED + magazine] >> i & 1 and t[COVERS + 3 * magazine + i] == card:
            return True
    return False


def look_for_seat(t: vec[i64], scratch: vec[i64]) -> None:
    """Let seats with a policy decide until another seat has to, and list what that one may do."""
    while True:
        seats = to_act(t)
        t[OWING] = seats
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
        seasons = t[SEASONS_PLAYED]
        if action < ACTIONS and self.masks[game * ACTIONS + action] == u8(1):
            self.refused[game] = u8(0)
            self.clear_mask(t, game)
            act(t, seat, action)
            look_for_seat(t, self.scratch)
            if t[SEASONS_PLAYED] != seasons or t[SEAT] < 0 or cycles == 1:
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
