"""Texts that are written at once, on a real socket."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from covergames.server.websocket import READ_CHUNK_BYTES, WebSocketProtocol, direct_write

pytestmark = pytest.mark.anyio

SIZES = (0, 1, 125, 126, 65_535, 65_536, 300_000)
"""Around those at which a frame spells its length otherwise (RFC 6455, 5.2), and one that fills the socket."""


@asynccontextmanager
async def serving(app: Any) -> AsyncIterator[str]:
    """The address of a server with that application and our sockets."""
    config = uvicorn.Config(
        app, http="httptools", ws=WebSocketProtocol, lifespan="off", log_config=None, access_log=False
    )
    server = uvicorn.Server(config)
    listener = socket.create_server(("127.0.0.1", 0))
    serve = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        yield f"ws://127.0.0.1:{listener.getsockname()[1]}/"
    finally:
        server.should_exit = True
        await serve


async def test_texts_of_every_size_arrive_as_they_were_written() -> None:
    """In order, with those that had to be sent because there was no room; there is none before the socket is accepted."""

    async def app(scope: dict[str, Any], receive: Any, send: Any) -> None:
        await receive()
        write = direct_write(scope)
        assert not write(b"too early")
        await send({"type": "websocket.accept"})
        for size in SIZES:
            text = "x" * size
            if not write(text.encode()):
                await send({"type": "websocket.send", "text": text})
        await send({"type": "websocket.send", "text": "the end"})
        await receive()

    async with serving(app) as address, connect(address, max_size=None) as client:
        heard = [await client.recv() for _ in SIZES]
        assert [text == "x" * size for text, size in zip(heard, SIZES, strict=True)] == [True] * len(SIZES)
        assert await client.recv() == "the end"


async def test_nothing_is_written_after_the_end() -> None:
    """Whoever still has something to say hears that it cannot be."""
    written: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    async def app(scope: dict[str, Any], receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.close", "code": 1000})
        written.set_result(direct_write(scope)(b"one thing more"))

    async with serving(app) as address, connect(address) as client:
        with pytest.raises(ConnectionClosed):
            await client.recv()
    assert not await written


async def test_many_messages_at_once_are_read_a_little_at_a_time() -> None:
    """However many come, they are heard in order, and no more wait than were read at once; so do those of a client that has left."""
    texts = [f"{number:06}" for number in range(20_000)]
    heard: list[str] = []
    waited = 0
    ended = asyncio.Event()

    async def app(_scope: dict[str, Any], receive: Any, send: Any) -> None:
        nonlocal waited
        protocol = receive.__self__
        await receive()
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] != "websocket.disconnect":
            waited = max(waited, protocol.queue.qsize())
            heard.append(message["text"])
        ended.set()

    async with serving(app) as address, connect(address) as client:
        for text in texts:
            await client.send(text)
        await client.close()
        await ended.wait()
    assert heard == texts
    assert 0 < waited <= READ_CHUNK_BYTES // len(texts[0])


async def test_a_long_message_is_read_in_parts() -> None:
    """It is one message all the same, and so is the one after it."""

    async def app(_scope: dict[str, Any], receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] != "websocket.disconnect":
            await send({"type": "websocket.send", "text": message["text"]})

    async with serving(app) as address, connect(address, max_size=None) as client:
        for text in ("x" * 20 * READ_CHUNK_BYTES, "y", "z" * READ_CHUNK_BYTES):
            await client.send(text)
        assert [await client.recv() for _ in range(3)] == ["x" * 20 * READ_CHUNK_BYTES, "y", "z" * READ_CHUNK_BYTES]


async def test_who_is_still_talking_can_be_said_goodbye() -> None:
    """What has come and was not read does not keep the two from ending in good order."""

    async def app(_scope: dict[str, Any], receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await receive()
        await send({"type": "websocket.close", "code": 1000, "reason": "enough"})

    async with serving(app) as address, connect(address) as client:
        for _ in range(2000):
            await client.send("x" * 100)
        with pytest.raises(ConnectionClosed) as closed:
            await client.recv()
    assert closed.value.rcvd is not None
    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1000, "enough")


def test_a_server_without_such_sockets_writes_nothing_at_once() -> None:
    """Everything is sent there, as ASGI has it."""
    assert not direct_write({"type": "websocket"})(b"text")
    assert not direct_write({"type": "websocket", "extensions": {"websocket.http.response": {}}})(b"text")
