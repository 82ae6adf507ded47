"""The comparison of two worlds notices a server that reveals too much (CM-I3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from covergames.server.broadcaster import Broadcaster
from covergames.server.connection import Connection
from covergames.table import Actor, Proposal, Refusal, Table
from covergames.table.entries import Acted, Spoke
from tests.contract.adapters import ADAPTERS
from tests.server.kit import Served
from tests.server.worlds import DirectLine, compared

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

WELCOME, STEP, REFUSED = Broadcaster.welcome, Broadcaster.broadcast, Broadcaster.refusal_message


def with_a_secret(message: bytes, table: Table) -> bytes:
    """The message, with the order of the face-down pile added."""
    return message[:-1] + b',"leak":"%s"}' % repr(table.state.face_down).encode()


def welcome(broadcaster: Broadcaster, table: Table, who: Actor, *, at: int) -> bytes:
    """Leak in welcomes."""
    return with_a_secret(WELCOME(broadcaster, table, who, at=at), table)


def refused(broadcaster: Broadcaster, table: Table, who: Actor, command: str | None, refusal: Refusal) -> bytes:
    """Leak in refusals."""
    return with_a_secret(REFUSED(broadcaster, table, who, command, refusal), table)


def step_of(kind: type) -> Callable[..., list[Connection]]:
    """Leak in the updates of this kind of entry."""

    def step(
        broadcaster: Broadcaster, before: Table, proposal: Proposal, after: Table, connections: Iterable[Connection]
    ) -> list[Connection]:
        connections = list(connections)
        if isinstance(proposal.entry.body, kind):
            for connection in connections:
                connection.send(with_a_secret(b'{"type":"update"}', after))
        return STEP(broadcaster, before, proposal, after, connections)

    return step


@pytest.mark.parametrize(
    ("method", "leaky"),
    [
        pytest.param("welcome", welcome, id="welcomes"),
        pytest.param("refusal_message", refused, id="refusals"),
        pytest.param("broadcast", step_of(Acted), id="steps"),
        pytest.param("broadcast", step_of(Spoke), id="chat"),
    ],
)
async def test_a_leak_is_noticed(
    two_servers: tuple[Served, Served], monkeypatch: pytest.MonkeyPatch, method: str, leaky: Any
) -> None:
    """At the first step, for every viewer."""
    monkeypatch.setattr(Broadcaster, method, leaky)
    adapter = ADAPTERS["cover-me"]
    table = adapter.variants[0]
    viewers = []
    async for comparison in compared(two_servers, adapter, table, dial=DirectLine.dial):
        if comparison.step:
            break
        assert comparison.one != comparison.other
        viewers.append(comparison.viewer)
    assert len(viewers) == table.players + 1
