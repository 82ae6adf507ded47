"""The champion's search: its networks see what a seat sees, and its worlds are weighted by what rivals have placed."""

from __future__ import annotations

import random
from typing import Any

import pytest

from covergames import coverme
from covergames.coverme import Card, Decision, Place, TwoPlayer, View
from covergames.coverme.options import Options
from covergames.game import Seat
from covergames.kernel import ChampionSearch, Hidden, champion
from covergames.kernel import _table as k
from tests.contract.adapters import ADAPTERS, COVER_ME_VARIANTS, Table
from tests.contract.play import walk
from tests.kernel.test_search import a_view

VARIANTS = pytest.mark.parametrize("table", COVER_ME_VARIANTS, ids=lambda table: table.name)


def modules() -> Any:
    """Return the modules of this test, compiled or interpreted."""
    return vars(champion)


def some_weights(count: int, seed: int = 1) -> list[int]:
    """Return random weights, as small as learned ones."""
    chooser = random.Random(seed)
    return [chooser.randrange(-300, 300) for _ in range(count)]


def networks(seed: int = 1) -> champion.Networks:
    """Return networks with random weights."""
    here = modules()
    covers, hands = some_weights(here["n"].WEIGHTS, seed), some_weights(here["h"].WEIGHTS, seed)
    found: champion.Networks = here["Networks"].of(covers, hands)
    return found


def seat_of(view: View) -> Seat:
    """Return the seat that decides."""
    assert view.seat is not None
    return view.seat


