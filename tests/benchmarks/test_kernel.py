"""`benchmarks.kernel` with peers that take no time."""

from __future__ import annotations

import json

import pytest

from benchmarks import kernel


def idle() -> kernel.Batch:
    return lambda _seed: (10, 500.0)


def missing() -> kernel.Batch:
    raise ModuleNotFoundError("No module named 'pyspiel'", name="pyspiel")


@pytest.fixture
def _peers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "hearts", idle)
    monkeypatch.setattr(kernel, "goofspiel", idle)
    monkeypatch.setattr(kernel, "measure_on_all", lambda cores, **_: kernel.Speed("all", cores, 2, 400, 300, 500))
    monkeypatch.setattr(kernel, "cover_me", lambda _seed: (10, 2350))


@pytest.mark.slow
@pytest.mark.usefixtures("_peers")
def test_json_has_every_contestant(capsys: pytest.CaptureFixture[str]) -> None:
    """Our kernel on one core and on all, and the peers, with median, lowest and highest; and the memory on request."""
    assert kernel.main(["--seconds", "0.001", "--rounds", "3", "--json", "--games", "20"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert [speed["name"] for speed in printed["speeds"]] == [
        "Cover Me kernel",
        "all",
        "OpenSpiel hearts",
        "OpenSpiel goofspiel",
    ]
    for speed in printed["speeds"]:
        assert speed["lowest"] <= speed["decisions_per_second"] <= speed["highest"]
    assert [cost["name"] for cost in printed["lab"]] == ["kernel-random", "kernel-trend", "kernel-plan"]
    assert printed["memory"]["games"] == 20


@pytest.mark.slow
@pytest.mark.usefixtures("_peers")
def test_the_table_has_every_contestant(capsys: pytest.CaptureFixture[str]) -> None:
    """One row each."""
    assert kernel.main(["--seconds", "0.001", "--rounds", "1"]) == 0
    printed = capsys.readouterr().out
    assert all(name in printed for name in ("Cover Me kernel", "OpenSpiel hearts", "OpenSpiel goofspiel"))


def test_a_missing_peer_is_an_error_not_a_gap(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is measured, and the message says what to do."""
    monkeypatch.setattr(kernel, "hearts", missing)
    assert kernel.main([]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err == "pyspiel is not installed: run `make bench`, which installs every peer\n"
