"""Games in which every cover is searched: what the network learns from."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

import numpy as np

from covergames import coverme
from covergames.coverme import Action, Clothes, Decision, GameLength, Options, TwoPlayer, View
from covergames.dealer import RandomDealer
from covergames.kernel import ChampionSearch, Search, planned
from covergames.kernel.champion import Networks
from covergames.kernel.completion import Hidden
from covergames.kernel.search import cards_of
from covergames.learning.examples import Collector, Examples

PLAYERS: Final = {4: 55, 3: 13, 5: 13, 2: 19}
"""The share of games with so many players, in percent."""
WORLDS: Final = (80, 80, 240)
"""The worlds in which each card is tried, by month: in the last month a world costs little."""
OTHER_WORLDS: Final = 60
"""The worlds in which each card to take or to keep is tried."""
MOST_PAIRS: Final = 20
"""With more legal actions (pairs of cards), fewer worlds are tried, but not more playouts."""
ODD: Final = 0.05
"""The share of decisions made at random, so that unusual positions occur."""


def play_games(
    seeds: Sequence[str], weights: tuple[list[int], list[int] | None] | None
) -> tuple[Examples, Examples | None]:
    """Play a game for each seed; return decisions about covers, and about cards to have.

    The networks have these weights, for covers and for hands. Without any, games are played with the editor's search, which is not
    asked about cards to have.
    """
    networks = None if weights is None else Networks.of(*weights)
    covers, wishes = Collector(), Collector()
    for seed in seeds:
        _play(random.Random(seed), networks, covers, wishes)
    return covers.examples(), None if networks is None else wishes.examples()


def random_options(generator: random.Random) -> tuple[int, Options]:
    """Return a number of players and options: mostly the standard game, now and then a variant."""
    players = generator.choices(list(PLAYERS), list(PLAYERS.values()))[0]
    is_advanced = players == 2 and generator.random() < 0.5
    return players, Options(
        two_player=TwoPlayer.ADVANCED if is_advanced else TwoPlayer.FICTIONAL,
        length=generator.choices(list(GameLength), [84, 8, 8])[0],
        same_value=generator.choice(list(Clothes)) if generator.random() < 0.1 else None,
    )


def _play(generator: random.Random, networks: Networks | None, covers: Collector, wishes: Collector) -> None:
    players, options = random_options(generator)
    dealer = RandomDealer(generator)
    state = coverme.new(players, options, dealer)
    while seats := coverme.to_act(state):
        for seat in seats:
            view = coverme.view(state, seat)
            if len(view.legal) == 1:
                action = view.legal[0]
            elif view.decision is Decision.PLACE:
                action = _place(view, generator, networks, covers)
            elif networks is not None and view.decision in (Decision.TAKE, Decision.KEEP):
                action = _have(view, generator, networks, wishes)
            else:
                action = planned(view, seed=generator.getrandbits(62))
            state = coverme.apply(state, seat, action, dealer).state


def _place(view: View, generator: random.Random, networks: Networks | None, covers: Collector) -> Action:
    """Search a cover, and add the decision to the examples."""
    seed = generator.getrandbits(62)
    search: Search
    if networks is None:
        search = Search(view, seasons=1, seed=seed)
    else:
        search = ChampionSearch(view, seasons=1, seed=seed, networks=networks, plays_best=False, prior_worlds=0)
    _try(search, view, WORLDS[view.month - 1])
    found = search.mixture()
    chances, values = np.array(list(found.values())), np.array(list(search.prospects().values()))
    position = Hidden(view).visible()
    assert view.seat is not None
    actions = [position.encode(view.seat, action) for action in found]
    covers.add_covers(position.table, view.seat, actions=actions, chances=chances, values=values)
    if generator.random() < ODD:
        return generator.choice(view.legal)
    return generator.choices(list(found), chances.tolist())[0]


def _have(view: View, generator: random.Random, networks: Networks, wishes: Collector) -> Action:
    """Search a card to take or to keep, and add the decision about known single cards to the examples."""
    search = ChampionSearch(
        view, seasons=2, seed=generator.getrandbits(62), networks=networks, plays_best=False, prior_worlds=0
    )
    _try(search, view, OTHER_WORLDS)
    known = {
        cards[0]: value
        for action, value in search.prospects().items()
        if (cards := cards_of(action, view)) is not None and len(cards) == 1
    }
    if len(known) > 1:
        assert view.seat is not None
        wishes.add_wishes(Hidden(view).visible().table, view.seat, cards=list(known), values=list(known.values()))
    return generator.choice(view.legal) if generator.random() < ODD else search.best()


def _try(search: Search, view: View, worlds: int) -> None:
    for _ in range(worlds * MOST_PAIRS // max(MOST_PAIRS, len(view.legal))):
        search.try_world()
