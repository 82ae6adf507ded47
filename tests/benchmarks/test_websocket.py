"""The driver's own WebSocket, against a real server of another make."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from websockets.asyncio.server import ServerConnection, serve

from benchmarks.load.websocket import Socket, SocketLost

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def served(texts: list[str]) -> AsyncIterator[int]:
    """A server that pings, says everything back, and keeps it; its port."""

    async def converse(connection: ServerConnection) -> None:
        await (await connection.ping())
        async for text in connection:
            assert isinstance(text, str)
            texts.append(text)
            await connection.send(text)

    async with serve(converse, "127.0.0.1", 0, max_size=None, compression=None) as server:
        yield server.sockets[0].getsockname()[1]


@pytest.mark.parametrize("size", [0, 125, 126, 65_535])
async def test_texts_of_every_length_go_there_and_back(size: int) -> None:
    """A frame's length is written in one byte or three; a ping is answered, or the server would not listen."""
    said: list[str] = []
    async with served(said) as port:
        heard: asyncio.Queue[bytes] = asyncio.Queue()
        socket = await Socket.open("127.0.0.1", port, "/", heard.put_nowait)
        for text in (b"x" * size, b"and one more"):
            socket.send(text)
            assert await heard.get() == text
        socket.close()
    assert said == ["x" * size, "and one more"]


async def test_long_texts_of_a_server_are_heard_whole() -> None:
    """Even if they come in many pieces: their length is written in nine bytes."""
    text = "y" * 300_000

    async def speak(connection: ServerConnection) -> None:
        await connection.send(text)
        await connection.wait_closed()

    async with serve(speak, "127.0.0.1", 0, compression=None) as server:
        heard: asyncio.Queue[bytes] = asyncio.Queue()
        socket = await Socket.open("127.0.0.1", server.sockets[0].getsockname()[1], "/", heard.put_nowait)
        assert await heard.get() == text.encode()
        socket.close()


async def test_a_server_that_does_not_want_a_socket_is_quoted() -> None:
    """Anything but a yes is an error, with the answer."""

    async def refuse(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(refuse, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(SocketLost, match="403 Forbidden"):
            await Socket.open("127.0.0.1", port, "/", lambda _text: None)
