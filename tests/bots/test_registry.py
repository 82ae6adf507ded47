"""Bots are found by name."""

from __future__ import annotations

import random

import pytest

from covergames import bots, coverme


def test_every_name_makes_its_bot() -> None:
    """The names listed are the names that work."""
    made = {name: type(bots.named(coverme, name)(random.Random(0))) for name in bots.names(coverme)}
    assert made == {"random": bots.ChanceBot, "trend": bots.TrendBot}


def test_an_unknown_name_is_refused_with_the_known_ones() -> None:
    """Whoever misspells a name learns what there is."""
    with pytest.raises(bots.UnknownBot, match=r"^bot 'tredn' is none of random, trend, which play cover-me$"):
        bots.named(coverme, "tredn")
