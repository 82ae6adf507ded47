"""ASGI middleware for every request: security headers, the checks of host and origin, and the budget of the address."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, Final, TypeAlias
from urllib.parse import urlsplit

import msgspec

from covergames.game import NotationError
from covergames.server.bans import BANNED
from covergames.server.configuration import Configuration
from covergames.server.limits import AddressBudget, AddressBudgets
from covergames.server.store import Ban
from covergames.server.websocket import limit_reads

Scope: TypeAlias = dict[str, Any]
Message: TypeAlias = dict[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
App: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]
"""An ASGI application."""

HEADERS: Final = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; media-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "referrer-policy": "no-referrer",  # a table's link is an invitation: other sites must not see it
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
"""Pages load only the server's scripts, styles and connections; no frames, no guessing of content types."""
STRICT_TRANSPORT: Final = "max-age=31536000"
"""Sent only over HTTPS, where browsers obey it."""
SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
"""HTTP methods that change nothing, so that pages of any origin may use them."""
UNREADABLE_STATUSES: Final = frozenset({400, 413})
"""Responses to requests that cost more than others."""
API: Final = "/api/"
"""Paths that are closed to banned addresses. Pages are not, so that they can say why; a socket says it in its goodbye."""
MAX_WAIT_SECONDS: Final = 10.0
"""How long a request waits while its address is in debt; after that it is refused."""


class SecurityMiddleware:
    """Wraps the application: refuses foreign hosts and origins and too many requests, and adds headers to every response."""

    def __init__(
        self,
        app: App,
        configuration: Configuration,
        budgets: AddressBudgets,
        *,
        ban_of: Callable[[str], Ban | None] = lambda _: None,
    ) -> None:
        self._ban_of = ban_of
        self._app = app
        self._origins = {origin.rstrip("/").lower() for origin in configuration.origins}
        self._hosts = own_hosts(configuration)
        self._budgets = budgets

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request to the application, or refuse it with a reason."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        is_secure = scope["scheme"] in ("https", "wss")
        headers = {name: value for name, value in scope["headers"] if name in (b"host", b"origin")}

        is_socket = scope["type"] == "websocket"
        budget = self._budgets.of(address_of(scope))

        async def send_with_headers(message: Message) -> None:
            kind = message["type"]
            if kind in ("http.response.start", "websocket.accept"):
                message["headers"] = _with_headers(message.get("headers", ()), is_secure=is_secure)
                if message.get("status") in UNREADABLE_STATUSES:
                    budget.requests.penalise(budget.unreadable)
            elif kind in ("http.response.body", "websocket.send"):
                budget.bytes_out.charge(len(message.get("body") or message.get("text") or b""))
            await send(message)

        is_unsafe = is_socket or scope["method"] not in SAFE_METHODS
        if not self._is_own_host(headers):
            host = headers[b"host"].decode("latin-1")
            reason = f"this server does not serve {host!r}: its operator can allow it with --origin http://{host}"
            await _refuse(send_with_headers, 421, "host", reason, socket=is_socket)
            return
        if is_unsafe and not self._is_allowed_origin(headers):
            origin = headers[b"origin"].decode("latin-1")
            reason = f"pages of {origin!r} may not use this server"
            await _refuse(send_with_headers, 403, "origin", reason, socket=is_socket)
            return
        if not is_socket and scope["path"].startswith(API) and (ban := self._ban_of(address_of(scope))) is not None:
            await _refuse(send_with_headers, 403, BANNED, ban.reason, socket=False)
            return
        wait = max(0.0 if budget.requests.take() else budget.requests.wait_seconds, _excess(budget))
        if wait > 0:
            seconds = max(1, round(wait))
            reason = f"too many requests: try again in {seconds} s"
            await _refuse(send_with_headers, 429, "too-fast", reason, socket=is_socket, retry_after=seconds)
            return
        if is_socket:
            limit_reads(scope, budget)
            await self._app(scope, receive, send_with_headers)
            return
        if (debt := budget.bytes_out.charge(0)) > 0:
            await asyncio.sleep(debt)

        async def receive_limited() -> Message:
            message = await receive()
            if (debt := budget.bytes_in.charge(len(message.get("body", b"")))) > 0:
                await asyncio.sleep(min(debt, MAX_WAIT_SECONDS))
            return message

        await self._app(scope, receive_limited, send_with_headers)

    def _is_own_host(self, headers: dict[bytes, bytes]) -> bool:
        """Return whether the request is for this server, and not for a name that somebody else points at it (DNS rebinding).

        Nobody can point an address at another machine. Programs may send no host.
        """
        if b"host" not in headers:
            return True
        name = host_name(headers[b"host"].decode("latin-1"))
        return name in self._hosts or name.endswith(".localhost") or _is_address(name)

    def _is_allowed_origin(self, headers: dict[bytes, bytes]) -> bool:
        """Return whether the request has no origin, as from programs, or comes from this server's or a configured site."""
        if b"origin" not in headers:
            return True
        origin = headers[b"origin"].decode("latin-1").lower()
        if origin in self._origins:
            return True
        host = headers.get(b"host", b"").decode("latin-1").lower()
        try:
            return bool(host) and urlsplit(origin).netloc == host
        except ValueError:  # the origin is not a URL
            return False


