"""boardgame.io, in memory: its server, and four clients of a match that speak its protocol (Socket.IO 4 over a WebSocket).

`boardgame_io.js` is the game. Nothing is durable: the server keeps matches in its memory only.
"""

from __future__ import annotations

import asyncio
import subprocess
import time
from collections.abc import Iterable
from functools import partial
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
    command = (str(RUN_NODE), "node", str(FOLDER / "boardgame_io.js"))

    def tables(self, host: str, port: int, count: int) -> Iterable[BoardgameIoClients]:
        """Yield the players of new matches."""
        return (BoardgameIoClients(host, port) for _ in range(count))


def install() -> None:
    """Install boardgame.io with npm, unless it is installed.

    Raises:
        ServerFailed: npm fails; the message is what it printed.
    """
    if (FOLDER / "node_modules" / "boardgame.io").is_dir():
        return
    done = subprocess.run(
        [str(RUN_NODE), "npm", "--prefix", str(FOLDER), "ci"], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise ServerFailed(f"{NAME} could not be installed: {done.stderr.strip() or done.stdout.strip()}")


class _State(msgspec.Struct, rename={"state_id": "_stateID"}):
    state_id: int


class _Synced(msgspec.Struct):
    state: _State


_EVENT: Final = msgspec.json.Decoder(list[msgspec.Raw])
_STATE: Final = msgspec.json.Decoder(_State)
_SYNCED: Final = msgspec.json.Decoder(_Synced)
_numbers: Final = count()


class BoardgameIoClients:
    """The four players of a match; they decide in turn."""

    is_over = False

    def __init__(self, host: str, port: int) -> None:
        self.on_received: OnReceived = ignore
        self._address = host, port, "/socket.io/?EIO=4&transport=websocket"
        self._match = f"match-{next(_numbers)}"
        self._sockets: list[Socket] = []
        self._spectators: list[Socket] = []
        self._synced: list[asyncio.Future[None]] = []
        self._decisions = 0
        self._state_id = 0
        self._missing = 0
        """The number of players who have not received the last decision."""
        self._decided_at = 0.0

    async def connect(self) -> None:
        """Connect all four players; the first one creates the match."""
        for seat in range(PLAYERS):
            await self._open(self._sockets, str(seat))

    async def connect_spectator(self) -> None:
        """Connect a client without a seat."""
        await self._open(self._spectators, None)

    def decide(self) -> None:
        """Let the player whose turn it is make a move."""
        seat = self._decisions % PLAYERS
        self._decisions += 1
        self._missing = len(self._sockets)
        self._decided_at = time.perf_counter()
        move = {"type": "decide", "args": [1000 + self._decisions % 9000], "playerID": str(seat), "credentials": None}
        action = {"type": "MAKE_MOVE", "payload": move}
        self._sockets[seat].send(_event("update", action, self._state_id, self._match, str(seat)))

    def close(self) -> None:
        """Close all sockets."""
        for socket in (*self._sockets, *self._spectators):
            socket.close()

    async def _open(self, sockets: list[Socket], player: str | None) -> None:
        """Open a socket and wait for the state of the match."""
        synced: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        socket = await Socket.open(*self._address, partial(self._receive, len(sockets), sockets, player, synced))
        sockets.append(socket)
        await synced

    def _receive(
        self, place: int, sockets: list[Socket], player: str | None, synced: asyncio.Future[None], frame: bytes
    ) -> None:
        if frame.startswith(EVENT):
            kind, _match, data, *_ = _EVENT.decode(frame[len(EVENT) :])
            match bytes(kind):
                case b'"update"':
                    if player is not None:
                        self._state_id = _STATE.decode(data).state_id
                        self._note_received()
                case b'"sync"':
                    self._state_id = _SYNCED.decode(data).state.state_id
                    synced.set_result(None)
                case b'"matchData"':
                    pass  # who is connected
                case _:
                    raise ValueError(f"player {player} of {self._match} received {frame[:300]!r}")
        elif frame.startswith(PING):
            sockets[place].send(PONG)
        elif frame.startswith(CONNECT):
            sockets[place].send(_event("sync", self._match, player, None, PLAYERS))
        elif frame.startswith(OPEN):
            asyncio.get_running_loop().call_soon(lambda: sockets[place].send(CONNECT))
        else:
            raise ValueError(f"player {player} of {self._match} received {frame[:300]!r}")

    def _note_received(self) -> None:
        self._missing -= 1
        if self._missing == 0:
            self.on_received(time.perf_counter() - self._decided_at)


def _event(*arguments: Any) -> bytes:
    return EVENT + msgspec.json.encode(arguments)
