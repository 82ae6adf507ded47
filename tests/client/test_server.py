"""The HTTP requests of a client: paths, tokens, and every kind of answer."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from covergames import coverme, coverup, record
from covergames.client import ConnectionFailed, Refusal, Server
from covergames.game import Seat
from covergames.wire.http import Joined, Opened

RECORD = (Path(__file__).parents[1] / "playthroughs" / "golden" / "shorter.json").read_bytes()


class Listener(ThreadingHTTPServer):
    """An HTTP server that gives one answer and stores the requests."""

    def __init__(self, status: int, body: bytes) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.answer = status, body
        self.asked: list[tuple[str, str | None, Any]] = []
        """The path, the token and the body."""


class Handler(BaseHTTPRequestHandler):
    """Handles one request."""

    server: Listener

    def do_GET(self) -> None:
        length = int(self.headers["Content-Length"] or 0)
        body = json.loads(self.rfile.read(length)) if length else None
        self.server.asked.append((f"{self.command} {self.path}", self.headers["Authorization"], body))
        status, answer = self.server.answer
        self.send_response(status)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def do_POST(self) -> None:
        self.do_GET()

    def do_DELETE(self) -> None:
        self.do_GET()

    def log_message(self, *_: object) -> None:
        """Log nothing."""


@contextmanager
def listening(status: int, body: bytes) -> Iterator[tuple[Server, Listener]]:
    """Run the server during the block."""
    with Listener(status, body) as listener:
        thread = threading.Thread(target=listener.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield Server(f"http://127.0.0.1:{listener.server_port}/"), listener
        finally:
            listener.shutdown()
            thread.join()


def test_opening_a_table() -> None:
    """The request contains game, players and options; the answer contains the host's token."""
    answer = b'{"table":"k3x9","host_token":"secret","commitment":"c0"}'
    with listening(201, answer) as (server, listener):
        opened = asyncio.run(server.open_table(coverme, 3, coverme.Options(open_scores=True), title="Friday"))
    assert opened == Opened(table="k3x9", host_token="secret", commitment="c0")
    (asked, token, body) = listener.asked[0]
    assert (asked, token) == ("POST /api/tables", None)
    assert body["title"] == "Friday"
    assert body["arrangement"] == {"game": "cover-me", "players": 3, "options": {"open_scores": True}}


def test_taking_a_seat() -> None:
    """The host's token is in a header and nowhere else."""
    with listening(201, b'{"seat":2,"token":"secret"}') as (server, listener):
        joined = asyncio.run(server.join("k3x9", "Ada", seat=Seat(2), nonce="dice", token="host"))
    assert joined == Joined(seat=Seat(2), token="secret")
    ((asked, token, body),) = listener.asked
    assert (asked, token) == ("POST /api/tables/k3x9/seats", "Bearer host")
    assert len(body.pop("token")) > 40
    assert body == {"name": "Ada", "seat": 2, "nonce": "dice"}


def test_leaving() -> None:
    """The request has the seat's token."""
    with listening(204, b"") as (server, listener):
        asyncio.run(server.leave("k3x9", "secret"))
    assert listener.asked == [("DELETE /api/tables/k3x9/seats", "Bearer secret", None)]


def test_lists() -> None:
    """The public tables that wait for players."""
    offer = {"table": "k3x9", "title": "", "game": "cover-up", "players": 2, "taken": 1, "opened_at": 5}
    with listening(200, json.dumps([offer]).encode()) as (server, listener):
        (found,) = asyncio.run(server.open_tables())
    assert (found.table, found.taken) == ("k3x9", 1)
    assert listener.asked[0][0] == "GET /api/tables"


def test_the_record() -> None:
    """It is returned as it was written."""
    with listening(200, RECORD) as (server, _):
        assert asyncio.run(server.record("k3x9")) == record.read(RECORD)


def test_a_refusal_has_code_reason_and_rule() -> None:
    """The caller gets them as the server sent them."""
    problem = b'{"code":"illegal","reason":"7 players: 2 to 6 can play","rule":"CU-C3"}'
    with (
        listening(400, problem) as (server, _),
        pytest.raises(Refusal, match=r"illegal: 7 players: 2 to 6 can play \(CU-C3\)") as refusal,
    ):
        asyncio.run(server.open_table(coverup, 7, coverup.Options()))
    assert (refusal.value.code, refusal.value.rule) == ("illegal", "CU-C3")


def test_an_error_page_of_a_proxy() -> None:
    """The error contains the text of the page."""
    with listening(502, b"<html>Bad gateway") as (server, _), pytest.raises(Refusal, match=r"http-502: .*Bad gateway"):
        asyncio.run(server.find("k3x9"))


def test_an_unreadable_answer() -> None:
    """For example, another program listens at the port."""
    with listening(200, b"hello") as (server, _), pytest.raises(ConnectionFailed, match="the answer is not a Found"):
        asyncio.run(server.find("k3x9"))


def test_an_unreachable_server() -> None:
    """The message contains the URL."""
    with listening(200, b"") as (server, _):
        pass
    with pytest.raises(ConnectionFailed, match=f"unreachable: {server.url}"):
        asyncio.run(server.find("k3x9"))


@pytest.mark.parametrize("url", ["127.0.0.1:8765", "ftp://example.org", "http://", ""])
def test_a_wrong_url_is_refused(url: str) -> None:
    """It is refused before anything is sent."""
    with pytest.raises(ValueError, match="is not the URL of a server"):
        Server(url)
