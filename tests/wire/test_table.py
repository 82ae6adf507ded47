"""The view of a table and its chat survive encoding and decoding."""

from __future__ import annotations

import msgspec
import pytest

from covergames.table import TableView
from covergames.table.user_text import Message
from covergames.wire import encode
from tests.table.kit import ADA, BO, Live, play_out, playing


def test_the_view_of_a_table_survives_encoding_and_decoding() -> None:
    """In the lobby, during the game and after it: with the reason why a bot stands in, and the seed at the end."""
    lobby = Live()
    lobby.sit(ADA)
    live = playing(options={"same_value": "G", "years": 1})
    live.leave(BO)
    live.do_duty()
    over = playing(options={"same_value": "G", "years": 1})
    play_out(over)
    for table in (lobby, live, over):
        assert msgspec.json.decode(encode(table.view()), type=TableView) == table.view()


def test_an_unknown_stage_is_refused() -> None:
    """The client raises an error."""
    data = msgspec.json.decode(encode(playing().view()))
    with pytest.raises(msgspec.ValidationError, match="stage"):
        msgspec.convert({**data, "stage": "paused"}, TableView)


def test_chat_survives_encoding_and_decoding() -> None:
    """Chat is plain text: markup in it is not changed."""
    message = Message(7, 1000, ADA, "Ada", "<b>hi</b>")
    assert encode(message) == b'{"sequence":7,"at":1000,"seat":0,"name":"Ada","text":"<b>hi</b>","notice":null}'
