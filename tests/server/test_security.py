"""Security headers, origins, limits and secrets."""

from __future__ import annotations

import logging
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from covergames.server.configuration import Limits
from covergames.server.security import HEADERS
from covergames.server.socket_session import PACE_BURST_MESSAGES
from tests.server.kit import Served, serving

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[Served]:
    """A server without tables that another site may use."""
    async with serving(tmp_path, origins=("https://friends.example",)) as running:
        yield running


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/api/health"), ("GET", "/nowhere"), ("POST", "/api/tables"), ("GET", "/api/schema/openapi.json")],
)
async def test_every_response_has_the_security_headers(served: Served, method: str, path: str) -> None:
    """Success or refusal: no files from other sites, no frames, no guessed content types, no caching."""
    answer = await served.http.request(method, path)
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    assert answer.headers["cache-control"] == "no-store"
    assert "server" not in answer.headers
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        (None, 201),
        ("https://friends.example", 201),
        ("own", 201),
        ("https://evil.example", 403),
        ("null", 403),
        ("http://[", 403),
    ],
)
async def test_only_allowed_origins_may_change_anything(served: Served, origin: str | None, status: int) -> None:
    """The server's pages, those of configured sites, and programs, which send no origin."""
    if origin == "own":
        origin = served.url
    headers = {} if origin is None else {"Origin": origin}
    body = {"arrangement": {"game": "cover-me", "players": 3}}
    answer = await served.http.post("/api/tables", json=body, headers=headers)
    assert answer.status_code == status
    if status == 403:
        assert answer.json()["code"] == "origin"
        assert origin is not None
        assert origin in answer.json()["reason"]


async def test_allowed_origins_may_read_responses(served: Served) -> None:
    """CORS headers allow it, before and with the answer; other origins get none."""
    asking = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type"}
    for origin, allowed in (("https://friends.example", "https://friends.example"), ("https://evil.example", None)):
        before = await served.http.options("/api/tables", headers={"Origin": origin, **asking})
        answer = await served.http.get("/api/tables", headers={"Origin": origin})
        assert before.headers.get("access-control-allow-origin") == allowed
        assert answer.headers.get("access-control-allow-origin") == allowed


async def test_only_allowed_origins_get_a_socket(served: Served) -> None:
    """A page of another site is refused before the handshake."""
    host = await served.open()
    with pytest.raises(InvalidStatus) as refused:
        await served.socket(host.table, host.token, origin="https://evil.example")
    assert refused.value.response.status_code == 403
    guest = await served.socket(host.table, host.token, origin="https://friends.example")
    assert (await guest.next())["type"] == "welcome"


async def test_tokens_are_in_no_log_and_no_later_answer(served: Served, caplog: pytest.LogCaptureFixture) -> None:
    """Tokens go to their owners, once; neither they nor their hashes are sent or logged again."""
    caplog.set_level(logging.INFO)
    host = await served.open()
    ada, bo = await host.seated("Ada", "Bo")
    await bo.order("say", text="hello")
    await ada.order("say", text="hello")
    found = await served.http.get(f"/api/tables/{host.table}")
    secrets = [host.token, ada.token, bo.token]
    session = await served.server.application.registry.session(host.table)
    secrets += [session.table.seed, str(session.table.host_token_hash)]
    secrets += [person.token_hash for _, person in session.table.people]
    # Server and client log in this process; only the server's log counts.
    logged = "\n".join(
        record.getMessage() for record in caplog.records if record.name.startswith(("covergames", "uvicorn"))
    )
    texts = [*ada.frames, *bo.frames, found.text, logged, repr(session.table), repr(session.table.seats)]
    for secret in secrets:
        assert not [text for text in texts if secret in text]


