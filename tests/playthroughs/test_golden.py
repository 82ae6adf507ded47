"""Whole games, one per variant, are as they were reviewed; `scripts/golden.py` writes them."""

from __future__ import annotations

import pytest

from tests.playthroughs.golden import FOLDER, GOLDEN, text_of


@pytest.mark.parametrize("name", GOLDEN)
def test_the_game_is_as_reviewed(name: str) -> None:
    """The same shuffles and decisions give the same game, in every detail, as when a person last read it."""
    assert text_of(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_no_text_is_left_over() -> None:
    """Every text belongs to a game."""
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(GOLDEN)


def test_the_extra_season_is_played() -> None:
    """In the game for the vote, the leaders play on once and then share (CM-X4)."""
    text = text_of("extra-season")
    assert "all play on" in text
    assert "the victory is shared" in text


def test_the_game_of_cover_up_has_every_mistake() -> None:
    """Conflicts and unlinked cards are removed, a flip costs and pays, time runs out, a card is lifted (CU-S1, CU-S4)."""
    text = text_of("cover-up")
    for happens in ("(CU-P3)", "(CU-P4)", "hourglass +1", "hourglass -1", "time is up", "off the pile", "gives g"):
        assert happens in text
