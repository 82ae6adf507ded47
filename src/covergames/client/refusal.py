"""How a server says no."""

from __future__ import annotations


class Refusal(Exception):
    """A command or a request that the server did not carry out; nothing has changed."""

    def __init__(self, code: str, reason: str, rule: str | None = None) -> None:
        super().__init__(f"{code}: {reason}" if rule is None else f"{code}: {reason} ({rule})")
        self.code = code
        self.reason = reason
        self.rule = rule
        """The rule of the game that forbids it."""


class ConnectionFailed(Exception):
    """The server has said goodbye, or cannot be reached, and coming again would be of no use."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(f"{code}: {reason}")
        self.code = code
        self.reason = reason
