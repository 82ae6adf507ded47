"""The driver's WebSocket client with a real server."""

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
    """Run a server that pings, and echoes and stores every text; yield its port."""

    async def converse(connection: ServerConnection) -> None:
        await (await connection.ping())
        async for text in connection:
            assert isinstance(text, str)
            texts.append(text)
            await connection.send(text)

    async with serve(converse, "127.0.0.1", 0, max_size=None, compression=None) as server:
        yield server.sockets[0].getsockname()[1]


@pytest.mark.parametrize("size", [0, 125, 126, 65_535])
async def test_texts_of_every_length_are_sent_and_received(size: int) -> None:
    """The length of a frame has one byte or three. The server waits for an answer to its ping."""
    sent: list[str] = []
    async with served(sent) as port:
        received: asyncio.Queue[bytes] = asyncio.Queue()
        socket = await Socket.open("127.0.0.1", port, "/", received.put_nowait)
        for text in (b"x" * size, b"and one more"):
            socket.send(text)
            assert await received.get() == text
        socket.close()
    assert sent == ["x" * size, "and one more"]


async def test_long_texts_are_received_whole() -> None:
    """Even in many TCP segments; their length has nine bytes."""
    text = "y" * 300_000

    async def speak(connection: ServerConnection) -> None:
        await connection.send(text)
        await connection.wait_closed()

    async with serve(speak, "127.0.0.1", 0, compression=None) as server:
        received: asyncio.Queue[bytes] = asyncio.Queue()
        socket = await Socket.open("127.0.0.1", server.sockets[0].getsockname()[1], "/", received.put_nowait)
        assert await received.get() == text.encode()
        socket.close()


async def test_a_refused_socket_quotes_the_server() -> None:
    """Any status but 101 is an error."""

    async def refuse(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(refuse, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(SocketLost, match="403 Forbidden"):
            await Socket.open("127.0.0.1", port, "/", lambda _text: None)
