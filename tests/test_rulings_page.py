"""docs/rulings.md explains every ruling once, and names only rules that exist."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from covergames.rulebook import SECTIONS, rule_ids

PAGE: Final = (Path(__file__).parents[1] / "docs" / "rulings.md").read_text("utf-8")

RULINGS: Final = {
    "cover-me": (
        "CM-S4 CM-S9 CM-P1 CM-P2 CM-M2 CM-M3 CM-E5 CM-R1 CM-R3 CM-R4 CM-R5 CM-X4 CM-X5 CM-24 CM-25 CM-A1 CM-A5 "
        "CM-V1 CM-V3 CM-V4 CM-I2 CM-I3"
    ),
    "cover-up": "CU-C2 CU-P1 CU-P4 CU-H1 CU-H2 CU-H3 CU-N1 CU-X1 CU-I1",
}
"""The rules that settle something the rulebooks leave open, by game."""


def test_every_rule_that_the_page_names_exists() -> None:
    known = {rule for game in SECTIONS for rule in rule_ids(game)}
    assert set(re.findall(r"\bC[MU]-\w+", PAGE)) <= known


@pytest.mark.parametrize(("heading", "game"), [("Cover Me", "cover-me"), ("Cover Up", "cover-up")])
def test_a_game_has_its_rulings_in_one_table_each_once(heading: str, game: str) -> None:
    """Each has a line that says what the books say and how we play."""
    section = PAGE.split(f"## {heading}\n")[1].split("\n## ")[0]
    ruled = re.findall(r"^\| (C[MU]-\w+) \| [^|]+ \| [^|]+ \|$", section, re.MULTILINE)
    assert sorted(ruled) == sorted(RULINGS[game].split())
    assert len(ruled) == section.count("\n| C")
