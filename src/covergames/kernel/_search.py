"""The search of one decision on the kernel's table: every legal action is tried in many sampled worlds.

In a world, all actions meet the same cards, the same rivals and the same random numbers, so that only the actions make a
difference. All players choose covers at the same time (CM-P1), so no card is best against everything: the seat and its rivals
learn mixed strategies against each other by regret matching.
"""

# mypyc compiles conditional expressions and tuples of integers to Python objects, which are slow.

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from covergames.kernel._plan import Planner, empty_scratch, planned, play_planned
from covergames.kernel._rows import i64, vec
from covergames.kernel._table import (
    ADVANCED,
    CARDS,
    CHANCE,
    FACE_DOWN,
    FACE_DOWN_COUNT,
    FICTIONAL,
    HAND,
    HAND_COUNT,
    HANDS,
    KIND,
    LAST_SEASON,
    MAGAZINES,
    NOBODY,
    NONE,
    OVER,
    PHASE,
    PLACE,
    PLACED,
    PLAIN,
    PLAYERS,
    PRESTIGE,
    PRESTIGE_COUNT,
    REMOVED,
    SEASON,
    SEASONS_PLAYED,
    SHORTER,
    STANDING,
    START,
    VALUES,
    WORTHS,
    YEAR,
    YEARS,
    Table,
    Unseen,
    carry_on,
    carry_out,
    copy_table,
    deal,
    draw,
    empty_table,
    leaders,
    redeal,
    shuffle,
    trends,
)

LEAD_SCALE_POINTS: Final = 1.7
"""The typical change of a lead, per square root of the seasons left: the scale of a logistic distribution."""
EXTRA_SEASONS: Final = 0.3
"""This is added to the seasons left: even with none left, equal points may be decided by a tie-break (CM-X3)."""
PLAYOUTS_PER_RIVAL_PLAYOUT: Final = 4
"""One playout of this many is for the strategies of rivals."""

# What is counted of every watched action, over all worlds.
TRENDY: Final = 0
"""The seat's primary magazine scored a card with three trends in the first season to end."""
ALTERNATIVE: Final = 1
"""All its covers of that season were without a trend, and scored."""
SCORED: Final = 2
"""Cards of the action that are in the prestige stack when the playout ends."""
SEASON_PRESTIGE: Final = 3  # 5, by seat: gained in that season
FINAL_PRESTIGE: Final = 8  # 5, by seat: gained until the playout ends
TREND_COUNTS: Final = 13  # 12, by characteristic in the order of the tracks: it was a trend of that season
COUNTS: Final = 25
"""So many numbers for each action."""


def seasons_left(t: vec[i64]) -> i64:
    """Return the number of seasons after the present one (CM-X1, CM-V2)."""
    if t[SHORTER]:
        left = 2 * (t[YEARS] - t[YEAR]) + 1 - ((t[SEASON] - 1) >> 1)
    else:
        left = 4 * (t[YEARS] - t[YEAR]) + 3 - t[SEASON]
    if left < 0:
        return 0
    return left


def prospect(t: vec[i64], seat: i64) -> float:
    """Return the seat's share of the victory (CM-X4) or, while seasons are left, an estimate from the scores."""
    if t[PHASE] == OVER:
        ahead = leaders(t)
        if ahead >> seat & 1 == 0:
            return 0.0
        sharing: i64 = 0
        for other in range(t[PLAYERS]):
            sharing += ahead >> other & 1
        return 1.0 / float(sharing)
    scale = LEAD_SCALE_POINTS * sqrt(float(seasons_left(t)) + EXTRA_SEASONS)
    own = t[STANDING + seat] >> WORTHS
    total = 0.0
    for other in range(t[PLAYERS]):
        total += exp(float((t[STANDING + other] >> WORTHS) - own) / scale)
    return 1.0 / total


