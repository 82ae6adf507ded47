"""What others notice of an attack: the latency of their messages, and the server's memory and disk.

The attacker runs on the server's machine and takes processor time from everybody there. So the latency is compared with a control:
a server in calm beside a process that uses as much processor time as the attacker did, and sends nothing.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles
from typing import Final

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.attacks import attacks, burner
from benchmarks.load.process import ServerProcess, processor_seconds

MEBIBYTE: Final = 1 << 20
PING_INTERVAL_SECONDS: Final = 0.02
SAMPLE_INTERVAL_SECONDS: Final = 0.25
START_SECONDS: Final = 2.0
"""How long an attack goes on before it is measured: the attacker needs some time to start."""
MAX_P99_MS: Final = 100.0
MAX_RATIO: Final = 3.0
MAX_MEMORY_MEBIBYTES: Final = 200.0
MAX_DISK_MEBIBYTES_PER_SECOND: Final = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """An attack, and what others noticed."""

    attack: str
    calm_p99_ms: float
    control_p99_ms: float
    """In calm, beside a process that takes as much processor time as the attacker."""
    p99_ms: float
    longest_ms: float
    memory: float
    """MiB that the server and its processes had more than before, at most."""
    disk: float
    """MiB a second that the database grew."""
    attacker_cores: float
    """How many cores the attacker used."""
    server_cores: float
    """How many cores the server and its processes used."""

    @property
    def exceeded(self) -> list[str]:
        """The goals that it missed."""
        return [
            goal
            for goal, is_missed in (
                (f"p99 above {MAX_P99_MS:g} ms", self.p99_ms > MAX_P99_MS),
                (f"p99 above {MAX_RATIO:g} times the control", self.p99_ms > MAX_RATIO * self.control_p99_ms),
                (f"memory above {MAX_MEMORY_MEBIBYTES:g} MiB", self.memory > MAX_MEMORY_MEBIBYTES),
                (f"disk above {MAX_DISK_MEBIBYTES_PER_SECOND:g} MiB/s", self.disk > MAX_DISK_MEBIBYTES_PER_SECOND),
            )
            if is_missed
        ]


async def measure(name: str, folder: Path, *, seconds: float) -> Measured:
    """Attack a server with its default limits, and return what another client noticed, beside calm and control."""
    with _serving(folder, name) as server:
        async with _honest_client(server) as client:
            calm = await _latencies(client, seconds)
            memory, size = server.memory, _size(folder, name)
            with _running(attacks.__name__, name, server.host, str(server.port)) as attacker:
                began = time.monotonic()
                await _latencies(client, START_SECONDS)
                pid, used, began_to_measure = attacker.pid, server.processor_seconds, time.monotonic()
                used_by_attacker = processor_seconds(pid)
                async with _highest_memory(server) as highest:
                    attacked = await _latencies(client, seconds)
                measured_seconds = time.monotonic() - began_to_measure
                attacker_cores = (processor_seconds(pid) - used_by_attacker) / measured_seconds
                server_cores = (server.processor_seconds - used) / measured_seconds
                growth = (_size(folder, name) - size) / (time.monotonic() - began)
    with _serving(folder, f"{name}-control") as server:
        async with _honest_client(server) as client:
            with _running(burner.__name__, str(attacker_cores)):
                await _latencies(client, START_SECONDS)
                control = await _latencies(client, seconds)
    return Measured(
        attack=name,
        calm_p99_ms=_p99(calm),
        control_p99_ms=_p99(control),
        p99_ms=_p99(attacked),
        longest_ms=1000 * max(attacked),
        memory=(max(highest) - memory) / MEBIBYTE,
        disk=growth / MEBIBYTE,
        attacker_cores=attacker_cores,
        server_cores=server_cores,
    )


@contextmanager
def _serving(folder: Path, name: str) -> Iterator[ServerProcess]:
    """A server with its default limits, whose database has that name."""
    command = ("serve", "--port", "0", "--database", f"sqlite:///{folder / name}.sqlite3")
    server = ServerProcess((sys.executable, "-c", "from covergames.cli import main; main()", *command))
    try:
        yield server
        server.check()
    finally:
        server.stop()


@asynccontextmanager
async def _honest_client(server: ServerProcess) -> AsyncIterator[ClientConnection]:
    """A person at a table of their own."""
    async with httpx.AsyncClient(base_url=f"http://{server.host}:{server.port}") as http:
        body = {"arrangement": {"game": "cover-me", "players": 3, "options": {}}}
        opened = (await http.post("/api/tables", json=body)).json()
    address = f"ws://{server.host}:{server.port}/api/tables/{opened['table']}/socket"
    async with connect(address, compression=None) as socket:
        await socket.send(msgspec.json.encode({"type": "hello", "token": opened["host_token"]}).decode())
        await socket.recv()
        yield socket


async def _latencies(client: ClientConnection, seconds: float) -> list[float]:
    """Return how long each of the client's messages waited for its answer."""
    waits: list[float] = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        number = len(waits)
        began = time.perf_counter()
        await client.send(f'{{"type":"ping","n":{number}}}')
        while not str(await client.recv()).startswith(f'{{"type":"pong","n":{number},'):
            pass
        waits.append(time.perf_counter() - began)
        await asyncio.sleep(PING_INTERVAL_SECONDS)
    return waits


@contextmanager
def _running(module: str, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process that runs this module without end."""
    with subprocess.Popen([sys.executable, "-m", module, *arguments]) as process:
        try:
            yield process
            if process.poll() is not None:
                raise RuntimeError(f"{module} ended with exit code {process.returncode}")
        finally:
            process.kill()


@asynccontextmanager
async def _highest_memory(server: ServerProcess) -> AsyncIterator[list[int]]:
    """Collect samples of the server's memory."""
    samples = [server.memory]

    async def sample() -> None:
        while True:
            await asyncio.sleep(SAMPLE_INTERVAL_SECONDS)
            samples.append(server.memory)

    sampling = asyncio.create_task(sample())
    try:
        yield samples
    finally:
        sampling.cancel()


def _size(folder: Path, name: str) -> int:
    """Return the bytes of the database and of its log."""
    return sum(file.stat().st_size for file in folder.glob(f"{name}.sqlite3*"))


def _p99(waits: list[float]) -> float:
    return 1000 * quantiles(waits, n=100)[98]
