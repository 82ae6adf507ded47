"""Cover Up as an environment: numbers of actions, observations, the clock in steps."""

from __future__ import annotations

import random

import numpy as np
import pytest

from covergames import coverup
from covergames.coverup import Lay, Options
from covergames.coverup.state import Phase
from covergames.envs.coverup import FEATURES, WAIT, action_id, action_of, legal_mask, observe
from covergames.envs.coverup.actions import DONE, GIVE_BACK, LIFT
from covergames.envs.coverup.tables import RulesTable
from covergames.envs.feature import read_features
from covergames.game import Seat
from tests.contract.adapters import ADAPTERS
from tests.contract.play import seeded, walk
from tests.contract.test_two_worlds import sample


@pytest.mark.rule("CU-H1", "CU-H2")
def test_time_passes_in_steps() -> None:
    """A round without a flip ends at the limit, after limit / 2 s steps; then everybody gives back."""
    table = RulesTable(2, Options(round_limit=10), {})
    table.reset(1)
    for step in range(5):
        assert table.state.phase is Phase.LAY
        seen = read_features(FEATURES, table.observe(0))
        assert seen["steps_left"] == [5 - step]
        table.step({0: WAIT, 1: WAIT})
    assert table.state.phase is Phase.GIVE_BACK
    assert np.flatnonzero(table.mask(0)).min() >= GIVE_BACK
    table.step({seat: int(np.flatnonzero(table.mask(seat))[0]) for seat in (0, 1)})
    assert (table.state.round, read_features(FEATURES, table.observe(0))["steps_left"]) == (2, [5])


@pytest.mark.rule("CU-H2")
def test_a_round_ends_when_everybody_is_done() -> None:
    """A seat that is done may only wait."""
    table = RulesTable(2, Options(), {})
    table.reset(1)
    table.step({0: DONE, 1: WAIT})
    assert np.flatnonzero(table.mask(0)).tolist() == [WAIT]
    assert table.to_act() == [1]
    table.step({0: WAIT, 1: DONE})
    assert table.state.phase is Phase.GIVE_BACK


@pytest.mark.rule("CU-P1", "CU-P2")
def test_the_mask_has_the_lays_of_the_rules() -> None:
    """On the board every legal lay has a number, every number is that lay, and nothing else is marked."""
    table = RulesTable(2, Options(), {})
    table.reset(3)
    for _ in range(4):
        view = coverup.view(table.state, Seat(0))
        numbers = {action_id(view, action) for action in view.legal if isinstance(action, Lay)}
        marked = set(np.flatnonzero(legal_mask(view)[:LIFT]).tolist())
        assert marked <= numbers
        assert len(numbers - marked) < len(numbers) / 4  # those that reach over the edge
        for number in marked:
            action = action_of(view, number, view.now)
            assert action in list(view.legal)
            assert action is not None
            assert action_id(view, action) == number
        table.step({0: min(marked - set(range(LIFT // 5))), 1: WAIT})


@pytest.mark.slow
def test_a_whole_game_with_bots() -> None:
    """Bots act at any time between the steps, and the game ends."""
    table = RulesTable(3, Options(hourglass=6, round_limit=20), {1: "quick", 2: "random"})
    table.reset(2)
    while table.result() is None:
        table.step({0: int(np.flatnonzero(table.mask(0))[-1])})
    assert table.scores() == list(table.state.totals)
    assert any(score.score.pile for scores in table.state.scores for score in scores[1:])


@pytest.mark.rule("CU-I1")
def test_two_worlds_give_equal_observations() -> None:
    """What a seat may not see changes neither its observation nor its mask."""
    adapter = ADAPTERS[coverup.NAME]
    variant = adapter.variants[0]
    for turn in sample(walk(adapter, variant, 1), 0.03):
        step = coverup.apply(turn.state, turn.seat, turn.action, seeded("observed"))
        for viewer in map(Seat, range(variant.players)):
            world = adapter.other_world(turn.state, turn.seat, turn.action, step, viewer, random.Random(turn.index))
            views = coverup.view(turn.state, viewer), coverup.view(world.state, viewer)
            assert (observe(views[0], 0) == observe(views[1], 0)).all()
            assert (legal_mask(views[0]) == legal_mask(views[1])).all()
