"""The search of one decision on the kernel's table: what it may do is tried in one sampled world after another.

In every world all actions meet the same cards, the same rivals and the same chance, so that only they make the difference.
Covers are chosen at the same time by all (CM-P1), so nobody has one best card whatever the others do: the seat and its
rivals learn mixed strategies from each other by regret matching, each against what the others mix.
"""

# Compiled, a conditional expression or a tuple of integers makes Python objects of them.

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from covergames.kernel._plan import Planner, empty_scratch, planned, play_planned
from covergames.kernel._rows import i64, vec
from covergames.kernel._table import (
    ADVANCED,
    CARDS,
    CHANCE,
    FICTIONAL,
    HAND,
    HAND_COUNT,
    HANDS,
    KIND,
    LAST_SEASON,
    MAGAZINES,
    NOBODY,
    OVER,
    PHASE,
    PLACE,
    PLACED,
    PLAIN,
    PLAYERS,
    REMOVED,
    SEASON,
    SEASONS_PLAYED,
    SHORTER,
    STANDING,
    START,
    WORTHS,
    YEAR,
    YEARS,
    Table,
    Unseen,
    carry_out,
    copy_table,
    draw,
    empty_table,
    leaders,
    redeal,
)

SPREAD: Final = 1.7
"""By how many points, times the root of the number of seasons left, leads tend to change: a logistic scale."""
SURE: Final = 0.3
"""Seasons that are added to those left: even with none left, a lead in points need not be the victory (CM-X3)."""
LEARNING: Final = 4
"""One playout in so many is spent on what rivals should do."""


def seasons_left(t: vec[i64]) -> i64:
    """How many seasons are to be played after the present one (CM-X1, CM-V2)."""
    if t[SHORTER]:
        left = 2 * (t[YEARS] - t[YEAR]) + 1 - ((t[SEASON] - 1) >> 1)
    else:
        left = 4 * (t[YEARS] - t[YEAR]) + 3 - t[SEASON]
    if left < 0:
        return 0
    return left


def prospect(t: vec[i64], seat: i64) -> float:
    """The seat's share of the victory: as it is (CM-X4), or as the scores promise while seasons are left."""
    if t[PHASE] == OVER:
        ahead = leaders(t)
        if ahead >> seat & 1 == 0:
            return 0.0
        sharing: i64 = 0
        for other in range(t[PLAYERS]):
            sharing += ahead >> other & 1
        return 1.0 / float(sharing)
    scale = SPREAD * sqrt(float(seasons_left(t)) + SURE)
    own = t[STANDING + seat] >> WORTHS
    total = 0.0
    for other in range(t[PLAYERS]):
        total += exp(float((t[STANDING + other] >> WORTHS) - own) / scale)
    return 1.0 / total


