"""A real TCP proxy between clients and a server, under a test's control."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator


class Proxy:
    """Passes bytes on, late or not at all, and cuts connections."""

    def __init__(self, port: int) -> None:
        self.delay = 0.0
        """Seconds that every piece is held back, on average."""
        self.passes = asyncio.Event()
        """While it is not set, nothing gets through, and nobody is told."""
        self.passes.set()
        self.cuts = 0
        self._target = port
        self._chance = random.Random(1)
        self._writers: set[asyncio.StreamWriter] = set()

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[str]:
        """The address at which it listens."""
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        try:
            yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        finally:
            server.close()
            self.cut()
            await server.wait_closed()

    def cut(self) -> None:
        """Every connection, without a word: in the middle of a message, if one is on its way."""
        for writer in self._writers:
            writer.transport.abort()
            self.cuts += 1

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            other_reader, other_writer = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            writer.transport.abort()
            return
        both = {writer, other_writer}
        self._writers |= both
        ways = [
            asyncio.create_task(self._pass_on(reader, other_writer)),
            asyncio.create_task(self._pass_on(other_reader, writer)),
        ]
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for way in ways:
            way.cancel()
        for each in both:
            each.transport.abort()
        self._writers -= both

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(self._chance.randrange(1, 4096)):
                await self.passes.wait()
                if self.delay:
                    await asyncio.sleep(self._chance.uniform(0, 2 * self.delay))
                writer.write(data)
                await writer.drain()
