"""The games that the champion learns from."""

from __future__ import annotations

import numpy as np
import pytest

from covergames.kernel import _hand_network as h
from covergames.kernel import _network as n
from covergames.learning import games
from covergames.learning.examples import Examples


@pytest.fixture(autouse=True)
def few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Search every decision in a single world."""
    monkeypatch.setattr(games, "WORLDS", (1, 1, 1))
    monkeypatch.setattr(games, "OTHER_WORLDS", 1)


WEIGHTS = ([0] * n.WEIGHTS, [0] * h.WEIGHTS)


def arrays(examples: Examples) -> list[np.ndarray]:
    """Return the arrays of some examples."""
    return [getattr(examples, name) for name in Examples.__slots__]


def test_a_game_depends_on_its_seed_alone() -> None:
    """Played together or apart, the same seeds give the same examples."""
    together, wished_together = games.play_games(["a", "b"], WEIGHTS)
    parts = [games.play_games([seed], WEIGHTS) for seed in "ab"]
    apart = Examples.joined([covers for covers, _ in parts])
    wished_apart = Examples.joined([wished for _, wished in parts if wished is not None])
    assert wished_together is not None
    for one, other in zip(
        arrays(together) + arrays(wished_together), arrays(apart) + arrays(wished_apart), strict=True
    ):
        assert np.array_equal(one, other)


def test_examples_are_decisions_of_a_seat() -> None:
    """Each has some cards with features, chances that add up to 1, values that are shares, and a stake."""
    covers, wishes = games.play_games(["c"], WEIGHTS)
    assert wishes is not None
    for examples, rows in ((covers, n.ROWS), (wishes, h.ROWS)):
        places = np.arange(examples.cards.shape[1])
        is_there = places < examples.sizes[:, None]
        assert (examples.sizes > 1).all()
        assert np.allclose(examples.chances.sum(1), 1, atol=1e-5)
        assert (examples.chances[~is_there] == 0).all()
        assert ((examples.values >= 0) & (examples.values <= 1)).all()
        assert (examples.stakes > 0).all()
        assert (examples.cards[is_there].max(1) >= 0).all()
        assert examples.cards.max() < rows
        assert (examples.cards[~is_there] == n.NOTHING).all()


def test_the_first_round_needs_no_network() -> None:
    """It is played with the editor's search, and gives no examples of cards to have."""
    covers, wishes = games.play_games(["d"], None)
    assert len(covers.sizes) > 0
    assert wishes is None
