"""Direct writes and bounded reads, on a real socket."""

from __future__ import annotations

import asyncio
import inspect
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.protocol import State
from websockets.server import ServerProtocol

from covergames.server.websocket import READ_CHUNK_BYTES, WebSocketProtocol, direct_write

pytestmark = pytest.mark.anyio

SIZES = (0, 1, 125, 126, 65_535, 65_536, 300_000)
"""Lengths around those at which the frame header changes (RFC 6455, 5.2), and one that fills the socket's buffer."""
INSTANCE_ATTRIBUTES = {
    "close_sent": bool,
    "conn": ServerProtocol,
    "curr_msg_data_type": str,
    "disconnected": bool,
    "frames": list,
    "handshake_complete": bool,
    "handshake_initiated": bool,
    "loop": asyncio.AbstractEventLoop,
    "queue": asyncio.Queue,
    "read_paused": bool,
    "transport": type(None),  # until a connection is made
    "writable": asyncio.Event,
}
"""What `WebSocketProtocol` uses of an instance of uvicorn's class."""
METHODS = {
    "connection_lost": ["self", "exc"],
    "connection_made": ["self", "transport"],
    "data_received": ["self", "data"],
    "handle_parser_exception": ["self"],
    "keepalive_timeout": ["self"],
    "receive": ["self"],
    "run_asgi": ["self"],
    "send": ["self", "message"],
    "send_receive_event_to_app": ["self"],
    "shutdown": ["self"],
}
"""What it overrides or calls, with the parameters."""
CALLED = {"connection_made", "handle_parser_exception"}
"""What it does not override."""


@asynccontextmanager
async def serving(app: Any) -> AsyncIterator[str]:
    """Serve the application with `WebSocketProtocol`; the address of the server."""
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


async def test_uvicorns_class_has_the_shape_that_the_subclass_needs() -> None:
    """Fails with the missing name when an update of uvicorn or websockets changes what they do not document."""
    advice = f"uvicorn {uvicorn.__version__}: adapt covergames/server/websocket.py, then the pins in pyproject.toml"
    for name, parameters in METHODS.items():
        method = getattr(WebSocketsSansIOProtocol, name, None)
        assert method is not None, f"WebSocketsSansIOProtocol has no method {name}; {advice}"
        assert list(inspect.signature(method).parameters) == parameters, f"{name} has other parameters; {advice}"
    assert inspect.iscoroutinefunction(WebSocketsSansIOProtocol.run_asgi), f"run_asgi is no coroutine; {advice}"
    assert inspect.iscoroutinefunction(WebSocketsSansIOProtocol.receive), f"receive is no coroutine; {advice}"
    instance = WebSocketsSansIOProtocol(uvicorn.Config(lambda: None, log_config=None), ServerState(), {})
    for name, kind in INSTANCE_ATTRIBUTES.items():
        assert hasattr(instance, name), f"WebSocketsSansIOProtocol has no attribute {name}; {advice}"
        assert isinstance(getattr(instance, name), kind), f"{name} is not {kind.__name__}; {advice}"
    assert isinstance(instance.conn.writes, list), f"websockets' ServerProtocol.writes is not a list; {advice}"
    assert instance.conn.data_to_send() == [], f"data_to_send of a new connection is not empty; {advice}"
    ours = set(WebSocketProtocol.__dict__) & set(WebSocketsSansIOProtocol.__dict__) - {
        "__module__",
        "__doc__",
        "__init__",
    }
    assert ours == METHODS.keys() - CALLED, f"names collide: {ours}; {advice}"


async def test_texts_of_every_size_arrive_as_they_were_written() -> None:
    """They arrive in order, whether written directly or sent because the buffer was full or the socket not yet accepted."""

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


async def test_a_closed_socket_refuses_direct_writes() -> None:
    """After the close frame, `write` returns False."""
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


@pytest.mark.slow
async def test_many_messages_are_parsed_one_chunk_at_a_time() -> None:
    """All arrive in order, even after the client has left, and the queue never holds more than one chunk's messages."""
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
            waited = max(waited, len(protocol.queue._messages))
            heard.append(message["text"])
        ended.set()

    async with serving(app) as address, connect(address) as client:
        for text in texts:
            await client.send(text)
        await client.close()
        await ended.wait()
    assert heard == texts
    assert 0 < waited <= READ_CHUNK_BYTES // len(texts[0])


async def test_a_message_longer_than_a_chunk_arrives_as_one_message() -> None:
    """So do the messages after it."""

    async def app(_scope: dict[str, Any], receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] != "websocket.disconnect":
            await send({"type": "websocket.send", "text": message["text"]})

    async with serving(app) as address, connect(address, max_size=None) as client:
        for text in ("x" * 20 * READ_CHUNK_BYTES, "y", "z" * READ_CHUNK_BYTES):
            await client.send(text)
        assert [await client.recv() for _ in range(3)] == ["x" * 20 * READ_CHUNK_BYTES, "y", "z" * READ_CHUNK_BYTES]


async def test_the_server_can_close_while_the_client_sends() -> None:
    """Unread messages do not prevent a clean close with a code and a reason."""

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


async def test_a_server_stops_in_order_while_a_client_that_reads_nothing_closes() -> None:
    """Its socket stays open until what was written is sent, and has answered the client's close frame meanwhile."""
    is_full, is_closing = asyncio.Event(), asyncio.Event()

    async def app(_scope: dict[str, Any], receive: Any, send: Any) -> None:
        protocol = receive.__self__
        await receive()
        await send({"type": "websocket.accept"})
        while protocol.write(b"x" * 100_000):
            await asyncio.sleep(0)
        is_full.set()
        await receive()
        assert protocol.conn.state is State.CLOSING
        is_closing.set()

    async with AsyncExitStack() as stack:
        address = await stack.enter_async_context(serving(app))
        client = await connect(address, max_size=None, max_queue=1)
        try:
            client.transport.pause_reading()
            await is_full.wait()
            client.protocol.send_close()
            client.send_data()
            await is_closing.wait()
            await stack.aclose()
        finally:
            client.transport.abort()


def test_on_another_server_direct_writes_are_refused() -> None:
    """Without the extension in the scope, every text goes through ASGI."""
    assert not direct_write({"type": "websocket"})(b"text")
    assert not direct_write({"type": "websocket", "extensions": {"websocket.http.response": {}}})(b"text")
