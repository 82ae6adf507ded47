"""Snapshots of folded tables: derived data, so that a long table loads without all of its entries.

A snapshot holds everything of a table that its first entry does not hold. It contains the hidden cards of a running game, so
the store encrypts it as it encrypts entries. A snapshot that cannot be read is ignored.
"""

from __future__ import annotations

import hashlib
import io
import logging
import pickle
import sys
import zlib
from collections.abc import Sequence
from enum import Enum
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final, NoReturn

import msgspec

from covergames.coverup.deck import HOUSE, Deck, house_deck
from covergames.schema import codec_of
from covergames.server.store import StoredSnapshot
from covergames.table import Settings, Table, decode

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from covergames.server.store import StoredEntry, StoredTable

SNAPSHOT_INTERVAL_ENTRIES: Final = 250
"""A snapshot is written after this many entries; fewer are folded in a few milliseconds."""
COMPRESSION_LEVEL: Final = 1
"""Fast: a snapshot is written while people play."""
FOLDED_PACKAGES: Final = ("coverme", "coverup", "schema", "table")
"""The packages whose code decides what a folded table is."""
FOLDED_MODULES: Final = ("dealer.py", "encoding.py", "game.py", "games.py")
LEFT_OUT: Final = frozenset({"id", "game", "codec", "seed"})
"""The fields of a table that a snapshot does not contain: they follow from the first entry and the options."""
PICKLED_MODULES: Final = ("covergames.coverme.", "covergames.coverup.", "covergames.table.", "covergames.game")
"""The modules whose classes a snapshot may contain."""

_REBUILD: Final[Any] = Settings().__reduce__()[0]
"""The function of msgspec that creates a pickled struct."""

_log = logging.getLogger("covergames.server")


class BadSnapshot(Exception):
    """A snapshot that cannot be read."""


@cache
def code_version() -> str:
    """Return a hash of the code that folds tables: a snapshot of other code may mean something else."""
    digest = hashlib.sha256(sys.version.encode())
    package = files("covergames")
    for name in FOLDED_MODULES:
        digest.update(package.joinpath(name).read_bytes())
    for name in FOLDED_PACKAGES:
        _add_sources(digest, package.joinpath(name))
    digest.update(files("covergames.server").joinpath("snapshots.py").read_bytes())
    return digest.hexdigest()[:32]


def _add_sources(digest: Any, folder: Traversable) -> None:
    for each in sorted(folder.iterdir(), key=lambda path: path.name):
        if each.is_dir() and each.name != "__pycache__":
            _add_sources(digest, each)
        elif each.name.endswith((".py", ".json")):
            digest.update(each.name.encode() + b"\0" + each.read_bytes())
        elif each.name.endswith(tuple(EXTENSION_SUFFIXES)):
            digest.update(each.name.encode())  # a compiled class pickles other fields than the same class interpreted


def snapshot_of(table: Table) -> StoredSnapshot:
    """Return the snapshot of the table."""
    fields = {name: getattr(table, name) for name in Table.__slots__ if name not in LEFT_OUT}
    pickled = io.BytesIO()
    _Pickler(pickled, protocol=pickle.HIGHEST_PROTOCOL).dump(fields)
    data = zlib.compress(pickled.getbuffer(), COMPRESSION_LEVEL)
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
    except Exception:  # damaged, or the entries do not follow: they are the truth, and can always be folded
        _log.warning("the snapshot of table %s cannot be used", name, exc_info=True)
        return None
    return table


def folded(name: str, entries: Sequence[StoredEntry]) -> Table:
    """Return the table, folded from all of its entries."""
    return Table.fold(name, (decode(entry.data) for entry in entries))


def _restored(name: str, snapshot: StoredSnapshot, first: StoredEntry) -> Table:
    table = Table.fold(name, [decode(first.data)])
    fields = _Unpickler(io.BytesIO(zlib.decompress(snapshot.data))).load()
    if fields.keys() != set(Table.__slots__) - LEFT_OUT or fields["sequence"] != snapshot.sequence:
        raise BadSnapshot("it has other fields than a table, or another number")
    for field, value in fields.items():
        setattr(table, field, value)
    table.codec = codec_of(table.game, table.options)
    return table


class _Pickler(pickle.Pickler):
    """Refers to the house deck by its name: all tables share it in memory."""

    def persistent_id(self, obj: Any) -> str | None:
        """Return the name of a value that tables share."""
        return HOUSE if isinstance(obj, Deck) and obj is house_deck() else None


class _Unpickler(pickle.Unpickler):
    """Creates only values of games and tables."""

    def persistent_load(self, pid: Any) -> Any:
        """Return the value that tables share."""
        return house_deck() if pid == HOUSE else self._refuse("a deck called", pid)

    def find_class(self, module: str, name: str) -> Any:
        """Return a class that a table may contain."""
        if module.startswith(PICKLED_MODULES) and "." not in name:
            found = super().find_class(module, name)
            if isinstance(found, type) and (
                hasattr(found, "__dataclass_fields__") or issubclass(found, Enum | tuple | msgspec.Struct)
            ):
                return found
        if (module, name) == (_REBUILD.__module__, _REBUILD.__qualname__):
            return _REBUILD
        return self._refuse(module, name)

    def _refuse(self, module: str, name: str) -> NoReturn:
        raise BadSnapshot(f"it contains {module}.{name}")
