"""Snapshots: a long table loads from its snapshot as from all its entries, and a bad snapshot harms nothing."""

from __future__ import annotations

import pickle
import subprocess
import sys
import time
import zlib
from hashlib import sha256
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Final

import pytest

from covergames.coverup import house_deck
from covergames.server import snapshots
from covergames.server.snapshots import SNAPSHOT_INTERVAL_ENTRIES, folded, snapshot_of, table_of
from covergames.server.store import StoredEntry, StoredSnapshot, StoredTable
from covergames.server.store.vault import Vault
from covergames.server.summary import summary_of
from covergames.table import Say, Sit, Table, token_hash
from tests.server.kit import serving
from tests.table.kit import ADA, Live, play_out, playing

pytestmark = pytest.mark.anyio


VAULT: Final = Vault(b"k" * 32)


def stored(live: Live) -> list[StoredEntry]:
    return [StoredEntry(entry.sequence, entry.at, entry.encode()) for entry in live.entries]


def loaded(live: Live, sealed: StoredSnapshot) -> Table | None:
    """Return the table from the encrypted snapshot, the first entry and those after it."""
    snapshot = VAULT.open_derived("friday", sealed)
    if snapshot is None:
        return None
    first, *others = stored(live)
    after = [entry for entry in others if entry.sequence > snapshot.sequence]
    return table_of("friday", StoredTable(None, 0, snapshot, [first, *after]))


def sealed_snapshot(table: Table) -> StoredSnapshot:
    return VAULT.seal_derived(table.id, snapshot_of(table))


@pytest.mark.parametrize("game", ["cover-me", "cover-up"])
def test_a_table_is_the_same_from_every_snapshot(game: str) -> None:
    """Before, during and after the game, with the entries that follow."""
    live = playing(game, 3)
    taken = [sealed_snapshot(Live(game, 3).table), sealed_snapshot(live.table)]
    live.do(Say("hello", id="one"), ADA)
    taken.append(sealed_snapshot(live.table))
    play_out(live)
    taken.append(sealed_snapshot(live.table))
    assert taken[0].sequence == 1
    for snapshot in taken[1:]:
        table = loaded(live, snapshot)
        assert table == live.folded()
        assert table is not None
        assert table.codec is live.table.codec
        assert table.view() == live.view()


def test_a_command_is_recognised_in_another_process() -> None:
    """The hashes of commands in a snapshot do not depend on the process."""
    program = "from covergames.table.seats import RecentCommands as R; print(R().with_command('a', 7).hashes.hex())"
    hashes = {
        subprocess.run(
            [sys.executable, "-c", program], check=True, capture_output=True, text=True, env={"PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("1", "2")
    }
    assert len(hashes) == 1


def test_tables_share_the_house_deck() -> None:
    """A table from a snapshot has no copy of it."""
    live = playing("cover-up", 2)
    table = loaded(live, sealed_snapshot(live.table))
    assert table is not None
    assert table.options.deck is house_deck()
    assert table.state.options.deck is house_deck()


def test_a_bad_snapshot_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    """A damaged, shortened or forged one, one of another table, number or code, and one with other classes in it."""
    live = playing()
    good = sealed_snapshot(live.table)
    flipped = bytes([*good.data[:-40], good.data[-40] ^ 1, *good.data[-39:]])
    for bad in (
        good._replace(data=flipped),
        good._replace(data=good.data[:-1]),
        good._replace(data=b""),
        good._replace(data=zlib.compress(pickle.dumps({}))),
        good._replace(sequence=good.sequence - 1),
        good._replace(version="another"),
        VAULT.seal_derived("saturday", snapshot_of(live.table)),
        Vault(b"l" * 32).seal_derived("friday", snapshot_of(live.table)),
        VAULT.seal_derived("friday", good._replace(data=zlib.compress(pickle.dumps({})))),
        VAULT.seal_derived("friday", good._replace(data=zlib.compress(pickle.dumps(subprocess.run)))),
    ):
        assert loaded(live, bad) is None
    assert loaded(live, good) == live.table
    monkeypatch.setattr(snapshots, "rules_modules", tuple)
    assert loaded(live, good) is None
    assert folded("friday", stored(live)) == live.table


@pytest.mark.slow
async def test_a_long_table_loads_from_the_entries_after_its_snapshot(tmp_path: Path) -> None:
    """Thousands of entries are folded once; the next server reads the first entry and those after the snapshot."""
    live = Live(at=time.time_ns() // 1_000_000)  # from now on: in a table of the past, the server would have duties
    live.do(Sit("Ada", token_hash("a secret of Ada's")), None)
    for number in range(2000):
        live.wait(30)
        live.do(Say(f"message {number}", id=f"m{number}"), ADA)
    entries = stored(live)
    async with serving(tmp_path) as served:
        registry = served.server.application.registry
        store = registry.store
        await store.create("friday", entries[0], summary_of(live.table), more=entries[1:])
        session = await registry.session("friday")
        assert session.table == live.table
        version = snapshots.code_version()
        while (found := await store.load("friday", version=version)) is None or found.snapshot is None:
            pass
        assert found.snapshot.sequence == live.table.sequence
        assert len(found.entries) == 1
        more = SNAPSHOT_INTERVAL_ENTRIES // 10
        for number in range(more):
            live.wait(30)
            live.do(Say(f"more {number}"), ADA)
        added = stored(live)[-more:]
        assert await store.append("friday", added, summary_of(live.table))
    async with serving(tmp_path) as served:
        registry = served.server.application.registry
        found = await registry.store.load("friday", version=version)
        assert found is not None
        assert [entry.sequence for entry in found.entries] == [1, *(entry.sequence for entry in added)]
        assert (await registry.session("friday")).table == live.folded()
        other = await registry.store.load("friday", version="another")
        assert other is not None
        assert other.snapshot is None
        assert len(other.entries) == len(live.entries)
    async with serving(tmp_path) as served:
        registry = served.server.application.registry
        await registry.store.save_snapshot("friday", StoredSnapshot(5, version, b"damaged"))
        assert (await registry.session("friday")).table == live.folded()


def test_compiled_code_has_another_version(tmp_path: Path) -> None:
    """Interpreted code pickles a state differently: neither may read the snapshots of the other."""
    versions = []
    (tmp_path / "state.py").write_text("class State: ...", "utf-8")
    for name in ("unrelated.txt", f"state{EXTENSION_SUFFIXES[0]}"):
        (tmp_path / name).touch()
        digest = sha256()
        snapshots.add_to_hash(digest, tmp_path)
        versions.append(digest.hexdigest())
    assert versions[0] != versions[1]
