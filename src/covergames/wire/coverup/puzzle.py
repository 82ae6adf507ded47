"""Puzzles over HTTP: a hand to be solved alone, a pile to be looked at, advice, and the best piles."""

from __future__ import annotations

from typing import Annotated

import msgspec

from covergames import puzzle
from covergames.coverup import Pile, layout
from covergames.coverup.advice import Advice, LayNext, TakeAway
from covergames.coverup.cards import HAND
from covergames.coverup.deck import Deck
from covergames.game import NotationError
from covergames.wire.arrangement import Face
from covergames.wire.coverup.actions import QuarterTurns
from covergames.wire.coverup.cards import CardNames
from covergames.wire.coverup.pile import Placement, write_pile, write_placement
from covergames.wire.part import CardText, Number, Part, SpokenCard


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


class LaidCard(Part, frozen=True, kw_only=True):
    """A card as it was laid: mirrored if `flip`, then `turn` quarter turns clockwise, its top-left square at x, y."""

    card: SpokenCard
    flip: bool
    turn: QuarterTurns
    x: Number
    y: Number


class Attempt(Part, frozen=True, kw_only=True):
    """A pile, bottom to top."""

    pile: Annotated[tuple[LaidCard, ...], msgspec.Meta(max_length=HAND)]


class Step(Part, frozen=True, kw_only=True):
    """The next step to a best pile: a card to lay or one to take away; with neither, the pile is a best one."""

    lay: Placement | None = None
    take_away: CardText | None = None


class BestPiles(Part, frozen=True, kw_only=True):
    """Best piles, each from bottom to top; of many, some."""

    piles: tuple[tuple[Placement, ...], ...]


def write_puzzle(asked: puzzle.Puzzle, best: puzzle.Best, deck: Deck) -> Puzzle:
    """The puzzle without its solution."""
    faces = [Face(CardText(deck[card].id), deck[card].colour, list(deck.squares(card))) for card in asked.hand]
    return Puzzle(name=asked.name, round=asked.round, hand=tuple(faces), points=best.points, ways=best.ways)


def read_attempt(attempt: Attempt, asked: puzzle.Puzzle, deck: Deck) -> Pile:
    """The pile, or `NotationError` if it is not of cards of the puzzle's hand, each once at most."""
    names = CardNames(deck)
    pile = tuple(layout.Placement(names.card(at.card), at.flip, at.turn, at.x, at.y) for at in attempt.pile)
    laid = [at.card for at in pile]
    for card in laid:
        if card not in asked.hand or laid.count(card) > 1:
            raise NotationError(f"card {deck[card].id!r} is not in the hand of puzzle {asked.name}, or laid twice")
    return pile


def write_step(advice: Advice, deck: Deck) -> Step:
    """The advice with cards as text."""
    names = CardNames(deck)
    match advice:
        case LayNext(placement):
            return Step(lay=write_placement(placement, names))
        case TakeAway(card):
            return Step(take_away=names.text(card))
        case None:
            return Step()


def write_best(best: puzzle.Best, deck: Deck) -> BestPiles:
    """The piles with cards as text."""
    names = CardNames(deck)
    return BestPiles(piles=tuple([write_pile(pile, names) for pile in best.piles]))
