"""Positions of Cover Me to solve alone: "What would you place?", one for every day, the same for everybody.

The positions come from games of bots. `scripts/cover_puzzles.py` has found them, and the file beside this module keeps them: for
each the number of its deal, the decisions up to there, and what each cover is worth. docs/puzzles.md explains the format.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

from covergames import coverme
from covergames.bots.coverme.advice import Promise, promise
from covergames.bots.coverme.forecast import Forecast
from covergames.coverme import Card, Event, Options, State, View
from covergames.coverme.cards import PRESTIGE
from covergames.coverme.notation import parse_card
from covergames.game import Seat
from covergames.table.fair import FairDealer

KEY: Final = b"covergames cover puzzle 1"
"""The published key of the deals. With another key the stored decisions would not be legal."""
FILE: Final = "cover_puzzles.json"
FIRST_DAY: Final = date(2026, 1, 1)
"""The day of the first position; after the last one they begin again."""
DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
"""A decision is written as its place among the legal actions."""


class StoredOption(msgspec.Struct, frozen=True, array_like=True):
    """A cover that could be placed. Shares of the victory are in thousandths."""

    card: str
    share: int
    behind: int
    """How much less than the best cover."""
    margin: int
    """Half of the 95% interval of that difference."""


class StoredPuzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position in the file."""

    deal: int
    players: int
    seat: int
    decisions: str
    """One digit for each decision of the game so far; of those who have to decide, the first one does."""
    options: list[StoredOption]
    """The best first."""
    best_shares: list[int]
    """By seat: the share of the victory, in thousandths, after the best cover, when everybody plays by the plan."""
    tempting_shares: list[int]
    """The same after the tempting one."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A cover that could be placed. Shares of the victory are in thousandths."""

    card: Card
    share: int
    behind: int
    margin: int
    promise: Promise


@dataclass(frozen=True, slots=True)
class Rival:
    """The seat to which the tempting cover would give most. Shares of the victory are in thousandths."""

    seat: Seat
    after_best: int
    after_tempting: int


@dataclass(frozen=True, slots=True)
class CoverPuzzle:
    """A position to solve."""

    name: str
    """Its day."""
    state: State
    seat: Seat
    events: tuple[Event, ...]
    """What has happened, with all secrets."""
    choices: tuple[Choice, ...]
    """The best first."""
    tempting: Card
    """The most fashionable card in hand, which is not the best cover."""
    rival: Rival


def daily(day: date) -> CoverPuzzle:
    """Return the position of that day, the same for everybody."""
    stored = all_puzzles()
    return solved(day.isoformat(), stored[(day - FIRST_DAY).days % len(stored)])


@cache
def all_puzzles() -> list[StoredPuzzle]:
    """Return all stored positions."""
    return msgspec.json.decode(files("covergames").joinpath(FILE).read_bytes(), type=list[StoredPuzzle])


def dealer_of(deal: int) -> FairDealer:
    """Return the dealer of that deal."""
    return FairDealer(hmac.digest(KEY, str(deal).encode(), "sha256"))


def solved(name: str, stored: StoredPuzzle) -> CoverPuzzle:
    """Return the position with what its covers are worth, and why.

    Raises:
        ValueError: the stored decisions are not legal.
    """
    played = list(steps(stored))
    state = played[-1][0]
    events = tuple(event for _, happened in played for event in happened)
    view = coverme.view(state, Seat(stored.seat))
    choices = tuple(
        Choice(card, option.share, option.behind, option.margin, promise(view, (card,)))
        for option in stored.options
        for card in [parse_card(option.card)]
    )
    shares = list(zip(stored.best_shares, stored.tempting_shares, strict=True))
    rivals = [Rival(Seat(seat), *pair) for seat, pair in enumerate(shares) if seat != stored.seat]
    rival = max(rivals, key=lambda each: each.after_tempting - each.after_best)
    return CoverPuzzle(name, state, Seat(stored.seat), events, choices, tempting(view), rival)


def steps(stored: StoredPuzzle) -> Iterator[tuple[State, tuple[Event, ...]]]:
    """Yield the positions of the game up to there, each with what has happened since the one before."""
    dealer = dealer_of(stored.deal)
    state = coverme.new(stored.players, Options(start=Seat(stored.deal % stored.players)), dealer)
    yield state, coverme.set_up_events(state)
    for digit in stored.decisions:
        actor = coverme.to_act(state)[0]
        legal = coverme.legal(state, actor)
        number = DIGITS.index(digit)
        if number >= len(legal):
            raise ValueError(f"deal {stored.deal}: decision {digit} is none of {len(legal)}")
        step = coverme.apply(state, actor, legal[number], dealer)
        state = step.state
        yield state, step.events


def tempting(view: View) -> Card:
    """Return the card in hand that shows most of what is fashionable now; of equal ones the one with more prestige."""
    forecast = Forecast(view)
    return max(view.hand, key=lambda card: (forecast.heat(card), PRESTIGE[card], -card))
