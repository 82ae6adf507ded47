"""The admin interface, used through ``covergames admin``, of one server and of two workers with one database."""

from __future__ import annotations

import asyncio
import json
import secrets
import socket
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest

from covergames.cli import run
from tests.server.kit import UNLIMITED, Guest, Served, serving

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


class Operator:
    """An operator, who types commands."""

    def __init__(self, served: Served, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self._options = [
            "--address",
            served.admin_url.removeprefix("http://"),
            "--key-file",
            str(folder / "tables.key"),
        ]
        self._capsys = capsys

    async def type(self, *words: str, code: int = 0) -> str:
        """Type a command; what it prints."""
        self._capsys.readouterr()
        assert await anyio.to_thread.run_sync(run, ["admin", *words, *self._options]) == code
        shown = self._capsys.readouterr()
        assert "Traceback" not in shown.err
        return shown.err if code else shown.out

    async def json(self, *words: str) -> Any:
        """Type a command; the JSON that it prints."""
        return json.loads(await self.type(*words, "--json"))


@asynccontextmanager
async def two_workers(folder: Path) -> AsyncIterator[tuple[Served, Served]]:
    """Two workers with one database, which ask each other who is connected."""
    paths = [str(folder / f"{secrets.token_hex(4)}.socket") for _ in range(2)]
    options: dict[str, Any] = {"limits": UNLIMITED, "poll_seconds": 0.05, "proxies": ("127.0.0.1",)}
    with ExitStack() as stack:
        own = [stack.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)) for _ in paths]
        for each, path in zip(own, paths, strict=True):
            each.bind(path)
            each.listen()
        async with (
            serving(folder, people=(own[0], (paths[1],)), **options) as one,
            serving(folder, people=(own[1], (paths[0],)), **options) as other,
        ):
            yield one, other


def from_address(address: str) -> dict[str, Any]:
    """Options of a socket that comes from that address, through a proxy."""
    return {"additional_headers": {"X-Forwarded-For": address}}


async def ending(guest: Guest) -> tuple[str, str]:
    """Code and reason of the goodbye, after which the connection is closed for good."""
    goodbye = (await guest.end())[-1]
    assert (goodbye["type"], goodbye["again_after"]) == ("goodbye", None)
    return goodbye["code"], goodbye["reason"]


async def test_an_operator_sees_tables_people_and_addresses_of_all_workers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A spectator has an address too; somebody who is gone has none."""
    async with two_workers(tmp_path) as (one, other):
        operator = Operator(one, tmp_path, capsys)
        host = await one.open(title="Friday")
        tokens = [(await host.sit(name))[1] for name in ("Ada", "Bo")]
        ada = await one.socket(host.table, tokens[0], **from_address("192.0.2.1"))
        bo = await other.socket(host.table, tokens[1], **from_address("192.0.2.2"))
        watcher = await other.socket(host.table, **from_address("2001:db8::3"))
        for guest in (ada, bo, watcher):
            await guest.heard("welcome")
        await ada.order("say", text="hello")
        (row,) = (await operator.json("tables"))["tables"]
        assert (row["table"], row["title"], row["stage"], row["seats_taken"]) == (host.table, "Friday", "open", 2)
        assert row["opener"] == "127.0.0.1"
        assert {(each["seat"], each["name"], each["address"]) for each in row["connected"]} == {
            (0, "Ada", "192.0.2.1"),
            (1, "Bo", "192.0.2.2"),
            (None, None, "2001:db8::3"),
        }
        await bo.cut()
        while (shown := await operator.json("show", host.table))["seats"][1]["addresses"]:
            await asyncio.sleep(0.01)
        assert [seat["addresses"] for seat in shown["seats"]] == [["192.0.2.1"], []]
        assert (shown["others"], shown["is_locked"], shown["silent_workers"]) == (["2001:db8::3"], False, 0)
        assert [message["text"] for message in shown["chat"]] == ["hello"]
        assert "192.0.2.1" in (printed := await operator.type("tables"))
        assert "other machines" not in printed
        assert "Ada: hello" in " ".join((await operator.type("show", host.table)).split())


async def test_an_operator_reads_that_people_at_other_machines_are_not_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two servers with one database that cannot ask each other; not after the other one has stopped."""
    async with serving(tmp_path, limits=UNLIMITED) as one:
        operator = Operator(one, tmp_path, capsys)
        host = await one.open()
        async with serving(tmp_path, limits=UNLIMITED):
            for command in (["tables"], ["show", host.table]):
                assert "connections of other machines are not shown" in await operator.type(*command)
        assert "other machines" not in await operator.type("tables")


