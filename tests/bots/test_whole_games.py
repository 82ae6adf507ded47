"""Every bot plays complete games of every variant."""

from __future__ import annotations

import random
from itertools import product

import pytest

from covergames import bots, coverme
from covergames.bots import AnyBot
from covergames.coverme import Clothes, GameLength, Options, State, TwoPlayer, View
from covergames.dealer import RandomDealer
from covergames.game import Seat
from tests.cases import by_target

BOTS = [f"{name}:20p" if name in ("editor", "champion") else name for name in bots.names(coverme)]
"""With a small budget that does not depend on the machine's speed."""
VARIANTS = [
    (players, Options(length=length, same_value=removed, two_player=two_player, first_game=first_game))
    for players in coverme.PLAYERS
    for length, removed, two_player, first_game in product(GameLength, (None, Clothes.YELLOW), TwoPlayer, (False, True))
    if players == 2 or two_player is TwoPlayer.FICTIONAL
]
QUICK_VARIANTS = [
    (2, Options(length=GameLength.SHORTER)),
    (2, Options(two_player=TwoPlayer.ADVANCED, length=GameLength.SHORTER)),
    (2, Options(two_player=TwoPlayer.ADVANCED, same_value=Clothes.WHITE, years=1)),
    (3, Options(length=GameLength.SHORTER, first_game=True)),
    (4, Options(same_value=Clothes.RED, years=1)),
    (5, Options(length=GameLength.SHORTER, open_scores=True)),
]


def shown(state: State, seat: Seat) -> View:
    """Return the seat's view of a state that is emptied afterwards."""
    view = coverme.view(state, seat)
    for name in State.__slots__:
        delattr(state, name)
    return view


def play(players: int, options: Options, bot: str, seed: int) -> list[tuple[Seat, object]]:
    """Return every decision of a complete game; only legal actions are allowed."""
    dealer = RandomDealer(random.Random(seed))
    state = coverme.new(players, coverme.settle(players, options, dealer), dealer)
    seats: list[AnyBot] = [bots.named(coverme, bot)(random.Random(seed + seat)) for seat in range(players)]
    decisions: list[tuple[Seat, object]] = []
    while waiting := coverme.to_act(state):
        seat = waiting[-1]
        action = seats[seat].choose(shown(state.copy(), seat))
        assert action in coverme.legal(state, seat)
        decisions.append((seat, action))
        state = coverme.apply(state, seat, action, dealer).state
    assert coverme.result(state) is not None
    return decisions


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize(
    ("players", "options"),
    [QUICK_VARIANTS[0], *(pytest.param(*variant, marks=pytest.mark.slow) for variant in QUICK_VARIANTS[1:])],
)
def test_a_bot_needs_only_the_view(players: int, options: Options, bot: str) -> None:
    """It plays legally to the end, even if the state behind the view no longer exists."""
    play(players, options, bot, seed=3)


@pytest.mark.slow
@pytest.mark.parametrize("bot", BOTS)
def test_the_same_generators_give_the_same_game(bot: str) -> None:
    """The generator is a bot's only source of chance."""
    first, second = (play(3, Options(length=GameLength.SHORTER), bot, seed=8) for _ in range(2))
    assert first == second
    assert first != play(3, Options(length=GameLength.SHORTER), bot, seed=9)


@pytest.mark.slow
@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize(("players", "options"), by_target((pytest.param(*variant) for variant in VARIANTS), every=9))
def test_a_bot_plays_every_variant(players: int, options: Options, bot: str) -> None:
    """Complete games of every combination, with legal actions only."""
    play(players, options, bot, seed=1)
