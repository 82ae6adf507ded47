"""The editor and the champion search every decision. They use only their view, and keep to their budget."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from covergames import coverme
from covergames.bots import Budget
from covergames.bots.coverme import ChampionBot, EditorBot, champion, editor
from covergames.coverme import Action, Decision, Feature, Options, Place, Row, TwoPlayer, View, Vote
from covergames.coverme.notation import parse_card
from covergames.game import Seat
from covergames.kernel import ChampionSearch, Search
from tests.contract.adapters import ADAPTERS, COVER_ME_VARIANTS, Table
from tests.contract.play import seeded, walk
from tests.coverme_kit import BSQ, position, scoring

Maker: TypeAlias = type[EditorBot] | type[ChampionBot]


@pytest.fixture(params=[EditorBot, ChampionBot])
def bot(request: pytest.FixtureRequest) -> Any:
    """The bot of this test."""
    return request.param


def chosen(bot: Maker, view: View, *, playouts: int = 300, seed: int = 1) -> Action:
    """Return the bot's decision."""
    return bot(random.Random(seed), Budget(playouts=playouts)).choose(view)


def test_a_sure_score_is_taken(bot: Maker) -> None:
    """In the last month of the last season, the only card that completes three trends is placed."""
    hands = ["Yblt Rrmd Ybsq Krmt Kklq Rklt", "Rbst Bbmq Bkmt Rkld", "Ybst Bbsd Rkmt Yrld"]
    table = position(hands, influence_row=BSQ, season="fall", year=3)
    table.season_of("Yblt Rrmd", "Rbst Bbmq", "Ybst Bbsd", months=2)
    assert {chosen(bot, table.view(0), seed=seed) for seed in range(3)} == {Place((parse_card("Ybsq"),))}


def test_three_at_zero_are_worth_more_than_one_with_three_trends(bot: Maker) -> None:
    """With two expensive covers without a trend it places a third one, and not the one that would score alone."""
    hands = ["Wrmd Krmd Grmd Ybsq Yblt Gbmt", "Rbsq Bbmq Bkst Rbld", "Ybst Bbst Rbmt Ybld"]
    table = position(hands, influence_row=BSQ, season="fall", year=3)
    table.season_of("Wrmd Krmd", "Rbsq Bbmq", "Ybst Bbst", months=2)
    assert {chosen(bot, table.view(0), seed=seed) for seed in range(3)} == {Place((parse_card("Grmd"),))}


def test_the_most_valuable_scoring_model_is_featured(bot: Maker) -> None:
    """A white model is worth five, a yellow one two (CM-M2, CM-C2)."""
    rows = ["Wbsq Ybsq Rkld", "Rbst Bbmq Bkmt", "Ybst Bbsd Rkmt"]
    table = position([f"{row} Ykmt Rkmq" for row in rows[:1]] + rows[1:], influence_row="Gbsq Kbsq Rbsq", year=3)
    table.season_of(*rows)
    assert table.view(0).decision is Decision.FEATURE
    expected = Feature(Row.PRIMARY, parse_card("Wbsq"))
    assert {chosen(bot, table.view(0), seed=seed) for seed in range(3)} == {expected}


def test_it_votes(bot: Maker) -> None:
    """Tied leaders share or play on (CM-X4); the editor can search this decision too."""
    table = position([scoring("Y"), scoring("R"), "Bbsd Bkmq Brlt"], influence_row=BSQ, season="fall", year=3)
    table.season_of(scoring("Y"), scoring("R"), "Bbsd Bkmq Brlt")
    for seat in table.to_act:
        assert isinstance(chosen(bot, table.view(seat), playouts=20), Vote)
    assert table.to_act == [0, 1]


VARIANTS = [pytest.param(table, id=table.name) for table in COVER_ME_VARIANTS]


@pytest.mark.parametrize("table", VARIANTS)
def test_equal_views_are_answered_equally(bot: Maker, table: Table) -> None:
    """Cards that it cannot see do not change its decision (CM-I3)."""
    adapter = ADAPTERS["cover-me"]
    compared = 0
    for turn in walk(adapter, table, 5):
        if turn.index % 23 == 0:
            seat = coverme.to_act(turn.state)[0]
            step = coverme.apply(turn.state, turn.seat, turn.action, seeded("not looked at"))
            chooser = random.Random(turn.index)
            world = adapter.other_world(turn.state, turn.seat, turn.action, step, seat, chooser)
            views = coverme.view(turn.state, seat), coverme.view(world.state, seat)
            assert views[0] == views[1]
            first, second = (chosen(bot, view, playouts=10) for view in views)
            assert first == second
            compared += 1
    assert compared > 1


@pytest.mark.parametrize("options", [Options(start=Seat(0)), Options(two_player=TwoPlayer.ADVANCED, start=Seat(0))])
def test_no_more_playouts_than_the_budget(bot: Maker, options: Options, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the last world may exceed it, because every remaining action is tried there."""
    made: list[Search] = []

    def keep(kind: type[Search]) -> Callable[..., Search]:
        def make(*arguments: Any, **keywords: Any) -> Search:
            made.append(kind(*arguments, **keywords))
            return made[-1]

        return make

    monkeypatch.setattr(editor, "Search", keep(Search))
    monkeypatch.setattr(champion, "ChampionSearch", keep(ChampionSearch))
    kinds = set()
    for turn in walk(ADAPTERS["cover-me"], Table("2", 2, options), 1):
        view = coverme.view(turn.state, turn.seat)
        if len(view.legal) > 1 and view.decision not in kinds:
            kinds.add(view.decision)
            chosen(bot, view, playouts=150)
            a_world = len(view.legal) + len(view.hand)
            assert 150 <= made[-1].playouts < 150 + a_world
    assert len(kinds) == len(made) >= 4


def test_a_forced_action_is_not_searched(bot: Maker) -> None:
    """With a single legal action, even a view that cannot be searched works."""
    view = position([scoring("Y"), scoring("R"), scoring("B")]).view(0)
    forced = view._replace(legal=view.legal[:1], unseen=())
    assert chosen(bot, forced) == view.legal[0]
    with pytest.raises(ValueError, match="unseen cards for"):
        chosen(bot, forced._replace(legal=view.legal))


def test_it_decides_even_without_time(bot: Maker) -> None:
    """It always tries one world."""
    view = position([scoring("Y"), scoring("R"), scoring("B")]).view(0)
    assert bot(random.Random(1), Budget(seconds=1e-9)).choose(view) in view.legal


def test_when_the_game_is_over_there_is_nothing_to_choose(bot: Maker) -> None:
    """It raises an error."""
    table = position([scoring("Y"), "Rbsd Rkmq Rrlt", "Bbsd Bkmq Brlt"], influence_row=BSQ, season="fall", year=3)
    table.season_of(scoring("Y"), "Rbsd Rkmq Rrlt", "Bbsd Bkmq Brlt")
    with pytest.raises(ValueError, match=r"^seat 0 has nothing to decide: the game is over$"):
        chosen(bot, table.view(0))