def decisions(table: Table, *kinds: Decision) -> list[View]:
    """Return some views with a decision of these kinds, from all over a game."""
    views = []
    for turn in walk(ADAPTERS["cover-me"], table, 3):
        view = coverme.view(turn.state, turn.seat)
        if view.decision in kinds and len(view.legal) > 1:
            views.append(view)
    return views[:: max(1, len(views) // 8)]


@VARIANTS
def test_the_network_for_covers_uses_nothing_hidden(table: Table) -> None:
    """In every world that a seat could be in, its hand is rated alike, and each feature has a row of weights (CM-I3)."""
    network = networks().covers
    for view in decisions(table, Decision.PLACE):
        worlds = [Hidden(view).sample(seed=seed).table for seed in range(3)]
        first, *others = [network.rows(world, seat_of(view)) for world in worlds]
        assert all(other == first for other in others)
        assert all(modules()["n"].NOTHING <= row < modules()["n"].ROWS for row in first)
        chances = [network.distribution(world, seat_of(view)) for world in worlds]
        assert chances[0] == chances[1] == chances[2]
        assert sum(chances[0]) == pytest.approx(1)


@VARIANTS
def test_the_network_for_hands_uses_nothing_hidden(table: Table) -> None:
    """What a card promises follows from the hand and from what lies face up, and each feature has a row of weights (CM-I3)."""
    network: Any = networks().wishes
    for view in decisions(table, Decision.TAKE, Decision.KEEP, Decision.SWAP):
        worlds = [Hidden(view).sample(seed=seed).table for seed in range(3)]
        for card in (0, 40, 161, *view.hand[:2]):
            first, *others = [network.rows(world, seat_of(view), card) for world in worlds]
            assert all(other == first for other in others)
            assert all(0 <= row < modules()["h"].ROWS for row in first)


@VARIANTS
def test_every_decision_of_every_variant_can_be_searched(table: Table) -> None:
    """The best action is one of those that were tried, and the prospects are shares of the victory."""
    for view in decisions(table, *Decision)[:4]:
        trying = ChampionSearch(view, seasons=2, seed=1, networks=networks(), prior_worlds=0)
        trying.try_world()
        assert trying.best() in view.legal
        assert all(0 <= prospect <= 1 for prospect in trying.prospects().values())


@pytest.mark.parametrize("decision", [Decision.PLACE, Decision.TAKE], ids=lambda decision: decision.value)
@pytest.mark.parametrize(
    ("players", "options"),
    [(3, Options(start=Seat(0))), (2, Options(two_player=TwoPlayer.ADVANCED, start=Seat(0)))],
    ids=["three", "advanced"],
)
def test_the_interpreted_search_gives_the_same_result(
    decision: Decision, players: int, options: Options, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compiled or not, the search is the same."""
    view = a_view(decision, players=players, options=options)
    found = []
    for compiled in (False, True):
        if compiled:
            monkeypatch.undo()
        trying = ChampionSearch(view, seasons=1, seed=3, networks=networks(), prior_worlds=5)
        for _ in range(3):
            trying.try_world()
        found.append((trying.prospects(), trying.mixture(), trying.playouts))
    assert found[0] == found[1]


def test_the_search_begins_with_what_the_network_expects() -> None:
    """Before any world is tried, the best action is the one that the network rates highest."""
    view = a_view(Decision.PLACE)
    position = Hidden(view).visible()
    gains = networks().covers.advantages(position.table, seat_of(view))
    hand = [position.table[k.HANDS + k.HAND * seat_of(view) + place] for place in range(len(gains))]
    expected = max(zip(gains, hand, strict=True))[1]
    trying = ChampionSearch(view, seasons=1, seed=1, networks=networks(), prior_worlds=10)
    assert trying.best() == Place((Card(expected),))


def test_months_are_taken_back_one_by_one() -> None:
    """Taking back all covers gives the tracks of the influence row alone, and the hands of the season's beginning (CM-T2)."""
    for table in COVER_ME_VARIANTS:
        for view in decisions(table, Decision.PLACE):
            here, there = modules()["k"], modules()["c"]
            world = Hidden(view).sample(seed=1).table
            covers = {
                seat: [world[here.COVERS + 3 * seat + place] for place in range(world[here.COVER_COUNT + seat])]
                for seat in range(view.players)
            }
            sizes = [world[here.HAND_COUNT + seat] for seat in range(view.players)]
            while world[here.MONTH] > 1:
                there.take_back_month(world.row)
            rows = 2 if view.options.two_player is TwoPlayer.ADVANCED and view.players == 2 else 1
            for seat, size in enumerate(sizes):
                assert world[here.COVER_COUNT + seat] == 0
                assert world[here.HAND_COUNT + seat] == size + rows * len(covers[seat])
                hand = [world[here.HANDS + here.HAND * seat + place] for place in range(world[here.HAND_COUNT + seat])]
                assert set(covers[seat]) <= set(hand)
            tracks = world[here.TRACKS]
            world.count_tracks()
            assert world[here.TRACKS] == tracks


def test_worlds_with_unlikely_covers_count_less() -> None:
    """A search that believes weights its worlds differently, from the second month on; in the first there is nothing to believe."""
    view = next(view for view in decisions(COVER_ME_VARIANTS[0], Decision.PLACE) if view.month > 1)
    first = next(view for view in decisions(COVER_ME_VARIANTS[0], Decision.PLACE) if view.month == 1)
    for seen, is_different in ((view, True), (first, False)):
        found = []
        for believes in (True, False):
            trying = ChampionSearch(seen, seasons=1, seed=1, networks=networks(), believes=believes, prior_worlds=0)
            for _ in range(3):
                trying.try_world()
            found.append(trying.prospects())
        assert (found[0] != found[1]) is is_different


@VARIANTS
def test_the_best_covers_promise_most(table: Table) -> None:
    """The best covers are the cards with the largest gains, one for each own magazine (CM-P1, CM-A2)."""
    for view in decisions(table, Decision.PLACE):
        position, seat = Hidden(view).visible().table, seat_of(view)
        gains = networks().covers.advantages(position, seat)
        hand = [position[k.HANDS + k.HAND * seat + place] for place in range(len(gains))]
        covers = networks().covers.best_covers(position.row, seat)
        rows = 2 if view.options.two_player is TwoPlayer.ADVANCED and view.players == 2 else 1
        cards = [covers & 255, covers >> 8][: min(rows, len(hand))]
        assert len(set(cards)) == len(cards)
        assert [gains[hand.index(card)] for card in cards] == sorted(gains, reverse=True)[: len(cards)]


def test_its_own_later_covers_promise_most_in_playouts() -> None:
    """Whether they do or are drawn makes a difference in the first month, and none in the last, which has no later cover."""
    views = decisions(COVER_ME_VARIANTS[0], Decision.PLACE)
    for month, is_different in ((1, True), (3, False)):
        view = next(view for view in views if view.month == month)
        found = []
        for plays_best in (True, False):
            trying = ChampionSearch(view, seasons=1, seed=1, networks=networks(), plays_best=plays_best, prior_worlds=0)
            for _ in range(3):
                trying.try_world()
            found.append(trying.prospects())
        assert (found[0] != found[1]) is is_different


def test_the_networks_of_the_package_have_the_right_size() -> None:
    """They say where they come from, and a file is at most 2 MB."""
    assert champion.FILE.stat().st_size < 2_000_000
    stored = champion.stored_networks()
    assert stored.origin.startswith("python -m covergames.learning ")
    assert (len(stored.covers), len(stored.hands)) == (modules()["n"].WEIGHTS, modules()["h"].WEIGHTS)
