"""Advice about a decision of Cover Me, with reasons, from the view of one seat."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from covergames.bots.budget import Budget
from covergames.bots.coverme.editor import searched
from covergames.bots.coverme.forecast import Forecast
from covergames.coverme import Action, Card, Place, View
from covergames.coverme.cards import PRESTIGE
from covergames.game import Seat

BUDGET: Final = Budget(playouts=2000)
"""The budget in playouts, so that equal views get equal advice."""
SEED: Final = 1


@dataclass(frozen=True, slots=True)
class Advice:
    """An action, and why: what the search expects from it and, for a cover, which of the covers it is good for."""

    action: Action
    prospect: float
    """The share of the victory that the seat can expect."""
    star: Card | None = None
    """Of the seat's covers, the new one included, the one that promises most; None: no cover is placed."""
    three_trends: float = 0.0
    """How likely the star is to show all three trends at the end of the season."""
    all_at_0: float = 0.0
    """How likely none of the covers is to show a trend."""


class Promise(NamedTuple):
    """What the covers of a magazine are good for, as far as the tracks tell. Chances are shares of 1."""

    star: Card
    """The cover that promises most."""
    three_trends: float
    """How likely the star is to show all three trends at the end of the season."""
    all_at_0: float
    """How likely none of the covers is to show a trend."""


def advise(view: View) -> Advice:
    """Return what to do. Equal views get equal advice.

    Raises:
        ValueError: the seat has nothing to decide.
    """
    search = searched(view, BUDGET, seed=SEED)
    action = search.best()
    prospect = search.prospects()[action]
    if not isinstance(action, Place):
        return Advice(action, prospect)
    return Advice(action, prospect, *promise(view, action.cards))


def promise(view: View, cards: tuple[Card, ...]) -> Promise:
    """Return what the covers of the seat promise once these cards are placed, the first of them in the primary magazine."""
    forecast = Forecast(view)
    tracks = forecast.with_cards(cards)
    own = next(magazine for magazine in view.magazines if magazine.owner == view.seat)
    covers = (*own.covers, cards[0])

    def worth(card: Card) -> float:
        prestige = PRESTIGE[card] if view.options.same_value is None else 1
        return prestige * forecast.three_trends(card, tracks)

    star = max(covers, key=worth)
    return Promise(star, forecast.three_trends(star, tracks), forecast.all_at_0(covers, tracks))


@dataclass(frozen=True, slots=True)
class Question:
    """A decision that a seat has to make. Questions about the same decision are equal, so that it is searched once."""

    table: str
    seat: Seat
    changed: int
    """The number of the entry since which the seat has this decision."""
    view: View = field(compare=False)


def answer(question: Question) -> Advice:
    """Return the advice; this runs in the calculator's process, which imports nothing of the server's routes."""
    return advise(question.view)
