"""Everything that lay hidden in a position of Cover Up, for looking back at a game that is over."""

from __future__ import annotations

from covergames import coverup
from covergames.wire.coverup.cards import CardNames
from covergames.wire.part import CardText, Part


class FaceUp(Part, frozen=True, tag_field="game", tag="cover-up"):
    """What the public part hides, draw piles with their top card first; only of games that are over."""

    green: tuple[CardText, ...]
    yellow: tuple[CardText, ...]
    red: tuple[CardText, ...]
    giving_back: tuple[CardText | None, ...]
    """By seat: the green card chosen so far."""


def write_face_up(shown: coverup.FaceUp, names: CardNames) -> FaceUp:
    """The same in the wire's words."""
    return FaceUp(
        green=names.texts(shown.green),
        yellow=names.texts(shown.yellow),
        red=names.texts(shown.red),
        giving_back=tuple([None if card is None else names.text(card) for card in shown.giving_back]),
    )
