"""Events of Cover Up as sentences, and the reasons why an action is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from covergames.coverup import Done, Flip, GiveBack, Lift, Phase
from covergames.coverup import events as happened
from covergames.coverup.cards import HAND
from covergames.coverup.layout import Conflict
from covergames.game import Seat

if TYPE_CHECKING:
    from collections.abc import Iterable

    from covergames.coverup import Card, Deck, Event, Lay, View
    from covergames.coverup.layout import Removal
    from covergames.coverup.state import SeatScore
    from covergames.terminal.words import Words


def sentences(event: Event, words: Words, deck: Deck) -> list[str]:
    """Return the event, which is already redacted for the reader, as one or more sentences."""
    match event:
        case happened.Laid(seat, placement, _):
            return [words("cover-up.event.laid", **words.who(seat), card=deck[placement.card].id)]
        case happened.Lifted(seat, card, _):
            return [words("cover-up.event.lifted", **words.who(seat), card=deck[card].id)]
        case happened.Flipped(seat, _, _):
            return [words("cover-up.event.flipped", **words.who(seat))]
        case happened.WasDone(seat, _):
            return [words("cover-up.event.done", **words.who(seat))]
        case happened.TimeRanOut():
            return [words("cover-up.event.time-ran-out")]
        case happened.RoundScored(_, scores):
            return [line for number, scored in enumerate(scores) for line in counted(scored, Seat(number), words, deck)]
        case happened.ChoseGiveBack(seat, chosen):
            name = "" if chosen is None else deck[chosen].id
            return [words("cover-up.event.chose", **words.who(seat), card=name)]
        case happened.Exchanged(seat, gave, took):
            return [words("cover-up.event.exchanged", **words.who(seat), gave=deck[gave].id, took=deck[took].id)]
        case happened.Passed(seat, to, cards):
            return [words("cover-up.event.passed", **words.who(seat), cards=ids(cards, deck), to=words.name(to))]
        case happened.RoundBegan(number):
            return [words("cover-up.event.began", round=number)]
        case happened.GameEnded(result):
            return [words("result.game-over"), words.winner(result)]
        case _:
            assert_never(event)


def ids(cards: Iterable[Card], deck: Deck) -> str:
    """Return the ids of cards."""
    return " ".join(deck[card].id for card in cards)


def removals(scored: SeatScore, seat: Seat, words: Words, deck: Deck) -> list[str]:
    """Return a sentence for each card that was removed, with its fault (CU-S1)."""
    return [
        words(
            "cover-up.removed",
            name=words.name(seat),
            card=deck[removal.card].id,
            why=words(f"cover-up.fault.{_kind(removal)}"),
        )
        for removal in scored.score.removed
    ]


def _kind(removal: Removal) -> str:
    return "conflict" if any(isinstance(fault, Conflict) for fault in removal.faults) else "unlinked"


def counted(scored: SeatScore, seat: Seat, words: Words, deck: Deck) -> list[str]:
    """Return sentences about the removed cards, and how the points are made up (CU-S3, CU-S4)."""
    parts = [words("cover-up.visible", count=scored.score.visible)]
    if scored.score.aside:
        aside = words("cover-up.aside", count=len(scored.score.aside))
        parts.append(f"{aside} (+{scored.score.aside_symbols + len(scored.score.aside)})")
    if scored.hourglass:
        parts.append(f"{words('hourglass')} {scored.hourglass:+}")
    points = words("count.points", count=scored.points)
    return [*removals(scored, seat, words, deck), f"{words.name(seat)}: {', '.join(parts)}: {points}."]


def why_not(action: Lay | Lift | Flip | Done | GiveBack, view: View, words: Words, *, now: int) -> str:
    """Return why the table refuses the viewer's action at that time."""
    assert view.seat is not None, "a spectator does not act"
    own, deck = view.seats[view.seat], view.options.deck
    match action:
        case GiveBack(card) if view.phase is Phase.GIVE_BACK and view.giving_back is None:
            return words("terminal.cover-up.no.green", card=deck[card].id)
        case _ if view.phase is not Phase.LAY:
            return words("terminal.cover-up.no.now")
        case _ if view.deadline is not None and now >= view.deadline:
            return words("cover-up.event.time-ran-out")
        case _ if own.locked:
            return words("terminal.cover-up.no.locked")
        case Lift(card, _):
            return words("terminal.cover-up.no.not-laid", card=deck[card].id)
        case Flip() if view.flipped_by is not None:
            return words("terminal.cover-up.no.flipped", name=words.name(view.flipped_by))
        case Flip() if len(own.pile) < HAND:
            return words("terminal.cover-up.no.laid", laid=len(own.pile))
        case Flip():
            return words("terminal.cover-up.no.flawed")
        case _:
            return words("terminal.cover-up.no.now")


def clock_time(milliseconds: int) -> str:
    """Return minutes and seconds, such as ``1:05``, rounded up to whole seconds."""
    minutes, seconds = divmod(-(-max(0, milliseconds) // 1000), 60)
    return f"{minutes}:{seconds:02}"