async def test_a_wrong_token_is_refused(served: Served) -> None:
    """A socket and a seat are refused; the answer does not say how wrong the token was."""
    host = await served.open()
    for token in ("", "x", host.token[:-1], host.token + "x", "é" * 43):
        guest = await served.socket(host.table, token)
        (goodbye,) = await guest.end()
        assert goodbye["type"] == "goodbye"
        assert goodbye["code"] in ("not-yours", "unreadable")
        assert token == "" or token not in goodbye["reason"]
    answer = await served.http.delete(f"/api/tables/{host.table}/seats", headers={"Authorization": "Bearer x"})
    assert answer.status_code == 403


async def test_too_many_requests_are_refused_with_the_time_to_wait(tmp_path: Path) -> None:
    """Other addresses are served as before."""
    async with serving(tmp_path, limits=Limits(requests=1, request_burst=3)) as served:
        answers = [await served.http.get("/api/health") for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200] * 3
        while (answer := await served.http.get("/api/health")).status_code == 200:
            pass  # a slow machine sends only one request a second
        assert answer.status_code == 429
        assert answer.json()["code"] == "too-fast"
        assert int(answer.headers["retry-after"]) >= 1


async def test_too_many_connections_are_refused(tmp_path: Path) -> None:
    """The refusal has a reason; when one connection has closed, another may open."""
    async with serving(tmp_path, limits=Limits(connections=2)) as served:
        host = await served.open()
        first, second = [await served.socket(host.table) for _ in range(2)]
        await first.heard("welcome")
        await second.heard("welcome")
        third = await served.socket(host.table)
        (goodbye,) = await third.end()
        assert (goodbye["code"], goodbye["reason"]) == ("too-many", "an address may have 2 connections")
        await first.close()
        while True:
            fourth = await served.socket(host.table)
            if (await fourth.next())["type"] == "welcome":
                break


async def test_a_client_that_sends_too_fast_is_refused_and_then_disconnected(tmp_path: Path) -> None:
    """The refusals name the limit; another connection is not affected."""
    async with serving(tmp_path, limits=Limits(messages=1, burst=5)) as served:
        host = await served.open()
        (ada,) = await host.seated("Ada")
        watcher = await served.socket(host.table)
        for number in range(150):
            await ada.send(type="ping", n=number)
        said = await ada.end()
        assert 5 <= sum(message["type"] == "pong" for message in said) < 75
        refused = [message for message in said if message["type"] == "refused"]
        assert {message["code"] for message in refused} == {"too-fast"}
        assert said[-1]["type"] == "goodbye"
        await watcher.send(type="ping", n=7)
        assert (await watcher.heard("pong"))["n"] == 7


async def test_a_burst_within_the_limit_is_answered_at_a_limited_pace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All messages are answered, but after the first few not as fast as they arrive: other connections get their turn."""
    monkeypatch.setattr("covergames.server.socket_session.PACE_MESSAGES_PER_SECOND", 10)
    async with serving(tmp_path, limits=Limits(messages=10, burst=100)) as served:
        host = await served.open()
        (ada,) = await host.seated("Ada")
        began = time.monotonic()
        for number in range(PACE_BURST_MESSAGES + 5):
            await ada.send(type="ping", n=number)
        answered = [(await ada.heard("pong"))["n"] for _ in range(PACE_BURST_MESSAGES + 5)]
        assert answered == [*range(PACE_BURST_MESSAGES + 5)]
        assert time.monotonic() - began > 0.3


async def test_too_large_messages_and_bodies_are_refused(tmp_path: Path) -> None:
    """A message closes its connection, as the WebSocket protocol requires; a body is answered."""
    async with serving(tmp_path, limits=Limits(size=1000, body=1000)) as served:
        host = await served.open()
        guest = await served.socket(host.table)
        await guest.heard("welcome")
        await guest.send(type="say", id="1", text="x" * 2000)
        with pytest.raises(ConnectionClosed) as closed:
            await guest.heard("done")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009
        answer = await served.http.post("/api/tables", content=b" " * 2000)
        assert answer.status_code == 413
