"""What ``covergames doctor`` finds, with real databases, servers and a real proxy in between."""

from __future__ import annotations

import asyncio
import os
import re
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from sqlalchemy import text as sql

from covergames.commands.doctor import data_of, line_of
from covergames.server.checkup import Finding, Status, check_machine, check_services, check_web, machine
from covergames.server.checkup.http import HttpAnswer
from covergames.server.checkup.web import FORGED, _check_answer, _check_forged
from covergames.server.configuration import Configuration
from covergames.server.store import open_store
from covergames.server.store.address import database
from covergames.text import LANGUAGES, catalog
from covergames.wire.http import ConnectionSeen
from tests.live.nats import Nats
from tests.server.kit import serving

pytestmark = pytest.mark.anyio

SITE: Final = "https://games.example"
OWN: Final = "198.51.100.7"
"""The address from which the requests of these tests seem to come."""


async def services(configuration: Configuration, key: Path) -> dict[str, Finding]:
    """Return the findings about the database, the key and the bus, by check."""
    return {finding.check: finding async for finding in check_services(configuration, key)}


def verdict(finding: Finding) -> tuple[Status, str, str | None]:
    """Return what decides: the status, what was seen, and the advice."""
    return finding.status, finding.seen, finding.advice


async def test_a_new_server_has_nothing_to_mend(tmp_path: Path) -> None:
    """Neither database nor key exist, and the check makes neither."""
    found = await services(Configuration(database=f"sqlite:///{tmp_path / 'new' / 't.sqlite3'}"), tmp_path / "t.key")
    assert {check: finding.status for check, finding in found.items()} == dict.fromkeys(found, Status.OK)
    assert (found["database"].seen, found["key-file"].seen) == ("database-new", "key-new")
    assert list(tmp_path.iterdir()) == []


async def test_the_database_and_its_key(address: str, tmp_path: Path) -> None:
    """In order; then the key is open to others, wrong, missing; nothing stays of the measured commits."""
    key = tmp_path / "server.key"
    store = await open_store(address, key)
    configuration = Configuration(database=address)
    found = await services(configuration, key)
    assert (found["database"].seen, found["key-file"].seen) == ("database", "key")
    assert found["database"].status is not Status.PROBLEM
    assert float(str(found["database"].values["milliseconds"])) > 0
    assert await store.workers(now=-1) == frozenset()
    await store.close()
    if address.startswith("postgresql"):
        assert verdict(found["clock"]) == (Status.OK, "clock", None)
    key.chmod(0o644)
    assert verdict((await services(configuration, key))["key-file"]) == (Status.WARNING, "key-open", "key-open")
    key.write_text(f"covergames-key/1 {os.urandom(32).hex()}\n")
    assert verdict((await services(configuration, key))["key-file"]) == (Status.PROBLEM, "reason", "key")
    key.unlink()
    assert verdict((await services(configuration, key))["key-file"]) == (Status.PROBLEM, "key-missing", "key")


@pytest.fixture
def address(tmp_path: Path) -> str:
    """The URL of a new SQLite database."""
    return f"sqlite:///{tmp_path / 'tables.sqlite3'}"


@pytest.mark.slow
async def test_a_postgresql_database_has_a_clock(postgres: Any, tmp_path: Path) -> None:
    """It is compared with that of this machine."""
    await test_the_database_and_its_key(postgres.empty_database(), tmp_path)


async def test_a_database_of_a_newer_version_is_a_problem(address: str, tmp_path: Path) -> None:
    """The advice is to update."""
    await (await open_store(address, tmp_path / "server.key")).close()
    opened = database(address)
    await opened.prepare(lambda connection: connection.execute(sql("UPDATE alembic_version SET version_num = '0999'")))
    await opened.close()
    found = await services(Configuration(database=address), tmp_path / "server.key")
    assert verdict(found["database"]) == (Status.PROBLEM, "reason", "update")


async def test_what_does_not_answer_is_a_problem(tmp_path: Path) -> None:
    """A database, and a bus; several workers without a bus get a warning."""
    configuration = Configuration(database="postgresql://ada:geheim@127.0.0.1:1/tables", bus="nats://127.0.0.1:1")
    found = await services(configuration, tmp_path / "server.key")
    assert verdict(found["database"]) == (Status.PROBLEM, "reason", "database")
    assert verdict(found["bus"]) == (Status.PROBLEM, "reason", "bus")
    assert not [finding for finding in found.values() if "geheim" in str(data_of(finding, "en"))]
    found = await services(replace(configuration, bus=None), tmp_path / "server.key")
    assert verdict(found["bus"]) == (Status.WARNING, "bus-missing", "bus-missing")


