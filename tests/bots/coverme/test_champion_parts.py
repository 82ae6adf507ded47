"""The decisions of the champion can be shared: parts are thought about separately, and merged."""

from __future__ import annotations

import pickle
import random

import pytest

from covergames import coverme
from covergames.bots import Budget
from covergames.bots.coverme import ChampionBot
from covergames.bots.coverme.champion import Part
from covergames.coverme import Options, TwoPlayer, View
from covergames.game import Seat
from covergames.kernel import ChampionSearch
from covergames.kernel.champion import Lead
from tests.contract.adapters import ADAPTERS, Table
from tests.contract.play import walk
from tests.coverme_kit import position, scoring


def decisions(options: Options, players: int) -> list[View]:
    """Return a view for each kind of decision that occurs in a game."""
    views: dict[object, View] = {}
    for turn in walk(ADAPTERS["cover-me"], Table(str(players), players, options), 1):
        view = coverme.view(turn.state, turn.seat)
        if len(view.legal) > 1:
            views.setdefault(view.decision, view)
    return list(views.values())


def bot(seed: int, playouts: int = 200) -> ChampionBot:
    return ChampionBot(random.Random(seed), Budget(playouts=playouts))


@pytest.mark.parametrize(
    ("options", "players"), [(Options(start=Seat(0)), 3), (Options(two_player=TwoPlayer.ADVANCED, start=Seat(0)), 2)]
)
def test_one_part_alone_leads_to_the_same_decision(options: Options, players: int) -> None:
    """In every kind of decision, also when the part was pickled."""
    views = decisions(options, players)
    assert len(views) >= 4
    for view in views:
        part = pickle.loads(pickle.dumps(bot(5).part(view)))
        assert bot(6).merged(view, [part]) == bot(5).choose(view)
        assert part.playouts >= 200


def test_an_action_is_compared_in_the_worlds_in_which_it_was_tried() -> None:
    """The best action leads by nothing, all others by less; one that was dropped has the worlds until then."""
    view = position([scoring("Y"), scoring("R"), scoring("B")]).view(0)
    search = ChampionSearch(view, seasons=1, seed=1, believes=False, prior_worlds=0)
    for _ in range(10):
        search.try_world()
    first = search.prospects()
    search.keep_best(2)
    for _ in range(20):
        search.try_world()
    now, leads = search.prospects(), dict(zip(view.legal, search.leads(), strict=True))
    best = search.best()
    assert leads[best] == (0.0, 30.0)
    for action, (points, weight) in leads.items():
        means, worlds = (now, 30) if action in now else (first, 10)
        assert weight == worlds
        assert points == pytest.approx(worlds * (means[action] - means[best]))


@pytest.mark.parametrize(
    ("parts", "best"),
    [
        ([[(0, 10), (-1, 10), (-5, 10)], [(-3, 10), (0, 10), (-5, 10)]], 1),
        ([[(0, 10), (-1, 10), (-5, 10)], [(-1, 2), (-1, 10), (0, 10)]], 0),
        ([[(0, 900), (-9, 900), (-90, 900)], [(-0.5, 1), (0, 1), (-0.5, 1)]], 0),
    ],
    ids=["both count", "dropped early in one", "recalled after one world"],
)
def test_parts_count_by_their_worlds(parts: list[list[tuple[float, float]]], best: int) -> None:
    """The best mean lead over all worlds wins: a part with few worlds cannot outvote one with many."""
    view = position([scoring("Y"), scoring("R"), scoring("B")]).view(0)
    few = view._replace(legal=view.legal[:3])
    made = [Part([Lead(*lead) for lead in leads], 0) for leads in parts]
    assert bot(1).merged(few, made) == few.legal[best]


def test_parts_with_other_seeds_see_other_worlds() -> None:
    """So that two parts together know more than one."""
    for view in decisions(Options(start=Seat(0)), 3):
        assert bot(1).part(view) == bot(1).part(view)
        assert bot(1).part(view).leads != bot(2).part(view).leads


def test_a_forced_action_takes_no_time() -> None:
    """Even a view that cannot be searched is answered."""
    view = position([scoring("Y"), scoring("R"), scoring("B")]).view(0)
    forced = view._replace(legal=view.legal[:1], unseen=())
    part = bot(1).part(forced)
    assert part.playouts == 0
    assert bot(1).merged(forced, [part, part]) == view.legal[0]
