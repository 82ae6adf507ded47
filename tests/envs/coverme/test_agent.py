"""An agent as a bot."""

from __future__ import annotations

import random

import numpy as np
import pytest

from covergames import coverme
from covergames.coverme import Options, TwoPlayer
from covergames.dealer import RandomDealer
from covergames.envs.coverme import PolicyBot, action_ids, action_of
from covergames.envs.feature import Bytes, Mask


@pytest.mark.parametrize("options", [Options(), Options(two_player=TwoPlayer.ADVANCED)])
def test_a_policy_plays_whole_games(options: Options) -> None:
    """It is asked twice where two cards are chosen, and every action is legal."""
    asked = 0

    def last_legal(observation: Bytes, mask: Mask) -> int:
        nonlocal asked
        asked += 1
        assert observation.any()
        return int(np.flatnonzero(mask)[-1])

    bot, dealer = PolicyBot(last_legal), RandomDealer(random.Random(1))
    state = coverme.new(2, options, dealer)
    decisions = 0
    while seats := coverme.to_act(state):
        view = coverme.view(state, seats[0])
        action = bot.choose(view)
        assert action in view.legal
        state = coverme.apply(state, seats[0], action, dealer).state
        decisions += 1
        if decisions > 400:  # it always votes to play on
            break
    assert (asked > decisions) == (options.two_player is TwoPlayer.ADVANCED)


def test_an_illegal_choice_is_refused() -> None:
    """The error names the action and the decision."""
    state = coverme.new(3, Options(), RandomDealer(random.Random(1)))
    (seat,) = coverme.to_act(state)
    bot = PolicyBot(lambda _observation, _mask: 0)
    with pytest.raises(ValueError, match=r"action 0 \(Ybsq\) is not legal"):
        bot.choose(coverme.view(state, seat))


def test_numbers_and_actions_are_the_same() -> None:
    """Each legal action of a view is the one that its numbers mean."""
    dealer = RandomDealer(random.Random(2))
    state = coverme.new(2, Options(two_player=TwoPlayer.ADVANCED, first_game=True), dealer)
    view = coverme.view(state, coverme.to_act(state)[0])
    for action in view.legal:
        first, second = action_ids(action)
        assert action_of(view, first) is None
        assert action_of(view, second, picked=first) == action
