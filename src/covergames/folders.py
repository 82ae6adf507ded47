"""The folder for the user's saved games and tables."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


def data_folder(environ: Mapping[str, str]) -> Path:
    """Return the user's folder for saved games and tables; it need not exist yet."""
    data = environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(data) / "covergames"
