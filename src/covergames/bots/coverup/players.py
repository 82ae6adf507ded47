"""The players: people of nine skills, a player that lays at random, and one that plays perfectly.

People are one player, whose numbers all follow from its skill. `NOVICE` and `EXPERT` have the numbers of the two ends, and `POSITIONS` says
where between them each skill is: halfway, every number is the geometric mean. Positions, and the expert's pace, are fitted so that the
ratings of all skills and of `perfect` are evenly spaced; `benchmarks/levels.py` measures that.

The shapes are general knowledge about people: times for a decision are log-normal; experts are faster and more accurate at once,
but everybody makes more mistakes in a hurry (speed-accuracy trade-off); few alternatives are considered, and their number grows with
practice; orientations are confused and overlaps misjudged. No people were measured: the numbers are guesses.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, fields, replace
from typing import Any, Final, TypeVar

from covergames.bots.coverup.giving import Giving
from covergames.bots.coverup.laying import LayingBot
from covergames.bots.coverup.pace import Pace
from covergames.bots.coverup.sight import Blind, HumanSight, Perfect
from covergames.bots.skill import SKILLS

Numbers = TypeVar("Numbers", Pace, HumanSight, "Habits")


@dataclass(frozen=True, slots=True)
class Habits:
    """What else a person does; see `LayingBot` and `Giving`."""

    looks: float
    """How often it looks again in a round."""
    hope: float
    """The part of its distance to par that it hopes to find then, instead of flipping the hourglass."""
    slips: float
    """How often it lays a card in a wrong orientation first."""
    draws: float
    """Of how many cards that may come it thinks before it gives a card back."""


@dataclass(frozen=True, slots=True)
class Person:
    """All numbers of a person."""

    pace: Pace
    sight: HumanSight
    habits: Habits


NOVICE: Final = Person(
    Pace(first=30.0, card=24.0, least=4.0, look=20.0, reaction=3.0, aside=18.0, spread=0.35),
    HumanSight(tries=3.0, piles=1.0, misjudges=1.2, overlooks=0.08),
    Habits(looks=1.0, hope=1.0, slips=0.1, draws=0.2),
)
"""A person of skill 1."""
EXPERT: Final = Person(
    Pace(first=1.5, card=1.55, least=0.5, look=1.2, reaction=0.5, aside=1.2, spread=0.2),
    HumanSight(tries=400.0, piles=8.0, misjudges=0.1, overlooks=0.001),
    Habits(looks=3.0, hope=0.1, slips=0.004, draws=4.0),
)
"""A person of skill 9."""
POSITIONS: Final = (0.0, 0.13, 0.26, 0.38, 0.49, 0.6, 0.72, 0.84, 1.0)
"""Where each skill is, from `NOVICE` to `EXPERT`."""


def person(skill: int) -> Person:
    """Return the numbers of a person of that skill, 1 to 9."""
    at = POSITIONS[SKILLS.index(skill)]
    return Person(
        _between(NOVICE.pace, EXPERT.pace, at),
        _between(NOVICE.sight, EXPERT.sight, at),
        _between(NOVICE.habits, EXPERT.habits, at),
    )


def _between(low: Numbers, high: Numbers, at: float) -> Numbers:
    """Return the geometric interpolation of all fields."""
    ends = {field.name: (getattr(low, field.name), getattr(high, field.name)) for field in fields(low)}
    changes: dict[str, Any] = {name: first ** (1 - at) * last**at for name, (first, last) in ends.items()}
    return replace(low, **changes)


def human(generator: random.Random, skill: int = 5) -> LayingBot:
    """Make a person of that skill, 1 to 9."""
    plays = person(skill)
    return LayingBot(
        generator,
        sight=plays.sight,
        pace=plays.pace,
        giving=Giving(replace(plays.sight, piles=1.0), plays.habits.draws),
        looks=plays.habits.looks,
        hope=plays.habits.hope,
        slips=plays.habits.slips,
    )


def novice(generator: random.Random) -> LayingBot:
    """Make a person of skill 1."""
    return human(generator, 1)


def beginner(generator: random.Random) -> LayingBot:
    """Make a person of skill 4."""
    return human(generator, 4)


def quick(generator: random.Random) -> LayingBot:
    """Make a person of skill 7."""
    return human(generator, 7)


def haphazard(generator: random.Random) -> LayingBot:
    """Make a player that lays each card anywhere it fits, some 8 seconds per card, and gives back any card."""
    pace = Pace(first=4.0, card=8.0, least=3.0, look=0.0, reaction=1.5, aside=0.0, spread=0.25)
    return LayingBot(generator, sight=Blind(), pace=pace, giving=Giving(Blind(), 0))


def perfect(generator: random.Random) -> LayingBot:
    """Make a player that lays the best pile in about ten seconds, and leaves its neighbour the worst expected hand."""
    pace = Pace(first=1.5, card=1.5, least=0.5, look=0.0, reaction=0.5, aside=0.0, spread=0.1)
    return LayingBot(generator, sight=Perfect(), pace=pace, giving=Giving(Perfect(), None))
