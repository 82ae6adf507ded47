"""Of a table, a client is told what the wire names, and nothing else that a table may hold."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import pytest

from covergames.wire import Message, Settings, encode, write_message, write_table


@dataclass
class Held:
    """A seat with more than anybody should see."""

    name: str | None = "Ada"
    bot: str | None = None
    present: bool = True
    ready: bool = False
    muted: bool = False
    stood_in_for: str | None = None
    stand_in_at: int | None = None
    decision_until: int | None = None
    delay: int | None = None
    nonce: str | None = None
    token_hash: str = "a hash"


@dataclass
class Kept:
    """A table with more than anybody should see."""

    id: str = "t1"
    title: str = "Friday"
    stage: str = "lobby"
    settings: Settings = field(default_factory=Settings)
    seats: tuple[Held, ...] = field(default_factory=lambda: (Held(), Held(name=None, present=False)))
    host: int | None = 0
    round_start: int | None = None
    commitment: str = "c0"
    seed: str | None = None
    rematch: str | None = None
    rematch_of: str | None = None
    closed: str | None = None
    host_token_hash: str = "a hash"


class Spoken(NamedTuple):
    """Something said, as a table remembers it."""

    sequence: int
    at: int
    seat: int | None
    name: str
    text: str


def test_only_what_is_named_is_told() -> None:
    """Hashes of tokens, or whatever a table may hold one day, are not written."""
    written = write_table(Kept())
    assert [place.name for place in written.seats] == ["Ada", None]
    assert b"hash" not in encode(written)


def test_a_stage_that_there_is_not_is_noticed() -> None:
    """A table that says something new about itself does not pass unnoticed."""
    with pytest.raises(ValueError, match="stage"):
        write_table(Kept(stage="paused"))


def test_what_was_said() -> None:
    """Chat is text: it is written as it is, whatever markup it may resemble."""
    message = write_message(Spoken(7, 1000, 0, "Ada", "<b>hi</b>"))
    assert message == Message(7, 1000, message.seat, "Ada", "<b>hi</b>")
    assert encode(message) == b'{"sequence":7,"at":1000,"seat":0,"name":"Ada","text":"<b>hi</b>"}'
