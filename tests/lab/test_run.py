"""A run in a folder can stop at any moment and continue later, and counts no game twice."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from covergames.lab import Run, RunError, Setup, StoredRun, UnplayableSetup, read_run, read_runs
from covergames.lab.run import OUTCOMES, SETUP, save_records
from covergames.lab.work import play_portion

TINY = Setup("cover-me", 3, ("random",), seed=1, options={"same_value": "G", "years": 1})
A, B = play_portion(TINY, [0, 1]), play_portion(TINY, [4], with_records=True)


def store_a_run(folder: Path) -> None:
    with StoredRun(folder, TINY) as run:
        run.add(A)
        run.add(B)


def test_a_stored_run_can_be_read(tmp_path: Path) -> None:
    """The setup, every outcome and the tallies are the same, and the run knows its missing games."""
    store_a_run(tmp_path / "some" / "run")
    run = read_run(tmp_path / "some" / "run")
    assert run.setup == TINY
    assert run.outcomes == [*A.outcomes, *B.outcomes]
    assert run.tallies == {name: A.tallies.get(name, 0) + B.tallies.get(name, 0) for name in {**A.tallies, **B.tallies}}
    with StoredRun(tmp_path / "some" / "run", TINY) as again:
        assert again.missing(7) == [2, 3, 5, 6]
        assert again.missing(2) == []
        again.add(play_portion(TINY, again.missing(7)))
    assert [outcome.number for outcome in read_run(tmp_path / "some" / "run").outcomes] == list(range(7))


@pytest.mark.parametrize("cut", [1, 2, 50])
def test_an_incomplete_line_does_not_count(tmp_path: Path, cut: int) -> None:
    """A process that is killed while writing loses only that portion, which is played again."""
    store_a_run(tmp_path)
    path = tmp_path / OUTCOMES
    path.write_bytes(path.read_bytes()[:-cut])
    assert read_run(tmp_path).outcomes == list(A.outcomes)
    with StoredRun(tmp_path, TINY) as run:
        assert run.missing(5) == [2, 3, 4]
        run.add(B)
    assert read_run(tmp_path).outcomes == [*A.outcomes, *B.outcomes]


def test_no_game_counts_twice(tmp_path: Path) -> None:
    """Neither when it is added nor when it is read."""
    store_a_run(tmp_path)
    with StoredRun(tmp_path, TINY) as run, pytest.raises(RunError, match=r"^game 4 would count twice$"):
        run.add(B)
    assert read_run(tmp_path).games == 3
    path = tmp_path / OUTCOMES
    path.write_bytes(path.read_bytes() + path.read_bytes())
    with pytest.raises(RunError, match="game 0 would count twice"):
        read_run(tmp_path)
    with pytest.raises(RunError, match="game 0 would count twice"):
        Run(TINY).add(replace(A, outcomes=A.outcomes[:1] * 2))


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        (replace(TINY, seed=2), "its seed is 1, not 2"),
        (replace(TINY, bots=("trend",)), r'its bots is \["random"\], not \["trend"\]'),
        (replace(TINY, options={}), r'its options is \{"same_value":"G","years":1\}, not \{\}'),
    ],
)
def test_two_runs_are_not_mixed(tmp_path: Path, other: Setup, reason: str) -> None:
    """A folder belongs to one setup, and the error names it."""
    store_a_run(tmp_path)
    before = (tmp_path / OUTCOMES).read_bytes()
    with pytest.raises(RunError, match=f"contains another run: {reason}; choose another folder"):
        StoredRun(tmp_path, other)
    assert (tmp_path / OUTCOMES).read_bytes() == before


def test_only_one_process_writes_to_a_folder(tmp_path: Path) -> None:
    """Otherwise each would play the games of the other."""
    with StoredRun(tmp_path, TINY), pytest.raises(RunError, match="another process is writing there"):
        StoredRun(tmp_path, TINY)
    StoredRun(tmp_path, TINY).close()


def test_damage_is_named(tmp_path: Path) -> None:
    """The error has file and line; games before it do not count either."""
    store_a_run(tmp_path)
    path = tmp_path / OUTCOMES
    path.write_bytes(path.read_bytes().replace(b'"decisions"', b'"decision"', 3))
    with pytest.raises(RunError, match=r"outcomes\.jsonl, line 1: "):
        read_run(tmp_path)
    (tmp_path / SETUP).write_text("{}")
    with pytest.raises(RunError, match=r"setup\.json: "):
        read_run(tmp_path)


def test_runs_are_found_in_a_folder_and_below(tmp_path: Path) -> None:
    """Each is named after its folder; a run without games is left out."""
    store_a_run(tmp_path / "b" / "deep")
    store_a_run(tmp_path / "a")
    StoredRun(tmp_path / "empty", TINY).close()
    assert [run.name for run in read_runs(tmp_path)] == ["a", "b/deep"]
    assert [run.name for run in read_runs(tmp_path / "a")] == ["a"]
    with pytest.raises(RunError, match="contains no run"):
        read_runs(tmp_path / "empty")
    with pytest.raises(RunError, match="is not a folder"):
        read_runs(tmp_path / "nowhere")


def test_records_are_files(tmp_path: Path) -> None:
    """One file for each game, in a folder that is created if necessary; no temporary file remains."""
    save_records(B, tmp_path / "records")
    assert {path.name: path.read_bytes() for path in (tmp_path / "records").iterdir()} == B.records
    assert list(B.records) == ["cover-me-1-000004.json"]


def test_a_run_can_be_read_without_its_bots(tmp_path: Path) -> None:
    """A bot's file may no longer exist; only continuing needs it."""
    store_a_run(tmp_path)
    path = tmp_path / SETUP
    path.write_text(path.read_text().replace('"random"', '"gone.py:Bot"'))
    assert read_run(tmp_path).setup.bots == ("gone.py:Bot",)
    with pytest.raises(UnplayableSetup, match=r"bot file 'gone\.py' does not exist"):
        replace(read_run(tmp_path).setup, seed=1)
