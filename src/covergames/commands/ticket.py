"""What brings a player back to their seat at a server's table: kept where only they can read it."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import msgspec

from covergames.folders import data_folder


class Ticket(msgspec.Struct, frozen=True):
    """A seat's token, and where it is good for."""

    server: str
    table: str
    name: str
    """What the player is called there: several may play from one machine."""
    token: str

    def __repr__(self) -> str:
        return f"Ticket({self.server!r}, {self.table!r}, {self.name!r})"

    @classmethod
    def found(cls, server: str, table: str, name: str) -> Ticket | None:
        """The player's ticket to that table, if there is one."""
        try:
            ticket = msgspec.json.decode(_path(server, table, name).read_bytes(), type=cls)
        except (OSError, msgspec.DecodeError):
            return None
        return ticket if (ticket.server, ticket.table, ticket.name) == (server, table, name) else None

    def keep(self) -> None:
        """Write it down, for nobody else's eyes."""
        path = _path(self.server, self.table, self.name)
        path.parent.mkdir(parents=True, mode=0o700, exist_ok=True)
        descriptor = os.open(path, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(msgspec.json.encode(self))

    def discard(self) -> None:
        """The game is over."""
        _path(self.server, self.table, self.name).unlink(missing_ok=True)


def _path(server: str, table: str, name: str) -> Path:
    """Players' names are any text; a file's are not."""
    digest = hashlib.sha256("\n".join((server, table, name)).encode()).hexdigest()
    return data_folder(os.environ) / "seats" / f"{digest[:32]}.json"
