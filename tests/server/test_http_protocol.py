"""Limits that hold before a request reaches the application: connections, URL, headers and time; raw bytes on real sockets."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import json
import resource
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from covergames.game import NotationError
from covergames.server import workers
from covergames.server.http_protocol import (
    MAX_CONNECTIONS,
    SPARE_DESCRIPTORS,
    Doorkeeper,
    HttpProtocol,
    TrustedProxies,
    raise_descriptor_limit,
)
from covergames.server.limits import Limits
from tests.server.kit import TIMEOUT_SECONDS, Served, serving

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

INSTANCE_ATTRIBUTES: dict[str, type] = {
    "client": type(None),  # until a connection is made
    "connections": set,
    "cycle": type(None),  # until a request has come
    "loop": asyncio.AbstractEventLoop,
    "transport": type(None),
}
"""What `HttpProtocol` uses of an instance of uvicorn's class."""
METHODS = {
    "connection_lost": ["self", "exc"],
    "connection_made": ["self", "transport"],
    "data_received": ["self", "data"],
    "handle_websocket_upgrade": ["self"],
    "on_header": ["self", "name", "value"],
    "on_headers_complete": ["self"],
    "on_message_begin": ["self"],
    "on_message_complete": ["self"],
    "on_url": ["self", "url"],
    "send_400_response": ["self", "msg"],
}
"""What it overrides, with the parameters."""


