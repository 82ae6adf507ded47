"""A player that lays card by card in real time, looks again, and flips the hourglass when it pays."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import TypeAlias

from covergames.bots.coverup.giving import Giving
from covergames.bots.coverup.hourglass import flip_pays, par
from covergames.bots.coverup.pace import Pace, hurried
from covergames.bots.coverup.sight import Sight, judge, whole
from covergames.coverup import Action, Done, Flip, GiveBack, Lay, Lift, Phase, Pile, SeatView, View
from covergames.coverup.cards import HAND
from covergames.coverup.layout import is_flawless, remove_from_top, visible
from covergames.coverup.placements import ORIENTATIONS

Step: TypeAlias = Lay | Lift
"""A card laid, moved or lifted."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a player intends to do, in the time of the round."""

    step: Step | None
    """The next change of its pile, with its time; None: no more changes."""
    steps: int
    """The number of changes, including this one."""
    gain: float
    """How many points it hopes to save by that, or by looking again."""
    awake: int
    """When it can flip or finish."""
    end: int
    """When all cards are laid and all looks are done."""


class LayingBot:
    """Sees a pile, lays it at its pace, looks for a better one a few times, and flips or is done.

    It thinks when its own side of the table has changed. When something else has changed it keeps to its plan, hurries
    if time has become short, and flips if that pays by now. So it does the same however often it is asked. A flip shortly
    before the round limit gives it more time: it then stops hurrying for the limit (CU-H2).
    """

    def __init__(
        self,
        generator: random.Random,
        *,
        sight: Sight,
        pace: Pace,
        giving: Giving,
        looks: float = 0.0,
        hope: float = 0.0,
        slips: float = 0.0,
    ) -> None:
        self._generator = generator
        self._sight = sight
        self._pace = pace
        self._giving = giving
        self._looks = looks
        """How often it looks again in a round, on average."""
        self._hope = hope
        """The part of its distance to par that it expects to find by looking again."""
        self._slips = slips
        """How often it lays a card in a wrong orientation, which it then corrects; in a hurry, more often."""
        self._thought: tuple[int, Pile] | None = None
        """The round, and its pile when it last thought."""
        self._target: Pile = ()
        self._looks_left = 0
        self._calm = Plan(None, steps=0, gain=0.0, awake=0, end=0)
        """What it would do if there were no deadline."""
        self._plan = self._calm
        """What it will do, hurried for the deadline."""
        self._deadline: int | None = None
        """The deadline for which the plan was hurried."""

    def choose(self, view: View) -> Action:
        """Return what it will do next, and when."""
        assert view.seat is not None
        if view.phase is Phase.GIVE_BACK:
            return GiveBack(self._giving.card(view, self._generator))
        mine = view.seats[view.seat]
        if self._thought is None or self._thought[0] != view.round:
            self._look_over(view, mine)
        if self._thought != (view.round, mine.pile):
            self._plan = self._calm = self._think(view, mine)
            self._thought = view.round, mine.pile
        elif self._deadline is not None and view.deadline is not None and view.deadline > self._deadline:
            self._plan = self._calm  # somebody has flipped just before the limit
        self._deadline = view.deadline
        self._plan = plan = self._hurried(self._plan, view)
        may_flip = self._may_flip(view, mine)
        if may_flip and flip_pays(view, gain=plan.gain, end=plan.end):
            return Flip(max(view.now, plan.awake))
        if plan.step is not None:
            return plan.step
        end = max(view.now, plan.awake, plan.end)
        return Flip(end) if may_flip else Done(end)

    def _look_over(self, view: View, mine: SeatView) -> None:
        """Choose a target pile for the hand; cards on the table may have been laid by another player."""
        deck = view.options.deck
        laid, _ = remove_from_top(mine.pile, deck)
        self._target = self._sight.target(laid, mine.hand, deck, self._generator)
        while view.options.assist and not is_flawless(self._target, deck):  # it shows a clash before the card is laid
            laid, _ = remove_from_top(self._target, deck)
            self._target = self._sight.target(laid, mine.hand, deck, self._generator)
        self._looks_left = whole(self._looks, self._generator)

    def _think(self, view: View, mine: SeatView) -> Plan:
        """Plan the next step towards the target; at the target, look for a better one."""
        deck, pace, generator = view.options.deck, self._pace, self._generator
        t = view.now
        if not mine.pile:
            t += pace.time(pace.first, generator)
        steps = self._steps(mine)
        gain = float(mine.visible - len(visible(self._target, deck)))
        if not steps:
            t += round(1000 * pace.aside) * (len(mine.hand) - len(mine.pile))
            gain = self._hope * max(0.0, mine.visible - par(mine.hand, deck)) if self._looks_left else 0.0
        while not steps and self._looks_left:
            self._looks_left -= 1
            t += pace.time(pace.look, generator)
            better = self._sight.better(mine.pile, mine.hand, deck, generator)
            if not view.options.assist or is_flawless(better, deck):
                self._target = better
            steps = self._steps(mine)
        step = None
        if steps:
            t += pace.time(pace.card, generator)
            steps = [*self._slip(steps[0], view, mine, left=len(steps)), *steps]
            step = replace(steps[0], t=t)
            t += round(1000 * pace.card) * (len(steps) - 1)
        return Plan(step, steps=len(steps), gain=gain, awake=view.now + round(1000 * pace.reaction), end=t)

    def _slip(self, step: Step, view: View, mine: SeatView, *, left: int) -> list[Step]:
        """Return the card in a wrong orientation, if it slips: with half the time for each card left, twice as often."""
        if isinstance(step, Lift) or view.options.assist or step.placement.card in {at.card for at in mine.pile}:
            return []
        available = self._pace.card if view.deadline is None else (view.deadline - view.now) / 1000 / left
        if self._generator.random() * min(1.0, available / self._pace.card) >= self._slips:
            return []
        below, deck = visible(mine.pile, view.options.deck), view.options.deck
        others = [replace(step.placement, flip=flip, turn=turn) for flip, turn in ORIENTATIONS]
        wrong = [at for at in others if at != step.placement and judge(at, below, deck)[1]]
        return [Lay(self._generator.choice(wrong), 0)] if wrong else []

    def _steps(self, mine: SeatView) -> list[Step]:
        """Return the steps from the pile to the target, without times."""
        wanted = {at.card for at in self._target}
        lifts: list[Step] = [Lift(at.card, 0) for at in mine.pile if at.card not in wanted]
        return lifts + [Lay(at, 0) for at in self._target if at not in mine.pile]

    def _hurried(self, plan: Plan, view: View) -> Plan:
        """Return the plan, moved earlier if time is short."""

        def sooner(t: int, steps: int) -> int:
            return hurried(t, now=view.now, deadline=view.deadline, steps=steps, least=self._pace.least)

        step = None if plan.step is None else replace(plan.step, t=sooner(plan.step.t, plan.steps))
        return replace(plan, step=step, awake=sooner(plan.awake, 1), end=sooner(plan.end, 1))

    def _may_flip(self, view: View, mine: SeatView) -> bool:
        """Return whether it may flip and knows of no flaw: its cards lie as it intends, or without a flaw (CU-H1, CU-S4)."""
        return (
            len(mine.pile) == HAND
            and any(isinstance(action, Flip) for action in reversed(view.legal))
            and (set(mine.pile) == set(self._target) or is_flawless(mine.pile, view.options.deck))
        )
