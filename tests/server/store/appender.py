"""A process that appends to a store, for tests that kill it, starve it or let it race.

    python -m tests.server.store.appender ADDRESS NAME steadily TABLES
    python -m tests.server.store.appender ADDRESS NAME racing LAST

For each acknowledged entry it prints a line: the table, the number and the entry's text.
"""

from __future__ import annotations

import asyncio
import os
import sys
from itertools import count

from covergames.server.store import Store, open_store
from tests.server.store.entries import SUMMARY, entry


def acknowledged(table: str, sequence: int, data: str) -> None:
    """Print a line without any buffer: the test may kill this process at once."""
    os.write(sys.stdout.fileno(), f"{table} {sequence} {data}\n".encode())


async def steadily(store: Store, name: str, table: str) -> None:
    """Append pairs of entries for ever."""
    assert await store.create(table, entry(1, name), SUMMARY)
    acknowledged(table, 1, name)
    for first in count(2, 2):
        pair = [entry(first, f"{name}-first"), entry(first + 1, f"{name}-second")]
        assert await store.append(table, pair, SUMMARY)
        for written in pair:
            acknowledged(table, written.sequence, written.data.decode())


async def racing(store: Store, name: str, last: int) -> None:
    """Let four tasks append the next entry until the table has that many; each reads the table after a conflict."""
    head = 1
    while head < last:
        names = [f"{name}-{number}" for number in range(4)]
        attempts = (store.append("race", [entry(head + 1, each)], SUMMARY) for each in names)
        for each, has_won in zip(names, await asyncio.gather(*attempts), strict=True):
            acknowledged("race" if has_won else "lost", head + 1, each)
        head = (await store.heads(["race"]))["race"]


async def main(address: str, name: str, manner: str, number: int) -> None:
    """Run as the command line says."""
    store = await open_store(address)
    if manner == "racing":
        acknowledged("ready", 0, name)
        await asyncio.to_thread(sys.stdin.readline)
        await racing(store, name, number)
    else:
        await asyncio.gather(*(steadily(store, name, f"{name}-{table}") for table in range(number)))
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])))
