"""Players who score as many cards as they can together, so that every pile runs out (CM-R3, CM-R4), or as few.

They see all hands and piles, which no player may: they reach rare positions, and are no example of good play.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence

from covergames import coverme
from covergames.coverme import Action, Card, Keep, Magazine, Phase, Place, State, Swap, Take, Vote
from covergames.coverme.cards import CLOTHES, HAIR, LENGTH, PATTERN, Characteristic
from covergames.coverme.trends import Trends, tracks_of, trend_value, trends_of
from covergames.game import Seat

MONTHS = 3
TREND_SETTERS = 2
CHANGES_PER_PLAN = 60
RANDOM_TAKE_SHARE = 0.1

Covers = dict[Magazine, tuple[Card, ...]]


class Generous:
    """The first two seats collect and show certain characteristics, the others avoid them, so that both score.

    Stingy players do the opposite: nobody scores, all stay tied, and vote to play on.
    """

    def __init__(
        self,
        chooser: random.Random,
        *,
        effort: int = 2,
        extra_seasons: int = 0,
        is_stingy: bool = False,
    ) -> None:
        self._chooser = chooser
        self._effort = effort
        self._sign = -1 if is_stingy else 1
        self._extra_seasons = extra_seasons
        self._wanted = shown_by(chooser.choice(range(27)))
        self._season: object = None
        self._plan: Covers = {}
        self._votes: set[object] = set()

    def choose(self, state: State, seat: Seat) -> Action:
        """Return the seat's part of the plan, a card that fits it, or a vote for another season."""
        legal = coverme.legal(state, seat)
        if state.phase is Phase.PLACE:
            return self._place(state, seat, legal)
        if state.phase is Phase.VOTE:
            self._votes.add((state.year, state.season))
            return Vote(play_on=len(self._votes) <= self._extra_seasons)
        if self._chooser.random() < RANDOM_TAKE_SHARE:
            return self._chooser.choice(legal)
        return max(self._chooser.sample(legal, len(legal)), key=lambda action: self._gain(state, seat, action))

    def _gain(self, state: State, seat: Seat, action: Action) -> float:
        """Return how much better the hand would fit the seat."""
        match action:
            case Take(source) if source.is_open:
                return self._appeal(seat, state.open_piles[source][-1])
            case Take() if state.face_down:
                return self._appeal(seat, state.face_down[-1])
            case Keep(cards):
                return sum(self._appeal(seat, card) for card in cards)
            case Swap(card):
                return -self._appeal(seat, card) - 1.5
            case _:
                return 0

    def _appeal(self, seat: Seat, card: Card) -> int:
        matches = len(self._wanted & shown_by(card))
        return matches if seat < TREND_SETTERS else -matches

    def _place(self, state: State, seat: Seat, legal: Sequence[Action]) -> Action:
        if (state.year, state.season) != self._season:
            self._season = state.year, state.season
            self._plan = self._best_plan(state)
        rows = [self._plan.get(magazine, ()) for magazine in state.magazines_of(seat)]
        planned = Place(tuple(row[state.month - 1] for row in rows if len(row) >= state.month))
        return planned if planned in legal else self._chooser.choice(legal)

    def _best_plan(self, state: State) -> Covers:
        """Return the best of some plans, each improved one cover at a time."""
        best: Covers = {}
        highest = -math.inf
        for _ in range(self._effort):
            plan = self._some_plan(state)
            value = self._sign * scored(state, plan)
            for _ in range(CHANGES_PER_PLAN):
                other = self._changed(state, plan)
                changed = self._sign * scored(state, other)
                if changed >= value:
                    plan, value = other, changed
            if value > highest:
                best, highest = plan, value
        return best

    def _some_plan(self, state: State) -> Covers:
        """Return a plan: some magazines show as much as they can of certain characteristics, the others as little."""
        wanted = self._wanted
        if self._chooser.random() < 0.5:
            wanted = shown_by(self._chooser.choice([card for hand in state.hands for card in hand]))
        active = frozenset(tracks_of((), state.season))
        plan: Covers = {}
        setters = TREND_SETTERS if wanted is self._wanted else self._chooser.randint(0, state.players)
        seats = [Seat(number) for number in range(state.players)]
        if wanted is not self._wanted:
            self._chooser.shuffle(seats)
        counts = Counter(shown for card in state.influence_row for shown in shown_by(card))
        for seat in seats:
            hand = self._chooser.sample(state.hands[seat], len(state.hands[seat]))
            for magazine in state.magazines_of(seat):
                plan[magazine] = self._row(hand, wanted & active, counts, is_setter=setters > 0)
                setters -= 1
        return plan

    def _row(
        self, hand: list[Card], wanted: frozenset[Characteristic], counts: Counter[Characteristic], *, is_setter: bool
    ) -> tuple[Card, ...]:
        """Return three covers that show much of the wanted characteristics, or none of them and nothing that others show."""
        row: list[Card] = []
        for _ in range(min(MONTHS, len(hand))):
            if is_setter:
                best = max(hand, key=lambda card: len(wanted & shown_by(card)))
            else:
                best = min(
                    hand,
                    key=lambda card: (len(wanted & shown_by(card)), sum(counts[trait] for trait in shown_by(card))),
                )
            hand.remove(best)
            row.append(best)
            counts.update(shown_by(best))
        return tuple(row)

    def _changed(self, state: State, plan: Covers) -> Covers:
        """Return the plan with one cover exchanged for a card that stays in hand."""
        magazine = self._chooser.choice(list(plan))
        seat = state.owner(magazine)
        assert seat is not None
        used = {card for own in state.magazines_of(seat) for card in plan[own]}
        row, idle = list(plan[magazine]), [card for card in state.hands[seat] if card not in used]
        if row and idle:
            row[self._chooser.randrange(len(row))] = self._chooser.choice(idle)
        return {**plan, magazine: tuple(row)}


def shown_by(card: int) -> frozenset[Characteristic]:
    """Return the card's four characteristics."""
    return frozenset((CLOTHES[card], HAIR[card], LENGTH[card], PATTERN[card]))


def scored(state: State, plan: Covers) -> float:
    """Return how many cards would score with these covers, plus a little for coming close."""
    pile = [*state.fictional_pile, *(card for card in state.placed if card is not None)]
    fictional = pile[-2 * MONTHS :] if state.is_fictional else []
    covers = [card for row in plan.values() for card in row]
    trends = trends_of(tracks_of([*state.influence_row, *fictional, *covers], state.season))
    return sum(_scores(row, trends) for row in plan.values())


def _scores(row: Sequence[Card], trends: Trends) -> float:
    values = [trend_value(card, trends) for card in row]
    match max(values, default=1):
        case 3:
            return 1
        case 0:
            return len(row)
        case _:
            return values.count(0) / 2 - sum(values) / 10
