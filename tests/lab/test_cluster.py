"""The same games on a Dask cluster that loses a worker."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from covergames import cli
from covergames.lab import Setup, StoredRun, portions, read_run, simulate
from covergames.lab.cluster import NoCluster, cluster

if TYPE_CHECKING:
    from distributed import Client

SETUP: Final = Setup("cover-me", 3, ("random",), seed=1, options={"length": "shorter"})
TIMEOUT_SECONDS: Final = 60.0


def started(*arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )


@pytest.fixture
def workers(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """Start a real scheduler with two real workers; yield its address and their processes."""
    from distributed import Client

    file = tmp_path / "scheduler.json"
    at_home = ("--scheduler-file", str(file), "--host", "127.0.0.1", "--no-dashboard")
    processes = [started("distributed.cli.dask_scheduler", *at_home, "--port", "0")]
    worker = ("distributed.cli.dask_worker", "--scheduler-file", str(file), "--host", "127.0.0.1", "--no-dashboard")
    folder = ("--local-directory", str(tmp_path), "--nthreads", "1", "--no-nanny")
    try:
        processes += [started(*worker, *folder, "--name", name) for name in ("one", "two")]
        with Client(scheduler_file=str(file), timeout=TIMEOUT_SECONDS, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=TIMEOUT_SECONDS)
            address = client.scheduler.address
        yield address, processes
    finally:
        for process in processes:
            process.kill()
            process.wait()


def workers_of(client: Client) -> dict[str, Any]:
    """Return the workers by address."""
    found: dict[str, Any] = client.scheduler_info(n_workers=-1)["workers"]
    return found


@pytest.mark.prove
@pytest.mark.slow
@pytest.mark.filterwarnings("default")  # Dask warns
def test_a_lost_worker_costs_nothing(workers: tuple[str, list[subprocess.Popen[bytes]]], tmp_path: Path) -> None:
    """The other worker plays the lost portions again: all games, each once."""
    from distributed import Client

    address, (_, victim, _) = workers
    games = 150
    with (
        StoredRun(tmp_path / "run", SETUP) as run,
        Client(address, set_as_default=False) as onlooker,
        cluster(address) as engine,
    ):
        assert engine.width() == 2
        (victims_address,) = (at for at, info in workers_of(onlooker).items() if info["name"] == "one")
        is_lost = False
        for _, portion in portions(engine, [(SETUP, range(games))]):
            run.add(portion)  # refuses to count twice
            if not is_lost and run.games >= 10 and onlooker.processing()[victims_address]:
                os.kill(victim.pid, signal.SIGKILL)
                victim.wait()
                is_lost = True
        deadline = time.monotonic() + TIMEOUT_SECONDS
        while engine.width() != 1:
            assert time.monotonic() < deadline
    assert is_lost, "it had work in hand at some moment"
    kept = read_run(tmp_path / "run")
    assert [outcome.number for outcome in kept.outcomes] == list(range(games))
    assert kept.outcomes[:40] == list(simulate(SETUP, 40))


@pytest.mark.slow
@pytest.mark.filterwarnings("default")  # Dask warns
def test_the_command_plays_on_a_cluster(
    workers: tuple[str, list[subprocess.Popen[bytes]]], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The figures are those of a local run, and the records are written here."""
    games = ("simulate", "cover-me", "--players", "3", "--option", "length=shorter", "--games", "6", "--json")
    folders = [tmp_path / "there", tmp_path / "here"]
    shown = []
    for place, folder in zip((("--cluster", workers[0]), ("--processes", "1")), folders, strict=True):
        assert cli.run([*games, *place, "--records", str(folder)]) == 0
        shown.append({**json.loads(capsys.readouterr().out), "seconds": 0, "games_per_second": 0})
    assert shown[0] == shown[1]
    there, here = ({path.name: path.read_bytes() for path in folder.iterdir()} for folder in folders)
    assert there == here


@pytest.mark.slow
@pytest.mark.filterwarnings("default")  # Dask warns
def test_a_lost_scheduler_is_named(workers: tuple[str, list[subprocess.Popen[bytes]]]) -> None:
    """The games played before are stored; no caller waits for ever."""
    address, (scheduler, *_) = workers
    played = []

    def play_and_lose() -> None:
        with cluster(address) as engine:
            for _, portion in portions(engine, [(SETUP, range(10_000))]):
                played.extend([outcome.number for outcome in portion.outcomes])
                scheduler.kill()

    with pytest.raises(NoCluster, match=f"^the Dask scheduler at {address} no longer answers"):
        play_and_lose()
    assert played


@pytest.mark.slow
@pytest.mark.filterwarnings("default")  # Dask warns
def test_a_scheduler_lost_while_counting_workers_is_named(
    workers: tuple[str, list[subprocess.Popen[bytes]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether Dask knows that the connection is closed, or waits for an answer."""
    monkeypatch.setattr("covergames.lab.cluster.SCHEDULER_TIMEOUT_SECONDS", 2)
    address, (scheduler, *_) = workers

    def lose_and_count() -> None:
        with cluster(address) as engine:
            scheduler.kill()
            scheduler.wait()
            engine.width()

    with pytest.raises(NoCluster, match=f"^the Dask scheduler at {address} no longer answers"):
        lose_and_count()


def test_a_scheduler_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error comes within seconds, and has the address."""
    monkeypatch.setattr("covergames.lab.cluster.SCHEDULER_TIMEOUT_SECONDS", 0.3)
    with (
        pytest.raises(NoCluster, match=r"^no Dask scheduler answers at tcp://127\.0\.0\.1:1: "),
        cluster("tcp://127.0.0.1:1"),
    ):
        pass
