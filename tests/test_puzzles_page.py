"""docs/puzzles.md is right: its hands, points and numbers of best piles are those of the code."""

from __future__ import annotations

import re
from pathlib import Path

from covergames import puzzle
from covergames.coverup import house_deck

PAGE = Path(__file__).parents[1] / "docs" / "puzzles.md"


def test_the_first_week_is_as_the_page_says() -> None:
    """A reader who deals by the recipe can compare."""
    rows = re.findall(r"^\| (\d{4}-\d\d-\d\d) \| ([\w ]+) \| (\d+) \| (\d+) \|$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert len(rows) == 7
    for name, hand, points, ways in rows:
        asked = puzzle.named(name)
        best = puzzle.best(asked)
        assert " ".join(house_deck()[card].id for card in asked.hand) == hand
        assert (best.points, best.ways) == (int(points), int(ways))


def test_the_page_names_the_key() -> None:
    """With another key there would be other puzzles."""
    assert f"`{puzzle.KEY.decode()}`" in PAGE.read_text("utf-8")
