"""What a viewer of Cover Up sees, in two parts: what everybody sees, and what only one seat sees on top of it.

Both are written from views of the game, so that nothing can be in them that a view does not show. Together with the
rounds' scores, which are its history, they give the very same view back.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from covergames.coverup import Event, Options, Phase, SeatView, View
from covergames.coverup.events import RoundScored
from covergames.game import Result, Seat
from covergames.wire.coverup.actions import Action, write_action
from covergames.wire.coverup.cards import CardNames
from covergames.wire.coverup.pile import (
    Placement,
    Verdict,
    read_pile,
    read_verdict,
    write_pile,
    write_verdict,
)
from covergames.wire.part import CardText, Part


class Side(Part, frozen=True):
    """One seat's side of the table: all its cards, its pile from bottom to top, and how it stands."""

    hand: tuple[CardText, ...]
    pile: tuple[Placement, ...]
    visible: int
    """The visible symbols of the pile as it lies, be it legal or not."""
    verdicts: tuple[Verdict, ...] | None
    """Whether each card of the pile lies legally: with assist, and when the round is over."""
    locked: bool
    flipped: bool
    has_given_back: bool
    total: int


class Public(Part, frozen=True, tag_field="game", tag="cover-up"):
    """What everybody sees of a game of Cover Up; times are milliseconds since the round began."""

    round: int
    phase: Phase
    to_act: tuple[Seat, ...]
    seats: tuple[Side, ...]
    flipped_by: Seat | None
    flipped_at: int | None
    now: int
    """The time of the round's latest action."""
    deadline: int | None
    green: int
    """The sizes of the draw piles."""
    yellow: int
    red: int
    result: Result | None


class Private(Part, frozen=True, tag_field="game", tag="cover-up"):
    """What only one seat sees: what it may do besides laying a card, and the green card that it is giving back."""

    seat: Seat
    legal: tuple[Action, ...]
    giving_back: CardText | None


def write_public(view: View, names: CardNames) -> Public:
    """What a spectator's view shows, but for the scores of the rounds."""
    return Public(
        round=view.round,
        phase=view.phase,
        to_act=view.to_act,
        seats=tuple([_write_side(side, names) for side in view.seats]),
        flipped_by=view.flipped_by,
        flipped_at=view.flipped_at,
        now=view.now,
        deadline=view.deadline,
        green=view.green,
        yellow=view.yellow,
        red=view.red,
        result=view.result,
    )


def write_private(view: View, names: CardNames) -> Private:
    """What a seat's view shows on top of a spectator's."""
    assert view.seat is not None, "a spectator has nothing private"
    return Private(
        seat=view.seat,
        legal=tuple([write_action(action, names) for action in view.legal_but_lays]),
        giving_back=None if view.giving_back is None else names.text(view.giving_back),
    )


def read_view(
    public: Public,
    private: Private | None,
    history: Iterable[Event],
    *,
    players: int,
    options: Options,
    names: CardNames,
) -> View:
    """The view that the two parts and the history were written from; without a private part a spectator's."""
    view = View(
        seat=None,
        players=players,
        options=options,
        round=public.round,
        phase=public.phase,
        to_act=public.to_act,
        seats=tuple([_read_side(side, names) for side in public.seats]),
        flipped_by=public.flipped_by,
        flipped_at=public.flipped_at,
        now=public.now,
        deadline=public.deadline,
        green=public.green,
        yellow=public.yellow,
        red=public.red,
        giving_back=None,
        scores=tuple([event.scores for event in history if isinstance(event, RoundScored)]),
        result=public.result,
    )
    if private is None:
        return view
    own = private.giving_back
    return replace(view, seat=private.seat, giving_back=None if own is None else names.card(own))


def _write_side(side: SeatView, names: CardNames) -> Side:
    return Side(
        hand=names.texts(side.hand),
        pile=write_pile(side.pile, names),
        visible=side.visible,
        verdicts=None if side.verdicts is None else tuple([write_verdict(one, names) for one in side.verdicts]),
        locked=side.locked,
        flipped=side.flipped,
        has_given_back=side.has_given_back,
        total=side.total,
    )


def _read_side(side: Side, names: CardNames) -> SeatView:
    return SeatView(
        hand=names.cards(side.hand),
        pile=read_pile(side.pile, names),
        visible=side.visible,
        verdicts=None if side.verdicts is None else tuple([read_verdict(one, names) for one in side.verdicts]),
        locked=side.locked,
        flipped=side.flipped,
        has_given_back=side.has_given_back,
        total=side.total,
    )
