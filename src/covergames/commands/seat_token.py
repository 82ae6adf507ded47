"""The token of a player's seat at a server's table, and what the player saw there, in files that only the player can read."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import msgspec

from covergames.folders import data_folder
from covergames.wire import BadSeenFile, Seen, Witness, read_seen


class SeatToken(msgspec.Struct, frozen=True):
    """A seat's token, with its server, table and player."""

    server: str
    table: str
    name: str
    """The player's name at the table: several players may use one machine."""
    token: str
    nonce: str | None = None
    """The random number with which the player took the seat."""

    def __repr__(self) -> str:
        return f"SeatToken({self.server!r}, {self.table!r}, {self.name!r})"

    @classmethod
    def load(cls, server: str, table: str, name: str) -> SeatToken | None:
        """Return the player's stored token for that table; None: there is none."""
        try:
            token = msgspec.json.decode(_path(server, table, name).read_bytes(), type=cls)
        except (OSError, msgspec.DecodeError):
            return None
        return token if (token.server, token.table, token.name) == (server, table, name) else None

    def store(self) -> None:
        """Write the token to a file that only the user can read."""
        _write(_path(self.server, self.table, self.name), msgspec.json.encode(self))

    def witness(self) -> Witness:
        """Return a witness that continues what the player saw at the table before."""
        try:
            seen = read_seen(self._seen_path.read_bytes())
        except (OSError, BadSeenFile):
            seen = None
        return Witness(nonce=self.nonce, seen=seen)

    def store_seen(self, seen: Seen | None) -> None:
        """Write what the player has seen, for the next visit; nothing if it is None."""
        if seen is not None:
            _write(self._seen_path, seen.encode())

    def delete(self) -> None:
        """Delete what is stored, after the end of the game."""
        _path(self.server, self.table, self.name).unlink(missing_ok=True)
        self._seen_path.unlink(missing_ok=True)

    @property
    def _seen_path(self) -> Path:
        return _path(self.server, self.table, self.name).with_suffix(".seen.json")


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, mode=0o700, exist_ok=True)
    descriptor = os.open(path, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)


def _path(server: str, table: str, name: str) -> Path:
    """Return the file of a token. Its name is a hash: a player's name may contain any character."""
    digest = hashlib.sha256("\n".join((server, table, name)).encode()).hexdigest()
    return data_folder(os.environ) / "seats" / f"{digest[:32]}.json"
