"""What browsers are told, who may ask, how much, and that secrets stay secret."""

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
    """A server with nobody at it, that another site may use."""
    async with serving(tmp_path, origins=("https://friends.example",)) as running:
        yield running


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/api/health"), ("GET", "/nowhere"), ("POST", "/api/tables"), ("GET", "/api/schema/openapi.json")],
)
async def test_every_answer_has_the_headers(served: Served, method: str, path: str) -> None:
    """Whether it is yes or no: nothing from elsewhere, no frames, nothing guessed, nothing kept."""
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
async def test_only_welcome_pages_change_anything(served: Served, origin: str | None, status: int) -> None:
    """The server's own, those that it was told of, and programs, which have no origin."""
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


async def test_a_welcome_page_may_read_what_it_asked_for(served: Served) -> None:
    """Its browser is told so, before it asks and with the answer; that of another page is not."""
    asking = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type"}
    for origin, allowed in (("https://friends.example", "https://friends.example"), ("https://evil.example", None)):
        before = await served.http.options("/api/tables", headers={"Origin": origin, **asking})
        answer = await served.http.get("/api/tables", headers={"Origin": origin})
        assert before.headers.get("access-control-allow-origin") == allowed
        assert answer.headers.get("access-control-allow-origin") == allowed


async def test_only_welcome_pages_get_a_socket(served: Served) -> None:
    """A page of another site is refused before anything is said."""
    host = await served.open()
    with pytest.raises(InvalidStatus) as refused:
        await served.socket(host.table, host.token, origin="https://evil.example")
    assert refused.value.response.status_code == 403
    guest = await served.socket(host.table, host.token, origin="https://friends.example")
    assert (await guest.next())["type"] == "welcome"


async def test_tokens_are_in_no_log_and_no_later_answer(served: Served, caplog: pytest.LogCaptureFixture) -> None:
    """Tokens go to those they belong to, once; neither they nor their digests are told or written down again."""
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
    # Both ends log here; the client's own log is the client's.
    logged = "\n".join(
        record.getMessage() for record in caplog.records if record.name.startswith(("covergames", "uvicorn"))
    )
    told = [*ada.frames, *bo.frames, found.text, logged, repr(session.table), repr(session.table.seats)]
    for secret in secrets:
        assert not [text for text in told if secret in text]


async def test_a_wrong_token_opens_nothing(served: Served) -> None:
    """Neither a socket nor a seat; the answer does not say how wrong it was."""
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
    """The rest of the world is not served less for it."""
    async with serving(tmp_path, limits=Limits(requests=1, request_burst=3)) as served:
        answers = [await served.http.get("/api/health") for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200] * 3
        while (answer := await served.http.get("/api/health")).status_code == 200:
            pass  # a slow machine sends only one request a second
        assert answer.status_code == 429
        assert answer.json()["code"] == "too-fast"
        assert int(answer.headers["retry-after"]) >= 1


async def test_too_many_connections_are_turned_away(tmp_path: Path) -> None:
    """With a reason; when one has gone, the next may come."""
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


async def test_who_talks_too_fast_is_refused_and_then_dropped(tmp_path: Path) -> None:
    """The first refusals say what is allowed; another connection is not concerned."""
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


async def test_who_says_much_at_once_is_heard_at_a_measured_pace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of it is allowed and answered, but after the first few not as fast as it comes: the others have their turn."""
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


async def test_what_is_too_large_is_refused(tmp_path: Path) -> None:
    """A message ends its connection, as the WebSocket protocol has it; a body is answered."""
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
