"""The analysis of a seat depends on nothing that the seat could not see (CM-I3)."""

from __future__ import annotations

import random
from functools import reduce
from typing import Any

import msgspec
import pytest

from covergames import coverme
from covergames.analysis.coverme.ledger import Ledger
from covergames.analysis.coverme.values import Effort
from covergames.bots.budget import Budget
from covergames.coverme import Action, Card, Clothes, Event, State
from covergames.coverme.cards import CLOTHES
from covergames.game import Seat
from covergames.record import Moment, Record, replay
from covergames.schema import codec_of
from tests.analysis.games import cover_me
from tests.cases import by_target

Moments = list[Moment[State, Action | None, Event]]


def renamed(value: Any, names: dict[str, str]) -> Any:
    """Return the JSON with other cards."""
    match value:
        case str():
            return names.get(value, value)
        case list():
            return [renamed(item, names) for item in value]
        case dict():
            return {key: renamed(item, names) for key, item in value.items()}
        case _:
            return value


def other_world(record: Record, moments: Moments, seat: Seat, generator: random.Random) -> Moments:
    """Return these moments in a world in which all cards that the seat has not seen are others of the same colour."""
    views = [coverme.view(moment.state, seat) for moment in moments]
    unseen = reduce(set.intersection, (set(view.unseen) for view in views))
    texts = coverme.card_texts(views[0].options)
    names: dict[str, str] = {}
    for clothes in Clothes:
        cards = [texts[card] for card in sorted(unseen) if CLOTHES[Card(card)] is clothes]
        names |= dict(zip(cards, generator.sample(cards, len(cards)), strict=True))
    events = renamed(record.events[: moments[-1].index], names)
    twin = list(replay(msgspec.structs.replace(record, events=events, result=None), coverme))
    assert [coverme.view(moment.state, seat) for moment in twin] == views
    assert [moment.state for moment in twin] != [moment.state for moment in moments]
    return twin


def ledger_of(moments: Moments, seat: Seat) -> bytes:
    """Return the ledger up to there."""
    options = moments[0].state.options
    ledger = Ledger(seat, moments[0].state.players, Effort(Budget(playouts=10)), codec_of(coverme, options), seed=1)
    ledger.read(moments, lambda: None)
    return msgspec.json.encode(ledger.entries)


@pytest.mark.slow
@pytest.mark.parametrize("case", by_target(range(18), fast=0, every=6))
def test_equal_views_give_equal_ledgers(case: int) -> None:
    """Up to a moment of the game, hidden cards are permuted: the ledger up to then is the same, byte for byte."""
    number, part = case % 7, (0.3, 0.6, 0.9)[case % 3]
    record = cover_me(number)
    seat = Seat(number % 2)
    moments = list(replay(record, coverme))
    moments = moments[: round(part * len(moments))]
    twin = other_world(record, moments, seat, random.Random(number))
    assert ledger_of(moments, seat) == ledger_of(twin, seat)