@pytest.mark.slow
async def test_a_bus_that_answers(nats: Nats, address: str, tmp_path: Path) -> None:
    """It is asked, and answers."""
    found = await services(Configuration(database=address, bus=nats.address), tmp_path / "server.key")
    assert verdict(found["bus"]) == (Status.OK, "bus", None)


def on_machine(configuration: Configuration) -> dict[str, Finding]:
    """Return the findings about the machine, by check."""
    return {finding.check: finding for finding in check_machine(configuration)}


def test_a_port_of_another_program_is_a_problem(address: str) -> None:
    """A free one is not."""
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        taken.settimeout(0.1)
        port = taken.getsockname()[1]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("covergames.server.checkup.http.TIMEOUT_SECONDS", 0.1)
            found = on_machine(Configuration(database=address, port=port))
    assert verdict(found["port"]) == (Status.PROBLEM, "port-taken", "port")
    assert on_machine(Configuration(database=address, port=0))["port"].seen == "port-free"


@pytest.mark.slow
async def test_a_port_of_a_running_server_is_in_order(tmp_path: Path) -> None:
    """The public one, and that of the operator."""
    async with serving(tmp_path) as served:
        ports = [int(url.rpartition(":")[2]) for url in (served.url, served.admin_url)]
        configuration = Configuration(database="postgresql://h/t", port=ports[0], admin=("127.0.0.1", ports[1]))
        found = await asyncio.to_thread(on_machine, configuration)
    assert [found[check].seen for check in ("port", "admin")] == ["port-ours", "port-ours"]


def test_the_disk_the_files_and_the_package(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Little space, few open files, no browser client, interpreted code."""
    found = on_machine(Configuration(database=address, port=0))
    assert found["disk"].status is not Status.PROBLEM
    monkeypatch.setattr(machine, "NO_SPACE_BYTES", 10**18)
    monkeypatch.setattr(machine, "FEW_OPEN_FILES", 10**9)
    monkeypatch.setattr("covergames.server.pages.FOLDER", tmp_path)
    monkeypatch.setattr("covergames.kernel.IS_COMPILED", False)
    found = on_machine(Configuration(database=address, port=0))
    assert verdict(found["disk"]) == (Status.PROBLEM, "disk", "disk")
    if found["open-files"].seen == "open-files":  # a system may set no limit at all
        assert found["open-files"].status is Status.WARNING
    assert verdict(found["client"]) == (Status.PROBLEM, "client-missing", "client")
    assert verdict(found["compiled"]) == (Status.WARNING, "interpreted", "interpreted")


@pytest.mark.parametrize(("answer", "seen"), [("yes", "ntp"), ("no", "ntp-off"), ("", "ntp-unknown")])
def test_ntp_as_systemd_says(answer: str, seen: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And without systemd it is unknown."""
    program = tmp_path / "timedatectl"
    program.write_text(f"#!/bin/sh\necho {answer}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    assert machine._check_ntp().seen == seen
    monkeypatch.setenv("PATH", "/nowhere")
    assert machine._check_ntp().seen == "ntp-unknown"


def answered(address: str, scheme: str, forwarded_for: str | None, *, own: str = OWN, status: int = 200) -> HttpAnswer:
    """Return the answer of a server that saw this."""
    seen = ConnectionSeen(address=address, scheme=scheme, forwarded_for=forwarded_for)
    return HttpAnswer(status, msgspec.json.encode(seen), own)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (answered(OWN, "https", OWN), None),
        (answered("10.0.0.2", "http", None), (Status.PROBLEM, "proxy-no-header", "proxy-no-header")),
        (answered("10.0.0.2", "http", OWN), (Status.PROBLEM, "proxy-untrusted", "proxy-untrusted")),
        (answered(OWN, "http", OWN), (Status.PROBLEM, "proxy-scheme", "proxy-scheme")),
        (answered("10.0.0.2", "https", "10.0.0.2"), (Status.PROBLEM, "proxy-address", "proxy-no-header")),
        (answered("203.0.113.5", "https", "203.0.113.5"), (Status.WARNING, "proxy-address", "proxy-address")),
        (answered(OWN, "https", OWN, status=421), (Status.PROBLEM, "proxy-host", "proxy-host")),
        (answered(OWN, "https", OWN, status=502), (Status.PROBLEM, "proxy-status", "proxy-unreachable")),
        (HttpAnswer(200, b"<html>", OWN), (Status.PROBLEM, "proxy-status", "proxy-unreachable")),
    ],
)
def test_what_the_server_saw_is_compared_with_what_was_sent(answer: HttpAnswer, expected: object) -> None:
    """The proxy 10.0.0.2 is trusted."""
    finding = _check_answer(Configuration(database="", proxies=("10.0.0.2",)), SITE, answer)
    assert (finding and verdict(finding)) == expected


