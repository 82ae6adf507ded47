"""A measurement in which something goes wrong."""

from __future__ import annotations

import sys
from collections.abc import Iterable

import pytest

from benchmarks.load.measure import Contestant, Load, measure
from benchmarks.load.party import EchoParty
from benchmarks.load.process import ECHO, ServerFailed

pytestmark = pytest.mark.anyio

LOAD = Load(tables=2, seconds=60, think=1)


class Misled(EchoParty):
    """A party that is told what it cannot believe."""

    def _hear(self, frame: bytes) -> None:
        raise ValueError(f"told {frame[:14]!r}")


class Misleading:
    name = "misleading"
    command = ECHO

    def parties(self, host: str, port: int, count: int) -> Iterable[Misled]:
        return (Misled(host, port) for _ in range(count))


class Absent:
    name = "absent"
    command: tuple[str, ...] = (sys.executable, "-c", "import sys; sys.exit('covergames: there is no server')")

    def parties(self, host: str, port: int, count: int) -> Iterable[Misled]:
        raise AssertionError(f"{count} parties are invited to {host}:{port}, where there is no server")


@pytest.mark.slow
async def test_what_fails_while_sockets_are_read_ends_the_measurement() -> None:
    """It would go on without an answer for ever, and print figures that mean nothing."""
    with pytest.raises(ValueError, match=r"told b'..type"):
        await measure(Misleading(), LOAD, lambda _doing, _done: None)


async def test_a_server_that_does_not_start_is_quoted() -> None:
    """In its own words, without its name."""
    absent: Contestant = Absent()
    with pytest.raises(ServerFailed, match=r"^there is no server\s$"):
        await measure(absent, LOAD, lambda _doing, _done: None)
