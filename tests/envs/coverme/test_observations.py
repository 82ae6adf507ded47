"""Observations and masks of Cover Me: from the kernel they are what the view says, and they tell no secrets."""

from __future__ import annotations

import random

import pytest

from covergames import coverme
from covergames.coverme import Options
from covergames.envs.coverme import FEATURES, LOCATIONS, features, legal_mask, observe, tables
from covergames.envs.feature import read_features
from covergames.game import Seat
from covergames.kernel import _knowledge as knowledge_module
from covergames.kernel import _observation as observation_module
from tests.cases import by_target
from tests.contract.adapters import ADAPTERS, COVER_ME_VARIANTS, Table
from tests.contract.play import seeded, walk
from tests.contract.test_two_worlds import sample
from tests.envs.coverme.following import Follower
from tests.envs.seatings import MOST, seatings, some
from tests.kernel.conftest import interpreted_modules

VARIANTS = [pytest.param(table, id=table.name) for table in COVER_ME_VARIANTS]


def check_every_step(follower: Follower, *, every: int = 1) -> int:
    """Compare what all seats observe and may do at these steps, and at the end; return the number of steps."""
    number = 0
    for number in follower.steps():
        if number % every == 0 or not coverme.to_act(follower.state):
            for seat in range(follower.players):
                by_rules, legal = follower.by_rules(seat)
                by_kernel, also_legal = follower.by_kernel(seat)
                assert read_features(FEATURES, by_kernel) == read_features(FEATURES, by_rules)
                assert also_legal == legal
    return number


@pytest.mark.rule("CM-I1")
@pytest.mark.parametrize("table", by_target(VARIANTS, fast=0))
def test_observations_are_what_the_view_says(table: Table) -> None:
    """At sampled steps of a game of each variant, and at its end, for every seat."""
    check_every_step(Follower(table.players, table.options, random.Random(1)), every=12)


@pytest.mark.slow
@pytest.mark.prove(proof=MOST)
@pytest.mark.parametrize(("game", "tables"), seatings(coverme.NAME))
def test_observations_are_what_the_view_says_with_all_options(game: str, tables: list[Table], quantity: int) -> None:
    """The same for every combination of players and options, at more steps."""
    assert game == coverme.NAME
    for table in some(tables, quantity):
        check_every_step(Follower(table.players, table.options, random.Random(2)), every=7)


def test_the_interpreted_kernel_observes_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a compiler environments are slow, and otherwise the same."""
    with interpreted_modules() as modules:
        for name, module in (("k", "_table"), ("w", "_knowledge"), ("b", "_batch")):
            monkeypatch.setattr(tables, name, modules[module])
        follower = Follower(2, Options(two_player=coverme.TwoPlayer.ADVANCED), random.Random(3))
        assert check_every_step(follower, every=10) > 100


@pytest.mark.rule("CM-I3")
@pytest.mark.parametrize("table", by_target(VARIANTS))
def test_two_worlds_give_equal_observations(table: Table) -> None:
    """What a seat may not see changes neither its observation nor its mask."""
    adapter = ADAPTERS[coverme.NAME]
    for turn in sample(walk(adapter, table, 1), 0.02):
        step = coverme.apply(turn.state, turn.seat, turn.action, seeded("observed"))
        for viewer in map(Seat, range(table.players)):
            world = adapter.other_world(turn.state, turn.seat, turn.action, step, viewer, random.Random(turn.index))
            other = coverme.apply(world.state, turn.seat, world.action, world.dealer)
            for one, two in ((turn.state, world.state), (step.state, other.state)):
                views = coverme.view(one, viewer), coverme.view(two, viewer)
                assert (observe(views[0]) == observe(views[1])).all()
                assert (legal_mask(views[0]) == legal_mask(views[1])).all()


def test_features_cover_the_array_without_gaps() -> None:
    """Each byte belongs to one feature, and every code of a card has a meaning."""
    end = 0
    for feature in FEATURES:
        assert feature.start == end, feature.name
        end = feature.place.stop
    assert end == features.SIZE == observation_module.OBSERVATION == 8 * observation_module.WORDS
    assert len({feature.name for feature in FEATURES}) == len(FEATURES)
    assert len(LOCATIONS) == knowledge_module.COVER + 15


def test_a_spectator_observes_nothing() -> None:
    """An observation is always a seat's."""
    state = coverme.new(3, Options(), seeded("spectator"))
    with pytest.raises(ValueError, match="spectator"):
        observe(coverme.view(state, None))
