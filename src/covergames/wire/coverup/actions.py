"""The actions of Cover Up, as records write them, but for seat and time: the socket says who acts, the server when.

A lay can be anywhere. The other actions that a seat may do now are told in its private view.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias, assert_never

import msgspec

from covergames import coverup
from covergames.coverup import Placement
from covergames.wire.coverup.cards import CardNames
from covergames.wire.part import Number, SpokenCard, Told

QuarterTurns: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=3)]


class Lay(Told, frozen=True):
    """Lay a card, or move one that is laid: mirrored if `flip`, then turned clockwise, its top-left square at x, y."""

    card: SpokenCard
    flip: bool
    turn: QuarterTurns
    x: Number
    y: Number


class Lift(Told, frozen=True):
    """Take a card off the pile again."""

    card: SpokenCard


class Flip(Told, frozen=True):
    """Flip the hourglass."""


class Done(Told, frozen=True):
    """Touch the cards no more in this round."""


class GiveBack(Told, frozen=True):
    """Give a green card back for a harder one."""

    card: SpokenCard


Action: TypeAlias = Lay | Lift | Flip | Done | GiveBack


def write_action(action: coverup.Action, names: CardNames) -> Action:
    """The action as the wire carries it; the clock's own is never asked for."""
    match action:
        case coverup.Lay(placement):
            return Lay(names.text(placement.card), placement.flip, placement.turn, placement.x, placement.y)
        case coverup.Lift(card):
            return Lift(names.text(card))
        case coverup.Flip():
            return Flip()
        case coverup.Done():
            return Done()
        case coverup.GiveBack(card):
            return GiveBack(names.text(card))
        case coverup.TimeUp():
            raise ValueError(f"{action!r} is the clock's own, which nobody sends")
        case _:
            assert_never(action)


def read_action(action: Action, names: CardNames, t: int) -> coverup.Action:
    """The action that the wire carried, done at that time of the round, or `NotationError`."""
    match action:
        case Lay(card=card, flip=flip, turn=turn, x=x, y=y):
            return coverup.Lay(Placement(names.card(card), flip, turn, x, y), t)
        case Lift(card=card):
            return coverup.Lift(names.card(card), t)
        case Flip():
            return coverup.Flip(t)
        case Done():
            return coverup.Done(t)
        case GiveBack(card=card):
            return coverup.GiveBack(names.card(card))
        case _:
            assert_never(action)
