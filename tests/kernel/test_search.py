"""The search of one decision, and the policy with which it plays out."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from covergames import coverme
from covergames.coverme import Decision, Options, Phase, TwoPlayer, View
from covergames.dealer import RandomDealer
from covergames.game import Seat
from covergames.kernel import Position, Search
from tests.contract.adapters import COVER_ME_VARIANTS, Table

ADVANCED = Options(two_player=TwoPlayer.ADVANCED, start=Seat(0))


def views(players: int, options: Options, seed: int) -> Iterator[View]:
    """Yield the view of the seat that decides next, in a random game."""
    chooser = random.Random(seed)
    dealer = RandomDealer(chooser)
    state = coverme.new(players, options, dealer)
    while seats := coverme.to_act(state):
        yield coverme.view(state, seats[-1])
        state = coverme.apply(state, seats[-1], chooser.choice(coverme.legal(state, seats[-1])), dealer).state


def a_view(decision: Decision, *, players: int = 3, options: Options = Options(start=Seat(0)), seed: int = 1) -> View:  # noqa: B008
    """Return a view with such a decision and more than one legal action, after all other seats have chosen."""
    return next(
        view
        for view in views(players, options, seed)
        if view.decision is decision and len(view.legal) > 1 and len(view.to_act) == 1
    )


@pytest.mark.parametrize("table", COVER_ME_VARIANTS, ids=lambda table: table.name)
def test_the_playout_policy_is_legal(table: Table, searching: Any) -> None:
    """In a whole game of every variant it chooses only legal actions."""
    game = Position.deal(table.players, table.options, seed=4)
    planner = searching.Planner()
    while seats := game.to_act():
        seat = seats[-1]
        action = game.decode(planner.action(game.table, seat))
        assert action in game.legal(seat)
        game.apply(seat, action)
    assert game.phase is Phase.OVER


@pytest.mark.slow
def test_the_playout_policy_beats_chance(searching: Any) -> None:
    """One such player wins most games against three random ones."""
    wins = 0
    chooser = random.Random(2)
    planner = searching.Planner()
    for seed in range(60):
        game = Position.deal(4, Options(), seed=seed)
        while seats := game.to_act():
            for seat in seats:
                code = planner.action(game.table, 0) if seat == 0 else chooser.choice(game.table.legal(seat))
                game.apply(seat, game.decode(code))
        wins += game.standings().places[0] == 1
    assert wins > 45


@pytest.mark.parametrize(
    "decision", [each for each in Decision if each is not Decision.VOTE], ids=lambda decision: decision.value
)
@pytest.mark.parametrize("players", [2, 3])
def test_the_same_seed_gives_the_same_result(decision: Decision, players: int) -> None:
    """Prospects and choices depend only on the view, the seed and the number of worlds."""
    view = a_view(decision, players=players)
    found = []
    for seed in (1, 1, 2):
        trying = Search(view, seasons=2, seed=seed)
        for _ in range(3):
            trying.try_world()
        found.append((trying.prospects(), trying.best(), trying.mixed(), trying.playouts))
    assert found[0] == found[1]
    assert found[0][0] != found[2][0]
    assert all(0 < prospect < 1 for prospect in found[0][0].values())


@pytest.mark.parametrize(("players", "options"), [(3, Options(start=Seat(0))), (2, ADVANCED)])
def test_the_interpreted_search_gives_the_same_result(
    players: int, options: Options, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compiled or not, the search is the same."""
    view = a_view(Decision.PLACE, players=players, options=options)
    found = []
    for compiled in (False, True):
        if compiled:
            monkeypatch.undo()
        trying = Search(view, seasons=1, seed=3)
        for _ in range(4):
            trying.try_world()
        found.append((trying.prospects(), trying.mixed(), trying.playouts))
    assert found[0] == found[1]


def test_dropped_actions_are_not_tried() -> None:
    """A dropped action costs no more playouts, and cannot be chosen."""
    view = a_view(Decision.TAKE)
    trying = Search(view, seasons=1, seed=1)
    for _ in range(10):
        trying.try_world()
    assert trying.playouts == 10 * len(view.legal)
    assert trying.remaining == list(view.legal)
    before = trying.prospects()
    trying.keep_best(2)
    assert sorted(before[action] for action in trying.remaining) == sorted(before.values())[-2:]
    trying.try_world()
    assert trying.playouts == 10 * len(view.legal) + 2
    assert trying.best() in trying.remaining


def test_rivals_learn_what_to_place() -> None:
    """If all choose at the same time, some playouts are for rivals; otherwise none are."""
    view = a_view(Decision.PLACE)
    trying = Search(view, seasons=1, seed=1)
    for _ in range(20):
        trying.try_world()
    spent = trying.playouts - 20 * len(view.legal)
    assert trying.playouts / 6 < spent < trying.playouts / 3


def test_only_a_seat_that_has_to_decide_can_search() -> None:
    """A spectator, or a seat that waits for others, is refused."""
    state = coverme.new(3, Options(start=Seat(0)), RandomDealer(random.Random(1)))
    for seat in (None, Seat(2)):
        with pytest.raises(ValueError, match=f"^seat {seat} has nothing to decide$"):
            Search(coverme.view(state, seat), seasons=1, seed=1)
