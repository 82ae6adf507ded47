"""The home of a table: the worker that gets all connections to it, so that only one worker computes what its players see.

All workers of a machine compute the same home from the table's name. A worker that has read the head of a request passes the
connection to the home of the request's table: the file descriptor (``SCM_RIGHTS``) and the bytes read so far, over a Unix
socket in a folder that only the server's user can open. If the home cannot be reached, the worker serves the request itself:
any worker can serve any table.
"""

from __future__ import annotations

import asyncio
import os
import re
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias
from zlib import crc32

LISTEN_BACKLOG: Final = 4096
"""Connections that may wait to be accepted on one socket."""
MAX_PASSED_BYTES: Final = 32_768
"""Bytes that are passed with a connection; the kernel keeps as many in one piece."""
HEARTBEAT_SECONDS: Final = 1.0
"""How often a worker shows that its event loop runs."""
SILENCE_SECONDS: Final = 5.0
"""After so long without a heartbeat, a worker gets no connections of others."""
TABLE_URL: Final = re.compile(rb"/api/tables/([^/?]+)")
"""How the URL of a request for a table begins."""

Adopt: TypeAlias = Callable[[socket.socket, bytes], None]
"""Serves a connection that another worker has passed on, with the bytes that it has read from it."""


@dataclass(frozen=True, slots=True)
class Homes:
    """The workers of one machine, and which of them this one is."""

    own: int
    paths: tuple[str, ...]
    """The Unix socket of each worker."""

    def is_own(self, table: bytes) -> bool:
        """Return whether this worker is the home of the table with that name."""
        return self._number(table) == self.own

    def connect(self, url: bytes) -> socket.socket | None:
        """Return a connection to the home of the table in the URL; None if this worker has to serve the request.

        That is the case if it is the home, if the URL names no table, and if the home does not run or does not answer.
        """
        found = TABLE_URL.match(url)
        if found is None or self.is_own(found[1]):
            return None
        path = self.paths[self._number(found[1])]
        channel = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        channel.settimeout(0)
        try:
            if time.monotonic() - os.stat(path).st_mtime < SILENCE_SECONDS:
                channel.connect(path)
                return channel
        except OSError:
            pass
        channel.close()
        return None

    def _number(self, table: bytes) -> int:
        return crc32(table) % len(self.paths)


def pass_on(channel: socket.socket, connection: int, received: bytes) -> None:
    """Pass a file descriptor and the bytes read from it; if the other worker has just ended, the connection ends too."""
    with channel, suppress(OSError):
        socket.send_fds(channel, [received], [connection])


class HomeListener:
    """Takes the connections that other workers pass to this one."""

    def __init__(self, path: str, adopt: Adopt) -> None:
        self.path = path
        self._adopt = adopt
        self._listener: socket.socket | None = None
        self._heart: asyncio.TimerHandle | None = None
        self._channels: set[socket.socket] = set()
        """Connections of other workers that have sent nothing yet."""

    def open(self) -> None:
        """Begin to take connections; a worker that has died may have left its socket."""
        Path(self.path).unlink(missing_ok=True)
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._listener.settimeout(0)
        self._listener.bind(self.path)
        self._listener.listen(LISTEN_BACKLOG)
        asyncio.get_running_loop().add_reader(self._listener, self._accept, self._listener)
        self._beat()

    def close(self) -> None:
        """Take no more connections: the other workers serve them."""
        if self._heart is not None:
            self._heart.cancel()
        if self._listener is not None:
            for opened in (self._listener, *self._channels):
                asyncio.get_running_loop().remove_reader(opened)
                opened.close()
            self._channels.clear()
            self._listener = None
            Path(self.path).unlink(missing_ok=True)

    def _beat(self) -> None:
        """Show the other workers that this one is alive: the time of the socket is that of the last heartbeat."""
        now = time.monotonic()  # the same for all processes of a machine
        os.utime(self.path, (now, now))
        self._heart = asyncio.get_running_loop().call_later(HEARTBEAT_SECONDS, self._beat)

    def _accept(self, listener: socket.socket) -> None:
        with suppress(OSError):  # the other worker has just ended
            channel, _ = listener.accept()
            channel.settimeout(0)
            self._channels.add(channel)
            asyncio.get_running_loop().add_reader(channel, self._receive, channel)

    def _receive(self, channel: socket.socket) -> None:
        asyncio.get_running_loop().remove_reader(channel)
        self._channels.discard(channel)
        with channel:
            try:
                received, descriptors, _, _ = socket.recv_fds(channel, MAX_PASSED_BYTES, 1)
            except OSError:
                return
        for descriptor in descriptors:
            connection = socket.socket(fileno=descriptor)
            connection.set_inheritable(False)
            self._adopt(connection, received)
