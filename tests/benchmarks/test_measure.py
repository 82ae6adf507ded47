"""Failures during a measurement."""

from __future__ import annotations

import sys
from collections.abc import Iterable

import pytest

from benchmarks.load.measure import Contestant, Load, measure
from benchmarks.load.process import ECHO, ServerFailed
from benchmarks.load.table_clients import EchoClients

pytestmark = pytest.mark.anyio

LOAD = Load(tables=2, seconds=60, think=1)


class FailingClients(EchoClients):
    """Clients that cannot read any message."""

    def _receive(self, frame: bytes) -> None:
        raise ValueError(f"received {frame[:14]!r}")


class UnreadableServer:
    name = "unreadable"
    command = ECHO

    def tables(self, host: str, port: int, count: int) -> Iterable[FailingClients]:
        return (FailingClients(host, port) for _ in range(count))


class MissingServer:
    name = "missing"
    command: tuple[str, ...] = (sys.executable, "-c", "import sys; sys.exit('covergames: there is no server')")

    def tables(self, host: str, port: int, count: int) -> Iterable[FailingClients]:
        raise AssertionError(f"{count} tables are opened at {host}:{port}, where there is no server")


@pytest.mark.slow
async def test_an_error_while_reading_ends_the_measurement() -> None:
    """Otherwise it would wait for ever, or print meaningless figures."""
    with pytest.raises(ValueError, match=r"received b'..type"):
        await measure(UnreadableServer(), LOAD, lambda _doing, _done: None)


async def test_the_message_of_a_server_that_does_not_start_is_quoted() -> None:
    """The name of the program is left out."""
    missing: Contestant = MissingServer()
    with pytest.raises(ServerFailed, match=r"^there is no server\s$"):
        await measure(missing, LOAD, lambda _doing, _done: None)
