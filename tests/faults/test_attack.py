"""A server under attack serves other tables as before."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import quantiles
from typing import Final

import pytest

from benchmarks.load.driver import LoadDriver
from benchmarks.load.invitations import TableOpener
from benchmarks.load.table_clients import CoverMeClients
from covergames import coverme
from covergames.client import Server
from covergames.schema import read_options
from covergames.server.configuration import Configuration
from covergames.server.store import open_store
from covergames.table import Settings, decode
from covergames.table.entries import Connected, Disconnected, Started
from tests.faults.attacker import main as attacker
from tests.faults.crashing_server import CrashingServer

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

ROOT: Final = Path(__file__).parents[2]
TABLES: Final = 8
MESSAGES_PER_ROUND: Final = 5000
"""Attack and calm alternate, so that other load on the machine affects both."""
THINK_SECONDS: Final = 0.1
"""Pause between two decisions at a table."""
CALM_SECONDS: Final = 2.0
"""How long each calm lasts."""
TIMEOUT_SECONDS: Final = 120.0
"""How long the attack may take on a busy machine, and 0.01 s more for every message."""


@contextmanager
def attacking(url: str, table: str, token: str) -> Iterator[subprocess.Popen[str]]:
    """Start the process that attacks on request."""
    command = [sys.executable, "-m", attacker.__module__, url, table, token]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def attack(process: subprocess.Popen[str], messages: int) -> int:
    """Attack until this many messages were refused, and return their number."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{messages}\n")
    process.stdin.flush()
    return int(process.stdout.readline())


async def begun(server: Server) -> tuple[str, str]:
    """Start a game; return its table, and the token of a seat that does not have to act."""
    settings = Settings(away_after=None)  # otherwise a bot would play for Ada during a long attack
    opened = await server.open_table(coverme, 2, read_options(coverme, {"start": 0}, 2), settings=settings)
    ada = (await server.join(opened.table, "Ada", token=opened.host_token)).token
    bo = (await server.join(opened.table, "Bo")).token
    async with server.client(opened.table, ada) as host, server.client(opened.table, bo) as guest:
        await guest.ready()
        await host.start()
    return opened.table, bo


async def seated(url: str) -> list[CoverMeClients]:
    """Open tables for four whose games have just begun."""
    host, port = url.removeprefix("http://").split(":")
    invitations = await asyncio.to_thread(lambda: list(TableOpener(host, int(port)).open_tables(TABLES)))
    parties = [CoverMeClients(host, int(port), *invitation) for invitation in invitations]
    for party in parties:
        await party.connect()
    return parties


@pytest.mark.prove(sample=300, proof=10_000)
async def test_other_tables_are_not_affected(
    tmp_path: Path, quantity: int, record_property: Callable[[str, object], None]
) -> None:
    """The other tables play on, and the attacked table does not change.

    The p99 of their latency is reported; ``python -m benchmarks.attacks`` judges latencies.
    """
    messages = quantity
    database = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    server = CrashingServer(Configuration(database=database))
    server.start()
    rounds = max(2, messages // MESSAGES_PER_ROUND)
    calm: list[float] = []
    attacked: list[float] = []
    refused = 0
    try:
        async with asyncio.timeout(TIMEOUT_SECONDS + messages / 100):
            victim, token = await begun(Server(server.url))
            with attacking(server.url, victim, token) as process:
                for _ in range(rounds):
                    parties = await seated(server.url)
                    calm += (
                        await LoadDriver(parties, seconds=CALM_SECONDS, think_seconds=THINK_SECONDS).run()
                    ).latencies
                    attack_task = asyncio.create_task(asyncio.to_thread(attack, process, messages // rounds))
                    while not attack_task.done():
                        attacked += (
                            await LoadDriver(parties, seconds=CALM_SECONDS / 2, think_seconds=THINK_SECONDS).run()
                        ).latencies
                    refused += await attack_task
                    for party in parties:
                        party.close()
    finally:
        server.close()
    assert refused >= rounds * (messages // rounds)
    before, under = (quantiles(waits, n=100)[98] for waits in (calm, attacked))
    record_property(
        f"p99 latency with {refused} hostile messages", f"{1000 * under:.1f} ms, {1000 * before:.1f} ms without"
    )
    assert len(attacked) > 2 * TABLES, "the other tables stopped"
    store = await open_store(database)
    entries = [decode(stored.data) for stored in await store.entries(victim)]
    await store.close()
    started = next(entry.sequence for entry in entries if isinstance(entry.body, Started))
    assert {type(entry.body) for entry in entries[started:]} == {Connected, Disconnected}, (
        "the attack changed more than connections"
    )
