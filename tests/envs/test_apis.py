"""The environments pass the tests that PettingZoo and Gymnasium ship, for every variant and number of players."""

from __future__ import annotations

from functools import partial
from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, seed_test
from pettingzoo.utils import parallel_to_aec

from covergames import coverme, coverup, envs
from covergames.envs import Reward
from tests.contract.adapters import Table
from tests.envs.seatings import MOST, seatings, some

CYCLES = 60

# PettingZoo's test wants arrays; its documentation asks for a dictionary where there is an action mask.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably"),
]


@pytest.mark.prove(sample=1, proof=MOST)
@pytest.mark.parametrize(("game", "tables"), seatings(coverme.NAME))
def test_one_seat_after_the_other(game: str, tables: list[Table], quantity: int) -> None:
    """PettingZoo's tests of the AEC interface."""
    for table in some(tables, quantity):
        make = partial(envs.aec, game, players=table.players, options=table.options)
        api_test(make(), num_cycles=CYCLES)
        seed_test(make, num_cycles=CYCLES)


@pytest.mark.prove(sample=1, proof=MOST)
@pytest.mark.parametrize(("game", "tables"), seatings(coverme.NAME, coverup.NAME))
def test_all_seats_at_once(game: str, tables: list[Table], quantity: int) -> None:
    """PettingZoo's tests of the parallel interface."""
    for table in some(tables, quantity):
        make = partial(envs.parallel, game, players=table.players, options=table.options)
        parallel_api_test(make(), num_cycles=CYCLES)
        parallel_seed_test(make, num_cycles=CYCLES)
        max_cycles_test(
            SimpleNamespace(parallel_env=make, env=lambda make=make, **given: parallel_to_aec(make(**given)))
        )


@pytest.mark.prove(sample=1, proof=MOST)
@pytest.mark.parametrize(("game", "tables"), seatings(coverme.NAME, coverup.NAME))
def test_one_seat_against_bots(game: str, tables: list[Table], quantity: int) -> None:
    """Gymnasium's test, with the game's bots."""
    title = game.title().replace("-", "")
    for table in some(tables, quantity):
        arguments = {"players": table.players, "options": table.options, "opponents": "random"}
        check_env(gymnasium.make(f"covergames/{title}-v0", **arguments).unwrapped)


@pytest.mark.parametrize(
    "opponents",
    ["kernel-trend", pytest.param("trend", marks=pytest.mark.slow), ("kernel-plan", "kernel-random", "kernel-trend")],
)
def test_opponents_by_name(opponents: Any) -> None:
    """Bots and players of the kernel; the same seed and actions give the same game."""
    games = []
    for _ in range(2):
        env = envs.one_seat(coverme.NAME, players=4, opponents=opponents)
        seen, info = env.reset(seed=5)
        seeing = [seen["observation"].tobytes()]
        reward, is_over = 0.0, False
        while not is_over:
            seen, reward, is_over, _, info = env.step(int(info["action_mask"].argmax()))
            seeing.append(seen["observation"].tobytes())
        games.append((seeing, reward))
    assert games[0] == games[1]


@pytest.mark.parametrize("game", [coverme.NAME, coverup.NAME])
def test_an_illegal_action_changes_nothing_but_the_reward(game: str) -> None:
    """Its seat gets -1 and is asked the same again."""
    env = envs.one_seat(game, players=2, opponents="random")
    seen, info = env.reset(seed=1)
    illegal = int(info["action_mask"].argmin())
    for action in (illegal, -1, 1 << 40):
        again, reward, terminated, truncated, info = env.step(action)
        assert (reward, terminated, truncated, info["illegal_action"]) == (envs.ILLEGAL, False, False, True)
        if game == coverme.NAME:  # time passes in the other game
            np.testing.assert_equal(again, seen)
    assert not env.step(int(info["action_mask"].argmax()))[-1]["illegal_action"]


@pytest.mark.parametrize("game", [coverme.NAME, pytest.param(coverup.NAME, marks=pytest.mark.slow)])
def test_rewards_by_name(game: str) -> None:
    """The same game gives the share of the win, the score, and the score step by step."""
    totals: dict[Reward, dict[str, float]] = {}
    for reward in Reward:
        options = coverup.Options(hourglass=4, round_limit=10) if game == coverup.NAME else None
        env = envs.parallel(game, players=3, options=options, reward=reward)
        seen, _ = env.reset(seed=3)
        totals[reward] = dict.fromkeys(env.agents, 0.0)
        generator = np.random.default_rng(0)
        while env.agents:
            masks = {agent: seen[agent]["action_mask"] for agent in env.agents}
            seen, rewards, *_ = env.step({a: int(generator.choice(np.flatnonzero(m))) for a, m in masks.items()})
            for agent, amount in rewards.items():
                totals[reward][agent] += amount
    assert sum(totals[Reward.WIN].values()) == pytest.approx(1)
    assert totals[Reward.SCORE] == totals[Reward.PROGRESS]
    best = max(totals[Reward.SCORE].values())
    assert all(totals[Reward.SCORE][agent] == best for agent, share in totals[Reward.WIN].items() if share)


@pytest.mark.slow
@pytest.mark.parametrize("game", [coverme.NAME, coverup.NAME])
def test_pictures(game: str) -> None:
    """A seat's observation as text and as a picture that is not empty."""
    text = envs.one_seat(game, players=3, opponents="random", render_mode="ansi")
    text.reset(seed=1)
    assert "from you clockwise" in text.render()
    picture = envs.one_seat(game, players=3, opponents="random", render_mode="rgb_array")
    picture.reset(seed=1)
    drawn = picture.render()
    assert (drawn.dtype, drawn.ndim, drawn.shape[2]) == (np.uint8, 3, 3)
    assert len(np.unique(drawn.reshape(-1, 3), axis=0)) > 5


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: envs.aec(coverup.NAME, players=2), "use parallel"),
        (lambda: envs.make_vec(coverup.NAME, games=2, players=2), "batches"),
        (lambda: envs.aec("cover-all", players=2), "none of"),
        (lambda: envs.aec(coverme.NAME, players=6), "2 to 5"),
        (lambda: envs.aec(coverme.NAME, players=3, reward="fame"), "fame"),
        (lambda: envs.aec(coverme.NAME, players=3, render_mode="human"), "human"),
        (lambda: envs.aec(coverme.NAME, players=3, max_cycles=0), "max_cycles 0"),
        (lambda: envs.one_seat(coverme.NAME, players=3, seat=3), "seat 3"),
        (lambda: envs.one_seat(coverme.NAME, players=3, opponents=["trend"]), "zip"),
        (lambda: envs.one_seat(coverme.NAME, players=3, opponents="nobody"), "nobody"),
    ],
)
def test_wrong_arguments_are_refused(make: Any, message: str) -> None:
    """The error names the value."""
    with pytest.raises(ValueError, match=message):
        make()


def test_an_unknown_setting_is_refused() -> None:
    """A misspelt name does not give the default."""
    with pytest.raises(TypeError, match="rewards"):
        envs.aec(coverme.NAME, players=3, rewards="score")  # type: ignore[call-arg]