class Search:
    """One decision of one seat, and the results so far."""

    def __init__(
        self,
        source: Table,
        unseen: Unseen,
        *,
        seat: int,
        actions: list[int],
        seasons: int,
        chance: int,
        watched: list[int],
    ) -> None:
        self.source: vec[i64] = empty_table()
        copy_table(source.row, self.source)
        self.source[SEASONS_PLAYED] = 0
        self.source[LAST_SEASON] = seasons
        self.unseen = unseen
        self.seat: i64 = seat
        self.watched: vec[i64] = vec[i64](watched)
        """By action: its cards (first + 256 * second, NONE: no card), or NOBODY for the top of the face-down pile.

        Empty: nothing is counted.
        """
        self.counts: vec[i64] = vec[i64]([0 for _ in range(COUNTS * len(watched))])
        """By watched action: what is counted of it."""
        self.noted: vec[i64] = vec[i64]([0 for _ in range(COUNTS)])
        """The same for the last playout, as far as its first season."""
        self.noted_season: i64 = NOBODY
        """The season that ends first."""
        self.planned_value = 0.0
        """The prospect in the current world if the seat follows the plan; only in a watched search."""
        self.actions: vec[i64] = vec[i64](actions)
        self.live: vec[i64] = vec[i64](list(range(len(actions))))
        """The numbers of the actions that are not dropped."""
        self.totals: vec[float] = vec[float]([0.0 for _ in actions])
        """By action: the sum of its prospects over all worlds."""
        self.regrets: vec[float] = vec[float]([0.0 for _ in actions])
        self.chances: vec[float] = vec[float]([0.0 for _ in actions])
        """By action: the present mixed strategy."""
        self.mixed: vec[float] = vec[float]([0.0 for _ in actions])
        """By action: the sum of the mixed strategies so far."""
        self.rival_regrets: vec[float] = vec[float]([0.0 for _ in range(5 * CARDS)])
        """By seat and card: the regret of not having placed it."""
        self.values: vec[float] = vec[float]([0.0 for _ in actions])
        """The prospects of the actions in the current world."""
        self.rival_values: vec[float] = vec[float]([0.0 for _ in range(HAND)])
        """A rival's prospects with each card of its hand in the current world."""
        self.world: vec[i64] = empty_table()
        self.world[CHANCE] = chance
        self.table: vec[i64] = empty_table()
        self.scratch: vec[i64] = empty_scratch()
        self.worlds: i64 = 0
        self.weight = 0.0
        """The sum of the weights of all worlds."""
        self.playouts: i64 = 0
        self.learned: i64 = 0
        """The number of playouts for rivals."""

    def try_world(self) -> None:
        """Try every remaining action in one more world, and let a rival learn if it is time."""
        world = self.world
        copy_table(self.source, world)
        redeal(world, self.unseen)
        weight = 1.0
        if world[PHASE] == PLACE:
            weight = self.likelihood()
            self.place_rivals()
        mix(self.regrets, self.live, self.chances)
        expected = 0.0
        for i in range(len(self.live)):
            action = self.live[i]
            value = self.play_out(self.actions[action], self.seat)
            if len(self.watched) > 0:
                self.count(action)
            self.values[action] = value
            self.totals[action] += weight * value
            expected += self.chances[action] * value
        for i in range(len(self.live)):
            action = self.live[i]
            self.regrets[action] += weight * (self.values[action] - expected)
            self.mixed[action] += weight * self.chances[action]
        if len(self.watched) > 0:
            self.planned_value = self.play_out(planned(world, self.seat, self.scratch), self.seat)
        self.worlds += 1
        self.weight += weight
        if world[PHASE] == PLACE and PLAYOUTS_PER_RIVAL_PLAYOUT * self.learned < self.playouts:
            self.let_a_rival_learn()

    def play_out(self, action: i64, viewer: i64) -> float:
        """Apply the action in this world, play on, and return the viewer's prospect."""
        t = self.table
        copy_table(self.world, t)
        t[CHANCE] = self.world[CHANCE]
        carry_out(t, self.seat, action)
        if len(self.watched) > 0:
            t[LAST_SEASON] = 1
            self.play_on(t)
            self.note_season()
            t[LAST_SEASON] = self.source[LAST_SEASON]
        self.play_on(t)
        self.playouts += 1
        return prospect(t, viewer)

    def play_on(self, t: vec[i64]) -> None:
        """Make all decisions until the game is over or enough seasons are played."""
        play_planned(t, self.scratch)

    def likelihood(self) -> float:
        """Return the weight of this world: all are equally likely."""
        return 1.0

    def note_season(self) -> None:
        """Note what the first season to end has brought; nothing, if the game is over without one."""
        t = self.table
        noted = self.noted
        for i in range(COUNTS):
            noted[i] = 0
        if t[SEASONS_PLAYED] == 0:
            return
        self.noted_season = t[SEASON]
        for seat in range(t[PLAYERS]):
            noted[SEASON_PRESTIGE + seat] = (t[STANDING + seat] >> WORTHS) - (self.source[STANDING + seat] >> WORTHS)
        if noted[SEASON_PRESTIGE + self.seat] > 0:
            if t[VALUES + self.seat] == 3:
                noted[TRENDY] = 1
            else:
                noted[ALTERNATIVE] = 1
        found = trends(t)
        for i in range(COUNTS - TREND_COUNTS):
            noted[TREND_COUNTS + i] = found & 1
            found >>= 5

    def count(self, action: i64) -> None:
        """Add what the last playout, with this action, has led to."""
        t = self.table
        noted = self.noted
        for seat in range(t[PLAYERS]):
            noted[FINAL_PRESTIGE + seat] = (t[STANDING + seat] >> WORTHS) - (self.source[STANDING + seat] >> WORTHS)
        cards = self.watched[action]
        if cards < 0:
            cards = 256 * NONE + NONE
            if self.world[FACE_DOWN_COUNT] > 0:
                cards = 256 * NONE + self.world[FACE_DOWN + self.world[FACE_DOWN_COUNT] - 1]
        stack = PRESTIGE + self.seat * CARDS
        for i in range(self.source[PRESTIGE_COUNT + self.seat], t[PRESTIGE_COUNT + self.seat]):
            if t[stack + i] == cards & 255 or t[stack + i] == cards >> 8:
                noted[SCORED] += 1
        for i in range(COUNTS):
            self.counts[COUNTS * action + i] += noted[i]

    def counted(self, action: int) -> list[int]:
        """Return what was counted of a watched action."""
        return [int(self.counts[COUNTS * action + i]) for i in range(COUNTS)]

    def place_rivals(self) -> None:
        """Place a cover for every rival: with probability a half from its learned strategy, otherwise as planned."""
        world = self.world
        for rival in range(world[PLAYERS]):
            if rival != self.seat and world[PLACED + rival] < 0 and world[HAND_COUNT + rival] > 0:
                action = planned(world, rival, self.scratch)
                if draw(world, 2) == 0:
                    action = self.learned_cover(rival, action)
                carry_out(world, rival, action)

    def learned_cover(self, rival: i64, action: i64) -> i64:
        """Return the action with a primary cover drawn from the rival's mixed strategy, if it has learned one."""
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
        """Add to the regrets of one rival: play out each card of its hand in this world, with the others' covers fixed."""
        world = self.world
        rival = draw(world, world[PLAYERS] - 1)
        if rival >= self.seat:
            rival += 1
        if world[PLACED + rival] < 0:
            self.learned += 1  # a rival without cards has nothing to learn (CM-P2); count it, to try another one later
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
            self.rival_values[i] = value
            regret = positive_part(self.rival_regrets[rival * CARDS + card])
            positive += regret
            expected += regret * value
        if positive > 0.0:
            expected /= positive
        else:
            expected = kept
        self.rival_regrets[rival * CARDS + placed] += kept - expected
        for i in range(count):
            self.rival_regrets[rival * CARDS + world[hand + i]] += self.rival_values[i] - expected
        self.learned += self.playouts - before

    def drawn(self, chances: vec[float]) -> i64:
        """Return a remaining action, drawn with these weights, which need not add up to 1."""
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
        """Drop all actions except this many with the best totals."""
        ranked = sorted([(-self.totals[action], int(action)) for action in self.live])
        self.live = vec[i64](sorted([action for _, action in ranked[:remaining]]))

    def best(self) -> int:
        """Return the number of the action with the best total."""
        found = self.live[0]
        for i in range(len(self.live)):
            if self.totals[self.live[i]] > self.totals[found]:
                found = self.live[i]
        return int(found)

    def mean(self, action: int) -> float:
        """Return the mean prospect of a remaining action over all worlds."""
        return self.totals[action] / self.weight

    def mixed_choice(self) -> int:
        """Return the number of an action drawn from the average strategy, without its rare actions."""
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


