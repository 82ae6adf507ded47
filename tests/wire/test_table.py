"""A table goes over the wire as it is shown, and what was said at it is text."""

from __future__ import annotations

import msgspec
import pytest

from covergames.table import TableView
from covergames.table.user_text import Message
from covergames.wire import encode
from tests.table.kit import ADA, BO, Live, play_out, playing


def test_a_table_comes_back_as_it_was_shown() -> None:
    """In the lobby, while it is played, and over: with the reason why a bot stands in, and the seed at the end."""
    lobby = Live()
    lobby.sit(ADA)
    live = playing(options={"same_value": "G", "years": 1})
    live.leave(BO)
    live.do_duty()
    over = playing(options={"same_value": "G", "years": 1})
    play_out(over)
    for table in (lobby, live, over):
        assert msgspec.json.decode(encode(table.view()), type=TableView) == table.view()


def test_a_stage_that_there_is_not_is_refused() -> None:
    """A client does not guess what it means."""
    data = msgspec.json.decode(encode(playing().view()))
    with pytest.raises(msgspec.ValidationError, match="stage"):
        msgspec.convert({**data, "stage": "paused"}, TableView)


def test_what_was_said() -> None:
    """Chat is text: it is written as it is, whatever markup it may resemble."""
    message = Message(7, 1000, ADA, "Ada", "<b>hi</b>")
    assert encode(message) == b'{"sequence":7,"at":1000,"seat":0,"name":"Ada","text":"<b>hi</b>"}'