def test_a_forged_address_that_the_server_believes_is_a_problem() -> None:
    """Unless this machine is a trusted proxy itself, whose word counts."""
    answer = answered(OWN, "https", OWN)
    believed, ignored = answered(FORGED, "https", FORGED), answered(OWN, "https", f"{FORGED}, {OWN}")
    others, itself = (Configuration(database="", proxies=(proxy,)) for proxy in ("10.0.0.2", OWN))
    assert _check_forged(others, SITE, answer, believed).seen == "proxy-forged"
    assert _check_forged(others, SITE, answer, ignored).seen == "proxy"
    assert _check_forged(itself, SITE, answer, believed).seen == "proxy-here"


@asynccontextmanager
async def proxied(url: str, header: Callable[[str], str]) -> AsyncIterator[str]:
    """Run a reverse proxy that adds a header line to each request; it is given the visitor's address."""
    port = int(url.rpartition(":")[2])

    async def copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            writer.write(data)
        writer.close()

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        request = await reader.readline()
        there, here = await asyncio.open_connection("127.0.0.1", port)
        here.write(request + header(writer.get_extra_info("peername")[0]).encode())
        await asyncio.gather(copy(reader, here), copy(there, writer), return_exceptions=True)

    server = await asyncio.start_server(handle, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("proxies", "header", "expected"),
    [
        ((), lambda _address: "", "proxy"),
        (("127.0.0.1",), lambda address: f"X-Forwarded-For: {address}\r\n", "proxy-here"),
        (("127.0.0.1",), lambda _address: "", "proxy-here"),
        ((), lambda _address: "X-Forwarded-For: 203.0.113.5\r\n", "proxy-untrusted"),
    ],
)
async def test_a_server_is_asked_through_a_proxy(
    proxies: tuple[str, ...], header: Callable[[str], str], expected: str, tmp_path: Path
) -> None:
    """The server says what it saw, and a WebSocket passes."""
    async with serving(tmp_path, proxies=proxies) as served, proxied(served.url, header) as url:
        configuration = Configuration(database="", proxies=proxies)
        found = [finding async for finding in check_web(configuration, url)]
    assert [(finding.check, finding.seen) for finding in found] == [("proxy", expected), ("socket", "socket")]


async def test_without_an_address_nobody_is_asked_and_a_wrong_one_is_a_problem() -> None:
    """The first origin is asked."""
    found = [finding async for finding in check_web(Configuration(database=""), None)]
    assert [verdict(finding) for finding in found] == [(Status.OK, "proxy-not-asked", None)]
    nobody = Configuration(database="", origins=("http://127.0.0.1:1",))
    found = [finding async for finding in check_web(nobody, None)]
    assert [verdict(finding) for finding in found] == [(Status.PROBLEM, "reason", "proxy-unreachable")]


def test_every_finding_has_its_texts_and_every_text_its_finding() -> None:
    """In the sources, the keys of findings are the last parts of the keys in the catalogs."""
    folder = Path(machine.__file__).parent
    source = "".join(path.read_text("utf-8") for path in folder.glob("*.py"))
    words = set(re.findall(r'"([a-z][a-z-]*)"', source))
    keys = {key.rpartition(".")[2] for key in catalog("en") if key.startswith(("doctor.seen.", "doctor.do."))}
    assert keys <= words


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_finding_is_one_line_in_every_language(language: str) -> None:
    """Whatever the value contains."""
    finding = Finding("bus", Status.PROBLEM, "reason", "bus", {"reason": "odd\nok database: all is well\x1b[2J"})
    assert line_of(finding, language).isprintable()
