"""``covergames serve --key-file``: several workers share the key, and without it the server does not start."""

from __future__ import annotations

import asyncio
import subprocess
from pathlib import Path

import pytest

from covergames import coverup
from covergames.client import Server
from tests.server.process import PROGRAM, TIMEOUT_SECONDS, ServerProcess

pytestmark = pytest.mark.slow


def test_a_server_needs_its_key(tmp_path: Path) -> None:
    """Two workers make one key file and read each other's tables; a missing or another key is named, and nothing starts."""
    key_file, other = tmp_path / "keys" / "club.key", tmp_path / "other.key"
    database = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    server = ServerProcess(database, "--key-file", str(key_file), "--workers", "2")
    server.start()
    house = Server(server.url)
    opened = asyncio.run(house.open_table(coverup, 2, coverup.Options()))
    found = [asyncio.run(house.find(opened.table)) for _ in range(8)]
    assert {each.table.commitment for each in found} == {opened.commitment}
    assert server.stop() == 0
    assert key_file.stat().st_mode & 0o777 == 0o600
    assert not (tmp_path / "tables.key").exists()
    key = key_file.read_text()
    other.write_text(key.replace(key[-10:-1], "012345678"))
    key_file.unlink()
    for file, words in ((key_file, f"the key file {key_file} is missing"), (other, f"{other} is not the key of this")):
        command = [str(PROGRAM), "serve", "--port", "0", "--database", database, "--key-file", str(file)]
        refused = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT_SECONDS)
        assert refused.returncode == 1
        assert refused.stderr.startswith(f"covergames: {words}")
        assert refused.stderr.count("\n") == 1
    key_file.write_text(key)
    again = ServerProcess(database, "--key-file", str(key_file))
    again.start()
    assert asyncio.run(Server(again.url).find(opened.table)).table.commitment == opened.commitment
    again.stop()
