"""What just happened in Cover Up, in sentences, and why something cannot be done."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from covergames.coverup import Done, Flip, GiveBack, Lift, Phase
from covergames.coverup import events as happened
from covergames.coverup.cards import HAND
from covergames.coverup.layout import Conflict
from covergames.game import Seat

if TYPE_CHECKING:
    from collections.abc import Iterable

    from covergames.coverup import Card, Deck, Event, Lay, State
    from covergames.coverup.layout import Removal
    from covergames.coverup.state import SeatScore
    from covergames.game import Result
    from covergames.terminal.words import Words


def sentences(event: Event, words: Words, deck: Deck) -> list[str]:
    """The event, already redacted for the listener, a sentence or a few."""
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
            return [words("result.game-over"), winner(result, words)]
        case _:
            assert_never(event)


def ids(cards: Iterable[Card], deck: Deck) -> str:
    """Cards by their ids."""
    return " ".join(deck[card].id for card in cards)


def removals(scored: SeatScore, seat: Seat, words: Words, deck: Deck) -> list[str]:
    """A sentence for every card that had to go, with what was wrong while it lay on top (CU-S1)."""
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
    """What was removed from a pile, and how its points came about (CU-S3, CU-S4)."""
    parts = [words("cover-up.visible", count=scored.score.visible)]
    if scored.score.aside:
        aside = words("cover-up.aside", count=len(scored.score.aside))
        parts.append(f"{aside} (+{scored.score.aside_symbols + len(scored.score.aside)})")
    if scored.hourglass:
        parts.append(f"{words('hourglass')} {scored.hourglass:+}")
    points = words("count.points", count=scored.points)
    return [*removals(scored, seat, words, deck), f"{words.name(seat)}: {', '.join(parts)}: {points}."]


def winner(result: Result, words: Words) -> str:
    """Who has the fewest points (CU-X1)."""
    seats = [Seat(number) for number, place in enumerate(result.places) if place == 1]
    if len(seats) > 1:
        return words("result.shared", names=words.names(seats))
    return words("result.winner", **words.who(seats[0]))


def why_not(action: Lay | Lift | Flip | Done | GiveBack, state: State, seat: Seat, words: Words, *, now: int) -> str:
    """Why the table refuses that action at this time."""
    deck = state.options.deck
    match action:
        case GiveBack(card) if state.phase is Phase.GIVE_BACK and state.giving_back[seat] is None:
            return words("terminal.cover-up.no.green", card=deck[card].id)
        case _ if state.phase is not Phase.LAY:
            return words("terminal.cover-up.no.now")
        case _ if state.deadline is not None and now >= state.deadline:
            return words("cover-up.event.time-ran-out")
        case _ if state.locked[seat]:
            return words("terminal.cover-up.no.locked")
        case Lift(card, _):
            return words("terminal.cover-up.no.not-laid", card=deck[card].id)
        case Flip() if state.flipped_by is not None:
            return words("terminal.cover-up.no.flipped", name=words.name(state.flipped_by))
        case Flip() if len(state.piles[seat]) < HAND:
            return words("terminal.cover-up.no.laid", laid=len(state.piles[seat]))
        case Flip():
            return words("terminal.cover-up.no.flawed")
        case _:
            return words("terminal.cover-up.no.now")


def clock_time(milliseconds: int) -> str:
    """Minutes and seconds, ``1:05``; what has begun of a second counts."""
    minutes, seconds = divmod(-(-max(0, milliseconds) // 1000), 60)
    return f"{minutes}:{seconds:02}"
