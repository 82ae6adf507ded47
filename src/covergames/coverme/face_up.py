"""Every card of a position, face up: for replays of finished games, when nothing is secret any more.

Built field by field, as a view is; what a view shows is not repeated. It is never sent during a game.
"""

from __future__ import annotations

from dataclasses import dataclass

from covergames.coverme import scoring
from covergames.coverme.cards import Card
from covergames.coverme.places import Magazine
from covergames.coverme.state import State
from covergames.coverme.view_types import StackView


@dataclass(frozen=True, slots=True)
class FaceUp:
    """What a spectator's view hides. Piles have their top card first."""

    hands: tuple[tuple[Card, ...], ...]
    """By seat, without covers placed this month."""
    placed: tuple[Card | None, ...]
    """By magazine: the cover placed and not yet revealed."""
    featured: tuple[Card | None, ...]
    """By magazine: the model chosen for the season special, while others still choose."""
    open_piles: tuple[tuple[Card, ...], ...]
    face_down: tuple[Card, ...]
    next_pile: tuple[Card, ...]
    set_aside: tuple[tuple[Card, ...], ...]
    """The piles that will be the next pile, the coming one first."""
    fictional_pile: tuple[Card, ...]
    looked: tuple[Card, ...]
    prestige_stacks: tuple[StackView, ...]
    side_stacks: tuple[StackView, ...]
    votes: tuple[bool | None, ...]


def face_up(state: State) -> FaceUp:
    """Return everything that is hidden in this position."""
    return FaceUp(
        hands=tuple(state.hands),
        placed=tuple(state.placed),
        featured=tuple([state.featured.get(Magazine(number)) for number in range(len(state.covers))]),
        open_piles=tuple([pile[::-1] for pile in state.open_piles]),
        face_down=state.face_down[::-1],
        next_pile=state.next_pile[::-1],
        set_aside=tuple([pile[::-1] for pile in reversed(state.set_aside)]),
        fictional_pile=state.fictional_pile[::-1],
        looked=state.looked,
        prestige_stacks=_open(state, state.prestige_stacks),
        side_stacks=_open(state, state.side_stacks) if state.is_advanced else (),
        votes=state.votes,
    )


def _open(state: State, stacks: tuple[tuple[Card, ...], ...]) -> tuple[StackView, ...]:
    return tuple([StackView(len(stack), stack, scoring.worth(state, stack)) for stack in stacks])
