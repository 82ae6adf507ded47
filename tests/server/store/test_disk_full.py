"""A full disk: nothing is acknowledged that was not stored, and writes succeed when there is space again."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]

FULL = """
import asyncio, resource, sys
from covergames.server.store import StoreUnavailable, open_store
from tests.server.store.entries import SUMMARY, entry, numbered, table_of

async def main(address):
    store = await open_store(address)
    await table_of(store, "table")
    # No file may grow beyond this: for the database that is a disk without space.
    resource.setrlimit(resource.RLIMIT_FSIZE, (500_000, resource.RLIM_INFINITY))
    head = 1
    try:
        while head < 10_000:
            assert await store.append("table", [entry(head + 1, "x" * 10_000)], SUMMARY)
            head += 1
    except StoreUnavailable as gone:
        print(gone)
    assert 10 < head < 10_000, head
    for _ in range(3):
        try:
            await store.append("table", [entry(head + 1, "x" * 10_000)], SUMMARY)
        except StoreUnavailable:
            continue
        raise AssertionError("there was no space")
    assert len(await store.entries("table")) == head, "what was acknowledged can still be read"
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    assert await store.append("table", [entry(head + 1, "the last")], SUMMARY)
    await store.close()
    again = await open_store(address)
    entries = await again.entries("table")
    assert [each.sequence for each in entries] == list(range(1, head + 2))
    assert entries[-1] == entry(head + 1, "the last")
    await again.close()

asyncio.run(main(sys.argv[1]))
"""


@pytest.mark.slow
def test_a_full_disk_makes_the_store_unavailable_for_a_while(tmp_path: Path) -> None:
    """The test runs in a process with a limit on the size of files."""
    command = [sys.executable, "-c", FULL, f"sqlite:///{tmp_path / 'tables.sqlite3'}"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "the database does not answer: " in done.stdout
