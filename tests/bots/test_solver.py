"""The bot that lays the best pile."""

from __future__ import annotations

import random

import pytest

from covergames import coverup
from covergames.bots import SolverBot, named
from covergames.coverup import Options, Phase, solve
from covergames.dealer import RandomDealer

pytestmark = pytest.mark.filterwarnings("ignore::covergames.coverup.solver.InterpretedSolverWarning")


def test_it_lays_the_best_pile_with_legal_actions_only() -> None:
    """In every round each bot has the optimum of its hand, and the first to be ready has flipped."""
    assert named(coverup, "solver") is SolverBot
    dealer = RandomDealer(random.Random(4))
    state = coverup.new(3, Options(), dealer)
    bots = [SolverBot(random.Random(seat)) for seat in range(3)]
    best: list[int] = []
    while seats := coverup.to_act(state):
        view = coverup.view(state, seats[0])
        action = bots[seats[0]].choose(view)
        assert action in view.legal
        hands = state.hands
        step = coverup.apply(state, seats[0], action, dealer)
        if state.phase is Phase.LAY and len(step.state.scores) > len(state.scores):
            best += [solve(hand, state.options.deck).points for hand in hands]
        state = step.state
    assert [scored.score.points for scores in state.scores for scored in scores] == best
    assert [scores[0].hourglass for scores in state.scores] == [-1] * 5