class Raw:
    """A connection that sends bytes as they are."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def send(self, data: bytes) -> None:
        """Send the bytes; a server that has closed the connection does not matter."""
        with contextlib.suppress(ConnectionError):
            self._writer.write(data)
            await self._writer.drain()

    async def head(self) -> str:
        """Return the status line and the headers of the next response."""
        async with asyncio.timeout(TIMEOUT_SECONDS):
            return (await self._reader.readuntil(b"\r\n\r\n")).decode()

    async def response(self) -> tuple[int, dict[str, Any]]:
        """Return the status and the JSON of the next response."""
        async with asyncio.timeout(TIMEOUT_SECONDS):
            head = await self.head()
            length = next(int(line.split(":")[1]) for line in head.lower().splitlines() if "content-length" in line)
            return int(head.split()[1]), json.loads(await self._reader.readexactly(length))

    async def is_closed(self) -> bool:
        """Wait until the server has closed the connection."""
        async with asyncio.timeout(TIMEOUT_SECONDS):
            with contextlib.suppress(ConnectionError):
                await self._reader.read()
            return True

    async def close(self) -> None:
        self._writer.close()
        with contextlib.suppress(ConnectionError):
            await self._writer.wait_closed()


@contextlib.asynccontextmanager
async def connected(served: Served, *, local_address: str = "127.0.0.1") -> AsyncIterator[Raw]:
    """Open a raw connection to the server."""
    host, port = served.url.removeprefix("http://").split(":")
    raw = Raw(*await asyncio.open_connection(host, int(port), local_addr=(local_address, 0)))
    try:
        yield raw
    finally:
        await raw.close()


def request(path: str = "/api/health", *, headers: bytes = b"") -> bytes:
    """Return the bytes of a request."""
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n".encode() + headers + b"\r\n"


async def test_uvicorns_class_has_the_shape_that_the_subclass_needs() -> None:
    """Fails with the missing name when an update of uvicorn changes what it does not document."""
    advice = f"uvicorn {uvicorn.__version__}: adapt covergames/server/http_protocol.py, then the pin in pyproject.toml"
    for name, parameters in METHODS.items():
        method = getattr(HttpToolsProtocol, name, None)
        assert method is not None, f"HttpToolsProtocol has no method {name}; {advice}"
        assert list(inspect.signature(method).parameters) == parameters, f"{name} has other parameters; {advice}"
    instance = HttpToolsProtocol(uvicorn.Config(lambda: None, log_config=None), ServerState(), {})
    for name, kind in INSTANCE_ATTRIBUTES.items():
        assert hasattr(instance, name), f"HttpToolsProtocol has no attribute {name}; {advice}"
        assert isinstance(getattr(instance, name), kind), f"{name} is not {kind.__name__}; {advice}"
    ours = set(HttpProtocol.__dict__) & set(HttpToolsProtocol.__dict__)
    assert ours - {"__module__", "__doc__", "__init__"} == set(METHODS), f"names collide: {ours}; {advice}"


@pytest.mark.parametrize(
    ("sent", "status", "named"),
    [
        (request("/" + "x" * 9000), 414, "8192"),
        (request("/" + "x" * 30_000_000), 414, "8192"),
        (b"GET /" + b"x" * 9000, 414, "8192"),
        (request(headers=b"X-Long: " + b"x" * 20_000 + b"\r\n"), 431, "16384"),
        (request(headers=b"X-Many: 1\r\n" * 2000), 431, "16384"),
        (request(headers=b"X-Endless: " + b"x" * 40_000).rstrip(), 431, "16384"),
        (b"GET / HTTP/1.1\r\n" + b"X" * 40_000, 431, "16384"),
        (b"nonsense\r\n\r\n", 400, "Invalid"),
    ],
    ids=["url", "huge url", "endless url", "header", "headers", "endless header", "endless name", "nonsense"],
)
async def test_a_head_that_is_too_large_is_refused_while_it_arrives(
    sent: bytes, status: int, named: str, tmp_path: Path
) -> None:
    """The refusal names the limit, and the connection is closed; the server serves others."""
    async with serving(tmp_path) as served, connected(served) as raw:
        sending = asyncio.create_task(raw.send(sent))
        found, problem = await raw.response()
        assert (found, named in problem["reason"]) == (status, True)
        assert await raw.is_closed()
        sending.cancel()
        assert (await served.http.get("/api/health")).status_code == 200


async def test_a_head_within_the_limits_is_served(tmp_path: Path) -> None:
    """As many bytes as are allowed, and one request after another on the same connection."""
    async with serving(tmp_path) as served, connected(served) as raw:
        for _ in range(3):
            await raw.send(request("/api/health?" + "x" * 8000, headers=b"X-Long: " + b"x" * 16_000 + b"\r\n"))
            assert (await raw.response())[0] == 200


@pytest.mark.parametrize("sent", [b"", b"GET /api/he", request()[:-2], b"\r\n"])
async def test_a_connection_that_sends_no_whole_head_in_time_is_closed(sent: bytes, tmp_path: Path) -> None:
    """Even if it sends nothing, or blank lines, and even if it has sent a request before."""
    async with serving(tmp_path, limits=Limits(head_seconds=1)) as served, connected(served) as raw:
        if sent:
            await raw.send(request())
            assert (await raw.response())[0] == 200
        await raw.send(sent)
        status, problem = await raw.response()
        assert (status, problem["code"], "1 s" in problem["reason"]) == (408, "too-slow", True)
        assert await raw.is_closed()


async def test_a_body_that_does_not_arrive_in_time_is_refused(tmp_path: Path) -> None:
    """The application never sees the request."""
    async with serving(tmp_path, limits=Limits(body_seconds=1)) as served, connected(served) as raw:
        await raw.send(b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{")
        status, problem = await raw.response()
        assert (status, problem["code"]) == (408, "too-slow")


async def test_a_request_whose_body_came_apart_from_its_head_may_take_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The deadline for the next headers does not run while the request is answered."""
    async with serving(tmp_path, limits=Limits(head_seconds=2)) as served, connected(served) as slow:
        store = served.server.application.registry.store
        create, has_begun, may_end = store.create, asyncio.Event(), asyncio.Event()

        async def create_late(*arguments: Any, **more: Any) -> Any:
            has_begun.set()
            await may_end.wait()
            return await create(*arguments, **more)

        monkeypatch.setattr(store, "create", create_late)
        body = json.dumps({"arrangement": {"game": "cover-me", "players": 3, "options": {}}}).encode()
        head = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nExpect: 100-continue\r\n".encode()
        await slow.send(request("/api/tables", headers=head).replace(b"GET", b"POST", 1))
        assert await slow.head() == "HTTP/1.1 100 Continue\r\n\r\n"
        await slow.send(body)
        await asyncio.wait_for(has_begun.wait(), TIMEOUT_SECONDS)
        async with connected(served) as silent:
            assert (await silent.response())[0] == 408  # so the time for headers is over
        may_end.set()
        assert (await slow.response())[0] == 201


async def test_connections_that_are_half_open_are_counted_by_address(tmp_path: Path) -> None:
    """Beyond the limit a connection is refused in words, sockets do not count, and a closed one makes room."""
    async with serving(tmp_path, limits=Limits(http_connections=3)) as served:
        host = await served.open()
        await served.http.aclose()
        async with contextlib.AsyncExitStack() as stack:
            for _ in range(5):
                await (await served.socket(host.table)).heard("welcome")
            half_open = [await stack.enter_async_context(connected(served)) for _ in range(3)]
            for raw in half_open:
                await raw.send(b"GET / HTTP/1.1\r\n")
            async with connected(served) as fourth:
                status, problem = await fourth.response()
                assert (status, problem["code"], "3" in problem["reason"]) == (429, "too-many", True)
            await half_open[0].close()
            while True:
                async with connected(served) as fifth:
                    await fifth.send(request())
                    if (await fifth.response())[0] == 200:
                        break