async def test_a_closed_table_tells_its_people_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Also those who are connected to another worker. The table cannot be closed twice."""
    async with two_workers(tmp_path) as (one, other):
        operator = Operator(one, tmp_path, capsys)
        host = await one.open()
        (ada,) = await host.seated("Ada")
        watcher = await other.socket(host.table)
        await watcher.heard("welcome")
        assert "is closed" in await operator.type("close", host.table, "--reason", "insults in the chat")
        for guest in (ada, watcher):
            assert await ending(guest) == ("operator", "insults in the chat")
        assert "closed already" in await operator.type("close", host.table, "--reason", "again", code=1)
        assert [(act["act"], act["subject"]) for act in await operator.json("log")] == [("close", host.table)]


async def test_nobody_joins_a_locked_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whichever worker they ask; the table is not in the public list."""
    async with two_workers(tmp_path) as (one, other):
        operator = Operator(one, tmp_path, capsys)
        host = await one.open(settings={"listed": True})
        await operator.type("lock", host.table, "--reason", "too many strangers")
        answer = await other.http.post(f"/api/tables/{host.table}/seats", json={"name": "Cy"})
        assert (answer.status_code, answer.json()["code"]) == (409, "locked")
        assert (await other.http.get("/api/tables")).json() == []
        assert (await operator.json("show", host.table))["is_locked"]
        assert "locked already" in await operator.type("lock", host.table, "--reason", "again", code=1)
        await operator.type("unlock", host.table, "--reason", "calm again")
        await host.sit("Cy")
        assert len((await other.http.get("/api/tables")).json()) == 1


async def test_a_deleted_table_is_gone_everywhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its people see why, and its link leads nowhere; other tables are not concerned."""
    async with two_workers(tmp_path) as (one, other):
        operator = Operator(one, tmp_path, capsys)
        host, kept = await one.open(), await one.open()
        (ada,) = await host.seated("Ada")
        watcher, calm = [await other.socket(table) for table in (host.table, kept.table)]
        for guest in (watcher, calm):
            await guest.heard("welcome")
        await operator.type("delete", host.table, "--reason", "illegal content", "--yes")
        for guest in (ada, watcher):
            assert await ending(guest) == ("deleted", "illegal content")
        for served in (one, other):
            assert (await served.http.get(f"/api/tables/{host.table}")).status_code == 404
        await calm.send(type="ping", n=1)
        assert (await calm.heard("pong"))["n"] == 1
        assert host.table in await operator.type("show", host.table, code=1)
        assert (await operator.json("log"))[0]["reason"] == "illegal content"


async def test_a_ban_holds_in_all_workers_and_after_a_restart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It ends open connections, and refuses requests and sockets. Other addresses are served."""
    banned, calm = ({"X-Forwarded-For": address} for address in ("192.0.2.7", "192.0.2.8"))
    async with two_workers(tmp_path) as (one, other):
        operator = Operator(one, tmp_path, capsys)
        host = await one.open()
        guests = [await served.socket(host.table, **from_address("192.0.2.7")) for served in (one, other)]
        for guest in guests:
            await guest.heard("welcome")
        assert "192.0.2.7/32" in await operator.type("ban", "192.0.2.7", "--for", "2h", "--reason", "spam")
        for guest in guests:
            assert await ending(guest) == ("banned", "spam")
    async with two_workers(tmp_path) as (one, other):
        operator = Operator(other, tmp_path, capsys)
        for served in (one, other):
            answer = await served.http.get("/api/tables", headers=banned)
            assert (answer.status_code, answer.json()["code"], answer.json()["reason"]) == (403, "banned", "spam")
            assert (await served.http.get("/api/tables", headers=calm)).status_code == 200
            assert await ending(await served.socket(host.table, **from_address("192.0.2.7"))) == ("banned", "spam")
        (ban,) = await operator.json("bans")
        assert ban["until"] - ban["at"] == 2 * 3600 * 1000
        await operator.type("unban", "192.0.2.7", "--reason", "said sorry")
        for served in (one, other):
            while (await served.http.get("/api/tables", headers=banned)).status_code != 200:
                await asyncio.sleep(0.01)
        acts = await operator.json("log")
        assert [act["act"] for act in acts] == ["unban", "ban"]
        assert "192.0.2.7" not in json.dumps(acts)
        assert "is not banned" in await operator.type("unban", "192.0.2.7", "--reason", "again", code=1)


