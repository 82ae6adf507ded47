"""The bot `plan` decides at once, from its view alone."""

from __future__ import annotations

import random

import pytest

from covergames import bots, coverme
from covergames.bots.coverme import PlanBot
from covergames.coverme import Place
from covergames.coverme.notation import parse_card
from covergames.games import game_named
from covergames.kernel import planned
from covergames.lab import Setup, play
from tests.contract.adapters import ADAPTERS, COVER_ME_VARIANTS, Table
from tests.contract.play import seeded, walk
from tests.coverme_kit import BSQ, position, scoring

VARIANTS = [pytest.param(table, id=table.name) for table in COVER_ME_VARIANTS]


@pytest.mark.parametrize("table", VARIANTS)
def test_equal_views_are_answered_equally(table: Table) -> None:
    """Cards that it cannot see do not change its decision (CM-I3), and the decision is legal."""
    adapter = ADAPTERS["cover-me"]
    compared = 0
    for turn in walk(adapter, table, 5):
        if turn.index % 7 == 0:
            seat = coverme.to_act(turn.state)[0]
            step = coverme.apply(turn.state, turn.seat, turn.action, seeded("not looked at"))
            chooser = random.Random(turn.index)
            world = adapter.other_world(turn.state, turn.seat, turn.action, step, seat, chooser)
            views = coverme.view(turn.state, seat), coverme.view(world.state, seat)
            assert views[0] == views[1]
            first, second = (PlanBot(random.Random(turn.index)).choose(view) for view in views)
            assert first == second
            assert first in views[0].legal
            compared += 1
    assert compared > 4


def test_a_sure_score_is_taken() -> None:
    """In the last month of the last season, the only card that completes three trends is placed."""
    hands = ["Yblt Rrmd Ybsq Krmt Kklq Rklt", "Rbst Bbmq Bkmt Rkld", "Ybst Bbsd Rkmt Yrld"]
    table = position(hands, influence_row=BSQ, season="fall", year=3)
    table.season_of("Yblt Rrmd", "Rbst Bbmq", "Ybst Bbsd", months=2)
    chosen = {PlanBot(random.Random(seed)).choose(table.view(0)) for seed in range(5)}
    assert chosen == {Place((parse_card("Ybsq"),))}


def test_the_same_seed_gives_the_same_decision() -> None:
    """All its chance comes from its generator."""
    view = position([scoring("Y"), scoring("R"), scoring("B")]).view(0)
    assert len({planned(view, seed=5) for _ in range(3)}) == 1


def test_it_has_a_name() -> None:
    """It plays wherever a bot can be named, and takes no budget."""
    game = game_named("cover-me")
    assert bots.named(game, "plan") is PlanBot
    with pytest.raises(bots.UnknownBot, match=r"^bot 'plan:1s': plan takes no budget$"):
        bots.named(game, "plan:1s")


def test_when_the_game_is_over_there_is_nothing_to_choose() -> None:
    """It raises an error."""
    table = position([scoring("Y"), "Rbsd Rkmq Rrlt", "Bbsd Bkmq Brlt"], influence_row=BSQ, season="fall", year=3)
    table.season_of(scoring("Y"), "Rbsd Rkmq Rrlt", "Bbsd Bkmq Brlt")
    with pytest.raises(ValueError, match=r"^seat 0 has nothing to decide: the game is over$"):
        PlanBot(random.Random(1)).choose(table.view(0))
    with pytest.raises(ValueError, match=r"^seat 0 has nothing to decide$"):
        planned(table.view(0), seed=1)


@pytest.mark.slow
def test_it_beats_novices() -> None:
    """One of it among three `novice` wins most of eight games."""
    setup = Setup("cover-me", 4, ("plan", "novice", "novice", "novice"), seed=1, rotate=True)
    outcomes = [play(setup, number).outcome for number in range(8)]
    assert sum(outcome.places[outcome.bots.index("plan")] == 1 for outcome in outcomes) > 4
