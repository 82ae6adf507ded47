"""examples/ppo.py learns, and what it has learned plays as a bot; only where PyTorch is installed."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from covergames import bots, coverme
from covergames.dealer import RandomDealer

EXAMPLE = Path(__file__).parents[1] / "examples" / "ppo.py"


@pytest.mark.slow
def test_the_learner_plays_after_a_moment_of_learning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It writes weights and a curve, and every decision of the bot is legal."""
    pytest.importorskip("torch")
    monkeypatch.setenv("PPO_WEIGHTS", str(tmp_path / "weights.pt"))
    make = bots.named(coverme, f"{EXAMPLE}:Learner")
    example = vars(sys.modules[make.__module__])
    for name, number in (("STEPS", 4), ("MINIBATCH", 16)):
        monkeypatch.setitem(example, name, number)
    example["train"](minutes=0.001, seed=1, folder=tmp_path, games=8)
    assert (tmp_path / "curve.csv").read_text().startswith("minutes,decisions,kernel-plan")
    bot, dealer = make(random.Random(1)), RandomDealer(random.Random(1))
    state = coverme.new(4, coverme.Options(first_game=True), dealer)
    for _ in range(40):
        view = coverme.view(state, coverme.to_act(state)[0])
        action = bot.choose(view)
        assert action in view.legal
        state = coverme.apply(state, view.to_act[0], action, dealer).state


@pytest.mark.slow
def test_it_goes_on_learning_against_other_bots(tmp_path: Path) -> None:
    """It begins with the given weights, which a learning rate of 0 does not change, and plays in two processes."""
    torch = pytest.importorskip("torch")

    def learned(folder: Path, *options: str) -> dict[str, Any]:
        command = [sys.executable, str(EXAMPLE), "--minutes", "0.0001", "--games", "2", "--out", str(folder)]
        subprocess.run([*command, *options], check=True)
        weights: dict[str, Any] = torch.load(folder / "weights.pt", weights_only=True)
        return weights

    before = learned(tmp_path)
    options = ("--against", "champion:8p", "--processes", "2", "--weights", str(tmp_path / "weights.pt"), "--rate", "0")
    after = learned(tmp_path / "on", *options)
    assert all(torch.equal(before[name], after[name]) for name in before)
    assert (tmp_path / "on" / "curve.csv").read_text() == "minutes,decisions,champion:8p\n"