async def test_reports_wait_for_an_operator(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """They show what was said; a handled one is shown on request only."""
    async with serving(tmp_path, limits=UNLIMITED) as served:
        operator = Operator(served, tmp_path, capsys)
        host = await served.open()
        ada, bo = await host.seated("Ada", "Bo")
        sequence = (await bo.order("say", text="you fool"))["sequence"]
        answer = await served.http.post(
            f"/api/tables/{host.table}/reports",
            json={"message": sequence, "reason": "insult", "note": "again"},
            headers={"Authorization": f"Bearer {ada.token}"},
        )
        assert answer.status_code == 204
        shown = await operator.type("reports")
        assert all(word in shown for word in ("report 1", host.table, "insult", "Bo", "Ada", "again", "you fool"))
        assert (await operator.json("show", host.table))["open_reports"] == [1]
        await operator.type("handle", "1", "--reason", "muted")
        assert await operator.json("reports") == []
        (report,) = await operator.json("reports", "--handled")
        assert report["handled_at"] is not None
        assert "no report 1" in await operator.type("handle", "1", "--reason", "again", code=1)


async def test_metrics_and_administration_are_on_the_private_address_only(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Metrics are open there; everything else needs the key file. A page in a browser can do nothing."""
    async with serving(tmp_path) as served, httpx.AsyncClient(base_url=served.admin_url) as private:
        assert "covergames_connections" in (await private.get("/metrics")).text
        for path in ("/metrics", "/api/metrics", "/admin/tables"):
            assert "covergames_connections" not in (await served.http.get(path)).text
            assert (await served.http.post(path, json={})).status_code in (404, 405)
        token = served.server.application.registry.store.admin_token
        right = {"Authorization": f"Bearer {token}"}
        for path in ("tables", "bans", "reports", "log", "tables/friday"):
            for headers in ({}, {"Authorization": "Bearer \xe9"}, {**right, "Origin": served.admin_url}):
                sent = httpx.Headers(headers, encoding="latin-1")
                assert (await private.get(f"/admin/{path}", headers=sent)).status_code == 401
        assert (await private.get("/admin/log", headers=right)).json() == []
        other = tmp_path / "other"
        other.mkdir()
        async with serving(other):
            stranger = Operator(served, other, capsys)
            assert "has another key" in await stranger.type("tables", code=1)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("show", "nowhere"), "nowhere"),
        (("show", "../bans"), "Not Found"),
        (("ban", "Ada", "--reason", "spam"), "'Ada' is not an address"),
        (("ban", "0.0.0.0/0", "--reason", "spam"), "too wide"),
        (("ban", "192.0.2.7", "--reason", " "), "the reason is empty"),
        (("lock", "nowhere", "--reason", "spam"), "nowhere"),
        (("delete", "nowhere", "--yes", "--reason", "spam"), "nowhere"),
    ],
)
async def test_a_refused_act_is_one_sentence_and_not_logged(
    words: tuple[str, ...], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It names what is wrong."""
    async with serving(tmp_path) as served:
        operator = Operator(served, tmp_path, capsys)
        shown = await operator.type(*words, code=1)
        assert said in shown
        assert len(shown.splitlines()) == 1
        assert await operator.json("log") == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("ban", "192.0.2.7", "--reason", "spam", "--for", "soon"), "'soon' is not a duration"),
        (("delete", "friday", "--reason", "spam"), "--yes"),
        (("close", "friday"), "--reason"),
        (("tables", "--address", "nowhere"), "'nowhere' is not an address"),
        (("tables", "--key-file", "nowhere.key"), "nowhere.key"),
    ],
)
def test_a_wrong_command_line_is_one_sentence(
    words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without a server."""
    assert run(["admin", *words]) == 2
    shown = capsys.readouterr().err
    assert said in shown
    assert len(shown.splitlines()) == 1


def test_a_server_that_does_not_run_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With what to do."""
    key = tmp_path / "server.key"
    key.write_text(f"covergames-key/1 {'ab' * 32}\n", "ascii")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    assert run(["admin", "bans", "--address", f"127.0.0.1:{port}", "--key-file", str(key)]) == 1
    assert "is the server running with serve --admin?" in capsys.readouterr().err
