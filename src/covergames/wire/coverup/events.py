"""What happened in Cover Up, as one viewer may see it: the redacted events of the game, cards as text."""

from __future__ import annotations

from typing import TypeAlias, assert_never

from covergames.coverup import events
from covergames.game import Seat
from covergames.wire.coverup.cards import CardNames
from covergames.wire.coverup.pile import (
    Placement,
    Score,
    read_placement,
    read_score,
    write_placement,
    write_score,
)
from covergames.wire.ending import GameEnded
from covergames.wire.part import CardText, Told


class Laid(Told, frozen=True):
    """A card was laid or moved, to the top of the pile; `t` is milliseconds since the round began."""

    seat: Seat
    placement: Placement
    t: int


class Lifted(Told, frozen=True):
    """A card was taken off the pile."""

    seat: Seat
    card: CardText
    t: int


class Flipped(Told, frozen=True):
    """The hourglass was flipped; the others have until `deadline`."""

    seat: Seat
    t: int
    deadline: int


class WasDone(Told, frozen=True):
    """Somebody touches the cards no more."""

    seat: Seat
    t: int


class TimeRanOut(Told, frozen=True):
    """The sand ran out, or the round limit was reached."""

    t: int


class RoundScored(Told, frozen=True):
    """A round is over: what was removed, and the points, seat by seat."""

    round: int
    scores: tuple[Score, ...]


class ChoseGiveBack(Told, frozen=True):
    """Somebody chose the green card to give back; the others do not see which."""

    seat: Seat
    card: CardText | None


class Exchanged(Told, frozen=True):
    """A green card went back, and a harder one was taken."""

    seat: Seat
    gave: CardText
    took: CardText


class Passed(Told, frozen=True):
    """All five cards went to the next seat."""

    seat: Seat
    to: Seat
    cards: tuple[CardText, ...]


class RoundBegan(Told, frozen=True):
    """All lay their cards."""

    round: int


Event: TypeAlias = (
    Laid
    | Lifted
    | Flipped
    | WasDone
    | TimeRanOut
    | RoundScored
    | ChoseGiveBack
    | Exchanged
    | Passed
    | RoundBegan
    | GameEnded
)


def write_event(event: events.Event, names: CardNames) -> Event:
    """A redacted event as the wire carries it."""
    match event:
        case events.Laid(seat, placement, t):
            return Laid(seat, write_placement(placement, names), t)
        case events.Lifted(seat, card, t):
            return Lifted(seat, names.text(card), t)
        case events.Flipped(seat, t, deadline):
            return Flipped(seat, t, deadline)
        case events.WasDone(seat, t):
            return WasDone(seat, t)
        case events.TimeRanOut(t):
            return TimeRanOut(t)
        case events.RoundScored(number, scores):
            return RoundScored(number, tuple([write_score(score, names) for score in scores]))
        case events.ChoseGiveBack(seat, chosen):
            return ChoseGiveBack(seat, None if chosen is None else names.text(chosen))
        case events.Exchanged(seat, gave, took):
            return Exchanged(seat, names.text(gave), names.text(took))
        case events.Passed(seat, to, cards):
            return Passed(seat, to, names.texts(cards))
        case events.RoundBegan(number):
            return RoundBegan(number)
        case events.GameEnded(result):
            return GameEnded(result)
        case _:
            assert_never(event)


def read_event(event: Event, names: CardNames) -> events.Event:
    """The redacted event that the wire carried."""
    match event:
        case Laid(seat=seat, placement=placement, t=t):
            return events.Laid(seat, read_placement(placement, names), t)
        case Lifted(seat=seat, card=card, t=t):
            return events.Lifted(seat, names.card(card), t)
        case Flipped(seat=seat, t=t, deadline=deadline):
            return events.Flipped(seat, t, deadline)
        case WasDone(seat=seat, t=t):
            return events.WasDone(seat, t)
        case TimeRanOut(t=t):
            return events.TimeRanOut(t)
        case RoundScored(round=number, scores=scores):
            return events.RoundScored(number, tuple([read_score(score, names) for score in scores]))
        case ChoseGiveBack(seat=seat, card=chosen):
            return events.ChoseGiveBack(seat, None if chosen is None else names.card(chosen))
        case Exchanged(seat=seat, gave=gave, took=took):
            return events.Exchanged(seat, names.card(gave), names.card(took))
        case Passed(seat=seat, to=to, cards=cards):
            return events.Passed(seat, to, names.cards(cards))
        case RoundBegan(round=number):
            return events.RoundBegan(number)
        case GameEnded(result=result):
            return events.GameEnded(result)
        case _:
            assert_never(event)
