"""Analyses over HTTP: only after the game, computed once, kept with the game, and limited for each address."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from covergames.analysis import NotAnalysable, analyse, encode, version_of
from covergames.record import read
from covergames.server import analyses, worker_process
from covergames.server.analyses import Analyses
from covergames.server.calculator import RETRY_DELAY_SECONDS, CalculationFailed, Calculator, CalculatorProcess
from covergames.server.configuration import Configuration, Limits
from covergames.server.record_analyses import PATIENCE_SECONDS
from covergames.server.store import StoredAnalysis
from covergames.table import Table, record_of
from tests.browser.archive import Archive, cover_me_game, cover_up_game
from tests.server.kit import Served, serving
from tests.server.test_calculator import DrivenClock
from tests.server.test_worker_process import state as state_of
from tests.table.kit import Live

pytestmark = pytest.mark.anyio

NEVER = Limits(analysis_seconds=600, calculation_seconds=600)


def is_over(table: Table) -> bool:
    """The condition that the game is over."""
    return table.is_over


def finished_cover_me() -> Live:
    """A game of one year that is over."""
    return cover_me_game(is_over, players=2, options={"same_value": "G", "years": 1})


def finished_cover_up() -> Live:
    """A whole game of two seats."""
    return cover_up_game(is_over, players=2)


async def stored(served: Served, live: Live) -> str:
    """Store the table at this server; its name."""
    return (await Archive(served.server.application.registry.store).add(live))[0].table


async def asked(served: Served, table: str, **headers: str) -> httpx.Response:
    """Ask for the analysis once."""
    return await served.http.get(f"/api/tables/{table}/analysis", headers=headers)


async def sent(served: Served, record: bytes) -> httpx.Response:
    """Send a record until its analysis is complete or refused."""
    while (answer := await served.http.post("/api/analysis", content=record)).status_code == 202:
        assert answer.json()["done"] <= answer.json()["total"]
    return answer


async def complete(served: Served, table: str) -> httpx.Response:
    """Ask until the analysis is complete; the progress never goes back."""
    before = 0
    while (answer := await asked(served, table)).status_code == 202:
        progress = answer.json()
        assert before <= progress["done"] <= progress["total"]
        before = progress["done"]
    assert answer.status_code == 200, answer.text
    return answer


def kept(served: Served) -> int:
    """How many analyses this server has computed and kept."""
    text = served.server.application.registry.metrics.render().decode()
    lines = [line for line in text.splitlines() if line.startswith('covergames_analyses_total{outcome="kept"}')]
    return int(float(lines[0].split()[-1])) if lines else 0


@pytest.fixture(autouse=True)
def same_priority(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let analyses have the priority of the test, so that it does not wait long on a busy machine."""
    monkeypatch.setattr(worker_process, "_set_idle", lambda _pid: None)


@pytest.mark.slow
@pytest.mark.parametrize("played", [finished_cover_me, finished_cover_up])
async def test_a_finished_game_is_analysed_once(tmp_path: Path, played: Callable[[], Live]) -> None:
    """Everybody gets the analysis of its record, byte for byte, also from another server with the same database."""
    live = played()
    async with serving(tmp_path, limits=NEVER) as served:
        table = await stored(served, live)
        answer = await complete(served, table)
        assert answer.headers["cache-control"] == "private, max-age=3600"
        record = (await served.http.get(f"/api/tables/{table}/record")).content
        assert answer.content == encode(analyse(read(record)))
        plain = await asked(served, table, **{"accept-encoding": "identity"})
        assert (plain.status_code, plain.content) == (200, answer.content)
        assert "content-encoding" not in plain.headers
        assert kept(served) == 1
    async with serving(tmp_path, limits=NEVER) as other:
        assert (await asked(other, table)).content == answer.content
        assert kept(other) == 0


