"""Games of bots as a Parquet file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import arro3.io as io
import numpy as np
import pytest

from covergames import coverme, coverup, envs
from covergames.bots import UnknownBot
from covergames.coverme import Options, TwoPlayer
from covergames.envs.making import env_game


def read(path: Path) -> dict[str, Any]:
    """Return the columns of a Parquet file."""
    table = io.read_parquet(path).read_all()
    return {name: table[name].to_pylist() for name in table.column_names}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "options", "bot"),
    [
        (coverme.NAME, Options(two_player=TwoPlayer.ADVANCED, same_value=coverme.Clothes.RED, years=1), "trend"),
        (coverup.NAME, coverup.Options(round_limit=20), "quick"),
    ],
)
def test_every_decision_is_a_row(tmp_path: Path, game: str, options: object, bot: str) -> None:
    """With what the seat observed, what was legal, what it chose, and how the game ended for it."""
    path = tmp_path / "games.parquet"
    count = envs.write_dataset(path, game, players=2, options=options, bots=[bot], games=3, seed=1)
    columns = read(path)
    assert {len(values) for values in columns.values()} == {count}
    assert set(columns["game"]) == {0, 1, 2}
    for observation, legal, action in zip(columns["observation"], columns["legal"], columns["action"], strict=True):
        assert len(np.array(observation)) == env_game(game).size
        assert action in list(legal)
    shares = {
        (number, seat): win for number, seat, win in zip(columns["game"], columns["seat"], columns["win"], strict=True)
    }
    assert sum(shares.values()) == pytest.approx(3)
    assert list(tmp_path.iterdir()) == [path]


def test_the_same_seed_writes_the_same_games(tmp_path: Path) -> None:
    """Two files are equal."""
    files = [tmp_path / name for name in ("one.parquet", "two.parquet")]
    for file in files:
        envs.write_dataset(file, coverme.NAME, players=2, options=None, bots=["random", "trend"], games=1, seed=5)
    assert read(files[0]) == read(files[1])


def test_wrong_arguments_are_refused(tmp_path: Path) -> None:
    """The errors name the values, and no file is written."""
    path = tmp_path / "games.parquet"
    with pytest.raises(ValueError, match="3 bots for 2 seats"):
        envs.write_dataset(path, coverme.NAME, players=2, options=None, bots=["trend"] * 3, games=1, seed=0)
    with pytest.raises(UnknownBot, match="nobody"):
        envs.write_dataset(path, coverme.NAME, players=2, options=None, bots=["nobody"], games=1, seed=0)
    assert not list(tmp_path.iterdir())
