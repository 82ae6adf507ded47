"""How a table says no, and how it says "that has happened already"."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Code(Enum):
    """Why a command is refused; people read it from the catalogs, as ``refusal.<value>``."""

    STALE = "stale"
    """The seat's decision has changed since the sequence number that the player saw."""
    ILLEGAL = "illegal"
    """Against the rules of the game; the rule is named."""
    UNREADABLE = "unreadable"
    """No action, option or setting can be made of it."""
    NOT_YOURS = "not-yours"
    """For somebody else to do: the host, another seat, the person and not the bot."""
    NOT_NOW = "not-now"
    """The game has begun already, or has not yet, or is over."""
    COUNTDOWN = "countdown"
    """The round has not begun (CU-R2)."""
    FULL = "full"
    """No free seat, or not this one."""
    EMPTY = "empty"
    """Nobody sits there."""
    NOT_READY = "not-ready"
    """Seats are free, or people are not ready."""
    NAME_TAKEN = "name-taken"
    UNKNOWN_BOT = "unknown-bot"
    CLOSED = "closed"
    NO_CHAT = "no-chat"
    """The table has no chat."""
    MUTED = "muted"
    TOO_LONG = "too-long"
    TOO_MANY = "too-many"
    """More messages or connections than the limit."""


class Refusal(Exception):
    """A command that the table refuses; nothing has changed."""

    def __init__(self, code: Code, reason: str, *, rule_id: str | None = None) -> None:
        super().__init__(f"{code.value}: {reason}")
        self.code = code
        self.reason = reason
        self.rule_id = rule_id


@dataclass(frozen=True, slots=True)
class Repeated:
    """The answer to a command that was carried out before: it has no effect now."""

    sequence: int
    """The entry that it led to."""