@pytest.mark.slow
@pytest.mark.parametrize(("game", "options"), [("cover-me", {"start": 0}), ("cover-up", {})])
async def test_a_running_game_has_no_analysis(tmp_path: Path, game: str, options: dict[str, Any]) -> None:
    """Nobody gets one, neither the host, a player nor a spectator; all are refused in the same words as in the lobby."""
    async with serving(tmp_path) as served:
        host = await served.open(game, players=2, options=options)
        lobby = await asked(served, host.table)
        assert (lobby.status_code, lobby.json()["code"]) == (409, "not-now")
        ada, bo = await host.seated("Ada", "Bo")
        await bo.order("ready", ready=True, seen=1)
        await ada.order("start")
        for token in ("", host.token, ada.token, bo.token):
            playing = await asked(served, host.table, **({"authorization": f"Bearer {token}"} if token else {}))
            assert (playing.status_code, playing.content) == (409, lobby.content)
        await ada.order("close")
        closed = await asked(served, host.table)
        assert (closed.status_code, closed.json()["code"]) == (409, "not-now")
        assert (await asked(served, "nowhere")).status_code == 404
        assert await served.server.application.registry.store.analysis(host.table, version=version_of(game)) is None


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Processes that never answer, and a list of the tables that they were asked for; requests do not wait for them."""
    begun: list[str] = []

    async def run(_process: object, _function: object, table: str, *_more: object, **_keywords: object) -> bytes:
        begun.append(table)
        return await asyncio.Future()

    monkeypatch.setattr(CalculatorProcess, "run", run)
    monkeypatch.setattr(analyses, "HOLD_SECONDS", 0.01)
    return begun


@pytest.mark.slow
async def test_one_address_may_have_a_limited_number_of_analyses(tmp_path: Path, endless: list[str]) -> None:
    """One is computed at a time, some wait, and more are refused with 429; to ask again costs nothing."""
    live = finished_cover_up()
    async with serving(tmp_path, limits=Limits(analyses=2), analysis_processes=4) as served:
        tables = [await stored(served, live) for _ in range(4)]
        answers = [await asked(served, table) for table in (*tables, *tables)]
        assert [answer.status_code for answer in answers] == 2 * [202, 202, 202, 429]
        assert answers[0].json() == {"done": 0, "total": 0}
        assert int(answers[3].headers["retry-after"]) >= 1
        assert endless == tables[:1]


@pytest.mark.slow
async def test_an_analysis_that_nobody_asks_for_any_more_is_not_begun(tmp_path: Path, endless: list[str]) -> None:
    """It leaves the queue when its turn comes; one that has begun goes on."""
    live, clock = finished_cover_up(), DrivenClock()
    async with serving(tmp_path) as served:
        registry = served.server.application.registry
        tables = [await stored(served, live) for _ in range(3)]
        waiting = Analyses(registry, Configuration(database="sqlite:///only-worker.sqlite3"), clock=clock)
        loaded = {table: (await registry.session(table)).table for table in tables}

        async def ask(table: str, client: str) -> object:
            return await waiting.of_table(loaded[table], lambda: asyncio.sleep(0, []), client=client)

        for number, table in enumerate(tables):
            await ask(table, f"192.0.2.{number}")
        clock.now += PATIENCE_SECONDS + 1
        await ask(tables[2], "192.0.2.2")
        assert endless == tables[:1]
        first = waiting._jobs[tables[0]].task
        assert first is not None
        first.cancel()
        while len(endless) < 2:
            await asyncio.sleep(0.01)
        assert endless == [tables[0], tables[2]]
        await waiting.close()


@pytest.mark.slow
async def test_what_exceeds_the_limits_is_refused_and_not_tried_again_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The refusal names the limit; after a while it is tried once more."""
    tried = []
    clock = DrivenClock()

    async def run(_process: object, _function: object, table: str, *_more: object, **_keywords: object) -> bytes:
        tried.append(table)
        raise CalculationFailed("no answer within 600 s")

    monkeypatch.setattr(CalculatorProcess, "run", run)
    async with serving(tmp_path) as served:
        served.server.application.analyses._clock = clock
        table = await stored(served, finished_cover_up())
        for _ in range(2):
            refused = await asked(served, table)
            assert (refused.status_code, refused.json()["code"]) == (400, "too-long")
            assert "600 s or 256 MiB" in refused.json()["reason"]
        assert len(tried) == 1
        clock.now += RETRY_DELAY_SECONDS
        await asked(served, table)
        assert len(tried) == 2


