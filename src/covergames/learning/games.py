"""Games in which every cover is searched: what the network learns from."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

import numpy as np

from covergames import coverme
from covergames.coverme import Action, Clothes, Decision, GameLength, Options, TwoPlayer, View
from covergames.dealer import RandomDealer
from covergames.kernel import ChampionSearch, Position, Search, planned
from covergames.kernel import _network as n
from covergames.kernel.completion import Hidden
from covergames.learning.examples import Collector, Examples

PLAYERS: Final = {4: 55, 3: 13, 5: 13, 2: 19}
"""The share of games with so many players, in percent."""
WORLDS: Final = (80, 80, 240)
"""The worlds in which each card is tried, by month: in the last month a world costs little."""
MOST_PAIRS: Final = 20
"""With more legal actions (pairs of cards), fewer worlds are tried, but not more playouts."""
ODD: Final = 0.05
"""The share of covers placed at random, so that unusual positions occur."""


def play_games(seeds: Sequence[str], weights: list[int] | None) -> Examples:
    """Play a game for each seed with the network of these weights; None: with the editor's search."""
    network = None if weights is None else n.Network(weights)
    collector = Collector()
    for seed in seeds:
        _play(random.Random(seed), network, collector)
    return collector.examples()


def random_options(generator: random.Random) -> tuple[int, Options]:
    """Return a number of players and options: mostly the standard game, now and then a variant."""
    players = generator.choices(list(PLAYERS), list(PLAYERS.values()))[0]
    is_advanced = players == 2 and generator.random() < 0.5
    return players, Options(
        two_player=TwoPlayer.ADVANCED if is_advanced else TwoPlayer.FICTIONAL,
        length=generator.choices(list(GameLength), [84, 8, 8])[0],
        same_value=generator.choice(list(Clothes)) if generator.random() < 0.1 else None,
    )


def _play(generator: random.Random, network: n.Network | None, collector: Collector) -> None:
    players, options = random_options(generator)
    dealer = RandomDealer(generator)
    state = coverme.new(players, options, dealer)
    while seats := coverme.to_act(state):
        for seat in seats:
            view = coverme.view(state, seat)
            state = coverme.apply(state, seat, _decide(view, generator, network, collector), dealer).state


def _decide(view: View, generator: random.Random, network: n.Network | None, collector: Collector) -> Action:
    """Search a cover and add it to the examples; make other decisions by the plan."""
    if len(view.legal) == 1:
        return view.legal[0]
    if view.decision is not Decision.PLACE:
        return planned(view, seed=generator.getrandbits(62))
    seed = generator.getrandbits(62)
    search = (
        Search(view, seasons=1, seed=seed)
        if network is None
        else ChampionSearch(view, seasons=1, seed=seed, network=network, prior_worlds=0)
    )
    worlds = WORLDS[view.month - 1] * MOST_PAIRS // max(MOST_PAIRS, len(view.legal))
    for _ in range(worlds):
        search.try_world()
    found = search.mixture()
    chances, values = np.array(list(found.values())), np.array(list(search.prospects().values()))
    position: Position = Hidden(view).visible()
    assert view.seat is not None
    actions = [position.encode(view.seat, action) for action in found]
    collector.add(position.table, view.seat, actions=actions, chances=chances, values=values)
    if generator.random() < ODD:
        return generator.choice(view.legal)
    return generator.choices(list(found), chances.tolist())[0]
