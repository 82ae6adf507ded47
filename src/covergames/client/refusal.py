"""The errors of a client."""

from __future__ import annotations


class Refusal(Exception):
    """The server refused a command or a request; nothing has changed."""

    def __init__(self, code: str, reason: str, rule: str | None = None) -> None:
        super().__init__(f"{code}: {reason}" if rule is None else f"{code}: {reason} ({rule})")
        self.code = code
        self.reason = reason
        self.rule = rule
        """The id of the game's rule that forbids it."""


class ConnectionFailed(Exception):
    """The connection has failed for good: the server said goodbye, is unreachable, or sent something unreadable."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(f"{code}: {reason}")
        self.code = code
        self.reason = reason
