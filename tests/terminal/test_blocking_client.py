"""The blocking client misses no change of the table."""

from __future__ import annotations

from typing import Any, cast

from covergames.client import Server
from covergames.terminal.blocking_client import BlockingClient


class LastChange:
    """A client whose table does not change again: waiting for its news would last for ever."""

    changes = 0

    async def __aenter__(self) -> LastChange:
        return self

    async def __aexit__(self, *_error: object) -> None:
        """Close nothing."""

    async def news(self) -> None:
        """Fail instead of waiting."""
        raise AssertionError("no other change follows")


class OneClient:
    """A server with that client."""

    def __init__(self, client: LastChange) -> None:
        self._client = client

    def client(self, _table: str, _token: str, **_options: Any) -> LastChange:
        """Return the client."""
        return self._client


def test_a_change_between_looking_and_waiting_is_not_missed() -> None:
    """The wait ends at once: the server may send nothing else before the player has decided."""
    client = LastChange()
    with BlockingClient(cast("Server", OneClient(client)), "table", "token") as blocking:
        client.changes += 1
        blocking.wait()
