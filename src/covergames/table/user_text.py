"""Text that people write: names, titles and chat. It is plain text without control characters, never markup."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from enum import Enum
from typing import Final

import msgspec

from covergames.game import Seat
from covergames.table.refusal import Code, Refusal

MAX_NAME_LENGTH: Final = 24
MAX_TITLE_LENGTH: Final = 60
MAX_CHAT_LENGTH: Final = 300
MAX_REASON_LENGTH: Final = 300

CHAT_HISTORY_MESSAGES: Final = 50
"""How many messages a table remembers; `check_chat_rate` needs more than all seats together may write in a window."""
CHAT_WINDOW_MS: Final = 10_000
MAX_MESSAGES_PER_WINDOW: Final = 6
"""How many messages a seat may write within `CHAT_WINDOW_MS`."""

_JOINERS: Final = "\u200c\u200d"
"""Zero-width joiners: some scripts and emoji need these format characters."""


class Notice(Enum):
    """What a table reports in its chat during a game."""

    LEFT = "left"
    """The person has left, and a bot stands in."""
    REMOVED = "removed"
    """The host has removed the person, and a bot stands in."""
    AWAY = "away"
    """The person was away for too long, and a bot stands in."""
    BACK = "back"
    """The person has taken the seat back."""


class Message(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A chat message, or a notice of the table. It has the person's name, because the seat may have another owner later."""

    sequence: int
    at: int
    """Milliseconds since 1970."""
    seat: Seat | None
    """Null: the host, without a seat."""
    name: str
    text: str
    """Empty if the message is a notice."""
    notice: Notice | None = None
    """What the table reports about the person in the seat; null: somebody wrote the message."""


def checked_name(text: str) -> str:
    """Return the name of a person or a bot, without surrounding spaces.

    Raises:
        Refusal: it is too long, has control characters, or has no visible character.
    """
    name = _plain(text, "a name", max_length=MAX_NAME_LENGTH)
    if not any(unicodedata.category(character)[0] in "LNPS" for character in name):
        raise Refusal(Code.UNREADABLE, f"the name {text!r} has no visible character")
    return name


def checked_title(text: str) -> str:
    """Return the title of a table, without surrounding spaces; it may be empty.

    Raises:
        Refusal: it is too long or has control characters.
    """
    return _plain(text, "a title", max_length=MAX_TITLE_LENGTH)


def checked_chat_text(text: str) -> str:
    """Return the text of a chat message, without surrounding spaces.

    Raises:
        Refusal: it is empty, too long or has control characters.
    """
    checked = _plain(text, "a message", max_length=MAX_CHAT_LENGTH)
    if not checked:
        raise Refusal(Code.UNREADABLE, f"the message {text!r} is empty")
    return checked


def checked_reason(text: str) -> str:
    """Return the reason that an operator or a player gives for an act, without surrounding spaces.

    Raises:
        Refusal: it is empty, too long or has control characters.
    """
    checked = _plain(text, "a reason", max_length=MAX_REASON_LENGTH)
    if not checked:
        raise Refusal(Code.UNREADABLE, "the reason is empty")
    return checked


def name_key(name: str) -> str:
    """Return a key that is equal for names that look the same to people."""
    normalised = unicodedata.normalize("NFKC", name).casefold().translate(dict.fromkeys(map(ord, _JOINERS)))
    return " ".join(normalised.split())


def check_chat_rate(history: Iterable[Message], seat: int | None, at: int) -> None:
    """Check that the seat may write another message at this time.

    Raises:
        Refusal: the seat has written too many messages within the window.
    """
    recent = sum(
        message.seat == seat and message.notice is None and message.at > at - CHAT_WINDOW_MS for message in history
    )
    if recent >= MAX_MESSAGES_PER_WINDOW:
        raise Refusal(
            Code.TOO_MANY,
            f"{recent} messages in {CHAT_WINDOW_MS // 1000} seconds: {MAX_MESSAGES_PER_WINDOW} are allowed",
        )


def _plain(text: str, what: str, *, max_length: int) -> str:
    """Return the text without surrounding spaces; refuse text that is too long or has control characters."""
    if len(text) > max_length:
        raise Refusal(Code.TOO_LONG, f"{what} has at most {max_length} characters, not {len(text)}")
    text = unicodedata.normalize("NFC", text.strip())
    for character in text:
        if unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp") and character not in _JOINERS:
            raise Refusal(Code.UNREADABLE, f"{what} cannot contain the character U+{ord(character):04X}")
    return text
