"""boardgame.io, in memory: its server, and four clients of a match that speak its protocol (Socket.IO 4 over a WebSocket).

`boardgame_io.js` is the game. Nothing is durable: the server keeps matches in its memory only.
"""

from __future__ import annotations

import asyncio
import subprocess
import time
from collections.abc import Callable, Iterable
from itertools import count
from pathlib import Path
from typing import Any, Final

import msgspec

from benchmarks.load.process import ServerFailed
from benchmarks.load.table_clients import PLAYERS, OnReceived, ignore
from benchmarks.load.websocket import Socket

FOLDER: Final = Path(__file__).parent
RUN_NODE: Final = FOLDER.parents[1] / "scripts" / "node"
NAME: Final = "boardgame.io"
GAME: Final = "bench"
OPEN: Final = b"0"
"""The first message of the server: the transport is open."""
PING, PONG = b"2", b"3"
CONNECT: Final = f"40/{GAME},".encode()
EVENT: Final = f"42/{GAME},".encode()


class BoardgameIo:
    """A server of boardgame.io with one game."""

    name = NAME

    def __init__(self) -> None:
        """Install boardgame.io with npm, unless it is installed.

        Raises:
            ServerFailed: npm or Node.js fails; the message is what it printed.
        """
        if not (FOLDER / "node_modules" / "boardgame.io").is_dir():
            _run("npm", "--prefix", str(FOLDER), "ci")
        # The program itself: a launcher would hide its processor time.
        self.command: tuple[str, ...] = (_run("node", "-p", "process.execPath"), str(FOLDER / "boardgame_io.js"))

    def tables(self, host: str, port: int, count: int) -> Iterable[BoardgameIoClients]:
        """Yield the players of new matches."""
        return (BoardgameIoClients(host, port) for _ in range(count))


def _run(*command: str) -> str:
    """Run a command of Node.js, and return what it printed."""
    done = subprocess.run([str(RUN_NODE), *command], capture_output=True, text=True, check=False)
    if done.returncode:
        raise ServerFailed(f"{NAME}: {' '.join(command)} failed: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout.strip()


class _State(msgspec.Struct, rename={"state_id": "_stateID"}):
    state_id: int


_EVENT: Final = msgspec.json.Decoder(list[msgspec.Raw])
_STATE: Final = msgspec.json.Decoder(_State)
_numbers: Final = count()


class _Client:
    """One client of a match: it answers pings and calls back with the number of each new state."""

    def __init__(self, match: str, player: str | None, on_state: Callable[[int], None]) -> None:
        self._match = match
        self._player = player
        self._on_state = on_state
        self._synced: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._socket: Socket | None = None

    async def open(self, host: str, port: int) -> None:
        """Connect, and wait for the state of the match."""
        self._socket = await Socket.open(host, port, "/socket.io/?EIO=4&transport=websocket", self._receive)
        self._socket.send(CONNECT)
        await self._synced

    def send(self, *event: Any) -> None:
        """Send an event."""
        assert self._socket is not None
        self._socket.send(EVENT + msgspec.json.encode(event))

    def close(self) -> None:
        """Close the socket."""
        if self._socket is not None:
            self._socket.close()

    def _receive(self, frame: bytes) -> None:
        if frame.startswith(EVENT):
            kind, _match, data, *_ = _EVENT.decode(frame[len(EVENT) :])
            match bytes(kind):
                case b'"update"':
                    self._on_state(_STATE.decode(data).state_id)
                case b'"sync"':
                    self._synced.set_result(None)
                case b'"matchData"':
                    pass  # who is connected
                case _:
                    raise ValueError(f"player {self._player} of {self._match} received {frame[:300]!r}")
        elif frame.startswith(CONNECT):
            self.send("sync", self._match, self._player, None, PLAYERS)
        elif frame == PING and self._socket is not None:
            self._socket.send(PONG)
        elif not frame.startswith(OPEN):
            raise ValueError(f"player {self._player} of {self._match} received {frame[:300]!r}")


class BoardgameIoClients:
    """The four players of a match; they decide in turn."""

    is_over = False

    def __init__(self, host: str, port: int) -> None:
        self.on_received: OnReceived = ignore
        self._address = host, port
        self._match = f"match-{next(_numbers)}"
        self._players: list[_Client] = []
        self._spectators: list[_Client] = []
        self._decisions = 0
        self._state_id = 0
        self._missing = 0
        """The number of players who have not received the last decision."""
        self._decided_at = 0.0

    async def connect(self) -> None:
        """Connect all four players; the first one creates the match."""
        for seat in range(PLAYERS):
            client = _Client(self._match, str(seat), self._receive)
            await client.open(*self._address)
            self._players.append(client)

    async def connect_spectator(self) -> None:
        """Connect a client without a seat."""
        client = _Client(self._match, None, lambda _number: None)
        await client.open(*self._address)
        self._spectators.append(client)

    def decide(self) -> None:
        """Let the player whose turn it is make a move."""
        seat = self._decisions % PLAYERS
        self._decisions += 1
        self._missing = PLAYERS
        self._decided_at = time.perf_counter()
        move = {"type": "decide", "args": [1000 + self._decisions % 9000], "playerID": str(seat), "credentials": None}
        action = {"type": "MAKE_MOVE", "payload": move}
        self._players[seat].send("update", action, self._state_id, self._match, str(seat))

    def close(self) -> None:
        """Close all sockets."""
        for client in (*self._players, *self._spectators):
            client.close()

    def _receive(self, number: int) -> None:
        self._state_id = number
        self._missing -= 1
        if self._missing == 0:
            self.on_received(time.perf_counter() - self._decided_at)
