"""The champion's search: as the editor's, but rivals and playouts choose covers by the network.

Worlds in which rivals would hardly have placed what they placed this season count less. And the search begins as if it had
already seen in some worlds what the network expects.
"""

from __future__ import annotations

from typing import Final

from covergames.kernel._hand_network import POINT, HandNetwork
from covergames.kernel._hand_network import WEIGHTS as HAND_WEIGHTS
from covergames.kernel._network import WEIGHTS, Network, stake
from covergames.kernel._plan import Planner, Wishes, lies_apart, planned, planned_covers, wished
from covergames.kernel._rows import i64, vec
from covergames.kernel._search import Search
from covergames.kernel._table import (
    CHANCE,
    CLOTHES,
    COUNTED,
    COVER_COUNT,
    COVERS,
    DUTIES,
    DUTY_COUNT,
    FACE_DOWN_SOURCE,
    FEATURE,
    HAIRED,
    HAND,
    HAND_COUNT,
    HANDS,
    LAST_SEASON,
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
    START,
    SWAPPING,
    TAKING,
    TRACKS,
    VOTE,
    YEARS,
    Table,
    Unseen,
    carry_on,
    carry_out,
    copy_table,
    counting,
    draw,
    empty_table,
    is_owned,
    may_take_blind,
    owner,
    redeal,
    to_act,
)

LEAST_CHANCE: Final = 0.02
"""Every cover is at least so likely: people play oddly now and then."""
MOST_WEIGHT: Final = 1000.0
"""No world counts for more than so many ordinary ones."""
PLANNED_PERCENT: Final = 10
"""How many covers of rivals in a hundred follow the plan instead of the network."""


class ChampionSearch(Search):
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
        network: Network,
        wishes: Wishes,
        believes: bool,
        plays_best: bool,
        prior_worlds: int,
    ) -> None:
        super().__init__(source, unseen, seat=seat, actions=actions, seasons=seasons, chance=chance, watched=watched)
        self.network = network
        self.wishes = wishes
        """What everybody wants to have."""
        self.believes = believes
        """Whether worlds are weighted."""
        self.plays_best = plays_best
        """Whether the seat's own later covers are those that promise most, instead of drawn ones."""
        self.past: vec[i64] = empty_table()
        """The table as it was in an earlier month."""
        if prior_worlds > 0:
            self.expect_gains(float(prior_worlds))

    def expect_gains(self, worlds: float) -> None:
        """Begin as if so many worlds had shown the gains that the networks expect."""
        t = self.past
        t[CHANCE] = self.world[CHANCE]
        copy_table(self.source, t)
        redeal(t, self.unseen)
        if t[PHASE] == PLACE:
            self.network.rate(t, self.seat)
        unit = worlds * stake(t, self.seat)
        mean = 0.0
        for number in range(len(self.actions)):
            gain = unit * self.expected_gain(t, self.actions[number])
            self.totals[number] = gain
            mean += gain
        mean /= float(len(self.actions))
        for number in range(len(self.actions)):
            self.totals[number] -= mean
            self.regrets[number] = self.totals[number]

    def expected_gain(self, t: vec[i64], action: i64) -> float:
        """Return how many points an action promises, compared with others."""
        phase = t[PHASE]
        seat = self.seat
        first = action & 255
        second = action >> 8
        gain = 0.0
        if phase == PLACE:
            hand = HANDS + seat * HAND
            for i in range(t[HAND_COUNT + seat]):
                if t[hand + i] == first or t[hand + i] == second:
                    gain += self.network.gains[i]
        elif phase != FEATURE and phase != VOTE:
            kind = t[DUTIES + t[DUTY_COUNT] - 1] - seat
            promise: i64 = 0
            if kind == TAKING:
                promise = self.promise_of_source(t, action)
            elif kind == SWAPPING:
                if first != NONE:
                    promise = self.best_promise(t) - self.wishes.promise(t, seat, first)
            else:
                promise = self.wishes.promise(t, seat, first)
                if second != NONE:
                    promise += self.wishes.promise(t, seat, second)
            gain = float(promise) / float(POINT)
        return gain

    def best_promise(self, t: vec[i64]) -> i64:
        """Return the promise of the best source."""
        best: i64 = 0
        source: i64
        for source in range(4):
            there = may_take_blind(t) if source == FACE_DOWN_SOURCE else t[OPEN_COUNT + source] > 0
            if there:
                promise = self.promise_of_source(t, source)
                if promise > best:
                    best = promise
        return best

    def promise_of_source(self, t: vec[i64], source: i64) -> i64:
        """Return the promise of the top card or, face down, the mean promise of the cards that it may be."""
        if source != FACE_DOWN_SOURCE:
            return self.wishes.promise(t, self.seat, t[OPEN + source * HAIRED + t[OPEN_COUNT + source] - 1])
        total: i64 = 0
        count: i64 = 0
        for i in range(len(self.unseen.pool)):
            card = self.unseen.pool[i]
            if not lies_apart(t, CLOTHES[card]):
                total += self.wishes.promise(t, self.seat, card)
                count += 1
        if count == 0:
            return 0
        return total // count

    def likelihood(self) -> float:
        """Return how likely this season's covers of rivals are with the hands of this world, if 1 is a cover at random."""
        weight = 1.0
        t = self.past
        if not self.believes or self.world[MONTH] == 1:
            return weight
        copy_table(self.world, t)
        while t[MONTH] > 1:
            take_back_month(t)
            for rival in range(t[PLAYERS]):
                if rival != self.seat and self.world[COVER_COUNT + rival] >= t[MONTH]:
                    self.network.rate(t, rival)
                    cover = self.world[COVERS + 3 * rival + t[MONTH] - 1]
                    weight *= float(t[HAND_COUNT + rival]) * (self.network.chance_of(t, rival, cover) + LEAST_CHANCE)
        if weight > MOST_WEIGHT:
            weight = MOST_WEIGHT
        return weight

    def place_rivals(self) -> None:
        """Place a cover for every rival: by the network, now and then as planned."""
        world = self.world
        for rival in range(world[PLAYERS]):
            if rival != self.seat and world[PLACED + rival] < 0 and world[HAND_COUNT + rival] > 0:
                if draw(world, 100) < PLANNED_PERCENT:
                    action = planned(world, rival, self.scratch)
                else:
                    action = self.network.covers(world, rival)
                carry_out(world, rival, action)

    def let_a_rival_learn(self) -> None:
        """Do nothing: the network has learned."""

    def play_on(self, t: vec[i64]) -> None:
        """Make all decisions until enough seasons are played: covers of the first season by the network, later ones by the plan."""
        carry_on(t)
        while t[SEASONS_PLAYED] < t[LAST_SEASON] and t[PHASE] != OVER:
            seats = to_act(t)
            for seat in range(t[PLAYERS]):
                if seats >> seat & 1:
                    if t[PHASE] != PLACE:
                        action = wished(t, seat, self.wishes)
                    elif t[SEASONS_PLAYED] == 0:
                        if self.plays_best and seat == self.seat:
                            action = self.network.best_covers(t, seat)
                        else:
                            action = self.network.covers(t, seat)
                    else:
                        action = planned_covers(t, seat, self.scratch)
                    carry_out(t, seat, action)
            carry_on(t)


