"""Saved games: their default files, and writing them atomically."""

from __future__ import annotations

import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from covergames.folders import data_folder

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from covergames.record import Record
    from covergames.wire import Seen


def default_path(game: str, now: datetime, environ: Mapping[str, str]) -> Path:
    """Return an unused file name in the user's data folder."""
    folder = data_folder(environ)
    name = f"{game}-{now:%Y-%m-%d-%H%M%S}"
    path = folder / f"{name}.json"
    number = 1
    while path.exists():
        number += 1
        path = folder / f"{name}-{number}.json"
    return path


def resume_command(game: str, path: Path, program: str = "covergames") -> str:
    """Return the command line that resumes a saved game."""
    return f"{shlex.quote(program)} play {game} --resume {shlex.quote(str(path))}"


def write(path: Path, content: Record | Seen) -> None:
    """Write a record, or what a player saw, atomically: a reader finds the old file or the new one, never a part of it.

    Raises:
        OSError: the file cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with draft.open("wb") as file:
            file.write(content.encode())
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
