"""What people write: names, titles and chat. Text, never markup, and nothing that steers a screen."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final

import msgspec

from covergames.game import Seat
from covergames.table.refusal import Code, Refusal

MAX_NAME_LENGTH: Final = 24
MAX_TITLE_LENGTH: Final = 60
MAX_CHAT_LENGTH: Final = 300

CHAT_HISTORY_MESSAGES: Final = 50
"""How many messages a table remembers: more than all seats together may write in the window."""
CHAT_WINDOW_MS: Final = 10_000
"""Milliseconds in which a seat may speak `MAX_MESSAGES_PER_WINDOW` times."""
MAX_MESSAGES_PER_WINDOW: Final = 6

_JOINERS: Final = "\u200c\u200d"
"""Format characters that scripts and emoji need."""


class Message(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Something said at the table, and who said it: a seat changes hands, a name does not."""

    sequence: int
    at: int
    """Milliseconds since 1970."""
    seat: Seat | None
    """Null: the host, who has no seat."""
    name: str
    text: str


def checked_name(text: str) -> str:
    """A person's or a bot's name: not empty, without spaces around."""
    name = _plain(text, "a name", most=MAX_NAME_LENGTH)
    if not any(unicodedata.category(character)[0] in "LNPS" for character in name):
        raise Refusal(Code.UNREADABLE, f"the name {text!r} has nothing to be seen")
    return name


def checked_title(text: str) -> str:
    """A table's title, which may be empty."""
    return _plain(text, "a title", most=MAX_TITLE_LENGTH)


def checked_chat_text(text: str) -> str:
    """A chat message."""
    speech = _plain(text, "a message", most=MAX_CHAT_LENGTH)
    if not speech:
        raise Refusal(Code.UNREADABLE, f"the message {text!r} is empty")
    return speech


def name_key(name: str) -> str:
    """Equal for names that people would take for the same."""
    seen = unicodedata.normalize("NFKC", name).casefold().translate(dict.fromkeys(map(ord, _JOINERS)))
    return " ".join(seen.split())


def check_chat_rate(tail: Iterable[Message], seat: int | None, at: int) -> None:
    """Refuse more messages of a seat than the window allows."""
    recent = sum(message.seat == seat and message.at > at - CHAT_WINDOW_MS for message in tail)
    if recent >= MAX_MESSAGES_PER_WINDOW:
        raise Refusal(
            Code.TOO_MANY,
            f"{recent} messages in {CHAT_WINDOW_MS // 1000} seconds: {MAX_MESSAGES_PER_WINDOW} are allowed",
        )


def _plain(text: str, what: str, *, most: int) -> str:
    """The text without spaces around, if it is short enough and has no characters that control anything."""
    if len(text) > most:
        raise Refusal(Code.TOO_LONG, f"{what} has at most {most} characters, not {len(text)}")
    text = unicodedata.normalize("NFC", text.strip())
    for character in text:
        if unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp") and character not in _JOINERS:
            raise Refusal(Code.UNREADABLE, f"{what} cannot contain the character U+{ord(character):04X}")
    return text
