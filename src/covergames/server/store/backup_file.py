"""The file of a backup: a first line, then frames. A frame is its length in 4 bytes and a message in MessagePack.

The first frame is a `Header`, the last one an `End` with the SHA-256 of everything before it; between them are `Rows`. The format
does not depend on the kind of database. Rows are written and read one frame at a time, so memory is bounded.
"""

from __future__ import annotations

import hashlib
import struct
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import msgspec

from covergames.server.store.failure import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from typing import BinaryIO

MAGIC: Final = b"covergames-backup\n"
VERSION: Final = 1
"""The version of the format. A file of a later version is refused."""
MAX_FRAME_BYTES: Final = 256 * 1024 * 1024
"""Longest frame that is read; writers stay far below."""
_LENGTH: Final = struct.Struct(">I")


class BackupError(StoreError):
    """A backup that cannot be written or restored; the message names the file or the database, and says why."""


class Header(msgspec.Struct, frozen=True, kw_only=True, tag="header"):
    """What the backup is of."""

    version: int
    """The version of the format."""
    covergames: str
    """The version of the package that wrote it."""
    revision: str
    """The revision of the database's schema."""
    at: int
    """When the backup was begun (ms since 1970)."""
    key_id: str | None
    """Identifies the key of the database; None: the database has no key, because an early version made it."""
    key: str | None = None
    """The contents of the key file, if the operator wanted it in the backup."""
    columns: dict[str, list[str]]
    """The columns of each database table, in the order of `Rows`."""
    counters: dict[str, int]
    """The last number that each numbered table has given, so that no number is given twice."""


class Rows(msgspec.Struct, frozen=True, tag="rows"):
    """Some rows of a database table."""

    table: str
    rows: list[list[Any]]


class End(msgspec.Struct, frozen=True, tag="end"):
    """The end of the file: how many rows each table has, and the SHA-256 of everything before this frame."""

    rows: dict[str, int]
    sha256: bytes


Frame: TypeAlias = Header | Rows | End

_decode: Final = msgspec.msgpack.Decoder(Frame).decode


class BackupWriter:
    """Writes the frames of a backup."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._sha256 = hashlib.sha256()
        self._rows: dict[str, int] = {}
        self._write(MAGIC)

    def header(self, header: Header) -> None:
        """Write the first frame."""
        self._rows = dict.fromkeys(header.columns, 0)
        self._frame(header)

    def rows(self, table: str, rows: list[list[Any]]) -> None:
        """Write some rows of a table."""
        self._rows[table] += len(rows)
        self._frame(Rows(table, rows))

    def end(self) -> dict[str, int]:
        """Write the last frame, and return how many rows each table has."""
        self._frame(End(self._rows, self._sha256.digest()))
        return self._rows

    def _frame(self, frame: Frame) -> None:
        data = msgspec.msgpack.encode(frame)
        self._write(_LENGTH.pack(len(data)))
        self._write(data)

    def _write(self, data: bytes) -> None:
        try:
            self._file.write(data)
        except OSError as error:  # not an error of the database
            raise BackupError(f"the backup cannot be written: {error.strerror}") from None
        self._sha256.update(data)


class VerifiedBackup:
    """A backup whose checksum is right."""

    def __init__(self, path: Path, on_progress: Callable[[int, int], None] = lambda _done, _total: None) -> None:
        """Read the whole file once, and report the bytes that were read, and all.

        Raises:
            BackupError: If it cannot be read, is no backup, incomplete, damaged, or of a later version.
        """
        self._path = path
        self.bytes = path.stat().st_size if path.exists() else 0
        header: Header | None = None
        end: End | None = None
        counts: dict[str, int] = {}
        for frame, done in self._frames():
            if header is None:
                if not isinstance(frame, Header):
                    raise BackupError(f"{path} is damaged: it has no header")
                header = frame
                counts = dict.fromkeys(header.columns, 0)
            elif isinstance(frame, End):
                end = frame
            elif not isinstance(frame, Rows) or frame.table not in header.columns:
                raise BackupError(f"{path} is damaged: it has an unexpected part")
            else:
                counts[frame.table] += len(frame.rows)
            on_progress(done, self.bytes)
        if header is None or end is None:
            raise BackupError(f"{path} is incomplete: its end is missing")
        if end.rows != counts:
            raise BackupError(f"{path} is damaged: it does not have as many rows as its end says")
        self.header = header
        self.rows_by_table = counts

    def rows(self) -> Iterator[tuple[Rows, int]]:
        """Yield the rows of all tables in portions, and how many bytes were read."""
        for frame, done in self._frames():
            if isinstance(frame, Rows):
                yield frame, done

    def _frames(self) -> Iterator[tuple[Frame, int]]:
        """Yield all frames, and how many bytes were read; the last one only if the checksum is right."""
        try:
            yield from self._read_frames()
        except OSError as error:  # not an error of the database
            raise BackupError(f"{self._path} cannot be read: {error.strerror}") from None

    def _read_frames(self) -> Iterator[tuple[Frame, int]]:
        path = self._path
        sha256 = hashlib.sha256()
        with path.open("rb") as file:
            if (magic := file.read(len(MAGIC))) != MAGIC:
                raise BackupError(f"{path} is not a backup of covergames")
            sha256.update(magic)
            done = len(magic)
            is_ended = False
            while length := file.read(_LENGTH.size):
                if is_ended:
                    raise BackupError(f"{path} is damaged: something follows its end")
                size = _LENGTH.unpack(length)[0] if len(length) == _LENGTH.size else 0
                if size > MAX_FRAME_BYTES:
                    raise BackupError(f"{path} is damaged at byte {done}")
                data = file.read(size)
                if len(length) < _LENGTH.size or len(data) < size:
                    raise BackupError(f"{path} is incomplete: it ends within a part that begins at byte {done}")
                frame = self._decoded(data, done)
                if isinstance(frame, End):
                    is_ended = True
                    if frame.sha256 != sha256.digest():
                        raise BackupError(f"{path} is damaged: its checksum is wrong")
                sha256.update(length)
                sha256.update(data)
                done += len(length) + size
                yield frame, done

    def _decoded(self, data: bytes, at: int) -> Frame:
        try:
            frame: Frame = _decode(data)
        except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
            _refuse_later_version(self._path, data)
            raise BackupError(f"{self._path} is damaged at byte {at}: {error}") from None
        if isinstance(frame, Header):
            _refuse_later_version(self._path, data)
        return frame


def _refuse_later_version(path: Path, data: bytes) -> None:
    """Refuse a header of a later version, whose other fields may be different."""
    try:
        found = msgspec.msgpack.decode(data)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        return
    version = found.get("version") if isinstance(found, dict) else None
    if isinstance(version, int) and version > VERSION:
        raise BackupError(
            f"{path} has version {version} of the format, and this version of covergames reads {VERSION} at most: update "
            "covergames (pip install --upgrade covergames)"
        )
