"""A run in a folder: what is to be played and what has been, so that it can stop at any moment and go on later.

``setup.json`` says what is played; ``outcomes.jsonl`` has a line for every portion, written once the portion is
complete. Whatever was lost in between is simply not there, and is played when the run goes on.
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
    """A folder whose run cannot be read or continued; the message says which and why."""


class _KeptSetup(msgspec.Struct, forbid_unknown_fields=True):
    """A setup as the folder keeps it."""

    format: Literal["covergames-run/1"]
    game: str
    players: int
    bots: tuple[str, ...]
    seed: int
    options: Data
    rotate: bool
    duplicate: bool


class _KeptPortion(msgspec.Struct, forbid_unknown_fields=True):
    """A portion as the folder keeps it: its records are files of their own."""

    outcomes: tuple[Outcome, ...]
    tallies: dict[str, int]
    seconds: float


class Run:
    """The games of one setup, as far as they have been played."""

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
        """The games, of so many, that have not been played."""
        return [number for number in range(games) if number not in self._outcomes]

    def numbered(self, prefix: str) -> Counter[int]:
        """The tallies that have this name and then a number."""
        found = (name for name in self.tallies if name.startswith(prefix))
        return Counter({int(name.removeprefix(prefix)): self.tallies[name] for name in found})

    def add(self, portion: Portion) -> None:
        """Count these games, of which none may have been counted before."""
        self._count(portion.outcomes, portion.tallies)

    def _count(self, outcomes: tuple[Outcome, ...], tallies: dict[str, int]) -> None:
        numbers = [outcome.number for outcome in outcomes]
        twice = [number for number in numbers if number in self._outcomes or numbers.count(number) > 1]
        if twice:
            raise RunError(f"game {twice[0]} would count twice")
        self._outcomes.update(zip(numbers, outcomes, strict=True))
        self.tallies.update(tallies)


class KeptRun(Run):
    """A run whose folder grows with it; one process at a time."""

    def __init__(self, folder: Path, setup: Setup) -> None:
        """Begin a run in that folder, or go on with it: it has to be of the same setup."""
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
        """Count these games, and keep them."""
        super().add(portion)
        line = msgspec.json.encode(_KeptPortion(portion.outcomes, portion.tallies, portion.seconds))
        self._file.write(line + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Let others have the folder."""
        self._file.close()

    def __enter__(self) -> KeptRun:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def save_records(portion: Portion, folder: Path) -> None:
    """Write the portion's records into the folder, which is made if need be."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, record in portion.records.items():
        _write(folder / name, record)


def read_run(folder: Path, name: str = "") -> Run:
    """The run of a folder, to look at."""
    run = Run(_read_setup(folder), name or folder.name)
    for kept, _ in _kept(folder / OUTCOMES):
        run._count(kept.outcomes, kept.tallies)
    return run


def read_runs(folder: Path) -> list[Run]:
    """All runs in a folder and the folders below it, by name; those without a game are left out."""
    if not folder.is_dir():
        raise RunError(f"{folder} is no folder")
    places = sorted(path.parent for path in folder.rglob(SETUP))
    runs = [read_run(place, str(place.relative_to(folder)) if place != folder else folder.name) for place in places]
    if not (runs := [run for run in runs if run.games]):
        raise RunError(f"{folder} holds no run: covergames simulate --out {folder} makes one")
    return runs


def _kept(path: Path) -> Iterator[tuple[_KeptPortion, int]]:
    """The portions of a file, each with where it ends. A last line that was not completed does not count."""
    if not path.exists():
        return
    end = 0
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            if not line.endswith(b"\n"):
                return
            end += len(line)
            try:
                yield msgspec.json.decode(line, type=_KeptPortion), end
            except msgspec.DecodeError as error:
                raise RunError(f"{path}, line {number}: {error}") from None


def _opened(path: Path) -> BinaryIO:
    """The file, for this process alone."""
    file = path.open("r+b" if path.exists() else "w+b")
    if sys.platform != "win32":
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            raise RunError(f"{path.parent}: somebody else is writing there") from None
    return file


def _setup_data(setup: Setup) -> bytes:
    kept = _KeptSetup(
        "covergames-run/1",
        setup.game,
        setup.players,
        setup.bots,
        setup.seed,
        setup.options,
        setup.rotate,
        setup.duplicate,
    )
    return msgspec.json.encode(kept)


def _read_setup(folder: Path) -> Setup:
    path = folder / SETUP
    try:
        kept: dict[str, Any] = msgspec.structs.asdict(msgspec.json.decode(path.read_bytes(), type=_KeptSetup))
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RunError(f"{path}: {error}") from None
    del kept["format"]
    return Setup(**kept, is_past=True)


def _check_same(folder: Path, setup: Setup) -> None:
    """Refuse to mix two runs."""
    old, new = (msgspec.json.decode(data) for data in ((folder / SETUP).read_bytes(), _setup_data(setup)))
    for name in new:
        if old.get(name) != new[name]:
            was, now = (msgspec.json.encode(value).decode() for value in (old.get(name), new[name]))
            raise RunError(f"{folder} holds another run: its {name} is {was}, not {now}; choose another folder")


def _write(path: Path, data: bytes) -> None:
    """Whole or not at all."""
    unfinished = path.with_name(f"{path.name}.unfinished")
    unfinished.write_bytes(data)
    os.replace(unfinished, path)