def check_origin(origin: str) -> None:
    """Check that the origin is that of a web site.

    Raises:
        NotationError: If it is not.
    """
    try:
        site = urlsplit(origin)
        is_site = site.scheme in ("http", "https") and bool(site.hostname) and site.port != 0
        is_page = bool(site.path.strip("/") or site.query or site.fragment)
    except ValueError:  # a bracket or a port that is none
        is_site, is_page = False, False
    if not is_site or is_page:
        raise NotationError(f"origin {origin!r} is not the address of a web site, such as https://games.example")


def own_hosts(configuration: Configuration) -> frozenset[str]:
    """Return the names by which browsers may address the server, besides numeric addresses."""
    own = socket.gethostname().lower()
    sites = {urlsplit(origin).hostname or "" for origin in configuration.origins}
    return frozenset({"localhost", configuration.host.lower(), own, f"{own}.local", *sites} - {""})


def host_name(host: str) -> str:
    """Return the name in a ``Host`` header, without the port and the brackets; empty if it is unreadable."""
    try:
        return (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _excess(budget: AddressBudget) -> float:
    """Return how long the address has to wait for its next response, if that is too long to wait for."""
    wait = budget.bytes_out.charge(0)
    return wait if wait > MAX_WAIT_SECONDS else 0.0


def address_of(scope: Mapping[str, Any]) -> str:
    """Return the address of the client; empty if it is unknown, as behind a Unix socket."""
    client = scope.get("client")
    return client[0] if client else ""


def _with_headers(headers: Iterable[tuple[bytes, bytes]], *, is_secure: bool) -> list[tuple[bytes, bytes]]:
    """Return the response's headers, and those of ours that it does not set itself."""
    given = [(bytes(name).lower(), bytes(value)) for name, value in headers]
    set_already = {name for name, _ in given}
    ours = {**HEADERS, "cache-control": "no-store"}
    if is_secure:
        ours["strict-transport-security"] = STRICT_TRANSPORT
    encoded = ((name.encode(), value.encode()) for name, value in ours.items())
    return [*given, *((name, value) for name, value in encoded if name not in set_already)]


async def _refuse(
    send: Send, status: int, code: str, reason: str, *, socket: bool, retry_after: int | None = None
) -> None:
    """Answer with a refusal in JSON; a WebSocket that is not accepted yet is refused over HTTP."""
    kind = "websocket.http.response" if socket else "http.response"
    body = msgspec.json.encode({"code": code, "reason": reason, "rule": None})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if retry_after is not None:
        headers.append((b"retry-after", str(retry_after).encode()))
    await send({"type": f"{kind}.start", "status": status, "headers": headers})
    await send({"type": f"{kind}.body", "body": body, "more_body": False})
