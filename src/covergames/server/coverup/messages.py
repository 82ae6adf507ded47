"""Cover Up's best piles over HTTP: hands to be solved alone, piles to be looked at, advice, and what a round allowed."""

from __future__ import annotations

from typing import Annotated, Any, Final, TypeAlias

import msgspec

from covergames import coverup, puzzle
from covergames.coverup import Deck, Face, Pile, Placement, Solution
from covergames.coverup.advice import Advice, LayNext, TakeAway
from covergames.coverup.cards import HAND
from covergames.coverup.state import SeatScore
from covergames.encoding import Bounded
from covergames.game import NotationError
from covergames.schema import CardText, Codec, codec_of
from covergames.wire.part import HoldsTypeOf, Part

AttemptedPile: TypeAlias = Annotated[Pile, Bounded(most=HAND)]
RawPlacement: TypeAlias = Annotated[msgspec.Raw, HoldsTypeOf(coverup, Placement)]
RawPile: TypeAlias = Annotated[msgspec.Raw, HoldsTypeOf(coverup, Pile)]
RawPiles: TypeAlias = Annotated[msgspec.Raw, HoldsTypeOf(coverup, tuple[Pile, ...])]
RawScore: TypeAlias = Annotated[msgspec.Raw, HoldsTypeOf(coverup, SeatScore)]


class Puzzle(Part, frozen=True, kw_only=True):
    """A hand to be solved, and what can be reached with it."""

    name: str
    """A date, or round and seed: ``2026-11-16``, ``3-4711``."""
    round: int
    """The round that has such hands."""
    hand: tuple[Face, ...]
    points: int
    """The fewest that are possible, proven."""
    ways: int
    """How many piles have so few, not counting the same pile turned, mirrored or moved."""


class Attempt(Part, frozen=True, kw_only=True):
    """A pile, bottom to top."""

    pile: Annotated[Any, HoldsTypeOf(coverup, AttemptedPile)]


class Reached(Part, frozen=True, kw_only=True):
    """How many players reached so many points in a puzzle."""

    points: int
    players: int


class HandedIn(Part, frozen=True, kw_only=True):
    """The points of a pile that was handed in, and what all players reached, the fewest points first."""

    points: int
    reached: tuple[Reached, ...]


class Step(Part, frozen=True, kw_only=True):
    """The next step to a best pile: a card to lay or one to take away; with neither, the pile is a best one."""

    lay: RawPlacement | None = None
    take_away: CardText | None = None


class BestPiles(Part, frozen=True, kw_only=True):
    """Best piles, each from bottom to top; of many, some."""

    piles: RawPiles


class Optimum(Part, frozen=True, kw_only=True):
    """The fewest points that a seat's hand allowed, without the hourglass, and a pile that has them."""

    points: int
    ways: int | None
    """How many piles have so few, not counting the same pile turned, mirrored or moved."""
    pile: RawPile


def codec_with(deck: Deck) -> Codec:
    """Return the JSON of Cover Up with these cards."""
    return codec_of(coverup, coverup.Options(deck=deck))


def write_puzzle(asked: puzzle.Puzzle, best: puzzle.Best, deck: Deck) -> Puzzle:
    """Return the puzzle without its solution."""
    hand = tuple([deck[card] for card in asked.hand])
    return Puzzle(name=asked.name, round=asked.round, hand=hand, points=best.points, ways=best.ways)


def read_attempt(attempt: Attempt, asked: puzzle.Puzzle, deck: Deck) -> Pile:
    """Return the pile.

    Raises:
        NotationError: it is not of cards of the puzzle's hand, each once at most.
    """
    pile: Pile = codec_with(deck).form(AttemptedPile).convert(attempt.pile, at="$.pile")
    laid = [at.card for at in pile]
    for card in laid:
        if card not in asked.hand or laid.count(card) > 1:
            raise NotationError(f"card {deck[card].id!r} is not in the hand of puzzle {asked.name}, or laid twice")
    return pile


def write_score(score: SeatScore, deck: Deck) -> msgspec.Raw:
    """Return what a pile scores, with cards as text."""
    return codec_with(deck).form(SeatScore).encode(score)


def write_step(advice: Advice, deck: Deck) -> Step:
    """Return the advice with cards as text."""
    match advice:
        case LayNext(placement):
            return Step(lay=codec_with(deck).form(Placement).encode(placement))
        case TakeAway(card):
            return Step(take_away=CardText(deck[card].id))
        case None:
            return Step()


def write_best(best: puzzle.Best, deck: Deck) -> BestPiles:
    """Return the piles with cards as text."""
    return BestPiles(piles=codec_with(deck).form(_PILES).encode(best.piles))


def write_optimum(solution: Solution, deck: Deck) -> Optimum:
    """Return the solution with cards as text."""
    pile = codec_with(deck).form(Pile).encode(solution.pile)
    return Optimum(points=solution.points, ways=solution.optimal_piles, pile=pile)


_PILES: Final = tuple[Pile, ...]
