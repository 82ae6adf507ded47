"""The settings of the C library's allocator."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from collections.abc import Iterator

import pytest

from covergames.server import malloc

FREED_BYTES = 64 << 20
PROGRAM = f"""
import ctypes, threading
from pathlib import Path
from covergames.server.malloc import return_free_memory, share_arenas

def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096

share_arenas()
pieces = []
thread = threading.Thread(target=lambda: pieces.extend(bytes(10_000) for _ in range({FREED_BYTES} // 10_000)))
thread.start()
thread.join()
last = bytes(10_000)  # it keeps the heap from shrinking by itself
full = resident()
pieces.clear()
return_free_memory()
print(full - resident())
"""


@pytest.fixture(autouse=True)
def _no_library_is_cached() -> Iterator[None]:
    malloc._glibc.cache_clear()
    yield
    malloc._glibc.cache_clear()


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "malloc_trim"), reason="the C library is not glibc")
def test_what_a_thread_has_freed_is_returned_to_the_system() -> None:
    """Nearly all of it, although later blocks are still used."""
    printed = subprocess.run([sys.executable, "-c", PROGRAM], check=True, capture_output=True, text=True).stdout
    assert int(printed) > FREED_BYTES * 0.9


def test_other_libraries_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a system other than Linux nothing is called."""
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(ctypes, "CDLL", None)
    malloc.share_arenas()
    malloc.return_free_memory()
