"""Uvicorn's HTTP protocol, with limits that hold before a request reaches the application.

It subclasses a class that uvicorn does not document: pyproject.toml pins uvicorn, and tests/server/test_http_protocol.py checks
every attribute that is used here.
"""

from __future__ import annotations

import asyncio
import ipaddress
from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from covergames.game import NotationError
from covergames.server.homes import MAX_PASSED_BYTES, pass_on
from covergames.server.limits import AddressBudgets, ConnectionCounter, Limits

if TYPE_CHECKING:
    import socket
    from collections.abc import Iterable

    from uvicorn.server import ServerState

    from covergames.server.homes import Homes

PARSED_BYTES: Final = 4096
"""Bytes of a head that are parsed in one go."""
PARSED_BODY_BYTES: Final = 65_536
"""Bytes of a body that are parsed in one go: uvicorn copies the body for each of them."""
MAX_CONNECTIONS: Final = 60_000
"""Connections of one process, if the system allows as many."""
HOLD_SECONDS: Final = 1.0
"""How long a connection of an address that is deep in debt stays open, unread."""
SPARE_DESCRIPTORS: Final = 128
"""File descriptors that are left for the database, for files and for worker processes."""


class TrustedProxies:
    """The addresses of proxies, which may have any number of connections: each carries requests of many clients."""

    def __init__(self, proxies: Iterable[str]) -> None:
        """Read addresses, networks, and ``*`` for every address.

        Raises:
            NotationError: If one of them is neither.
        """
        texts = tuple(proxies)
        self._is_everybody = "*" in texts
        self._networks = [_network(text) for text in texts if text != "*"]

    def __contains__(self, address: str) -> bool:
        if self._is_everybody:
            return True
        if not self._networks:
            return False
        try:
            found = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(found in network for network in self._networks)


