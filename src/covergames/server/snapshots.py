"""Snapshots of folded tables: derived data, so that a long table loads without all of its entries.

A snapshot holds everything of a table that its first entry does not hold. It contains the hidden cards of a running game, so
the store encrypts it as it encrypts entries. A snapshot that cannot be read is ignored.
"""

from __future__ import annotations

import dataclasses
import hashlib
import io
import pickle
import sys
import zlib
from collections.abc import Sequence
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

from covergames.games import GAMES
from covergames.schema import codec_of
from covergames.server.log import SNAPSHOT_UNUSABLE
from covergames.server.store import StoredSnapshot
from covergames.table import Settings, Table, decode

if TYPE_CHECKING:
    from covergames.server.store import StoredEntry, StoredTable

SNAPSHOT_INTERVAL_ENTRIES: Final = 250
"""A snapshot is written after this many entries; fewer are folded in a few milliseconds."""
COMPRESSION_LEVEL: Final = 1
"""Fast: a snapshot is written while people play."""
FOLDED_PACKAGES: Final = ("schema", "table")
"""The packages whose code decides what a folded table is, besides the games."""
FOLDED_MODULES: Final = ("dealer.py", "encoding.py", "game.py", "games.py", "record.py")
LEFT_OUT: Final = frozenset({"id", "game", "codec", "seed", "origin", "prefix"})
"""The fields of a table that a snapshot does not contain: they follow from the first entry and the options."""
SAVED_FIELDS: Final = tuple(field.name for field in dataclasses.fields(Table) if field.name not in LEFT_OUT)
PICKLED_MODULES: Final = ("covergames.table", "covergames.game")
"""The modules whose values a snapshot may contain, besides the games."""

_REBUILD: Final[Any] = Settings().__reduce__()[0]
"""The function of msgspec that creates a pickled struct."""


class BadSnapshot(Exception):
    """A snapshot that cannot be read."""


@cache
def code_version() -> str:
    """Return a hash of the code that folds tables: a snapshot of other code may mean something else."""
    digest = hashlib.sha256(sys.version.encode())
    package = Path(__file__).parents[1]
    folders = [package / name for name in FOLDED_PACKAGES]
    for name in rules_modules():
        source = Path(str(sys.modules[name].__file__))
        folders.append(source.parent if source.stem == "__init__" else source)
    for path in (*(package / name for name in FOLDED_MODULES), *folders, Path(__file__)):
        add_to_hash(digest, path)
    return digest.hexdigest()[:32]


def rules_modules() -> tuple[str, ...]:
    """Return the names of the modules of the games' rules."""
    all_rules: list[object] = [registration.rules for registration in GAMES.values()]
    return tuple(rules.__name__ if isinstance(rules, ModuleType) else type(rules).__module__ for rules in all_rules)


def add_to_hash(digest: Any, path: Path) -> None:
    """Add a file, or all files of a folder, to the hash."""
    if path.is_dir() and path.name != "__pycache__":
        for each in sorted(path.iterdir()):
            add_to_hash(digest, each)
    elif path.suffix in (".py", ".json"):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    elif path.name.endswith(tuple(EXTENSION_SUFFIXES)):
        digest.update(path.name.encode())  # a compiled class pickles other fields than the same class interpreted


def snapshot_of(table: Table) -> StoredSnapshot:
    """Return the snapshot of the table."""
    fields = {name: getattr(table, name) for name in SAVED_FIELDS}
    data = zlib.compress(pickle.dumps(fields, protocol=pickle.HIGHEST_PROTOCOL), COMPRESSION_LEVEL)
    return StoredSnapshot(table.sequence, code_version(), data)


def table_of(name: str, stored: StoredTable) -> Table | None:
    """Return the table from its snapshot and the entries after it; None if there is no snapshot that can be read."""
    snapshot = stored.snapshot
    if snapshot is None:
        return None
    try:
        table = _restored(name, snapshot, stored.entries[0])
        for entry in stored.entries[1:]:
            table.absorb(decode(entry.data))
    except Exception as error:  # damaged, or the entries do not follow: they are the truth, and can always be folded
        SNAPSHOT_UNUSABLE(error, table=name)
        return None
    return table


def folded(name: str, entries: Sequence[StoredEntry]) -> Table:
    """Return the table, folded from all of its entries."""
    return Table.fold(name, (decode(entry.data) for entry in entries))


def _restored(name: str, snapshot: StoredSnapshot, first: StoredEntry) -> Table:
    table = Table.fold(name, [decode(first.data)])
    fields = _Unpickler(io.BytesIO(zlib.decompress(snapshot.data))).load()
    if fields.keys() != set(SAVED_FIELDS) or fields["sequence"] != snapshot.sequence:
        raise BadSnapshot("it has other fields than a table, or another number")
    for field, value in fields.items():
        setattr(table, field, value)
    table.codec = codec_of(table.game, table.options)
    return table


class _Unpickler(pickle.Unpickler):
    """Calls only classes and functions of games and tables."""

    def find_class(self, module: str, name: str) -> Any:
        """Return what a table may contain, or what creates it."""
        if (module, name) == (_REBUILD.__module__, _REBUILD.__qualname__):
            return _REBUILD
        if (
            f"{module}.".startswith(tuple(f"{each}." for each in (*rules_modules(), *PICKLED_MODULES)))
            and "." not in name
        ):
            found = super().find_class(module, name)
            if getattr(found, "__module__", None) == module:
                return found
        raise BadSnapshot(f"it contains {module}.{name}")