class Worlds:
    """One position, played out again and again with its unknown places dealt again, in the eyes of all seats."""

    def __init__(self, source: Table, unseen: list[Unseen], *, seasons: int, chance: int) -> None:
        self.source: vec[i64] = empty_table()
        copy_table(source.row, self.source)
        self.source[SEASONS_PLAYED] = 0
        self.source[LAST_SEASON] = seasons
        self.unseen = unseen
        """Groups of unknown places; the cards of a group stay in it."""
        self.world: vec[i64] = empty_table()
        self.world[CHANCE] = chance
        self.table: vec[i64] = empty_table()
        self.scratch: vec[i64] = empty_scratch()

    def deal_places(self) -> None:
        """Deal the unknown places: the next world."""
        copy_table(self.source, self.world)
        draw(self.world, 2)  # so that worlds without an unknown place differ too
        for group in self.unseen:
            redeal(self.world, group)
        for seat in range(self.world[PLAYERS]):  # the plan prefers the first of equal cards
            shuffle(self.world, HANDS + seat * HAND, self.world[HAND_COUNT + seat])

    def lay(self, place: i64, card: i64) -> None:
        """Exchange the card at an unknown place of this world for another one of its group."""
        for group in self.unseen:
            for i in range(len(group.slots)):
                if self.world[group.slots[i]] == card:
                    self.world[group.slots[i]] = self.world[place]
                    self.world[place] = card
                    return

    def play_out(self, actions: list[int]) -> list[float]:
        """Apply the actions (a seat, its action, the next seat, ...) in this world and play on by plan.

        Return each seat's prospect at the end, and then each seat's prospect one season earlier.
        """
        t = self.table
        copy_table(self.world, t)
        t[CHANCE] = self.world[CHANCE]
        for i in range(len(actions) // 2):
            carry_on(t)
            carry_out(t, actions[2 * i], actions[2 * i + 1])
        return self.prospects()

    def new_deal(self) -> list[float]:
        """Deal a new game with the options and the starting seat of the position, and play it as in `play_out`."""
        t = self.table
        copy_table(self.source, t)
        t[CHANCE] = self.world[CHANCE]
        deal(t)
        self.world[CHANCE] = t[CHANCE]
        return self.prospects()

    def prospects(self) -> list[float]:
        """Play on; return the prospects at the end and one season earlier."""
        t = self.table
        seasons = self.source[LAST_SEASON]
        t[LAST_SEASON] = seasons - 1
        play_planned(t, self.scratch)
        earlier = [prospect(t, seat) for seat in range(t[PLAYERS])]
        t[LAST_SEASON] = seasons
        play_planned(t, self.scratch)
        return [prospect(t, seat) for seat in range(t[PLAYERS])] + earlier


def positive_part(regret: float) -> float:
    """Return the regret, or 0 if it is negative."""
    if regret > 0.0:
        return regret
    return 0.0


def mix(regrets: vec[float], live: vec[i64], chances: vec[float]) -> None:
    """Set the probabilities in proportion to the positive regrets, or all equal without any (regret matching)."""
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
            search = Search(table, nothing, seat=seat, actions=actions, seasons=2, chance=table[CHANCE], watched=[])
            search.try_world()
            table.apply(seat, planner.action(table, seat))
