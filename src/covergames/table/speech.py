"""What people write: names, titles and chat. Text, never markup, and nothing that steers a screen."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final

import msgspec

from covergames.game import Seat
from covergames.table.refusal import Code, Refusal

NAME_LENGTH: Final = 24
TITLE_LENGTH: Final = 60
SPEECH_LENGTH: Final = 300

TAIL: Final = 50
"""How many messages a table remembers: more than all seats together may write in the window."""
WINDOW: Final = 10_000
"""Milliseconds in which a seat may speak `PER_WINDOW` times."""
PER_WINDOW: Final = 6

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


def name_of(text: str) -> str:
    """A person's or a bot's name: not empty, without spaces around."""
    name = _plain(text, "a name", most=NAME_LENGTH)
    if not any(unicodedata.category(character)[0] in "LNPS" for character in name):
        raise Refusal(Code.UNREADABLE, f"the name {text!r} has nothing to be seen")
    return name


def title_of(text: str) -> str:
    """A table's title, which may be empty."""
    return _plain(text, "a title", most=TITLE_LENGTH)


def speech_of(text: str) -> str:
    """A chat message."""
    speech = _plain(text, "a message", most=SPEECH_LENGTH)
    if not speech:
        raise Refusal(Code.UNREADABLE, f"the message {text!r} is empty")
    return speech


def alike(name: str) -> str:
    """Equal for names that people would take for the same."""
    seen = unicodedata.normalize("NFKC", name).casefold().translate(dict.fromkeys(map(ord, _JOINERS)))
    return " ".join(seen.split())


def check_rate(tail: Iterable[Message], seat: int | None, at: int) -> None:
    """Refuse more messages of a seat than the window allows."""
    recent = sum(message.seat == seat and message.at > at - WINDOW for message in tail)
    if recent >= PER_WINDOW:
        raise Refusal(Code.TOO_MANY, f"{recent} messages in {WINDOW // 1000} seconds: {PER_WINDOW} are allowed")


def _plain(text: str, what: str, *, most: int) -> str:
    """The text without spaces around, if it is short enough and has no characters that control anything."""
    if len(text) > most:
        raise Refusal(Code.TOO_LONG, f"{what} has at most {most} characters, not {len(text)}")
    text = unicodedata.normalize("NFC", text.strip())
    for character in text:
        if unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp") and character not in _JOINERS:
            raise Refusal(Code.UNREADABLE, f"{what} cannot contain the character U+{ord(character):04X}")
    return text
