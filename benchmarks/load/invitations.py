"""Opening tables and taking their seats over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.client import HTTPConnection
from typing import Final, NamedTuple, TypeVar

import msgspec

from benchmarks.load.table_clients import PLAYERS
from covergames import coverme
from covergames.wire import write_arrangement
from covergames.wire.http import Joined, Joining, Opened, Opening

THREADS: Final = 4
"""Tables that are opened at the same time."""
TIMEOUT_SECONDS: Final = 60
OPENING: Final = Opening(arrangement=write_arrangement(coverme, PLAYERS, coverme.Options()))

Answer = TypeVar("Answer")


class Invitation(NamedTuple):
    """A table, and the tokens of its seats."""

    table: str
    tokens: tuple[str, ...]


class TableOpener:
    """Opens tables, each over a new connection: the worker that accepts it becomes the home of the table."""

    def __init__(self, host: str, port: int) -> None:
        self._address = host, port

    def open_tables(self, count: int) -> Iterator[Invitation]:
        """Yield that many new tables."""
        with ThreadPoolExecutor(THREADS) as pool:
            yield from pool.map(lambda _: self._open_table(), range(count))

    def _open_table(self) -> Invitation:
        with closing(HTTPConnection(*self._address, timeout=TIMEOUT_SECONDS)) as connection:
            opened = _ask(connection, "/api/tables", OPENING, Opened)
            tokens = []
            for seat in range(PLAYERS):
                joining = Joining(name=f"Player {seat}")
                bearer = opened.host_token if seat == 0 else None
                joined = _ask(connection, f"/api/tables/{opened.table}/seats", joining, Joined, bearer=bearer)
                tokens.append(joined.token)
        return Invitation(opened.table, tuple(tokens))


def _ask(
    connection: HTTPConnection, path: str, body: object, kind: type[Answer], *, bearer: str | None = None
) -> Answer:
    headers = {} if bearer is None else {"Authorization": f"Bearer {bearer}"}
    connection.request("POST", path, msgspec.json.encode(body), {"Content-Type": "application/json", **headers})
    answer = connection.getresponse()
    data = answer.read()
    if answer.status != 201:
        raise ValueError(f"POST {path} was answered with {answer.status}: {data[:300]!r}")
    return msgspec.json.decode(data, type=kind)
