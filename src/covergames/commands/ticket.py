"""What brings a player back to their seat at a server's table: kept where only they can read it."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from covergames.folders import data_folder


class Ticket(msgspec.Struct, frozen=True):
    """A seat's token, and where it is good for."""

    server: str
    table: str
    token: str

    def __repr__(self) -> str:
        return f"Ticket({self.server!r}, {self.table!r})"

    @classmethod
    def found(cls, server: str, table: str) -> Ticket | None:
        """The ticket to that table, if there is one."""
        try:
            ticket = msgspec.json.decode(_path(server, table).read_bytes(), type=cls)
        except (OSError, msgspec.DecodeError):
            return None
        return ticket if (ticket.server, ticket.table) == (server, table) else None

    def keep(self) -> None:
        """Write it down, for nobody else's eyes."""
        path = _path(self.server, self.table)
        path.parent.mkdir(parents=True, mode=0o700, exist_ok=True)
        descriptor = os.open(path, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(msgspec.json.encode(self))

    def discard(self) -> None:
        """The game is over."""
        _path(self.server, self.table).unlink(missing_ok=True)


def _path(server: str, table: str) -> Path:
    """A table's name may be any text that somebody typed; a file's may not."""
    safe = "".join(letter if letter.isalnum() else "-" for letter in f"{server.partition('//')[2]}-{table}")
    return data_folder(os.environ) / "seats" / f"{safe[:150]}.json"
