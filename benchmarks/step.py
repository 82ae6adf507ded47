"""Measure the server's processor time for one decision of Cover Me, without network and disk.

    python -m benchmarks.step [--games N] [--rounds N] [--profile]

Recorded games are played again at a real table session with four connected players: every message is read, executed, and
answered in text for all four. The store keeps nothing. The figure is repeatable on a busy machine, because it is processor time
and the fastest of several rounds.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import gc
import pstats
import random
import time
from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Final, NamedTuple, cast

import msgspec

from benchmarks.load.limits import SERVER_LIMITS
from benchmarks.load.table_clients import PLAYERS
from covergames import coverme, wire
from covergames.game import Seat
from covergames.server.bus.memory import MemoryBus
from covergames.server.configuration import Configuration
from covergames.server.gc_tuning import collect_rarely
from covergames.server.leases import Leases
from covergames.server.limits import AddressBudgets, Limits
from covergames.server.metrics import Metrics
from covergames.server.quotas import OpenerQuotas
from covergames.server.registry import TableRegistry
from covergames.server.session import TableSession
from covergames.server.socket_session import SocketSession
from covergames.server.store import Store
from covergames.server.word_filter import WordFilter
from covergames.table import Settings
from covergames.table.entries import Entry, EntryBody, Readied, Sat, Started
from covergames.table.opening import opening
from covergames.table.tokens import token_hash

TOKENS: Final = [f"token-{seat}" for seat in range(PLAYERS)]
LINES_OF_PROFILE: Final = 60


class Sent(NamedTuple):
    """A message of a player."""

    seat: int
    text: str


class NoStore:
    """A store that accepts everything and keeps nothing."""

    async def append(self, *_: object) -> bool:
        """Return that the entry was stored."""
        return True

    async def create(self, *_: object, **__: object) -> bool:
        """Return that the table was created."""
        return True

    async def save_snapshot(self, *_: object) -> None:
        """Keep nothing."""


class NoLeases:
    """Leases of a worker whose tables need no keeper: their players decide everything."""

    def update(self, _session: TableSession) -> None:
        """Claim nothing."""


class Player:
    """One connected player."""

    def __init__(self) -> None:
        self.received: list[bytes] = []
        self._inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    def write(self, text: bytes) -> bool:
        """Receive a message of the server."""
        self.received.append(text)
        return True

    def say(self, text: str) -> None:
        """Send a message to the server."""
        self._inbox.put_nowait({"type": "websocket.receive", "text": text})

    def leave(self) -> None:
        """Close the connection."""
        self._inbox.put_nowait({"type": "websocket.disconnect"})

    async def connect(self, registry: TableRegistry, configuration: Configuration, table: str, token: str) -> None:
        """Serve this player until it leaves."""
        session = SocketSession(
            registry,
            configuration,
            receive=self._inbox.get,
            send=self._send,
            write=self.write,
            address="127.0.0.1",
            budget=AddressBudgets(configuration.limits).of("127.0.0.1"),
            words=WordFilter(()),
        )
        self.say(f'{{"type":"hello","token":"{token}"}}')
        await session.run(table)

    async def _send(self, _message: dict[str, Any]) -> None:
        """Ignore what ends the connection."""


class LiveGame:
    """A game whose four players are connected to a session of a server."""

    def __init__(self, number: int) -> None:
        configuration = Configuration("sqlite://", limits=Limits().with_values(SERVER_LIMITS))
        self._configuration = configuration
        self._registry = TableRegistry(configuration, Metrics())
        self._registry.store = cast("Store", NoStore())
        self._registry.bus = MemoryBus()
        self._registry.leases = cast("Leases", NoLeases())
        self._registry.quotas = OpenerQuotas(self._registry.store, configuration.limits)
        self._number = number
        self.players = [Player() for _ in range(PLAYERS)]

    async def __aenter__(self) -> LiveGame:
        session = await self._registry.create(_entries(self._number), opener=None)
        self._tasks = [
            asyncio.create_task(player.connect(self._registry, self._configuration, session.table.id, token))
            for player, token in zip(self.players, TOKENS, strict=True)
        ]
        while not all(len(player.received) > PLAYERS - seat for seat, player in enumerate(self.players)):
            await self._run_server()
        return self

    async def __aexit__(self, *_: object) -> None:
        for player in self.players:
            player.leave()
        await asyncio.gather(*self._tasks)

    async def play(self, sent: Sent) -> None:
        """Let a player send a message, and wait for the answer."""
        received = self.players[sent.seat].received
        received.clear()
        self.players[sent.seat].say(sent.text)
        while len(received) < 2:  # the update and the answer
            await self._run_server()

    async def _run_server(self) -> None:
        """Let the server work.

        Raises:
            RuntimeError: it has closed a connection, which then waits for an answer in vain.
        """
        await asyncio.sleep(0)
        if any(task.done() for task in self._tasks):
            raise RuntimeError("the server has closed a player's connection")


def _entries(number: int) -> list[Entry]:
    """Return the entries up to the start of a game; games with the same number have the same shuffles."""
    now = int(1000 * time.time())
    first = opening(
        coverme.NAME,
        players=PLAYERS,
        options=coverme.Options(),
        settings=Settings(),
        title="",
        seed=sha256(b"%d" % number).hexdigest(),
        host_token_hash=None,
        at=now,
    )
    bodies: list[EntryBody] = [
        Sat(seat, f"Player {seat}", token_hash(token), host=seat == 0) for seat, token in enumerate(TOKENS)
    ]
    bodies += [Readied(seat, ready=True) for seat in range(PLAYERS)]
    return [first, *(Entry(place, now, body) for place, body in enumerate([*bodies, Started()], start=2))]


async def recorded(number: int) -> list[Sent]:
    """Play a random game; return all messages of its players."""
    chance, sent = random.Random(number), list[Sent]()
    legal: list[Sequence[Any]] = [()] * PLAYERS
    sequences = [0] * PLAYERS

    def read(seat: int, frame: bytes) -> None:
        message = wire.read_server_message(frame)
        if isinstance(message, wire.Welcome | wire.Update):
            sequences[seat] = message.sequence
            if isinstance(message.private, msgspec.Raw):
                legal[seat] = msgspec.json.decode(message.private)["legal"]
        elif not isinstance(message, wire.Done):
            raise ValueError(f"seat {seat} received {frame[:300]!r}")

    async with LiveGame(number) as game:
        while True:
            for seat, player in enumerate(game.players):
                for frame in player.received:
                    read(seat, frame)
                player.received.clear()
            choices = [Seat(seat) for seat in range(PLAYERS) if legal[seat]]
            if not choices:
                return sent
            seat = chance.choice(choices)
            order = {"type": "act", "id": str(len(sent)), "seen": sequences[seat], "action": chance.choice(legal[seat])}
            sent.append(Sent(seat, msgspec.json.encode(order).decode()))
            await game.play(sent[-1])


async def seconds_of(number: int, sent: Sequence[Sent], profile: cProfile.Profile | None) -> float:
    """Play the game again; return the processor time."""
    async with LiveGame(number) as game:
        if profile is not None:
            profile.enable()
        start = time.process_time()
        for each in sent:
            await game.play(each)
        spent = time.process_time() - start
        if profile is not None:
            profile.disable()
        return spent


async def measure(games: int, rounds: int, profile: cProfile.Profile | None) -> None:
    """Measure and print the cost of a decision."""
    records = [await recorded(number) for number in range(games)]
    decisions = sum(len(record) for record in records)
    gc.collect()
    collect_rarely()
    costs = [
        1e6 * sum([await seconds_of(number, record, profile) for number, record in enumerate(records)]) / decisions
        for _ in range(rounds)
    ]
    print(f"rules: {'interpreted' if str(coverme.rules.__file__).endswith('.py') else 'compiled'}")
    print(f"{min(costs):.1f} µs of processor time for one of {decisions} decisions, fastest of {rounds} rounds")


def main() -> None:
    """Measure, as the command line says."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.step", description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=10, metavar="N", help="different games (10)")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="rounds, of which the fastest counts (5)")
    parser.add_argument("--profile", action="store_true", help="also print where the time goes")
    asked = parser.parse_args()
    profile = cProfile.Profile() if asked.profile else None
    asyncio.run(measure(asked.games, asked.rounds, profile))
    if profile is not None:
        pstats.Stats(profile).sort_stats("tottime").print_stats(LINES_OF_PROFILE)


if __name__ == "__main__":
    main()
