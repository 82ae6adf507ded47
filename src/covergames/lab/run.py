"""A run in a folder, which can stop at any moment and continue later.

``setup.json`` says what is played. ``outcomes.jsonl`` has a line for every portion, written when the portion is
complete. A portion that was lost has no line, and is played again when the run continues.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final, Literal

import msgspec

from covergames.game import Data
from covergames.lab.simulate import Outcome, Setup
from covergames.lab.work import Portion

SETUP: Final = "setup.json"
OUTCOMES: Final = "outcomes.jsonl"


class RunError(Exception):
    """A folder whose run cannot be read or continued; the message names it and the reason."""


class _StoredSetup(msgspec.Struct, forbid_unknown_fields=True):
    """A setup as stored in the folder."""

    format: Literal["covergames-run/1"]
    game: str
    players: int
    bots: tuple[str, ...]
    seed: int
    options: Data
    rotate: bool
    duplicate: bool
    luck_playouts: int | None = None


class _StoredPortion(msgspec.Struct, forbid_unknown_fields=True):
    """A portion as stored in the folder; its records are separate files."""

    outcomes: tuple[Outcome, ...]
    tallies: dict[str, int]
    seconds: float


class Run:
    """The games of one setup that have been played so far."""

    def __init__(self, setup: Setup, name: str = "") -> None:
        self.setup = setup
        self.name = name
        self.tallies: Counter[str] = Counter()
        self._outcomes: dict[int, Outcome] = {}

    @property
    def outcomes(self) -> list[Outcome]:
        """By the number of the game."""
        return [self._outcomes[number] for number in sorted(self._outcomes)]

    @property
    def games(self) -> int:
        """How many have been played."""
        return len(self._outcomes)

    def missing(self, games: int) -> list[int]:
        """Return the numbers below `games` that have not been played."""
        return [number for number in range(games) if number not in self._outcomes]

    def numbered(self, prefix: str) -> Counter[int]:
        """Return the tallies whose name is this prefix and a number."""
        found = (name for name in self.tallies if name.startswith(prefix))
        return Counter({int(name.removeprefix(prefix)): self.tallies[name] for name in found})

    def add(self, portion: Portion) -> None:
        """Add these games, none of which may have been added before."""
        self._count(portion.outcomes, portion.tallies)

    def _count(self, outcomes: tuple[Outcome, ...], tallies: dict[str, int]) -> None:
        added = {outcome.number: outcome for outcome in outcomes}
        if len(added) < len(outcomes) or not self._outcomes.keys().isdisjoint(added):
            numbers = [*self._outcomes, *(outcome.number for outcome in outcomes)]
            raise RunError(f"game {Counter(numbers).most_common(1)[0][0]} would count twice")
        self._outcomes |= added
        self.tallies.update(tallies)


class StoredRun(Run):
    """A run that is stored in a folder as it grows; one process at a time."""

    def __init__(self, folder: Path, setup: Setup) -> None:
        """Begin a run in that folder, or continue the one that is there.

        Raises:
            RunError: the folder has a run of another setup, is in use, or cannot be read.
        """
        super().__init__(setup, folder.name)
        folder.mkdir(parents=True, exist_ok=True)
        self._file = _opened(folder / OUTCOMES)
        try:
            if (folder / SETUP).exists():
                _check_same(folder, setup)
            else:
                _write(folder / SETUP, msgspec.json.format(_setup_data(setup), indent=2) + b"\n")
            end = 0
            for kept, kept_end in _kept(folder / OUTCOMES):
                self._count(kept.outcomes, kept.tallies)
                end = kept_end
            self._file.truncate(end)
            self._file.seek(end)
        except BaseException:
            self._file.close()
            raise

    def add(self, portion: Portion) -> None:
        """Add these games and store them."""
        super().add(portion)
        line = msgspec.json.encode(_StoredPortion(portion.outcomes, portion.tallies, portion.seconds))
        self._file.write(line + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Release the folder for other processes."""
        self._file.close()

    def __enter__(self) -> StoredRun:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def save_records(portion: Portion, folder: Path) -> None:
    """Write the portion's records into the folder, which is created if necessary."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, record in portion.records.items():
        _write(folder / name, record)


def read_run(folder: Path, name: str = "") -> Run:
    """Return the run in a folder.

    Raises:
        RunError: there is no run, or it cannot be read.
    """
    run = Run(_read_setup(folder), name or folder.name)
    for kept, _ in _kept(folder / OUTCOMES):
        run._count(kept.outcomes, kept.tallies)
    return run


def read_runs(folder: Path) -> list[Run]:
    """Return all runs in a folder and the folders below it, by name, without those that have no game.

    Raises:
        RunError: there is no run, or one cannot be read.
    """
    if not folder.is_dir():
        raise RunError(f"{folder} is not a folder")
    places = sorted(path.parent for path in folder.rglob(SETUP))
    runs = [read_run(place, str(place.relative_to(folder)) if place != folder else folder.name) for place in places]
    if not (runs := [run for run in runs if run.games]):
        raise RunError(f"{folder} contains no run: covergames simulate --out {folder} creates one")
    return runs


def _kept(path: Path) -> Iterator[tuple[_StoredPortion, int]]:
    """Yield the portions of a file, each with its end; an incomplete last line does not count."""
    if not path.exists():
        return
    end = 0
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            if not line.endswith(b"\n"):
                return
            end += len(line)
            try:
                yield msgspec.json.decode(line, type=_StoredPortion), end
            except msgspec.DecodeError as error:
                raise RunError(f"{path}, line {number}: {error}") from None


def _opened(path: Path) -> BinaryIO:
    """Open the file, for this process alone."""
    file = path.open("r+b" if path.exists() else "w+b")
    if sys.platform != "win32":
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            raise RunError(f"{path.parent}: another process is writing there") from None
    return file


def _setup_data(setup: Setup) -> bytes:
    kept = _StoredSetup(
        "covergames-run/1",
        setup.game,
        setup.players,
        setup.bots,
        setup.seed,
        setup.options,
        setup.rotate,
        setup.duplicate,
        setup.luck_playouts,
    )
    return msgspec.json.encode(kept)


def _stored_setup(folder: Path) -> _StoredSetup:
    path = folder / SETUP
    try:
        return msgspec.json.decode(path.read_bytes(), type=_StoredSetup)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RunError(f"{path}: {error}") from None


def _read_setup(folder: Path) -> Setup:
    kept: dict[str, Any] = msgspec.structs.asdict(_stored_setup(folder))
    del kept["format"]
    return Setup(**kept, is_past=True)


def _check_same(folder: Path, setup: Setup) -> None:
    """Refuse to mix two runs."""
    old, new = (msgspec.json.decode(data) for data in (msgspec.json.encode(_stored_setup(folder)), _setup_data(setup)))
    for name in new:
        if old.get(name) != new[name]:
            was, now = (msgspec.json.encode(value).decode() for value in (old.get(name), new[name]))
            raise RunError(f"{folder} contains another run: its {name} is {was}, not {now}; choose another folder")


def _write(path: Path, data: bytes) -> None:
    """Write the file completely or not at all."""
    unfinished = path.with_name(f"{path.name}.unfinished")
    unfinished.write_bytes(data)
    os.replace(unfinished, path)
