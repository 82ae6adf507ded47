"""Chat messages and their limits."""

from __future__ import annotations

import pytest

from covergames.game import Seat
from covergames.table import HOST, Code, Leave, Mute, Notice, Remove, Say, Settings, TakeBack
from covergames.table.user_text import CHAT_HISTORY_MESSAGES, CHAT_WINDOW_MS, MAX_CHAT_LENGTH, MAX_MESSAGES_PER_WINDOW
from tests.table.kit import ADA, BO, CY, Live, play_out, playing


def test_everybody_sees_messages_with_their_authors() -> None:
    live = playing()
    live.do(Say(" hello <b>all</b> 👩‍👩‍👧 "), BO)
    (message,) = live.table.chat
    assert (message.seat, message.name, message.text) == (BO, "Bo", "hello <b>all</b> 👩‍👩‍👧")
    assert (message.sequence, message.at) == (live.table.sequence, live.at)


def test_a_host_without_a_seat_may_write() -> None:
    live = Live(host_token="the host")
    live.do(Say("welcome"), HOST)
    assert live.table.chat[0].seat is None


def test_spectators_may_not_write() -> None:
    assert playing().refuse(Say("take the blonde one"), None).code is Code.NOT_YOURS
    assert playing().refuse(Say("take the blonde one"), HOST).code is Code.NOT_YOURS


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", Code.UNREADABLE),
        (" \n ", Code.UNREADABLE),
        ("two\nlines", Code.UNREADABLE),
        ("\x1b[2J", Code.UNREADABLE),
        ("\u202eolleh", Code.UNREADABLE),
        ("\ud800", Code.UNREADABLE),
        ("x" * (MAX_CHAT_LENGTH + 1), Code.TOO_LONG),
        ("x" * 10**6, Code.TOO_LONG),
    ],
)
def test_an_invalid_message_is_refused(text: str, code: Code) -> None:
    assert playing().refuse(Say(text), ADA).code is code


def test_a_message_of_maximal_length_is_accepted() -> None:
    playing().do(Say("x" * MAX_CHAT_LENGTH), ADA)


def test_a_seat_that_writes_too_often_has_to_wait() -> None:
    """The limit is per seat and per window."""
    live = playing()
    first = live.at
    for number in range(MAX_MESSAGES_PER_WINDOW):
        live.do(Say(str(number)), ADA)
        live.wait(1)
    assert live.refuse(Say("again"), ADA).code is Code.TOO_MANY
    live.do(Say("let me get a word in"), BO)
    live.at = first + CHAT_WINDOW_MS - 1
    assert live.refuse(Say("again"), ADA).code is Code.TOO_MANY
    live.at = first + CHAT_WINDOW_MS
    live.do(Say("again"), ADA)
    assert live.refuse(Say("and again"), ADA).code is Code.TOO_MANY


def test_the_rate_limit_never_needs_a_forgotten_message() -> None:
    """The table remembers more messages than all seats and the host together may write in a window."""
    most = 6
    assert (most + 1) * MAX_MESSAGES_PER_WINDOW < CHAT_HISTORY_MESSAGES


def test_a_table_remembers_the_latest_messages() -> None:
    live = playing()
    for number in range(CHAT_HISTORY_MESSAGES + 5):
        live.wait(CHAT_WINDOW_MS / 1000)
        live.do(Say(str(number)), Seat(number % 3))
    assert [message.text for message in live.table.chat] == [
        str(number) for number in range(5, CHAT_HISTORY_MESSAGES + 5)
    ]


def test_the_host_may_mute_and_unmute() -> None:
    live = playing()
    live.do(Mute(BO, muted=True), ADA)
    assert live.view().seats[BO].muted
    assert live.refuse(Say("hey"), BO).code is Code.MUTED
    live.do(Say("at last"), ADA)
    live.do(Mute(BO, muted=False), ADA)
    live.do(Say("hey"), BO)


def test_a_table_may_have_no_chat() -> None:
    assert playing(settings=Settings(chat=False)).refuse(Say("hey"), ADA).code is Code.NO_CHAT


def test_the_chat_says_who_leaves_a_game_and_who_comes_back() -> None:
    """A notice has the person's name and no text, and does not count as a message of the person."""
    live = playing(settings=Settings(away_after=60))
    live.do(Leave(BO), BO)
    live.do(TakeBack(), BO)
    live.leave(BO)
    live.wait(60)
    live.do_duty()
    live.do(Remove(CY), ADA)
    assert [(message.name, message.text, message.notice) for message in live.table.chat] == [
        ("Bo", "", Notice.LEFT),
        ("Bo", "", Notice.BACK),
        ("Bo", "", Notice.AWAY),
        ("Cy", "", Notice.REMOVED),
    ]
    assert live.table == live.folded()


def test_notices_do_not_count_as_messages_of_their_person() -> None:
    live = playing()
    for _ in range(MAX_MESSAGES_PER_WINDOW):
        live.do(Leave(BO), BO)
        live.do(TakeBack(), BO)
    live.do(Say("I am back"), BO)


def test_leaving_before_or_after_the_game_is_no_news() -> None:
    """In the lobby the seat is free again, and after the game nobody decides."""
    lobby = Live()
    lobby.sit(ADA, BO)
    lobby.do(Leave(BO), BO)
    over = playing(options={"same_value": "G", "years": 1})
    play_out(over)
    over.do(Leave(BO), BO)
    assert (lobby.table.chat, over.table.chat) == ((), ())