class Search:
    """One decision of one seat, and what has been found out about it."""

    def __init__(
        self, source: Table, unseen: Unseen, *, seat: int, actions: list[int], seasons: int, chance: int
    ) -> None:
        self.source: vec[i64] = empty_table()
        copy_table(source.row, self.source)
        self.source[SEASONS_PLAYED] = 0
        self.source[LAST_SEASON] = seasons
        self.unseen = unseen
        self.seat: i64 = seat
        self.actions: vec[i64] = vec[i64](actions)
        self.live: vec[i64] = vec[i64](list(range(len(actions))))
        """The actions still in question, by their numbers."""
        self.totals: vec[float] = vec[float]([0.0 for _ in actions])
        """By action: the sum of its prospects, one for each world."""
        self.regrets: vec[float] = vec[float]([0.0 for _ in actions])
        self.chances: vec[float] = vec[float]([0.0 for _ in actions])
        """By action: the present mixed strategy."""
        self.mixed: vec[float] = vec[float]([0.0 for _ in actions])
        """By action: the sum of the mixed strategies so far."""
        self.rival_regrets: vec[float] = vec[float]([0.0 for _ in range(5 * CARDS)])
        """By seat and card: of not having placed it."""
        self.values: vec[float] = vec[float]([0.0 for _ in range(max(len(actions), HAND))])
        """What the actions led to in one world."""
        self.world: vec[i64] = empty_table()
        self.world[CHANCE] = chance
        self.table: vec[i64] = empty_table()
        self.scratch: vec[i64] = empty_scratch()
        self.worlds: i64 = 0
        self.playouts: i64 = 0
        self.learned: i64 = 0
        """How many of the playouts were for rivals."""

    def try_world(self) -> None:
        """Try every action still in question in one more world, and let a rival learn if it is time."""
        world = self.world
        copy_table(self.source, world)
        redeal(world, self.unseen)
        if world[PHASE] == PLACE:
            self.place_rivals()
        mix(self.regrets, self.live, self.chances)
        expected = 0.0
        for i in range(len(self.live)):
            action = self.live[i]
            value = self.play_out(self.actions[action], self.seat)
            self.values[action] = value
            self.totals[action] += value
            expected += self.chances[action] * value
        for i in range(len(self.live)):
            action = self.live[i]
            self.regrets[action] += self.values[action] - expected
            self.mixed[action] += self.chances[action]
        self.worlds += 1
        if world[PHASE] == PLACE and LEARNING * self.learned < self.playouts:
            self.let_a_rival_learn()

    def play_out(self, action: i64, viewer: i64) -> float:
        """Carry the action out in this world, play on, and see what the viewer has of it."""
        t = self.table
        copy_table(self.world, t)
        t[CHANCE] = self.world[CHANCE]
        carry_out(t, self.seat, action)
        play_planned(t, self.scratch)
        self.playouts += 1
        return prospect(t, viewer)

    def place_rivals(self) -> None:
        """Every rival places a cover: half the time as it has learned to, and otherwise as planned."""
        world = self.world
        for rival in range(world[PLAYERS]):
            if rival != self.seat and world[PLACED + rival] < 0 and world[HAND_COUNT + rival] > 0:
                action = planned(world, rival, self.scratch)
                if draw(world, 2) == 0:
                    action = self.learned_cover(rival, action)
                carry_out(world, rival, action)

    def learned_cover(self, rival: i64, action: i64) -> i64:
        """The action with a primary cover drawn from the rival's mixed strategy, where it has one."""
        world = self.world
        hand = HANDS + rival * HAND
        total = 0.0
        for i in range(world[HAND_COUNT + rival]):
            regret = self.rival_regrets[rival * CARDS + world[hand + i]]
            if regret > 0.0:
                total += regret
        if total <= 0.0:
            return action
        point = total * float(draw(world, 1 << 20)) / 1048576.0
        first = action & 255
        second = action >> 8
        for i in range(world[HAND_COUNT + rival]):
            card = world[hand + i]
            regret = self.rival_regrets[rival * CARDS + card]
            if regret > 0.0:
                point -= regret
                if point < 0.0:
                    if card == second:
                        second = first
                    return card + 256 * second
        return action

    def let_a_rival_learn(self) -> None:
        """In this world, what would each card of one rival have led to, the others' covers being what they are?"""
        world = self.world
        rival = draw(world, world[PLAYERS] - 1)
        if rival >= self.seat:
            rival += 1
        if world[PLACED + rival] < 0:
            self.learned += 1  # nothing to learn for somebody without cards (CM-P2), and no reason to ask again at once
            return
        action = self.actions[self.drawn(self.chances)]
        count = world[HAND_COUNT + rival]
        hand = HANDS + rival * HAND
        before = self.playouts
        placed = world[PLACED + rival]
        kept = self.play_out(action, rival)
        positive = positive_part(self.rival_regrets[rival * CARDS + placed])
        expected = positive * kept
        for i in range(count):
            card = world[hand + i]
            world[hand + i] = placed
            world[PLACED + rival] = card
            value = self.play_out(action, rival)
            world[hand + i] = card
            world[PLACED + rival] = placed
            self.values[i] = value
            regret = positive_part(self.rival_regrets[rival * CARDS + card])
            positive += regret
            expected += regret * value
        if positive > 0.0:
            expected /= positive
        else:
            expected = kept
        self.rival_regrets[rival * CARDS + placed] += kept - expected
        for i in range(count):
            self.rival_regrets[rival * CARDS + world[hand + i]] += self.values[i] - expected
        self.learned += self.playouts - before

    def drawn(self, chances: vec[float]) -> i64:
        """An action still in question, drawn by these chances, which need not add up to 1."""
        total = 0.0
        for i in range(len(self.live)):
            total += chances[self.live[i]]
        point = total * float(draw(self.world, 1 << 20)) / 1048576.0
        for i in range(len(self.live)):
            point -= chances[self.live[i]]
            if point < 0.0:
                return self.live[i]
        return self.live[0]

    def drop_worst(self, remaining: i64) -> None:
        """Only so many of the actions, those that led to most, stay in question."""
        ranked = sorted([(-self.totals[action], int(action)) for action in self.live])
        self.live = vec[i64](sorted([action for _, action in ranked[:remaining]]))

    def best(self) -> int:
        """The number of the action that led to most."""
        found = self.live[0]
        for i in range(len(self.live)):
            if self.totals[self.live[i]] > self.totals[found]:
                found = self.live[i]
        return int(found)

    def mean(self, action: int) -> float:
        """What the action led to, over the worlds in which it was tried, if it is still in question."""
        return self.totals[action] / float(self.worlds)

    def mixed_choice(self) -> int:
        """The number of an action drawn from the average strategy, leaving out what it hardly ever does."""
        most = 0.0
        for i in range(len(self.live)):
            if self.mixed[self.live[i]] > most:
                most = self.mixed[self.live[i]]
        for i in range(len(self.live)):
            action = self.live[i]
            self.chances[action] = self.mixed[action]
            if 2.0 * self.mixed[action] < most:
                self.chances[action] = 0.0
        return int(self.drawn(self.chances))


def positive_part(regret: float) -> float:
    """The regret, or nothing if it is a relief."""
    if regret > 0.0:
        return regret
    return 0.0


def mix(regrets: vec[float], live: vec[i64], chances: vec[float]) -> None:
    """Each action as likely as it is regretted, all alike if none is: regret matching."""
    total = 0.0
    for i in range(len(live)):
        total += positive_part(regrets[live[i]])
    for i in range(len(live)):
        if total > 0.0:
            chances[live[i]] = positive_part(regrets[live[i]]) / total
        else:
            chances[live[i]] = 1.0 / float(len(live))


def profile_run() -> None:
    """Search every kind of decision: the sample run for profile-guided optimisation."""
    planner = Planner()
    for players, kind in ((4, PLAIN), (3, PLAIN), (2, FICTIONAL), (2, ADVANCED)):
        table = Table()
        table[PLAYERS] = players
        table[MAGAZINES] = players if kind == PLAIN else 4
        table[KIND] = kind
        table[YEARS] = 3
        table[REMOVED] = NOBODY
        table[START] = 0
        table[CHANCE] = 1 + players
        table.deal()
        while table[PHASE] != OVER:
            seat = 0
            while not table.to_act() >> seat & 1:
                seat += 1
            nothing = Unseen([], [], [], placed=0, chosen=0, voted=0)
            actions = table.legal(seat)
            search = Search(table, nothing, seat=seat, actions=actions, seasons=2, chance=table[CHANCE])
            search.try_world()
            table.apply(seat, planner.action(table, seat))
