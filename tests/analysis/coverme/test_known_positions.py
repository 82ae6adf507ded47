"""Decisions in the last month of a game, whose values are enumerated with the rules, are judged right (CM-X1).

Three players are left with a choice for one of them: one rival holds a single card that the seat knows, the other a single card
that it does not know. So the value of each cover is the mean over all cards that the other rival may hold. Cards of a colour that
is known to lie on the face-down pile are less likely (CM-Y1).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import fmean

import pytest

from covergames import coverme
from covergames.analysis.coverme.values import Effort, Verdict, Z, verdict
from covergames.bots.budget import Budget
from covergames.bots.chance import ChanceBot
from covergames.coverme import Action, Card, Feature, GameLength, Options, Phase, Place, State
from covergames.coverme.cards import CLOTHES, PRESTIGE
from covergames.coverme.state import bits_of
from covergames.dealer import RandomDealer
from covergames.game import Seat
from covergames.kernel import Hidden
from covergames.kernel.colours import Colours

ME, KNOWN, UNKNOWN = Seat(0), Seat(1), Seat(2)
EFFORT = Effort(Budget(playouts=1500))


class Undecided(Exception):
    """Somebody would have to vote: the value is not enumerated."""


@dataclass(frozen=True)
class Case:
    """A position, with the exact value of each cover."""

    state: State
    values: dict[Action, float]
    prestige: dict[Action, float]
    """What the seat can expect to score in the season."""


def last_month(seed: int) -> State:
    """Return the last month of a random game, with one card left to each rival."""
    dealer = RandomDealer(random.Random(seed))
    bot = ChanceBot(random.Random(seed))
    state = coverme.new(3, Options(length=GameLength.SHORTER, start=Seat(seed % 3)), dealer)
    while not (state.is_last_season and state.month == 3 and state.phase is Phase.PLACE):
        seat = coverme.to_act(state)[0]
        state = coverme.apply(state, seat, bot.choose(coverme.view(state, seat)), dealer).state
    state = state.copy()
    for rival in (KNOWN, UNKNOWN):
        kept, *others = random.Random(seed).sample(state.hands[rival], len(state.hands[rival]))
        state.hands[rival] = (kept,)
        state.discard += tuple(others)
        state.knows = [known | bits_of(others) for known in state.knows]
    state.knows[ME] |= bits_of(state.hands[KNOWN])
    for viewer in (ME, KNOWN, 3):
        state.knows[viewer] &= ~bits_of(state.hands[UNKNOWN])
    return state


def outcome(state: State) -> tuple[float, int]:
    """Return the seat's share and score once everybody has chosen the most valuable model."""
    dealer = RandomDealer(random.Random(0))
    while state.phase is Phase.FEATURE:
        seat = coverme.to_act(state)[0]
        choices = [action for action in coverme.legal(state, seat) if isinstance(action, Feature)]
        best = max(choices, key=lambda choice: PRESTIGE[choice.card])
        state = coverme.apply(state, seat, best, dealer).state
    result = coverme.result(state)
    if result is None:
        raise Undecided
    return (1.0 / result.places.count(1) if result.places[ME] == 1 else 0.0), result.scores[ME]


def enumerated(state: State) -> Case | None:
    """Return the case with its exact values; None: it has too little at stake, or votes, or deductions about cards that are gone."""
    view = coverme.view(state, ME)
    if Colours(view).of_hand(UNKNOWN):
        return None
    cards = Counter(CLOTHES[card] for card in view.unseen)
    bound = Counter(place.clothes for place in Hidden(view).unknown)
    weights = [1 - bound[CLOTHES[card]] / cards[CLOTHES[card]] for card in view.unseen]
    held = state.hands[UNKNOWN][0]
    worlds = []
    for card in view.unseen:
        world = state.copy()
        world.hands[UNKNOWN] = (card,)
        world.face_down = tuple(held if other == card else other for other in world.face_down)
        worlds.append(world)
    dealer = RandomDealer(random.Random(0))
    values: dict[Action, float] = {}
    prestige: dict[Action, float] = {}
    before = view.prestige_stacks[ME].worth or 0
    try:
        for action in view.legal:
            outcomes = []
            for world in worlds:
                after = coverme.apply(world, ME, action, dealer).state
                for rival in (KNOWN, UNKNOWN):
                    after = coverme.apply(after, rival, Place((Card(after.hands[rival][0]),)), dealer).state
                outcomes.append(outcome(after))
            values[action] = fmean([share for share, _ in outcomes], weights)
            prestige[action] = fmean([score - before for _, score in outcomes], weights)
    except Undecided:
        return None
    return Case(state, values, prestige) if max(values.values()) - min(values.values()) > 0.05 else None


def cases(number: int, first: int) -> Iterator[Case]:
    """Yield that many positions."""
    seed = first
    while number:
        case = enumerated(last_month(seed))
        seed += 1
        if case is not None:
            yield case
            number -= 1


def agreements(number: int, first: int) -> list[tuple[bool, bool, bool]]:
    """Return for each position whether the loss, the best action and the expected prestige agree with the exact ones."""
    found = []
    for case in cases(number, first):
        view = coverme.view(case.state, ME)
        chosen = random.Random(first).choice(view.legal)
        said: Verdict = verdict(view, chosen, EFFORT, seed="known positions")
        exact = case.values[said.best] - case.values[chosen]
        is_close = abs(said.loss.mean - exact) <= Z * said.loss.variance**0.5 + 1e-9
        is_best = case.values[said.best] >= max(case.values.values()) - 0.03
        is_expected = abs(said.chosen_outlook.prestige[ME] - case.prestige[chosen]) < 0.4
        found.append((is_close, is_best, is_expected))
    return found


@pytest.mark.slow
@pytest.mark.prove(sample=6, proof=200)
def test_positions_with_a_provable_best_choice_are_judged_right(quantity: int) -> None:
    """The loss lies within its 95% interval, the best choice is found, and so is what the chosen one brings."""
    for agreed in zip(*agreements(quantity, first=1), strict=True):
        assert sum(agreed) >= 0.95 * len(agreed) - 1
