"""Reports of players about other players."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from covergames.server.limits import Limits
from covergames.server.reports import Report
from tests.server.kit import UNLIMITED, Guest, Served, serving

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


async def reported(served: Served, table: str, token: str | None, **body: Any) -> httpx.Response:
    """Send a report."""
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    return await served.http.post(f"/api/tables/{table}/reports", json=body, headers=headers)


async def stored(served: Served) -> list[Report]:
    """All reports in the database, the oldest first."""
    rows = await served.server.application.registry.store.moderation.reports(100)
    return [msgspec.json.decode(row.data, type=Report) for row in reversed(rows)]


async def said(guest: Guest, text: str) -> int:
    """Write a chat message; its sequence number."""
    number: int = (await guest.order("say", text=text))["sequence"]
    return number


async def test_a_player_reports_a_message_or_a_person(two_servers: tuple[Served, Served]) -> None:
    """The report keeps the table, the seats, the names, and the latest messages; no address."""
    served, _ = two_servers
    host = await served.open()
    ada, bo = await host.seated("Ada", "Bo")
    number = await said(bo, "you are all fools")
    await said(ada, "please stop")
    answer = await reported(served, host.table, ada.token, message=number, reason="insult")
    assert (answer.status_code, answer.text) == (204, "")
    answer = await reported(served, host.table, ada.token, seat=1, reason="name", note=" not a nice name ")
    assert answer.status_code == 204
    message, person = await stored(served)
    assert (message.by_seat, message.by, message.seat, message.name) == (0, "Ada", 1, "Bo")
    assert message.message is not None
    assert message.message.text == "you are all fools"
    assert [each.text for each in message.chat] == ["you are all fools", "please stop"]
    assert (person.reason.value, person.note, person.message) == ("name", "not a nice name", None)
    assert b"127.0.0.1" not in msgspec.json.encode([message, person])


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"seat": 0, "reason": "spam"}, "not-yours"),
        ({"seat": 2, "reason": "spam"}, "empty"),
        ({"seat": 5, "reason": "spam"}, "empty"),
        ({"reason": "spam"}, "empty"),
        ({"message": 1, "reason": "spam"}, "empty"),
        ({"seat": 1, "reason": "boring"}, "unreadable"),
        ({"seat": 1, "reason": "spam", "note": "two\nlines"}, "unreadable"),
        ({"seat": 1, "reason": "spam", "note": "x" * 301}, "unreadable"),
    ],
)
async def test_a_report_needs_somebody_else(
    body: dict[str, Any], code: str, two_servers: tuple[Served, Served]
) -> None:
    """The refusal says what is wrong."""
    _, served = two_servers
    host = await served.open()
    ada, _ = await host.seated("Ada", "Bo")
    assert (await reported(served, host.table, ada.token, **body)).json()["code"] == code
    assert await stored(served) == []


async def test_only_people_at_the_table_report(two_servers: tuple[Served, Served]) -> None:
    """A visitor, and somebody from another table, cannot."""
    _, served = two_servers
    host, other = await served.open(), await served.open()
    await host.seated("Ada")
    _, token = await other.sit("Cy")
    for wrong in (None, token, "x" * 43):
        answer = await reported(served, host.table, wrong, seat=0, reason="spam")
        assert (answer.status_code, answer.json()["code"]) == (403, "not-yours")


async def test_reports_are_limited_by_address(tmp_path: Path) -> None:
    """The refusal says when to try again."""
    async with serving(tmp_path, limits=Limits(reports=1, report_burst=2)) as served:
        host = await served.open()
        ada, _ = await host.seated("Ada", "Bo")
        answers = [await reported(served, host.table, ada.token, seat=1, reason="spam") for _ in range(3)]
        assert [answer.status_code for answer in answers] == [204, 204, 429]
        assert "reports" in answers[-1].json()["reason"]


async def test_listed_words_are_refused_in_names_titles_and_messages(tmp_path: Path) -> None:
    """Nothing is stored of them, and everything else is allowed."""
    async with serving(tmp_path, limits=UNLIMITED, listed_words=("darn",)) as served:
        arrangement = {"game": "cover-me", "players": 3}
        answer = await served.http.post("/api/tables", json={"arrangement": arrangement, "title": "Darn table"})
        assert (answer.status_code, answer.json()["code"]) == (400, "word")
        host = await served.open(title="Friday")
        answer = await served.http.post(f"/api/tables/{host.table}/seats", json={"name": "DARN"})
        assert (answer.status_code, answer.json()["code"]) == (400, "word")
        (ada,) = await host.seated("Ada")
        assert (await ada.order("say", text="darn it"))["code"] == "word"
        assert (await ada.order("seat_bot", seat=1, bot="random", name="Darn"))["code"] == "word"
        assert (await ada.order("say", text="darning"))["type"] == "done"
