"""Two machines with workers each, behind the proxy of `deploy/`: cut off, restarted in turn, and nothing acknowledged is lost.

The machines are network namespaces. PostgreSQL, NATS, the proxy and the players are on a third one, in the middle.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from benchmarks.load.limits import SERVER_LIMITS
from covergames.client import Server
from tests.faults.racing_clients import RacingClients
from tests.faults.witness import Witness, check_all
from tests.live import network, nginx
from tests.live.nats import Nats
from tests.live.network import Machine, Network
from tests.live.nginx import Nginx
from tests.live.postgres import Postgres
from tests.server.process import ServerProcess

pytestmark = [pytest.mark.anyio, pytest.mark.slow, pytest.mark.long]

DEPLOY: Final = Path(__file__).parents[2] / "deploy"
TIMEOUT_SECONDS: Final = 600.0
"""How long a test may take on a busy machine; it is never reached."""
DECISIONS: Final = 3
"""How many acknowledgements show that a table plays on."""


@pytest.fixture
def anyio_backend() -> str:
    """The event loop of the players is Python's own: uvloop reports an error when a TLS connection breaks while it is read."""
    return "asyncio"


@dataclass
class Installation:
    """Two machines with servers, and what they share."""

    network: Network
    machines: list[Machine]
    servers: list[ServerProcess]
    proxy: Nginx
    database: str
    key_file: Path

    def start(self, number: int) -> None:
        """Start the server of a machine, and wait until it answers there."""
        with self.machines[number].inside():
            self.servers[number].start()


@pytest.fixture
def installation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Installation]:
    """Start everything with the settings of docs/operations.md. This thread is on the machine in the middle meanwhile."""
    if reason := network.obstacle() or nginx.obstacle():
        (pytest.fail if os.environ.get(network.REQUIRED_VARIABLE) else pytest.skip)(reason)
    with ExitStack() as stack:
        lan = Network()
        stack.callback(lan.remove)
        lan.middle.set_kernel((DEPLOY / "sysctl" / "60-covergames-proxy.conf").read_text("utf-8"))
        machines = [lan.connect(), lan.connect()]
        stack.enter_context(lan.middle.inside())
        postgres = Postgres(address=lan.middle.address)
        stack.callback(postgres.remove)
        nats = Nats(lan.middle.address)
        stack.callback(nats.stop)
        proxy = Nginx(tmp_path / "nginx", lan.middle.address, [f"{machine.address}:8765" for machine in machines])
        monkeypatch.setenv("SSL_CERT_FILE", str(proxy.certificate))
        database = postgres.empty_database()
        keys = [tmp_path / f"machine-{number}.key" for number in range(len(machines))]
        servers = [
            ServerProcess(
                database,
                *("--key-file", str(key), "--bus", nats.address, "--workers", "2"),
                *("--proxy", lan.middle.address, "--origin", proxy.url, "--admin", "127.0.0.1:8766"),
                *(word for limit in SERVER_LIMITS for word in ("--limit", limit)),
                host=machine.address,
                port=8765,
            )
            for machine, key in zip(machines, keys, strict=True)
        ]
        running = Installation(lan, machines, servers, proxy, database, keys[0])
        stack.callback(lambda: [server.stop() for server in servers if server.is_running])
        running.start(0)
        shutil.copy(keys[0], keys[1])
        running.start(1)
        proxy.start()
        stack.callback(proxy.stop)
        yield running


@asynccontextmanager
async def games_through(running: Installation, tables: int) -> AsyncIterator[list[Witness]]:
    """Play games through the proxy during the block; afterwards all of them end, and everything acknowledged is stored."""
    witnesses = [Witness(Server(running.proxy.url), number) for number in range(tables)]
    enough = asyncio.Event()
    async with asyncio.TaskGroup() as group:
        games = [group.create_task(witness.play_until(enough)) for witness in witnesses]
        await all_decide(witnesses)
        yield witnesses
        enough.set()
    played = [game.result() for game in games]
    await check_all(running.database, list(zip(witnesses, played, strict=True)), key_file=running.key_file)


async def all_decide(witnesses: list[Witness]) -> float:
    """Wait until every table has some more acknowledged decisions; return how many seconds that took."""
    start = time.monotonic()
    before = [acknowledgements(witness) for witness in witnesses]
    while any(acknowledgements(one) < had + DECISIONS for one, had in zip(witnesses, before, strict=True)):
        await asyncio.sleep(0.01)
    return time.monotonic() - start


def acknowledgements(witness: Witness) -> int:
    """Return how many commands of the witness were acknowledged."""
    return sum(map(len, witness.acknowledged.values()))


@pytest.mark.prove(proof=2)
async def test_two_machines_lose_nothing(
    installation: Installation, quantity: int, record_property: Callable[[str, object], None]
) -> None:
    """One table at both machines; then each machine in turn is cut off and restarted, while games go on."""
    async with asyncio.timeout(TIMEOUT_SECONDS * quantity):
        await race(installation)
        after_cut, after_stop = [], []
        async with games_through(installation, min(10, 2 * quantity + 1)) as witnesses:
            for turn in range(quantity):
                after_cut.append(await cut_off(installation, turn % 2, witnesses))
            for turn in range(2 * quantity):
                after_stop.append(await restart(installation, turn % 2, witnesses))
    record_property("all tables played on after a machine was cut off, s", after_cut)
    record_property("all tables played on after a machine was stopped, s", after_stop)


async def race(running: Installation) -> None:
    """Connect the same seats to both machines and want every decision at once: one gets it, and both machines show it."""
    urls = [server.url for server in running.servers]
    async with RacingClients(running.database, urls, each=2, key_file=running.key_file) as racing:
        await racing.decide(10)
        await racing.check()


async def cut_off(running: Installation, number: int, witnesses: list[Witness]) -> float:
    """Cut a machine off until all tables play on at the other one; return how many seconds that took."""
    with running.network.cut_off(running.machines[number]):
        seconds = await all_decide(witnesses)
    await is_ready(running.servers[number])
    await all_decide(witnesses)
    return round(seconds, 1)


async def restart(running: Installation, number: int, witnesses: list[Witness]) -> float:
    """Stop a machine's server and start it again, as an upgrade does; return after how many seconds all tables played on."""
    stopping = time.monotonic()
    assert await asyncio.to_thread(running.servers[number].stop) == 0
    await all_decide(witnesses)
    seconds = time.monotonic() - stopping
    await asyncio.to_thread(running.start, number)
    await is_ready(running.servers[number])
    await all_decide(witnesses)
    return round(seconds, 1)


async def is_ready(server: ServerProcess) -> None:
    """Wait until the server can write to its database."""
    while not await asyncio.to_thread(server.is_ready):
        await asyncio.sleep(0.1)