def take_back_month(t: vec[i64]) -> None:
    """Take back the covers of the last month into the hands, and from the tracks."""
    shift = counting(t)
    month = t[MONTH] - 1
    t[MONTH] = month
    for magazine in range(t[MAGAZINES]):
        if t[COVER_COUNT + magazine] == month:
            card = t[COVERS + 3 * magazine + month - 1]
            t[COVER_COUNT + magazine] = month - 1
            t[TRACKS] -= COUNTED[shift + card]
            if is_owned(t, magazine):
                seat = owner(t, magazine)
                count = t[HAND_COUNT + seat]
                t[HANDS + seat * HAND + count] = card
                t[HAND_COUNT + seat] = count + 1


def profile_run() -> None:
    """Search a game with a network that has learned nothing: the sample run for profile-guided optimisation."""
    network = Network([i % 7 - 3 for i in range(WEIGHTS)])
    wishes = HandNetwork([i % 7 - 3 for i in range(HAND_WEIGHTS)])
    planner = Planner()
    for players in range(3, 6):
        table = Table()
        table[PLAYERS] = players
        table[MAGAZINES] = players
        table[YEARS] = 1
        table[REMOVED] = NOBODY
        table[START] = 0
        table[CHANCE] = 1 + players
        table.deal()
        while table[PHASE] != OVER:
            seat = 0
            while not table.to_act() >> seat & 1:
                seat += 1
            search = ChampionSearch(
                table,
                Unseen([], [], [], placed=0, chosen=0, voted=0),
                seat=seat,
                actions=table.legal(seat),
                seasons=1,
                chance=table[CHANCE],
                watched=[],
                network=network,
                wishes=wishes,
                believes=True,
                plays_best=True,
                prior_worlds=10,
            )
            for _i in range(3):
                search.try_world()
            table.apply(seat, planner.action(table, seat))