def _network(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    try:
        return ipaddress.ip_network(text)
    except ValueError:
        raise NotationError(f"proxy {text!r} is not an address or a network, such as 10.0.0.2 or 10.0.0.0/8") from None


@dataclass(frozen=True, slots=True)
class Gate:
    """What the connections of a worker share: the limits, and what each address has used of them."""

    limits: Limits
    budgets: AddressBudgets
    counter: ConnectionCounter
    """Counts connections that are not sockets."""
    proxies: TrustedProxies
    max_connections: int
    """Connections of all addresses together; beyond it the process would have no file descriptors left."""
    homes: Homes | None = None
    """The workers of this machine; None: there are no others."""


class Doorkeeper(asyncio.Protocol):
    """The first protocol of a connection: it admits the connection to `HttpProtocol`, or closes it without a word.

    To read a request of an address that is deep in debt, and to refuse it with a reason, would be more work. So would building a
    parser for it. Such a connection is held for a second, unread (a tarpit): otherwise the client would connect again at once, and
    accepting connections would delay the messages of others.
    """

    def __init__(self, *, gate: Gate, server_state: ServerState, received: bytes = b"", **arguments: Any) -> None:
        """Wait for a connection; `received` are the bytes that another worker has read before it passed the connection on."""
        self._gate = gate
        self._server_state = server_state
        self._received = received
        self._arguments = arguments
        self._held: str | None = None
        """The address for which a held connection is counted."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Hand the connection over, unless its address is deep in debt or the process has too many connections."""
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if peer else ""
        if len(self._server_state.connections) >= self._gate.max_connections:
            transport.abort()
        elif address not in self._gate.proxies and self._gate.budgets.of(address).is_deep_in_debt:
            self._hold(transport, address)
        else:
            protocol = HttpProtocol(gate=self._gate, server_state=self._server_state, **self._arguments)
            transport.set_protocol(protocol)
            protocol.connection_made(transport)
            protocol.data_received(self._received)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        """Count the held connection no more."""
        if self._held is not None:
            self._gate.counter.release(self._held)

    def _hold(self, transport: asyncio.Transport, address: str) -> None:
        """Close the connection after a second, or at once if the address has too many."""
        if self._gate.counter.acquire(address):
            self._held = address
            loop = asyncio.get_running_loop()
            loop.call_soon(_pause_reading, transport)  # uvloop begins to read after `connection_made`
            loop.call_later(HOLD_SECONDS, transport.abort)
        else:
            transport.abort()


def _pause_reading(transport: asyncio.Transport) -> None:
    if not transport.is_closing():
        transport.pause_reading()


class HttpProtocol(HttpToolsProtocol):
    """Uvicorn's protocol, with five differences.

    Connections are counted for each address when they are accepted. The URL and the headers have a limit, which is checked while
    they arrive. They have to arrive in time, and so does the body. A refusal has a reason in JSON, as everywhere else. A request
    for a table whose home is another worker goes there, with its connection.
    """

    def __init__(self, *, gate: Gate, **arguments: Any) -> None:
        super().__init__(**arguments)
        self._gate = gate
        self._counted: str | None = None
        """The address for which this connection is counted; None: it is not counted."""
        self._deadline: asyncio.TimerHandle | None = None
        self._begun = 0
        """Requests that have begun."""
        self._is_in_head = True
        """Whether the headers of a request, or the next request, are awaited."""
        self._head_bytes = 0
        self._header_bytes = 0
        self._refusal: tuple[int, str, str] | None = None
        """The status, the code and the reason with which the parser was stopped."""
        self._received = bytearray()
        """What has arrived of a request until its headers are complete, if there are other workers."""
        self._begun_before = 0
        """Requests that had begun before these bytes arrived."""
        self._channel: socket.socket | None = None
        """A connection to the home of the request's table; the parser was stopped, and the connection has to go there."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, or refuse it if its address has too many."""
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        if address not in self._gate.proxies:
            if not self._gate.counter.acquire(address):
                limit = self._gate.limits.http_connections
                self._refuse(429, "too-many", f"an address may have {limit} HTTP connections")
                return
            self._counted = address
        self._set_deadline(self._gate.limits.head_seconds, "the headers")

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the connection no more."""
        self._release()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse the bytes in pieces, until the head is longer than its limit."""
        if self._gate.homes is not None and self._is_in_head:
            if not self._received:
                self._begun_before = self._begun
            self._received += data
        start = 0
        while start < len(data):
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return
            piece = data[start : start + (PARSED_BYTES if self._is_in_head else PARSED_BODY_BYTES)]
            start += len(piece)
            begun = self._begun
            if self._is_in_head:
                self._head_bytes += len(piece)
            super().data_received(piece)
            if self._channel is not None:
                self._pass_on(self._channel)
                return
            limits = self._gate.limits
            if self._is_in_head and self._head_bytes > limits.url + limits.headers + PARSED_BYTES:
                self._charge_unreadable()
                self._refuse(431, "too-large", _too_large("headers", limits.headers))
            elif self._is_in_head and self._begun == begun and self._deadline is None and not self._is_answering:
                # Blank lines before a request: they end uvicorn's own timeout, and begin no request.
                self._set_deadline(limits.head_seconds, "the headers")

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over to the WebSocket protocol, which has other limits."""
        self._release()
        super().handle_websocket_upgrade()

    def on_message_begin(self) -> None:
        """Begin to measure the head of a request."""
        super().on_message_begin()
        self._begun += 1
        self._is_in_head = True
        self._head_bytes = self._header_bytes = 0
        if self._deadline is None:
            self._set_deadline(self._gate.limits.head_seconds, "the headers")

    def on_url(self, url: bytes) -> None:
        """Add to the URL, up to its limit."""
        limit = self._gate.limits.url
        if len(self.url) + len(url) > limit:
            self._stop_parsing(414, _too_large("URL", limit))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Add a header, up to the limit of all headers."""
        limit = self._gate.limits.headers
        self._header_bytes += len(name) + len(value) + len(b": \r\n")
        if self._header_bytes > limit:
            self._stop_parsing(431, _too_large("headers", limit))
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Pass the request to the application, or stop the parser if another worker is the home of its table."""
        self._channel = self._connect_to_home()
        if self._channel is not None:
            raise ValueError("the request is for another worker")
        self._received.clear()
        self._is_in_head = False
        self._set_deadline(self._gate.limits.body_seconds, "the body")
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Stop waiting: the whole request has arrived."""
        self._cancel_deadline()
        self._is_in_head = True
        self._head_bytes = 0
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        """Refuse what the parser could not read, or what made it stop."""
        if self._channel is not None:
            return
        self._charge_unreadable()
        self._refuse(*(self._refusal or (400, "unreadable", msg)))

    def _connect_to_home(self) -> socket.socket | None:
        """Return a connection to the worker that has to serve the request; None: this one.

        A connection cannot be passed on with the response to an earlier request, or if the request did not begin where the
        remembered bytes begin (pipelining). A request that the address has no budget for is refused here.
        """
        homes = self._gate.homes
        is_alone = self._begun == self._begun_before + 1 and not self._is_answering
        if homes is None or not is_alone or self.transport.get_write_buffer_size():
            return None
        channel = homes.connect(self.url) if len(self._received) <= MAX_PASSED_BYTES else None
        if channel is None or self._counted is None or self._gate.budgets.of(self._counted).requests.take():
            return channel
        channel.close()
        return None

    def _pass_on(self, channel: socket.socket) -> None:
        """Pass the connection to another worker, and close it here, which the client does not notice."""
        pass_on(channel, self.transport.get_extra_info("socket").fileno(), bytes(self._received))
        self.transport.abort()

    @property
    def _is_answering(self) -> bool:
        """Whether the application works on a request; uvicorn's own timeout begins after the response."""
        return not getattr(self.cycle, "response_complete", True)  # None until a request has come

    def _stop_parsing(self, status: int, reason: str) -> None:
        """Raise out of a callback of the parser, which lets `data_received` call `send_400_response`."""
        self._refusal = status, "too-large", reason
        raise ValueError(reason)

    def _charge_unreadable(self) -> None:
        if self._counted is not None:
            budget = self._gate.budgets.of(self._counted)
            budget.requests.penalise(budget.unreadable)

    def _set_deadline(self, seconds: float, what: str) -> None:
        self._cancel_deadline()
        self._deadline = self.loop.call_later(seconds, self._on_deadline, what, seconds)

    def _cancel_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _on_deadline(self, what: str, seconds: float) -> None:
        self._deadline = None
        if self._is_answering and self.cycle.response_started:
            self.transport.abort()  # a refusal would land in the middle of another response
        else:
            self._refuse(408, "too-slow", f"{what} did not arrive within {seconds:g} s")

    def _refuse(self, status: int, code: str, reason: str) -> None:
        """Answer without the application, and close the connection."""
        if self.transport.is_closing():
            return
        body = msgspec.json.encode({"code": code, "reason": reason, "rule": None})
        head = (
            f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\ncontent-type: application/json\r\n"
            f"content-length: {len(body)}\r\nx-content-type-options: nosniff\r\nconnection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + body)
        self.transport.close()

    def _release(self) -> None:
        self._cancel_deadline()
        if self._counted is not None:
            self._gate.counter.release(self._counted)
            self._counted = None


def _too_large(what: str, limit: int) -> str:
    return f"the {what} may have {limit} bytes"


def raise_descriptor_limit() -> int:
    """Allow this process as many open files as the system does; return how many connections leave enough for the rest."""
    try:
        import resource  # not on every system
    except ModuleNotFoundError:
        return MAX_CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_CONNECTIONS + SPARE_DESCRIPTORS
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return MAX_CONNECTIONS if soft == resource.RLIM_INFINITY else max(SPARE_DESCRIPTORS, soft - SPARE_DESCRIPTORS)
