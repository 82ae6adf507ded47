"""Checks of the way from a visitor to the server: the reverse proxy, its headers, and WebSockets."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Final

import anyio.to_thread
import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from covergames.server.checkup.finding import Finding, ok, problem, warning
from covergames.server.checkup.http import TIMEOUT_SECONDS, HttpAnswer, Unreachable, fetch_json
from covergames.server.http_protocol import TrustedProxies
from covergames.wire.http import ConnectionSeen

if TYPE_CHECKING:
    from covergames.server.configuration import Configuration

FORGED: Final = "192.0.2.77"
"""An address for documentation (RFC 5737), from which nobody ever connects."""
FOREIGN_HOST_STATUS: Final = 421
PATH: Final = "/api/connection"
PROBE: Final = "doctor"
"""The name of a table that does not exist: the server accepts the socket and says so."""


async def check_web(configuration: Configuration, url: str | None) -> AsyncIterator[Finding]:
    """Ask the server at its public address what it sees, and open a WebSocket."""
    site = url or next(iter(configuration.origins), None)
    if site is None:
        yield ok("proxy", "proxy-not-asked")
        return
    site = site.rstrip("/")
    try:
        answer = await anyio.to_thread.run_sync(fetch_json, f"{site}{PATH}")
        finding = _check_answer(configuration, site, answer)
        if finding is None:
            forged = await anyio.to_thread.run_sync(fetch_json, f"{site}{PATH}", {"X-Forwarded-For": FORGED})
            finding = _check_forged(configuration, site, answer, forged)
    except Unreachable as error:
        yield problem("proxy", "reason", "proxy-unreachable", reason=str(error))
        return
    yield finding
    yield await _check_socket(site)


def _seen(answer: HttpAnswer) -> ConnectionSeen | None:
    try:
        return msgspec.json.decode(answer.body, type=ConnectionSeen)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


def _check_answer(configuration: Configuration, site: str, answer: HttpAnswer) -> Finding | None:
    """Return what is wrong with the address and the scheme that the server saw; None: nothing is."""
    if answer.status == FOREIGN_HOST_STATUS:
        return problem("proxy", "proxy-host", "proxy-host", url=site)
    seen = _seen(answer)
    if answer.status != 200 or seen is None:
        return problem("proxy", "proxy-status", "proxy-unreachable", url=site, status=answer.status)
    values = {"url": site, "address": seen.address, "scheme": seen.scheme, "own": answer.own_address}
    is_secure = site.startswith("https:")
    if seen.forwarded_for is None and is_secure:
        return problem("proxy", "proxy-no-header", "proxy-no-header", **values)
    if seen.forwarded_for is not None and seen.address not in _addresses(seen.forwarded_for):
        return problem("proxy", "proxy-untrusted", "proxy-untrusted", **values)
    if seen.scheme != ("https" if is_secure else "http"):
        return problem("proxy", "proxy-scheme", "proxy-scheme", **values)
    if seen.address != answer.own_address and seen.address in TrustedProxies(configuration.proxies):
        return problem("proxy", "proxy-address", "proxy-no-header", **values)
    if seen.address != answer.own_address:
        return warning("proxy", "proxy-address", "proxy-address", **values)
    return None


def _check_forged(configuration: Configuration, site: str, answer: HttpAnswer, forged: HttpAnswer) -> Finding:
    """Return whether the server believes a visitor who forges an address."""
    first, second = _seen(answer), _seen(forged)
    assert first is not None
    values = {"url": site, "address": first.address, "scheme": first.scheme}
    if second is not None and second.address == FORGED:
        if answer.own_address in TrustedProxies(configuration.proxies):
            # This machine is a trusted proxy itself: what it sends is believed, and says nothing about others.
            return ok("proxy", "proxy-here", **values)
        return problem("proxy", "proxy-forged", "proxy-forged", **values)
    return ok("proxy", "proxy", **values)


def _addresses(forwarded_for: str) -> list[str]:
    return [address.strip() for address in forwarded_for.split(",")]


async def _check_socket(site: str) -> Finding:
    address = f"{site.replace('http', 'ws', 1)}/api/tables/{PROBE}/socket"
    try:
        async with connect(address, origin=site, open_timeout=TIMEOUT_SECONDS, close_timeout=1):  # type: ignore[arg-type]
            return ok("socket", "socket", url=site)
    except (OSError, WebSocketException, TimeoutError) as error:
        return problem("socket", "reason", "socket", reason=f"{address}: {str(error) or type(error).__name__}")
