"""A process of its own that appends to a store, for tests that kill it, starve it or let it race.

    python -m tests.server.store.appender ADDRESS NAME steadily TABLES
    python -m tests.server.store.appender ADDRESS NAME racing LAST

It says on its standard output what was acknowledged, a line each: the table, the number, and what the entry says.
"""

from __future__ import annotations

import asyncio
import os
import sys
from itertools import count

from covergames.server.store import Store, open_store
from tests.server.store.entries import SUMMARY, entry


def acknowledged(table: str, sequence: int, data: str) -> None:
    """Say so at once, past all buffers: whoever kills this process must not lose it."""
    os.write(sys.stdout.fileno(), f"{table} {sequence} {data}\n".encode())


async def steadily(store: Store, name: str, table: str) -> None:
    """For ever: pairs of entries that belong together."""
    assert await store.create(table, entry(1, name), SUMMARY)
    acknowledged(table, 1, name)
    for first in count(2, 2):
        pair = [entry(first, f"{name}-first"), entry(first + 1, f"{name}-second")]
        assert await store.append(table, pair, SUMMARY)
        for written in pair:
            acknowledged(table, written.sequence, written.data.decode())


async def racing(store: Store, name: str, last: int) -> None:
    """Until the table has so many entries: four write the next one, whoever else wants to; they learn from every defeat."""
    head = 1
    while head < last:
        names = [f"{name}-{number}" for number in range(4)]
        attempts = (store.append("race", [entry(head + 1, each)], SUMMARY) for each in names)
        for each, has_won in zip(names, await asyncio.gather(*attempts), strict=True):
            acknowledged("race" if has_won else "lost", head + 1, each)
        head = (await store.heads(["race"]))["race"]


async def main(address: str, name: str, manner: str, number: int) -> None:
    """As asked on the command line."""
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
