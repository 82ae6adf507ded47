"""ASGI middleware for every request: security headers, the origin check and the request rate limit."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, Final, TypeAlias
from urllib.parse import urlsplit

import msgspec

from covergames.server.configuration import Configuration
from covergames.server.limits import AddressRateLimiter

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


class SecurityMiddleware:
    """Wraps the application: refuses foreign origins and too many requests, and adds headers to every response."""

    def __init__(self, app: App, configuration: Configuration) -> None:
        self._app = app
        self._origins = {origin.rstrip("/").lower() for origin in configuration.origins}
        self._rate_limiter = AddressRateLimiter(
            configuration.limits.requests, configuration.limits.request_burst, time.monotonic
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request to the application, or refuse it with a reason."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        is_secure = scope["scheme"] in ("https", "wss")
        headers = {name: value for name, value in scope["headers"] if name in (b"host", b"origin")}

        async def send_with_headers(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.accept"):
                message["headers"] = _with_headers(message.get("headers", ()), is_secure=is_secure)
            await send(message)

        is_socket = scope["type"] == "websocket"
        is_unsafe = is_socket or scope["method"] not in SAFE_METHODS
        if is_unsafe and not self._is_allowed_origin(headers):
            origin = headers[b"origin"].decode("latin-1")
            reason = f"pages of {origin!r} may not use this server"
            await _refuse(send_with_headers, 403, "origin", reason, socket=is_socket)
            return
        bucket = self._rate_limiter.bucket(address_of(scope))
        if not bucket.take():
            wait = max(1, round(bucket.wait_seconds))
            reason = f"too many requests: try again in {wait} s"
            await _refuse(send_with_headers, 429, "too-fast", reason, socket=is_socket, retry_after=wait)
            return
        await self._app(scope, receive, send_with_headers)

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
