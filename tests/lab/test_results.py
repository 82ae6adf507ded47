"""Results as CSV and Parquet."""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import msgspec
import pytest
from arro3.core import Table
from arro3.io import read_parquet

from covergames.lab import MissingExtra, Run, Setup, write_results
from covergames.lab.results import UnknownFormat
from covergames.lab.work import Portion, play_portion

SETUP = Setup("cover-me", 3, ("trend", "random", "random"), 7, {"same_value": "G", "years": 1}, rotate=True)


@pytest.fixture(scope="module")
def run() -> Run:
    run = Run(SETUP)
    run.add(play_portion(SETUP, [0, 1]))
    return run


def test_there_is_a_line_for_every_seat(tmp_path: Path, run: Run) -> None:
    """It has everything that identifies the game, and its result."""
    path = tmp_path / "new" / "results.csv"
    write_results(path, [run])
    with path.open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    assert len(lines) == 6
    for number, line in enumerate(lines):
        outcome, seat = run.outcomes[number // 3], number % 3
        assert (line["number"], line["seat"], line["bot"]) == (str(outcome.number), str(seat), outcome.bots[seat])
        assert (line["score"], line["place"]) == (str(outcome.scores[seat]), str(outcome.places[seat]))
        assert float(line["win"]) == outcome.wins()[seat]
        assert (line["game"], line["options"], line["seed"]) == ("cover-me", "same_value=G years=1", "7")
        assert int(line["start"]) == outcome.start
        assert int(line["three_trends_of"]) == outcome.frequencies["three trends"][1] == 12
    assert [path.name for path in path.parent.iterdir()] == ["results.csv"]


def test_a_measured_luck_is_taken_off_in_a_column(tmp_path: Path, run: Run) -> None:
    """It is in both formats, and only if it was measured."""
    lucky = Run(SETUP)
    games = [msgspec.structs.replace(outcome, luck=(0.25, 0.0, -0.25)) for outcome in run.outcomes]
    lucky.add(Portion(tuple(games), {}, 1.0, {}))
    write_results(tmp_path / "r.parquet", [lucky, run])
    write_results(tmp_path / "plain.parquet", [run])
    table: Table = read_parquet(tmp_path / "r.parquet").read_all()
    shares = [share for outcome in games for share in outcome.corrected_wins()]
    assert table["win_without_luck"].to_pylist() == [*shares, *[None] * 6]
    assert "win_without_luck" not in read_parquet(tmp_path / "plain.parquet").read_all().column_names


def test_parquet_has_the_same_lines(tmp_path: Path, run: Run) -> None:
    """Each column is equal."""
    write_results(tmp_path / "r.parquet", [run])
    write_results(tmp_path / "r.csv", [run])
    table: Table = read_parquet(tmp_path / "r.parquet").read_all()
    with (tmp_path / "r.csv").open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    assert table.column_names == list(lines[0])
    for name in table.column_names:
        assert [str(value) for value in table[name].to_pylist()] == [line[name] for line in lines], name


def test_the_file_name_determines_the_format(tmp_path: Path, run: Run) -> None:
    """Other endings are refused."""
    with pytest.raises(UnknownFormat, match=r"results\.xls' does not end in \.csv or \.parquet$"):
        write_results(tmp_path / "results.xls", [run])


def test_without_the_extra_the_fix_is_named(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """CSV needs no extra; the error for Parquet says what to install."""
    monkeypatch.setitem(sys.modules, "arro3.io", None)
    write_results(tmp_path / "r.csv", [run])
    with pytest.raises(MissingExtra, match=r"Parquet file needs arro3, .*: pip install 'covergames\[lab\]'$"):
        write_results(tmp_path / "r.parquet", [run])
