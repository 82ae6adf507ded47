"""People of nine skills: their numbers, and who beats whom."""

from __future__ import annotations

import random
import re
from dataclasses import astuple, fields
from itertools import pairwise
from pathlib import Path

import pytest

from covergames import bots, coverup
from covergames.bots import SKILLS
from covergames.bots.coverup.players import EXPERT, NOVICE, POSITIONS, Person, person
from covergames.dealer import RandomDealer
from covergames.lab import Setup
from covergames.lab.work import simulate

PAGE = Path(__file__).resolve().parents[3] / "docs" / "bots-cover-up.md"
GROW_WITH_SKILL = {"tries", "piles", "looks", "draws"}
"""All other numbers fall with skill: times, errors, and the hope to find something better."""


def numbers(of: Person) -> dict[str, float]:
    """Return all numbers of a person by name."""
    parts = (of.pace, of.sight, of.habits)
    return {field.name: value for part in parts for field, value in zip(fields(part), astuple(part), strict=True)}


def test_every_number_follows_the_skill() -> None:
    """Each grows, or falls, from every skill to the next, from the novice's to the expert's."""
    assert len(POSITIONS) == len(SKILLS)
    people = [numbers(person(skill)) for skill in SKILLS]
    assert people[0] == pytest.approx(numbers(NOVICE))
    assert people[-1] == pytest.approx(numbers(EXPERT))
    for worse, better in pairwise(people):
        for name, value in worse.items():
            assert better[name] > value if name in GROW_WITH_SKILL else better[name] < value, name


def test_the_page_has_the_numbers_of_both_ends() -> None:
    """The table in docs/bots-cover-up.md lists every number, for skills 1 and 9."""
    rows = re.findall(r"^\| `(\w+)` \| [^|]* \| ([\d.]+) \| ([\d.]+) \|$", PAGE.read_text(), re.MULTILINE)
    assert {name: float(low) for name, low, _ in rows} == numbers(NOVICE)
    assert {name: float(high) for name, _, high in rows} == numbers(EXPERT)


@pytest.mark.parametrize(("name", "skill"), [("novice", 1), ("beginner", 4), ("quick", 7)])
def test_old_names_are_people(name: str, skill: int) -> None:
    """The same generator gives the same first decision."""
    state = coverup.new(2, coverup.Options(), RandomDealer(random.Random(1)))
    view = coverup.view(state, state.seats[0])
    chosen = [bots.named(coverup, called)(random.Random(3)).choose(view) for called in (name, f"human:{skill}")]
    assert chosen[0] == chosen[1]


def test_levels_are_evenly_spaced() -> None:
    """Three steps lie between novice and gentle, which are skills 1 and 4, and two between all others; perfect is a step above skill 9."""
    levels = bots.bots_of(coverup).LEVELS
    assert list(levels.values()) == ["novice", "beginner", "human:6", "human:8", "perfect"]


def wins(weak: str, strong: str, games: int) -> float:
    """Return the share of games that the second player wins, two at a table, every deal from both seats."""
    setup = Setup("cover-up", 2, (weak, strong), 3, rotate=True, duplicate=True)
    won = [outcome.wins()[outcome.bots.index(strong)] for outcome in simulate(setup, games)]
    return sum(won) / len(won)


@pytest.mark.slow
@pytest.mark.prove(sample=10, proof=100)
@pytest.mark.parametrize(("weak", "strong"), [("human:1", "human:3"), ("human:4", "human:6")])
def test_more_skill_wins_more(weak: str, strong: str, quantity: int) -> None:
    """Two skills above another, a person wins at least four of five games."""
    assert wins(weak, strong, quantity) >= 0.8


@pytest.mark.slow
@pytest.mark.prove
@pytest.mark.parametrize("skill", SKILLS)
def test_every_step_is_won_by_the_stronger_player(skill: int) -> None:
    """The next player wins between 65% and 97% of the games, so that no step is empty and none is a cliff."""
    stronger = f"human:{skill + 1}" if skill + 1 in SKILLS else "perfect"
    assert 0.65 <= wins(f"human:{skill}", stronger, 60) <= 0.97
