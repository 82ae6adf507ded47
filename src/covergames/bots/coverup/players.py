"""The players by name: what each sees, how fast it is, how often it looks again, and what it gives back."""

from __future__ import annotations

import random
from typing import Final

from covergames.bots.coverup.giving import ByExpectation, ByEye, ByLot
from covergames.bots.coverup.laying import LayingBot
from covergames.bots.coverup.pace import Pace
from covergames.bots.coverup.sight import Blind, CardByCard, Glance, Perfect

_GLANCE: Final = Glance(sees=0.5, slips=0.2, overlooks=0.015)
FIRST_GLANCE: Final = Glance(sees=0.05, slips=0.5, overlooks=0.08, leaves=0.18)
"""A novice's sight: five to eight points above the optimum, on average."""


def novice(generator: random.Random) -> LayingBot:
    """Make a player that needs more than two minutes, sees few places for a card and leaves some cards aside."""
    pace = Pace(first=30.0, card=24.0, spread=0.25, least=4.0, look=20.0, reaction=3.0, aside=18.0)
    return LayingBot(generator, sight=FIRST_GLANCE, pace=pace, giving=ByLot(), looks=2, hope=1.0)


def haphazard(generator: random.Random) -> LayingBot:
    """Make a player that lays each card anywhere it fits, as slowly as a beginner, and gives back any card."""
    pace = Pace(first=4.0, card=8.0, spread=0.4, least=3.0, look=0.0, reaction=1.5)
    return LayingBot(generator, sight=Blind(), pace=pace, giving=ByLot(), looks=0, hope=0.0)


def beginner(generator: random.Random) -> LayingBot:
    """Make a player that needs about 8 seconds per card, sees half of the places for it and may overlook a clash."""
    pace = Pace(first=4.0, card=8.0, spread=0.4, least=3.0, look=10.0, reaction=1.5)
    return LayingBot(generator, sight=_GLANCE, pace=pace, giving=ByEye(_GLANCE), looks=1, hope=0.2)


def quick(generator: random.Random) -> LayingBot:
    """Make a player that lays a good pile in about 20 seconds, and twice looks for a better place for one card."""
    pace = Pace(first=2.0, card=3.5, spread=0.3, least=1.0, look=4.0, reaction=0.7)
    return LayingBot(generator, sight=CardByCard(), pace=pace, giving=ByExpectation(draws=4), looks=2, hope=0.5)


def perfect(generator: random.Random) -> LayingBot:
    """Make a player that lays the best pile in about ten seconds, and leaves its neighbour the worst expected hand."""
    pace = Pace(first=1.5, card=1.5, spread=0.2, least=0.5, look=0.0, reaction=0.5)
    return LayingBot(generator, sight=Perfect(), pace=pace, giving=ByExpectation(), looks=0, hope=0.0)
