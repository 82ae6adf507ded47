"""Many games of Cover Me at once: the same games as one by one, restarts, rewards, opponents, processes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from covergames import coverme
from covergames.coverme import Options
from covergames.envs import ILLEGAL, Reward, VectorEnv, make_vec
from covergames.envs.coverme import tables
from covergames.envs.coverme import vector as vector_module
from covergames.envs.coverme.tables import KernelTable
from covergames.kernel import _table as k
from covergames.kernel.position import chance
from tests.cases import by_target
from tests.contract.adapters import COVER_ME_VARIANTS, Table
from tests.kernel.conftest import interpreted_modules

VARIANTS = [pytest.param(table, id=table.name) for table in COVER_ME_VARIANTS]


def vector(games: int, players: int, options: Options | None = None, **arguments: Any) -> VectorEnv:
    """Return an environment of Cover Me."""
    return make_vec(coverme.NAME, games=games, players=players, options=options, **arguments)


@pytest.mark.parametrize("table", by_target(VARIANTS))
def test_the_games_of_a_batch_are_those_of_single_tables(table: Table) -> None:
    """Observation, mask, seat and scores of each game are what a single table gives, until it is over."""
    env = vector(3, table.players, table.options, seed="both")
    singles = [KernelTable(table.players, table.options) for _ in range(3)]
    for game, single in enumerate(singles):
        single._batch.set(0, k.CHANCE, chance(f"both {game}"))
        single._batch.begin(0)
    playing = set(range(3))
    while playing:
        actions = env.sample().copy()
        for game in playing:
            seat = int(env.seats[game])
            assert singles[game].to_act()[0] == seat
            assert (env.observations[game] == singles[game].observe(seat)).all()
            assert (env.masks[game] == singles[game].mask(seat)).all()
            assert singles[game].step({seat: int(actions[game])}) == []
        env.step(actions)
        for game in list(playing):
            result = singles[game].result()
            assert env.scores[game].tolist() == singles[game].scores()
            assert env.terminated[game] == (result is not None)
            if result is not None:
                winners = result.places.count(1)
                assert env.rewards[game].tolist() == [pytest.approx((p == 1) / winners) for p in result.places]
                playing.remove(game)


def test_the_arrays_are_the_memory_that_the_kernel_writes() -> None:
    """They are the same objects after every step, and nobody can write to them by mistake."""
    env = vector(4, 4)
    arrays = env.observations, env.masks, env.seats
    before = env.observations.copy()
    observations, rewards, _, _, info = env.step(env.sample())
    assert all(
        one is other for one, other in zip(arrays, (observations, info["action_mask"], info["seats"]), strict=True)
    )
    assert rewards is env.rewards
    assert (before != observations).any()
    with pytest.raises(ValueError, match="read-only"):
        observations[0, 0] = 1


def test_games_that_are_over_begin_again() -> None:
    """Every mask always has a legal action, and games end again and again."""
    env = vector(8, 3, Options(same_value=coverme.Clothes.RED, years=1))
    ended = np.zeros(8, int)
    for _ in range(500):
        _, rewards, terminated, truncated, _ = env.step(env.sample())
        assert (env.masks.sum(1) > 0).all()
        assert not truncated.any()
        assert (rewards.sum(1) == terminated).all()
        ended += terminated
    assert ended.min() > 2


def test_progress_adds_up_to_the_score() -> None:
    """The rewards of one game are its score, and those of the next begin at 0."""
    env = vector(4, 4, reward=Reward.PROGRESS)
    totals = np.zeros((4, 4))
    games = 0
    for _ in range(700):
        _, rewards, terminated, _, _ = env.step(env.sample())
        totals += rewards
        for game in np.flatnonzero(terminated):
            assert totals[game].tolist() == env.scores[game].tolist()
            totals[game] = 0
            games += 1
    assert games > 4


def test_a_game_is_cut_off() -> None:
    """After so many decisions it is truncated, and dealt again."""
    env = vector(2, 4, max_cycles=5)
    flags = [env.step(env.sample())[3].tolist() for _ in range(10)]
    assert flags == [[number % 5 == 4] * 2 for number in range(10)]


def test_an_illegal_action_changes_nothing_but_the_reward() -> None:
    """The seat gets -1 and is asked the same again; also for numbers that are no action."""
    env = vector(3, 4, seed=2)
    seen, seats = env.observations.copy(), env.seats.copy()
    actions = env.sample().astype(np.int64)
    actions[0], actions[1] = 168, 1000
    _, rewards, *_ = env.step(actions)
    assert env.illegal.tolist() == [True, True, False]
    assert (env.observations[:2] == seen[:2]).all()
    assert [rewards[game].sum() for game in range(3)] == [ILLEGAL, ILLEGAL, 0]
    assert rewards[0, seats[0]] == ILLEGAL
    assert (env.observations[2] != seen[2]).any()


def test_opponents_decide_by_themselves() -> None:
    """Only the caller's seat is ever asked; the rule of thumb beats chance."""
    opponents = [None, "kernel-trend", "kernel-trend", "kernel-trend"]
    env = vector(32, 4, opponents=opponents, seed=1)
    wins = np.zeros(4)
    for _ in range(200):
        _, rewards, *_ = env.step(env.sample())
        assert not env.seats.any()
        wins += rewards.sum(0)
    assert wins[0] < wins[1:].min()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"games": 0, "players": 3}, "0 games"),
        ({"games": 1, "players": 3, "opponents": ["trend", None, None]}, "'trend' is none of"),
        ({"games": 1, "players": 3, "opponents": ["kernel-trend"] * 3}, "None for at least one"),
        ({"games": 1, "players": 3, "opponents": [None]}, "each of 3 seats"),
        ({"games": 1, "players": 3, "processes": 2}, "2 processes"),
    ],
)
def test_wrong_arguments_are_refused(arguments: dict[str, Any], message: str) -> None:
    """The error names the value."""
    with pytest.raises(ValueError, match=message):
        make_vec(coverme.NAME, **arguments)