async def test_an_address_deep_in_debt_is_disconnected_before_it_sends(tmp_path: Path) -> None:
    """Unreadable requests make debts, which end the courtesy of an answer; another address is served."""
    async with serving(tmp_path, limits=Limits(requests=1, request_burst=100, unreadable=10)) as served:
        answered = 0
        while not served.server.application.budgets.of("127.0.0.1").requests.is_deep_in_debt:
            async with connected(served) as raw:
                await raw.send(b"nonsense\r\n\r\n")
                assert (await raw.response())[0] == 400
                answered += 1
        assert answered > 100 / 10
        async with connected(served) as raw:
            assert await raw.is_closed()
        async with connected(served, local_address="127.0.0.2") as raw:
            await raw.send(request())
            assert (await raw.response())[0] == 200


async def test_connections_of_an_address_deep_in_debt_are_held_as_long_as_it_has_few(tmp_path: Path) -> None:
    """They are closed after a while, so that the client cannot connect again at once; one too many is closed at once."""
    async with serving(tmp_path, limits=Limits(http_connections=2)) as served, contextlib.AsyncExitStack() as stack:
        served.server.application.budgets.of("127.0.0.1").requests.penalise(1_000_000)
        closing = [
            asyncio.create_task(opened.is_closed())
            for opened in [await stack.enter_async_context(connected(served)) for _ in range(3)]
        ]
        closed, _ = await asyncio.wait(closing, return_when=asyncio.FIRST_COMPLETED)
        assert closing[2] in closed
        assert await asyncio.gather(*closing) == [True, True, True]


async def test_connections_that_are_held_are_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At most what arrives in the first moment: to read megabytes would be work for the server, and none for the client."""
    read: list[int] = []
    monkeypatch.setattr(Doorkeeper, "data_received", lambda _, data: read.append(len(data)), raising=False)
    async with serving(tmp_path) as served:
        served.server.application.budgets.of("127.0.0.1").requests.penalise(1_000_000)
        async with connected(served) as raw:
            await raw.send(b"x" * 32_000_000)
            assert await raw.is_closed()
    assert sum(read) < 1_000_000


async def test_an_address_that_has_sent_too_many_bytes_is_disconnected_before_it_sends_more(tmp_path: Path) -> None:
    """Bodies make debts too; another address is served."""
    limits = Limits(bytes_in=1, bytes_in_burst=1000)
    async with serving(tmp_path, limits=limits) as served, connected(served) as raw:
        await raw.send(b"POST /api/replay HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2000\r\n\r\n" + b"x" * 2000)
        budget = served.server.application.budgets.of("127.0.0.1")
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while not budget.is_deep_in_debt:
                await asyncio.sleep(0)
        assert not budget.requests.is_deep_in_debt
        async with connected(served) as another:
            assert await another.is_closed()
        async with connected(served, local_address="127.0.0.2") as honest:
            await honest.send(request())
            assert (await honest.response())[0] == 200


async def test_a_server_never_has_more_connections_than_it_can(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection beyond that is closed at once, whatever its address."""
    monkeypatch.setattr(workers, "raise_descriptor_limit", lambda: 1)
    async with serving(tmp_path) as served, connected(served) as first:
        await first.send(request())
        assert (await first.response())[0] == 200
        async with connected(served, local_address="127.0.0.2") as second:
            assert await second.is_closed()


async def test_a_proxy_may_have_any_number_of_connections(tmp_path: Path) -> None:
    """Its connections carry the requests of many clients."""
    limits = Limits(http_connections=1)
    async with (
        serving(tmp_path, limits=limits, proxies=("127.0.0.1",)) as served,
        connected(served) as one,
        connected(served) as two,
    ):
        for raw in (one, two):
            await raw.send(request())
            assert (await raw.response())[0] == 200


def test_a_server_raises_its_own_limit_of_open_files() -> None:
    """As far as the system allows, and it leaves enough of them for the database and its processes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_CONNECTIONS + SPARE_DESCRIPTORS
    most = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 1000), hard))
        assert raise_descriptor_limit() == most - SPARE_DESCRIPTORS
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (most, hard)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_proxies_are_addresses_networks_or_everybody() -> None:
    """Anything else is refused."""
    proxies = TrustedProxies(["10.0.0.0/8", "2001:db8::1"])
    assert [address in proxies for address in ("10.1.2.3", "2001:db8::1", "192.0.2.1", "", "a socket")] == [
        True,
        True,
        False,
        False,
        False,
    ]
    assert "192.0.2.1" in TrustedProxies(["*"])
    with pytest.raises(NotationError, match=r"proxy\.example"):
        TrustedProxies(["proxy.example"])
