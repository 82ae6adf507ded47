"""The results of an analysis of Cover Me. Shares of the victory are in whole millionths, so that they add up exactly."""

from __future__ import annotations

from enum import Enum
from typing import Any

import msgspec

from covergames.analysis.analysis import Analysis


class Kind(Enum):
    """What changed a win share."""

    DEAL = "deal"
    """The seat and the deal."""
    DRAWS = "draws"
    """Cards from the piles, and covers of fictional magazines."""
    RIVALS = "rivals"
    """What the choices of rivals turned out to be."""
    DECISION = "decision"
    """The value of what was chosen, less the value of the best choice."""
    ESTIMATE = "estimate"
    """The rest: what the value function got wrong, seen when it looks one season further."""


class Mark(Enum):
    """How bad a decision was."""

    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


class Method(msgspec.Struct, frozen=True, kw_only=True):
    """The value function and its budget, fixed before the game is looked at."""

    value: str
    """The name of the value function; another name means other figures."""
    budget: str
    """Of a decision in playouts, such as ``1000p``, or of the game in seconds, such as ``5s``."""
    seed: int


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """A sum of changes of a win share."""

    change: int
    """In millionths."""
    margin: int
    """Half of the 95% interval, in millionths."""


class Outlook(msgspec.Struct, frozen=True, kw_only=True):
    """What an action leads to by what the seat saw, as means over the compared worlds.

    The season is the present one; after it has been evaluated and before the first, the coming one.
    """

    share: int
    """The win share, in millionths."""
    cards: list[str]
    """The cards that the action places, features, takes or keeps; empty: the card is unknown, or there is none."""
    trends: dict[str, int]
    """By active trait of the season: how likely what the first of these cards shows is a trend at its end, in millionths."""
    trendy: int
    """How likely the seat's primary magazine scores a model with three trends in the season, in millionths."""
    alternative: int
    """How likely it scores all its models, because none has a trend, in millionths; in all other cases it scores nothing."""
    prestige: list[int]
    """By seat: the expected prestige of the season, in millionths of a point."""
    later_prestige: list[int]
    """By seat: the expected prestige of the season after it, in millionths of a point."""
    scored: int
    """The expected number of `cards` (or of the unknown one) in the prestige stack after both seasons, in millionths."""


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """A legal action, compared with the best one. Shares of the victory are in millionths."""

    action: dict[str, Any]
    """As in a record."""
    share: int
    behind: int
    """How much less than the best option."""
    margin: int
    """Half of the 95% interval of that difference."""


class Judgement(msgspec.Struct, frozen=True, kw_only=True):
    """A decision, compared with the best one, by what the seat saw."""

    decision: str
    """What had to be decided, such as ``place``."""
    legal: int
    """How many actions were legal."""
    chosen: dict[str, Any]
    """The action, as in a record."""
    best: dict[str, Any]
    """The best action, as in a record: the best response to the mixture of what rivals may choose at the same time."""
    stake: int
    """How much worse the worst action is than the best one, in millionths; never less than the loss."""
    is_real: bool
    """False: nearly forced, because the stake is less than a point."""
    mark: Mark | None
    """None: the choice was good, or the difference lies within the noise."""
    chosen_outlook: Outlook
    best_outlook: Outlook
    """Its share, less that of the chosen action, is the loss."""
    trait: str | None
    """The trait in which `trends` of both outlooks differ most, such as ``hair``; None: they are equal or not known."""
    rival: int | None
    """The rival whom the choice helps most in the season, compared with the best action; None: it helps nobody by a twentieth of a point."""
    options: list[Option] = []
    """Of a decision with a mark, the best legal actions, at most 12, the best first."""


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One change of a win share."""

    kind: Kind
    index: int
    """After how many events of the record the change is complete."""
    year: int
    season: str
    month: int
    change: int
    """In millionths."""
    margin: int
    """Half of the 95% interval of the change, in millionths."""
    share: int
    """The win share after the change, in millionths."""
    judgement: Judgement | None = None
    """Of a decision."""
    cards: list[str] = []
    """Of draws and the deal: the cards that the seat saw come, in their order."""


class SeatLedger(msgspec.Struct, frozen=True, kw_only=True):
    """How one seat came from the fair share to its result."""

    seat: int
    name: str
    fair: int
    """The win share of equally strong players before the deal, in millionths."""
    result: int
    """The share of the victory, in millionths."""
    totals: dict[Kind, Change]
    """By kind; their sum is result - fair, exactly."""
    real_decisions: int
    error_rate: Change
    """The loss of a real decision with a stake of 7 points, in millionths: 0 is perfect."""
    band: str | None
    """The bot whose error rate is nearest, such as ``trend``; None: there was no real decision."""
    corrected: int
    """The luck-corrected result, in millionths: the result less 35% of the luck of the deal and of all draws."""
    entries: list[Entry]


class CoverMeAnalysis(Analysis, frozen=True, kw_only=True, tag="cover-me"):
    """A game of Cover Me: where each seat gained and lost its share of the victory."""

    method: Method
    seats: list[SeatLedger]
