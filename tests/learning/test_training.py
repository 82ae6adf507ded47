"""The network learns from examples, and learns the same each time; only where PyTorch is installed."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import numpy as np
import pytest

from covergames.kernel import _network as n
from covergames.kernel import _table as k
from covergames.learning.examples import Examples

torch = pytest.importorskip("torch")


def easy_examples(decisions: int) -> Examples:
    """Return decisions in which the search always chooses the one card that shows feature 7 and gains a point by it."""
    chooser = random.Random(1)
    cards = np.full((decisions, k.HAND, n.CARD_FEATURES), n.NOTHING, np.int16)
    chances = np.zeros((decisions, k.HAND), np.float32)
    values = np.full((decisions, k.HAND), 0.25, np.float32)
    for row in range(decisions):
        good = chooser.randrange(4)
        cards[row, :4, 0] = 3
        cards[row, good, 0] = 7
        chances[row, good] = 1
        values[row, good] = 0.30
    return Examples(
        cards=cards,
        tables=np.full((decisions, n.TABLE_FEATURES), n.TABLE, np.int16),
        sizes=np.full(decisions, 4, np.int16),
        chances=chances,
        values=values,
        stakes=np.full(decisions, 0.05, np.float32),
    )


def test_what_is_easy_is_learned_and_the_same_every_time() -> None:
    """The held-out choices hardly surprise the network, and the values are explained; the same seed gives the same weights."""
    from covergames.learning.training import train

    examples = easy_examples(12_000)
    parts: list[float] = []
    weights, fit = train(examples, rows=n.ROWS, with_chances=True, seed=1, progress=parts.append)
    assert len(weights) == n.WEIGHTS
    assert fit.ignorant_surprise == pytest.approx(np.log(4))
    assert fit.surprise < 0.2
    assert fit.explained > 0.9
    assert parts[-1] == 1
    again, _ = train(examples, rows=n.ROWS, with_chances=True, seed=1, progress=parts.append)
    assert again == weights


@pytest.mark.slow
def test_the_command_writes_networks(tmp_path: Path) -> None:
    """Two short rounds write both networks, with the command that made them."""
    from covergames.kernel.champion import StoredNetworks
    from covergames.learning import __main__ as command

    file = tmp_path / "networks.json"
    command.main(["--games", "2", "2", "--processes", "1", "--out", str(file)])
    stored = msgspec.json.decode(file.read_bytes(), type=StoredNetworks)
    assert stored.origin == "python -m covergames.learning --games 2 2 --seed 1"
    assert len(stored.covers) == n.WEIGHTS
    assert stored.hands


def test_one_round_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The first round cannot teach what cards promise in a hand, so it is not enough."""
    from covergames.learning import __main__ as command

    with pytest.raises(SystemExit):
        command.main(["--games", "2", "--out", str(tmp_path / "networks.json")])
    assert "--games 2: at least two rounds" in capsys.readouterr().err