@pytest.mark.slow
async def test_an_analysis_under_way_at_another_worker_is_not_begun_here(tmp_path: Path) -> None:
    """The progress comes from the store. If the other worker dies, this one begins."""
    async with serving(tmp_path, workers=2) as served:
        registry = served.server.application.registry
        table = await stored(served, finished_cover_up())
        version = version_of("cover-up")
        claim = StoredAnalysis(version, 3, 10, registry.clock.in_seconds(60), b"")
        await registry.store.save_analysis(table, claim)
        for _ in range(2):
            answer = await asked(served, table)
            assert (answer.status_code, answer.json()) == (202, {"done": 3, "total": 10})
        registry.clock.set(registry.clock.now() + 61_000)
        await complete(served, table)
        found = await registry.store.analysis(table, version=version)
        assert found is not None
        assert found.data
        assert await registry.store.analysis(table, version="another value function") is None


@pytest.mark.slow
async def test_a_worker_says_that_an_analysis_is_under_way(tmp_path: Path, endless: list[str]) -> None:
    """Another server with the same database answers with the progress, and does not begin."""
    async with serving(tmp_path, workers=2) as one, serving(tmp_path, workers=2) as two:
        table = await stored(one, finished_cover_up())
        store = one.server.application.registry.store
        await asked(one, table)
        while await store.analysis(table, version=version_of("cover-up")) is None:
            await asyncio.sleep(0.01)
        assert (await asked(two, table)).json() == {"done": 0, "total": 0}
        assert endless == [table]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="processes are paused on Linux only")
async def test_an_analysis_pauses_while_the_server_commits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It works on when the commit is done, and its result is kept."""
    states: list[str] = []

    @contextmanager
    def paused(calculator: Calculator) -> Iterator[None]:
        with before(calculator):
            for process in calculator._processes:
                if process._child is not None and process._turn.locked():
                    while process.pause():  # it stops soon after the signal
                        pass
                    states.append(state_of(process._child._process.pid))
            yield

    before = Calculator.paused
    monkeypatch.setattr(Calculator, "paused", paused)
    async with serving(tmp_path, limits=NEVER) as served:
        table = await stored(served, finished_cover_me())
        assert (await asked(served, table)).status_code == 202
        await served.open()
        await complete(served, table)
    assert set(states) == {"T"}


@pytest.mark.slow
async def test_a_game_without_an_analysis_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Because its module is missing, or because the operator wants no analyses."""

    def missing(game: str) -> str:
        raise NotAnalysable(f"there is no analysis of {game!r}")

    async with serving(tmp_path, analysis_processes=0) as served:
        table = await stored(served, finished_cover_up())
        refused = await asked(served, table)
        assert (refused.status_code, refused.json()["reason"]) == (409, "this server analyses no games")
    monkeypatch.setattr(analyses, "version_of", missing)
    async with serving(tmp_path) as served:
        refused = await asked(served, table)
        assert (refused.status_code, refused.json()["reason"]) == (409, "there is no analysis of 'cover-up'")


@pytest.mark.slow
async def test_a_record_from_a_file_is_analysed_and_not_stored(tmp_path: Path) -> None:
    """As that of a table; asked for again, it is not computed again; a damaged or unfinished one is refused."""
    async with serving(tmp_path) as served:
        record = record_of("game", finished_cover_up().entries)
        answer = await sent(served, record.encode())
        assert answer.status_code == 200, answer.text
        assert answer.content == encode(analyse(record))
        assert (await served.http.post("/api/analysis", content=record.encode())).content == answer.content
        assert kept(served) == 0
        unfinished = msgspec.structs.replace(record, events=record.events[:20], result=None)
        assert (await sent(served, unfinished.encode())).status_code == 409
        assert (await sent(served, b"[]")).status_code == 400


async def test_a_server_without_processes_analyses_no_records(tmp_path: Path) -> None:
    async with serving(tmp_path, analysis_processes=0) as served:
        assert (await sent(served, b"{}")).status_code == 409
