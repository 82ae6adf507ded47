"""The HTTP requests to a server: open and find tables, take a seat, fetch the record."""

from __future__ import annotations

import asyncio
import http.client
import secrets
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Final, TypeVar

import msgspec

from covergames import record
from covergames.client.client import RECONNECT_TIMEOUT_SECONDS, Client, Listener
from covergames.client.refusal import ConnectionFailed, Refusal
from covergames.game import Seat
from covergames.games import AnyGame
from covergames.record import Record
from covergames.schema import write_options
from covergames.table import Settings
from covergames.wire import Arrangement, Witness, encode
from covergames.wire.http import Found, Joined, Joining, Offer, Opened, Opening, Problem, Reporting

JOIN_RETRY_DELAYS_SECONDS: Final = (0.2, 1.0)
"""When to ask again for a seat if the server cannot be reached."""
REQUEST_TIMEOUT_SECONDS: Final = 20.0
"""How long a request may take."""

Answer = TypeVar("Answer")


class Server:
    """A server, by its URL: ``Server("http://127.0.0.1:8765")``.

    A game needs a handful of small requests, so they use the standard library, in a thread.

    Every request raises `Refusal` if the server refuses it, and `ConnectionFailed` if the server is unreachable or its answer
    unreadable.
    """

    def __init__(self, url: str) -> None:
        parts = urllib.parse.urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise ValueError(f"{url!r} is not the URL of a server: write http://127.0.0.1:8765")
        self.url = url.rstrip("/")

    async def open_table(
        self, game: AnyGame, players: int, options: Any, *, settings: Settings | None = None, title: str = ""
    ) -> Opened:
        """Open a table, and return its name and the host's token."""
        arrangement = Arrangement(game.NAME, players, write_options(game, options))
        opening = Opening(arrangement=arrangement, settings=settings or Settings(), title=title)
        return await self._ask("POST", "/api/tables", Opened, opening)

    async def open_tables(self) -> list[Offer]:
        """Return the public tables that wait for players."""
        return await self._ask("GET", "/api/tables", list[Offer])

    async def find(self, table: str) -> Found:
        """Return a table as anybody with its link sees it."""
        return await self._ask("GET", _path(table), Found)

    async def join(
        self, table: str, name: str, *, seat: Seat | None = None, nonce: str | None = None, token: str | None = None
    ) -> Joined:
        """Take a seat, and return its number and its token; `token` is the host's token if the host takes the seat."""
        joining = Joining(name=name, seat=seat, nonce=nonce, token=secrets.token_urlsafe(32))
        for pause in JOIN_RETRY_DELAYS_SECONDS:
            try:
                return await self._ask("POST", f"{_path(table)}/seats", Joined, joining, token=token)
            except ConnectionFailed:
                await asyncio.sleep(pause)  # maybe only the answer was lost: the request is idempotent
        return await self._ask("POST", f"{_path(table)}/seats", Joined, joining, token=token)

    async def report(self, table: str, token: str, reporting: Reporting) -> None:
        """Report a person at the table, or a message in its chat, to the operator of the server."""
        await self._fetch("POST", f"{_path(table)}/reports", reporting, token=token)

    async def leave(self, table: str, token: str) -> None:
        """Leave the seat of that token."""
        await self._fetch("DELETE", f"{_path(table)}/seats", token=token)

    async def record(self, table: str) -> Record:
        """Return the record of a finished game."""
        return record.read(await self._fetch("GET", f"{_path(table)}/record"))

    def client(
        self,
        table: str,
        token: str | None = None,
        *,
        listener: Listener = lambda _told: None,
        witness: Witness | None = None,
        reconnect_timeout: float = RECONNECT_TIMEOUT_SECONDS,
    ) -> Client:
        """Return a live connection to a table, for the seat or the host of that token, or for a spectator.

        `witness` continues what the viewer saw before, and knows the nonce with which the seat was taken. A client that cannot
        reconnect for `reconnect_timeout` seconds gives up.
        """
        address = f"ws{self.url.removeprefix('http')}{_path(table)}/socket"
        return Client(address, token, listener=listener, witness=witness, reconnect_timeout=reconnect_timeout)

    async def _ask(
        self, method: str, path: str, kind: type[Answer], body: object = None, *, token: str | None = None
    ) -> Answer:
        answer = await self._fetch(method, path, body, token=token)
        try:
            return msgspec.json.decode(answer, type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise ConnectionFailed(
                "unreadable", f"{self.url}{path}: the answer is not a {kind.__name__}: {error}"
            ) from None

    async def _fetch(self, method: str, path: str, body: object = None, *, token: str | None = None) -> bytes:
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        data = None
        if body is not None:
            data, headers["Content-Type"] = encode(body), "application/json"
        request = urllib.request.Request(f"{self.url}{path}", data, headers, method=method)
        return await asyncio.to_thread(_answer, request)


def _path(table: str) -> str:
    return f"/api/tables/{urllib.parse.quote(table, safe='')}"


def _answer(request: urllib.request.Request) -> bytes:
    try:
        with urllib.request.urlopen(request, timeout=REQUEST_TIMEOUT_SECONDS) as answer:
            data: bytes = answer.read()
            return data
    except urllib.error.HTTPError as error:
        with error:
            raise _refusal(error.code, error.read()) from None
    except (OSError, http.client.HTTPException) as error:
        raise ConnectionFailed("unreachable", f"{request.full_url}: {error}") from None


def _refusal(status: int, body: bytes) -> Refusal:
    try:
        problem = msgspec.json.decode(body, type=Problem)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return Refusal(f"http-{status}", f"the server answers {status}: {body[:200]!r}")
    return Refusal(problem.code, problem.reason, problem.rule)
