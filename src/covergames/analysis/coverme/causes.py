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


def causes(events: Sequence[Event], viewer: Seat, view: View, choosers: Sequence[Seat]) -> set[Kind]:
    """Return what the viewer learns from the step; `choosers` are the seats whose choices become known together."""
    found = set()
    for event in events:
        match coverme.redact(event, viewer):
            case Took(seat, source):
                if seat != viewer:
                    found.add(Kind.RIVALS)
                elif not source.is_open:
                    found.add(Kind.DRAWS)
            case TookNext(seat) | Looked(seat) if seat == viewer:
                found.add(Kind.DRAWS)
            case Turned():
                found.add(Kind.DRAWS)
            case FictionalPlaced(b=b) if b is not None:
                found.add(Kind.DRAWS)
            case Swapped(seat) | Stayed(seat) if seat != viewer:
                found.add(Kind.RIVALS)
            case Revealed(_, covers):
                owners = {view.magazines[magazine].owner for magazine, _ in covers}
                if None in owners:
                    found.add(Kind.DRAWS)
                if owners - {None, viewer}:
                    found.add(Kind.RIVALS)
            case Featured() | VotesRevealed() if set(choosers) - {viewer}:
                found.add(Kind.RIVALS)
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
