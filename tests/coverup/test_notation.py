"""Decisions and options as in records; errors name what cannot be read."""

from __future__ import annotations

from typing import Any

import pytest

from covergames import coverup
from covergames.coverup import Action, Done, Flip, GiveBack, Lay, Lift, Options, TimeUp
from covergames.game import CLOCK, NotationError, OptionsError, Seat
from covergames.schema import codec_of, read_options
from tests.coverup_kit import placement

OPTIONS = Options()
DECK = OPTIONS.deck

LAY = {"event": "lay", "seat": 0, "card": "g01", "flip": True, "turn": 3, "x": -2, "y": 5, "t": 1234}
NO_CARDS = {"name": "none", "symbols": [*"abcdef"], "cards": [], "rows": 2, "columns": 4}


@pytest.mark.parametrize(
    ("seat", "action", "data"),
    [
        (0, Lay(placement("g01:f3@-2,5", DECK), 1234), LAY),
        (1, Lift(DECK.card("y02"), 7), {"event": "lift", "seat": 1, "card": "y02", "t": 7}),
        (2, Flip(0), {"event": "flip", "seat": 2, "t": 0}),
        (3, Done(9), {"event": "done", "seat": 3, "t": 9}),
        (CLOCK, TimeUp(300_000), {"event": "time_up", "t": 300_000}),
        (5, GiveBack(DECK.card("g36")), {"event": "give_back", "seat": 5, "card": "g36"}),
    ],
)
def test_decisions_are_written_as_in_records(seat: int, action: Action, data: dict[str, Any]) -> None:
    """Every decision has its documented form, and is the same after writing and reading."""
    assert codec_of(coverup, OPTIONS).write_decision(Seat(seat), action) == data
    assert codec_of(coverup, OPTIONS).read_decision(data) == (seat, action)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ({}, "missing required field `event`"),
        ({"event": "fly"}, "'fly' is none of .*lay.* - at `\\$.event`"),
        ({"event": []}, "at `\\$.event`: \\[\\]"),
        ({**LAY, "z": 1}, "unknown field `z`"),
        ({"event": "flip", "seat": 1}, "missing required field `t`"),
        ({"event": "time_up", "seat": 0, "t": 1}, "unknown field `seat`"),
        ({**LAY, "seat": -1}, "at `\\$.seat`: -1"),
        ({**LAY, "seat": True}, "at `\\$.seat`: true"),
        ({**LAY, "card": "g99"}, "'g99'"),
        ({**LAY, "card": 3}, "at `\\$.card`: 3"),
        ({**LAY, "flip": 1}, "at `\\$.flip`: 1"),
        ({**LAY, "turn": 4}, "at `\\$.turn`: 4"),
        ({**LAY, "x": 0.5}, "at `\\$.x`: 0.5"),
        ({**LAY, "y": 2**60}, "at `\\$.y`: 1152921504606846976"),
        ({**LAY, "t": -1}, "at `\\$.t`: -1"),
        ({**LAY, "t": "1"}, 'at `\\$.t`: "1"'),
    ],
)
def test_unreadable_decisions_are_refused(data: dict[str, Any], reason: str) -> None:
    """The error names unknown fields, missing ones and wrong types."""
    with pytest.raises(NotationError, match=reason):
        codec_of(coverup, OPTIONS).read_decision(data)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ({"speed": 1}, "unknown field `speed`, which is none of deck"),
        ({"deck": "mine"}, "'mine' is none of house - at `options.deck`"),
        ({"hourglass": "30"}, 'at `options.hourglass`: "30"'),
        ({"hourglass": None}, "at `options.hourglass`: null"),
        ({"round_limit": True}, "at `options.round_limit`: true"),
        ({"assist": 1}, "at `options.assist`: 1"),
        ({"deck": {}}, "missing required field `name` - at `options.deck`"),
    ],
)
def test_unreadable_options_are_refused(data: dict[str, Any], reason: str) -> None:
    """The error names unknown options and wrong types."""
    with pytest.raises(NotationError, match=reason):
        read_options(coverup, data, 2)


@pytest.mark.parametrize(
    ("data", "players", "rule"),
    [
        ({"deck": NO_CARDS}, 2, "CU-C1"),
        ({"hourglass": 0}, 2, "CU-H1"),
        ({"round_limit": 0}, 2, "CU-H2"),
        ({}, 7, "CU-C3"),
    ],
)
def test_invalid_options_are_refused(data: dict[str, Any], players: int, rule: str) -> None:
    """The error names the rule."""
    with pytest.raises(OptionsError, match=rule):
        read_options(coverup, data, players)
