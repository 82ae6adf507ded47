"""Whole games, one per variant, go as they were reviewed; `scripts/golden.py` writes them anew."""

from __future__ import annotations

import pytest

from tests.playthroughs.golden import FOLDER, GOLDEN, tell


@pytest.mark.parametrize("name", GOLDEN)
def test_the_game_goes_as_reviewed(name: str) -> None:
    """The same shuffles and decisions make the same game, in every detail, as when it was last read by a person."""
    assert tell(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_no_story_is_left_over() -> None:
    """Every text belongs to a game."""
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(GOLDEN)


def test_the_extra_season_is_played() -> None:
    """The game that is there for the vote has one that plays on and one that shares (CM-X4)."""
    text = tell("extra-season")
    assert "all play on" in text
    assert "the victory is shared" in text


def test_the_game_of_cover_up_has_what_goes_wrong() -> None:
    """Conflicts and loose cards are removed, the hourglass costs and pays, time runs out, a card is lifted (CU-S1, CU-S4)."""
    told = tell("cover-up")
    for happens in ("(CU-P3)", "(CU-P4)", "hourglass +1", "hourglass -1", "time is up", "off the pile", "gives g"):
        assert happens in told
