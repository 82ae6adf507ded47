"""A server that is killed leaves nothing behind: its workers and thinking processes end, and its port is free at once."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from covergames import coverme
from covergames.client import Server
from covergames.game import Seat
from covergames.schema import read_options
from covergames.wire import SeatBot
from tests.server.process import ServerProcess

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

TIMEOUT_SECONDS = 180.0
"""How long a test may take on a busy machine."""


def descendants(pid: int) -> Iterator[int]:
    """Yield the processes that the process has started, and those that they have started."""
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, task.read_text().split()):
            yield child
            yield from descendants(child)


def is_alive(pid: int) -> bool:
    """Return whether the process runs; a zombie does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def thinking(pids: Iterator[int]) -> list[int]:
    """Return those in which bots think."""
    return [pid for pid in pids if b"bot_process" in Path(f"/proc/{pid}/cmdline").read_bytes()]


@asynccontextmanager
async def bot_thinks(process: ServerProcess) -> AsyncIterator[list[int]]:
    """Start a game with a bot that thinks for long; yield the processes in which bots think."""
    server = Server(process.url)
    opened = await server.open_table(coverme, 2, read_options(coverme, {"start": 1}, 2))
    joined = await server.join(opened.table, "Ada", token=opened.host_token)
    async with server.client(opened.table, joined.token) as client:
        await client.order(SeatBot(client.new_id(), Seat(1), "editor:5s", "Editor"))
        await client.start()
        while not (found := thinking(descendants(process.pid))):
            await asyncio.sleep(0.05)
        yield found


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks for processes in /proc")
@pytest.mark.parametrize("workers", [1, 2])
async def test_nothing_outlives_a_killed_server(workers: int, tmp_path: Path) -> None:
    """Not even a process in the middle of a long thought; another server can use the port immediately."""
    process = ServerProcess(f"sqlite:///{tmp_path / 'tables.sqlite3'}", "--workers", str(workers))
    process.start()
    try:
        async with asyncio.timeout(TIMEOUT_SECONDS), bot_thinks(process):
            left = list(descendants(process.pid))
            os.kill(process.pid, signal.SIGKILL)
            while any(map(is_alive, left)):
                await asyncio.sleep(0.01)
        with socket.socket() as listener:  # without SO_REUSEPORT: nobody else listens there
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(("127.0.0.1", int(process.url.rpartition(":")[2])))
            listener.listen()
    finally:
        process.kill()


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="looks for sockets in /proc")
async def test_thinking_processes_do_not_inherit_the_port(tmp_path: Path) -> None:
    """They have their standard streams, and nothing else of the server."""
    process = ServerProcess(f"sqlite:///{tmp_path / 'tables.sqlite3'}")
    process.start()
    try:
        async with asyncio.timeout(TIMEOUT_SECONDS), bot_thinks(process) as found:
            sockets = {os.readlink(path) for path in Path(f"/proc/{process.pid}/fd").iterdir()}
            for pid in found:
                theirs = {os.readlink(path) for path in Path(f"/proc/{pid}/fd").iterdir() if int(path.name) > 2}
                assert not {name for name in theirs & sockets if name.startswith("socket:")}
    finally:
        process.kill()