def test_the_interpreted_kernel_plays_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a compiler the arrays are copies, and have the same numbers."""
    compiled = vector(2, 3, seed=4)
    with interpreted_modules() as modules:
        for name, module in (("k", "_table"), ("w", "_knowledge"), ("b", "_batch")):
            monkeypatch.setattr(tables, name, modules[module])
        monkeypatch.setattr(vector_module, "IS_COMPILED", False)
        interpreted = vector(2, 3, seed=4)
        for _ in range(30):
            assert (interpreted.observations == compiled.observations).all()
            assert (interpreted.masks == compiled.masks).all()
            actions = compiled.sample()
            assert (interpreted.sample() == actions).all()
            interpreted.step(actions)
            compiled.step(actions)


def test_there_is_one_action_for_each_game() -> None:
    """An array of another shape is refused."""
    with pytest.raises(ValueError, match="one for each of 2 games"):
        vector(2, 3).step(np.zeros(3, np.uint8))


@pytest.fixture
def spread() -> Iterator[VectorEnv]:
    """The games of `test_processes`, in two processes."""
    env = vector(5, 3, seed="spread", processes=2)
    yield env
    env.close()


@pytest.mark.slow
def test_processes_play_the_same_games(spread: VectorEnv) -> None:
    """The arrays of two processes are those of one, step by step."""
    env = vector(5, 3, seed="spread")
    for _ in range(300):
        actions = env.sample()
        spread.step(actions)
        env.step(actions)
        for name in ("observations", "masks", "seats", "rewards", "scores", "terminated", "truncated", "illegal"):
            assert (getattr(spread, name) == getattr(env, name)).all(), name
    assert spread.masks[np.arange(5), spread.sample()].all()
    spread.reset("again")
    env.reset("again")
    assert (spread.observations == env.observations).all()
