"""examples/ppo.py learns, and what it has learned plays as a bot; only where PyTorch is installed."""

from __future__ import annotations

import random
import sys
from pathlib import Path

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
    for name, number in (("GAMES", 8), ("STEPS", 4), ("MINIBATCH", 16)):
        monkeypatch.setitem(example, name, number)
    example["train"](minutes=0.001, seed=1, folder=tmp_path)
    assert (tmp_path / "curve.csv").read_text().startswith("minutes,decisions,kernel-plan")
    bot, dealer = make(random.Random(1)), RandomDealer(random.Random(1))
    state = coverme.new(4, coverme.Options(first_game=True), dealer)
    for _ in range(40):
        view = coverme.view(state, coverme.to_act(state)[0])
        action = bot.choose(view)
        assert action in view.legal
        state = coverme.apply(state, view.to_act[0], action, dealer).state
