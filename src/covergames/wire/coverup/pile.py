"""Piles of Cover Up on the wire: placements, what is wrong with them, and what they score."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from covergames.coverup import Pile, layout
from covergames.coverup.state import SeatScore
from covergames.wire.coverup.cards import CardNames
from covergames.wire.part import CardText, Part, in_snake_case


class Placement(Part, frozen=True):
    """A card on the table: mirrored if `flip`, then `turn` quarter turns clockwise, its top-left square at x, y."""

    card: CardText
    flip: bool
    turn: int
    x: int
    y: int


class Conflict(Part, frozen=True, tag_field="fault", tag=in_snake_case):
    """Two cards with different symbols on one square, the lower card first."""

    x: int
    y: int
    below: CardText
    above: CardText


class Unlinked(Part, frozen=True, tag_field="fault", tag=in_snake_case):
    """Cards that no chain of shared symbols joins to the bottom card's group."""

    cards: tuple[CardText, ...]


Fault: TypeAlias = Conflict | Unlinked


class Verdict(Part, frozen=True):
    """Whether a card of the pile lies legally: with whom it conflicts, with whom it is linked, and in which group."""

    placement: Placement
    conflicts: tuple[Conflict, ...]
    linked_to: tuple[CardText, ...]
    in_group: bool


class Removal(Part, frozen=True):
    """A card taken off the top at scoring, and what was wrong with the pile while it lay there."""

    card: CardText
    faults: tuple[Fault, ...]


class Score(Part, frozen=True):
    """One seat's points of one round, with what was removed and why; what was never laid counts as well."""

    pile: tuple[Placement, ...]
    removed: tuple[Removal, ...]
    not_laid: tuple[CardText, ...]
    visible: int
    aside_symbols: int
    hourglass: int
    points: int
    """All points of the round: they follow from the rest."""


def write_placement(at: layout.Placement, names: CardNames) -> Placement:
    """The placement, its card as text."""
    return Placement(names.text(at.card), at.flip, at.turn, at.x, at.y)


def read_placement(at: Placement, names: CardNames) -> layout.Placement:
    """The placement of a card of the deck."""
    return layout.Placement(names.card(at.card), at.flip, at.turn, at.x, at.y)


def write_pile(pile: Pile, names: CardNames) -> tuple[Placement, ...]:
    """The pile, bottom to top."""
    return tuple([write_placement(at, names) for at in pile])


def read_pile(pile: Iterable[Placement], names: CardNames) -> Pile:
    """The pile, bottom to top."""
    return tuple([read_placement(at, names) for at in pile])


def write_verdict(verdict: layout.Verdict, names: CardNames) -> Verdict:
    """The verdict about one card."""
    return Verdict(
        placement=write_placement(verdict.placement, names),
        conflicts=tuple([_write_conflict(conflict, names) for conflict in verdict.conflicts]),
        linked_to=names.texts(verdict.linked_to),
        in_group=verdict.in_group,
    )


def read_verdict(verdict: Verdict, names: CardNames) -> layout.Verdict:
    """The verdict about one card."""
    return layout.Verdict(
        placement=read_placement(verdict.placement, names),
        conflicts=tuple([_read_conflict(conflict, names) for conflict in verdict.conflicts]),
        linked_to=names.cards(verdict.linked_to),
        in_group=verdict.in_group,
    )


def write_score(scored: SeatScore, names: CardNames) -> Score:
    """What a seat scored in a round."""
    score = scored.score
    return Score(
        pile=write_pile(score.pile, names),
        removed=tuple([_write_removal(removal, names) for removal in score.removed]),
        not_laid=names.texts(score.not_laid),
        visible=score.visible,
        aside_symbols=score.aside_symbols,
        hourglass=scored.hourglass,
        points=scored.points,
    )


def read_score(score: Score, names: CardNames) -> SeatScore:
    """What a seat scored in a round."""
    scored = layout.Score(
        pile=read_pile(score.pile, names),
        removed=tuple([_read_removal(removal, names) for removal in score.removed]),
        not_laid=names.cards(score.not_laid),
        visible=score.visible,
        aside_symbols=score.aside_symbols,
    )
    return SeatScore(scored, score.hourglass)


def _write_removal(removal: layout.Removal, names: CardNames) -> Removal:
    return Removal(names.text(removal.card), tuple([_write_fault(fault, names) for fault in removal.faults]))


def _read_removal(removal: Removal, names: CardNames) -> layout.Removal:
    return layout.Removal(names.card(removal.card), tuple([_read_fault(fault, names) for fault in removal.faults]))


def _write_fault(fault: layout.Fault, names: CardNames) -> Fault:
    if isinstance(fault, layout.Unlinked):
        return Unlinked(names.texts(fault.cards))
    return _write_conflict(fault, names)


def _read_fault(fault: Fault, names: CardNames) -> layout.Fault:
    if isinstance(fault, Unlinked):
        return layout.Unlinked(names.cards(fault.cards))
    return _read_conflict(fault, names)


def _write_conflict(conflict: layout.Conflict, names: CardNames) -> Conflict:
    return Conflict(conflict.x, conflict.y, names.text(conflict.below), names.text(conflict.above))


def _read_conflict(conflict: Conflict, names: CardNames) -> layout.Conflict:
    return layout.Conflict(conflict.x, conflict.y, names.card(conflict.below), names.card(conflict.above))
