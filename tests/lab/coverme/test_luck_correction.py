"""The luck of games that the lab plays."""

from __future__ import annotations

from dataclasses import replace

import pytest

from covergames import coverme
from covergames.analysis.coverme.luck import WEIGHT, luck
from covergames.analysis.coverme.values import Effort
from covergames.bots.budget import Budget
from covergames.lab import Setup, UnplayableSetup, play
from covergames.record import replay

SETUP = Setup("cover-me", 3, ("plan", "trend", "random"), 5, {"same_value": "G", "years": 1}, luck_playouts=8)


def test_a_game_has_the_luck_of_its_record() -> None:
    """It is that of the analysis, weighted; the game is the same whether or not its luck is measured."""
    lucky, plain = play(SETUP, 2), play(replace(SETUP, luck_playouts=None), 2)
    assert lucky.record == plain.record
    assert plain.outcome.luck == plain.outcome.corrected_wins() == ()
    found = luck(list(replay(lucky.record, coverme)), Effort(Budget(playouts=8)), lambda: None, seed="5 2")
    assert lucky.outcome.luck == tuple(WEIGHT * more for more in found)
    assert any(lucky.outcome.luck)
    assert sum(lucky.outcome.corrected_wins()) == pytest.approx(1)


def test_a_game_without_a_measure_of_luck_is_refused() -> None:
    """Cover Up has none."""
    with pytest.raises(UnplayableSetup, match="the luck of cover-up cannot be measured"):
        Setup("cover-up", 2, ("quick",), 1, luck_playouts=8)
