"""Results as a table, one line per seat and game, in a CSV or Parquet file."""

from __future__ import annotations

import csv
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from covergames.lab.extra import needed
from covergames.lab.run import Run

SUFFIXES: Final = (".csv", ".parquet")

_COLUMNS: Final = (
    "game",
    "players",
    "seed",
    "options",
    "number",
    "deal",
    "start",
    "seat",
    "bot",
    "score",
    "place",
    "win",
)
_PLAYED: Final = ("decisions",)
_CORRECTED: Final = "win_without_luck"
_FLOATS: Final = ("win", _CORRECTED)


class UnknownFormat(ValueError):
    """A file name whose ending is not a known format."""


def check_results(path: Path) -> None:
    """Check before any game is played that the results can be written.

    Raises:
        UnknownFormat: the ending of the file's name is not a known format.
        MissingExtra: a library for that format is not installed.
    """
    if path.suffix not in SUFFIXES:
        raise UnknownFormat(f"results file {str(path)!r} does not end in {' or '.join(SUFFIXES)}")
    if path.suffix == ".parquet":
        needed("arro3.io", "a Parquet file")


def write_results(path: Path, runs: Iterable[Run]) -> None:
    """Write all games of these runs, completely or not at all.

    Raises:
        UnknownFormat: the ending of the file's name is not a known format.
    """
    check_results(path)
    columns = _table(list(runs))
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f"{path.name}.unfinished")
    if path.suffix == ".csv":
        with unfinished.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(columns)
            writer.writerows(zip(*columns.values(), strict=True))
    else:
        _write_parquet(unfinished, columns)
    os.replace(unfinished, path)


def _table(runs: list[Run]) -> dict[str, list[Any]]:
    """Return the columns: frequencies of the whole game on each of its lines, figures of the seat."""
    firsts = [outcome for run in runs for outcome in run.outcomes[:1]]
    counted = sorted({name for outcome in firsts for name in outcome.frequencies})
    figured = sorted({name for outcome in firsts for name in outcome.figures})
    columns: dict[str, list[Any]] = {name: [] for name in (*_COLUMNS, *_PLAYED, *map(_named, figured))}
    is_corrected = any(outcome.luck for outcome in firsts)
    if is_corrected:
        columns[_CORRECTED] = []
    for name in counted:
        columns[_named(name)] = []
        columns[f"{_named(name)}_of"] = []
    for run in runs:
        setup = run.setup
        for outcome in run.outcomes:
            frequencies = [figure for name in counted for figure in outcome.frequencies.get(name, (0, 0))]
            deal = setup.deal(outcome.number)
            start = -1 if outcome.start is None else outcome.start
            shared = (setup.game, setup.players, setup.seed, setup.written_options, outcome.number, deal, start)
            seats = zip(outcome.bots, outcome.scores, outcome.places, outcome.wins(), strict=True)
            corrected = outcome.corrected_wins() or (None,) * setup.players
            for seat, results in enumerate(seats):
                figures = [outcome.figures[name][seat] for name in figured]
                without_luck = corrected[seat : seat + is_corrected]
                line = (*shared, seat, *results, outcome.decisions, *figures, *without_luck, *frequencies)
                for column, value in zip(columns.values(), line, strict=True):
                    column.append(value)
    return columns


def _named(frequency: str) -> str:
    return frequency.replace(" ", "_")


def _write_parquet(path: Path, columns: dict[str, list[Any]]) -> None:
    core, io = needed("arro3.core", "a Parquet file"), needed("arro3.io", "a Parquet file")
    types = {str: core.DataType.utf8(), int: core.DataType.int64(), float: core.DataType.float64()}
    kind = {name: float if name in _FLOATS else type(values[0]) for name, values in columns.items() if values}
    arrays = {name: core.Array(values, type=types[kind[name]]) for name, values in columns.items() if values}
    io.write_parquet(core.Table.from_pydict(arrays), path)
