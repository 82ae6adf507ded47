"""A server's tables over HTTP: open one, find one, take a seat, fetch the record."""

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
from covergames.client.client import Client, Listener
from covergames.client.refusal import ConnectionFailed, Refusal
from covergames.game import Seat
from covergames.games import AnyGame
from covergames.record import Record
from covergames.table import Settings
from covergames.wire import encode, write_arrangement
from covergames.wire.http import Found, Joined, Joining, Offer, Opened, Opening, Problem

JOIN_RETRY_DELAYS_SECONDS: Final = (0.2, 1.0)
"""Seconds after which to ask again for a seat if the server cannot be reached."""
REQUEST_TIMEOUT_SECONDS: Final = 20.0
"""Seconds that a request may take."""

Answer = TypeVar("Answer")


class Server:
    """A server by its address: ``Server("http://127.0.0.1:8765")``.

    A table's life has a handful of small requests, so they go through the standard library, in a thread.
    """

    def __init__(self, url: str) -> None:
        parts = urllib.parse.urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise ValueError(f"{url!r} is no server's address: it should be like http://127.0.0.1:8765")
        self.url = url.rstrip("/")

    async def open_table(
        self, game: AnyGame, players: int, options: Any, *, settings: Settings | None = None, title: str = ""
    ) -> Opened:
        """Open a table; whoever has the answer's token is its host."""
        arrangement = write_arrangement(game, players, options)
        opening = Opening(arrangement=arrangement, settings=settings or Settings(), title=title)
        return await self._ask("POST", "/api/tables", Opened, opening)

    async def open_tables(self) -> list[Offer]:
        """The tables that wait for players and want to be found."""
        return await self._ask("GET", "/api/tables", list[Offer])

    async def find(self, table: str) -> Found:
        """A table as anybody may see it."""
        return await self._ask("GET", _path(table), Found)

    async def join(
        self, table: str, name: str, *, seat: Seat | None = None, nonce: str | None = None, token: str | None = None
    ) -> Joined:
        """Take a seat; the host brings the host's token along. The seat's own token is in the answer, and nowhere else."""
        joining = Joining(name=name, seat=seat, nonce=nonce, token=secrets.token_urlsafe(32))
        for pause in JOIN_RETRY_DELAYS_SECONDS:
            try:
                return await self._ask("POST", f"{_path(table)}/seats", Joined, joining, token=token)
            except ConnectionFailed:
                await asyncio.sleep(pause)  # the seat may be taken, and only the answer lost
        return await self._ask("POST", f"{_path(table)}/seats", Joined, joining, token=token)

    async def leave(self, table: str, token: str) -> None:
        """Give the seat of that token up."""
        await self._fetch("DELETE", f"{_path(table)}/seats", token=token)

    async def record(self, table: str) -> Record:
        """The record of a game that is over."""
        return record.read(await self._fetch("GET", f"{_path(table)}/record"))

    def client(self, table: str, token: str | None = None, *, listener: Listener = lambda _told: None) -> Client:
        """A live connection to a table, for the seat or the host of that token, or for a spectator."""
        return Client(f"ws{self.url.removeprefix('http')}{_path(table)}/socket", token, listener=listener)

    async def _ask(
        self, method: str, path: str, kind: type[Answer], body: object = None, *, token: str | None = None
    ) -> Answer:
        answer = await self._fetch(method, path, body, token=token)
        try:
            return msgspec.json.decode(answer, type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise ConnectionFailed(
                "unreadable", f"{self.url}{path} answers what is no {kind.__name__}: {error}"
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
