"""docs/rulings.md names rules that exist, each once per game."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from covergames.rulebook import SECTIONS, rule_ids

PAGE: Final = (Path(__file__).parents[1] / "docs" / "rulings.md").read_text("utf-8")


def test_every_rule_that_the_page_names_exists() -> None:
    known = {rule for game in SECTIONS for rule in rule_ids(game)}
    assert set(re.findall(r"\bC[MU]-\w+", PAGE)) <= known


@pytest.mark.parametrize(("heading", "game"), [("Cover Me", "cover-me"), ("Cover Up", "cover-up")])
def test_a_game_has_its_rulings_in_one_table_each_once(heading: str, game: str) -> None:
    section = PAGE.split(f"## {heading}\n")[1].split("\n## ")[0]
    ruled = re.findall(r"^\| (C[MU]-\w+) \| [^|]+ \| [^|]+ \|$", section, re.MULTILINE)
    assert len(ruled) == len(set(ruled)) == section.count("\n| C")
    assert set(ruled) <= set(rule_ids(game))
