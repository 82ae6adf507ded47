"""What a seat sees of a step, sorted by cause: rivals' choices, or cards from the piles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from covergames import coverme
from covergames.analysis.coverme.results import Kind
from covergames.coverme import Action, Card, Phase, Place, Swap, View
from covergames.coverme.events import (
    Event,
    Featured,
    FictionalPlaced,
    Looked,
    Revealed,
    Stayed,
    Swapped,
    Took,
    TookNext,
    Turned,
    VotesRevealed,
)
from covergames.game import Seat

SIMULTANEOUS: Final = (Phase.PLACE, Phase.FEATURE, Phase.VOTE)
"""Phases in which several seats decide in secret."""


def causes(events: Sequence[Event], viewer: Seat, view: View, choosers: Sequence[Seat]) -> dict[Kind, list[Card]]:
    """Return what the viewer learns from the step, with the cards that came from piles.

    `choosers` are the seats whose choices become known together.
    """
    found: dict[Kind, list[Card]] = {}

    def saw(kind: Kind, *cards: Card | None) -> None:
        found.setdefault(kind, []).extend(card for card in cards if card is not None)

    for event in events:
        match coverme.redact(event, viewer):
            case Took(seat, source, card):
                if seat != viewer:
                    saw(Kind.RIVALS)
                elif not source.is_open:
                    saw(Kind.DRAWS, card)
            case TookNext(seat, card) if seat == viewer:
                saw(Kind.DRAWS, card)
            case Looked(seat, cards) if seat == viewer:
                saw(Kind.DRAWS, *cards)
            case Turned(cards):
                saw(Kind.DRAWS, *cards)
            case FictionalPlaced(b=b) if b is not None:
                saw(Kind.DRAWS, b)
            case Swapped(seat) | Stayed(seat) if seat != viewer:
                saw(Kind.RIVALS)
            case Revealed(_, covers):
                owners = {magazine: view.magazines[magazine].owner for magazine, _ in covers}
                fictional = [card for magazine, card in covers if owners[magazine] is None]
                if fictional:
                    saw(Kind.DRAWS, *fictional)
                if set(owners.values()) - {None, viewer}:
                    saw(Kind.RIVALS)
            case Featured() | VotesRevealed() if set(choosers) - {viewer}:
                saw(Kind.RIVALS)
            case _:
                pass
    return found


def holding(view: View, decisions: Sequence[tuple[Seat, Action]]) -> View:
    """Return the view of somebody who also knows that rivals hold the cards that these decisions have shown."""
    hands, unseen = list(view.hands), set(view.unseen)
    for seat, action in decisions:
        shown: tuple[Card, ...] = ()
        if isinstance(action, Place):
            shown = action.cards
        elif isinstance(action, Swap):
            shown = (action.card,)
        learned = tuple(card for card in shown if card in unseen)
        if seat != view.seat and learned:
            hands[seat] = hands[seat]._replace(known=tuple(sorted((*hands[seat].known, *learned))))
            unseen.difference_update(learned)
    return view._replace(hands=tuple(hands), unseen=tuple(card for card in view.unseen if card in unseen))
