"""The answers of a table to a command without effect: a refusal, or the entry of an earlier execution."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Code(Enum):
    """Why a command is refused; the catalogs translate it, as ``refusal.<value>``."""

    STALE = "stale"
    """What the seat has to decide has changed since the sequence number that the player saw."""
    ILLEGAL = "illegal"
    """It breaks a rule of the game, which the refusal names."""
    UNREADABLE = "unreadable"
    """It is not a valid action, option or setting."""
    NOT_YOURS = "not-yours"
    """Only another actor may do it: the host, another seat, or the person instead of the bot."""
    NOT_NOW = "not-now"
    """The stage of the table does not allow it."""
    COUNTDOWN = "countdown"
    """The round has not begun (CU-R2)."""
    FULL = "full"
    """All seats, or this one, are taken."""
    EMPTY = "empty"
    """The seat is free."""
    NOT_READY = "not-ready"
    """Seats are free, or people are not ready."""
    NAME_TAKEN = "name-taken"
    UNKNOWN_BOT = "unknown-bot"
    CLOSED = "closed"
    REMOVED = "removed"
    """The host has just removed somebody at this address."""
    LOCKED = "locked"
    """The operator of the server lets nobody else take a seat."""
    WORD = "word"
    """A name, a title or a message contains a word that the server does not allow."""
    NO_CHAT = "no-chat"
    """The table has no chat."""
    MUTED = "muted"
    TOO_LONG = "too-long"
    TOO_MANY = "too-many"
    """More messages or connections than the limit."""


class Refusal(Exception):
    """The table refuses a command; nothing has changed."""

    def __init__(self, code: Code, reason: str, *, rule_id: str | None = None, t: int | None = None) -> None:
        super().__init__(f"{code.value}: {reason}")
        self.code = code
        self.reason = reason
        self.rule_id = rule_id
        self.t = t
        """The time of the refused action in milliseconds of the round; None: it has none."""


@dataclass(frozen=True, slots=True)
class Repeated:
    """The answer to a command that was executed before, or would change nothing: it has no effect."""

    sequence: int
    """The entry of the earlier execution, or the latest entry."""
