"""The settings of the C library's allocator."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from collections.abc import Iterator

import pytest

from covergames.server import malloc

FREED_BYTES = 32 << 20
LARGE_BYTES = 24 << 20
"""Less than 32 MiB, the largest block that glibc adapts its limit to, and more than half of what is freed."""
MEASURE = """
import threading
from pathlib import Path
from covergames.server.malloc import keep_little_free_memory, return_free_memory

def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096

keep_little_free_memory()
pieces = []
"""
AFTER_A_THREAD = f"""{MEASURE}
thread = threading.Thread(target=lambda: pieces.extend(bytes(10_000) for _ in range({FREED_BYTES} // 10_000)))
thread.start()
thread.join()
last = bytes(10_000)  # it keeps the heap from shrinking by itself
full = resident()
pieces.clear()
return_free_memory()
print(full - resident())
"""
AFTER_A_LARGE_BLOCK = f"""{MEASURE}
large = bytes({LARGE_BYTES})
del large  # by default, glibc now keeps twice as much at the end of the heap
pieces.extend(bytes(10_000) for _ in range({FREED_BYTES} // 10_000))
full = resident()
pieces.clear()
print(full - resident())
"""
needs_glibc = pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "malloc_trim"), reason="the C library is not glibc")


@pytest.fixture(autouse=True)
def _no_library_is_cached() -> Iterator[None]:
    malloc._glibc.cache_clear()
    yield
    malloc._glibc.cache_clear()


@needs_glibc
def test_what_a_thread_has_freed_is_returned_to_the_system() -> None:
    """Nearly all of it, although later blocks are still used."""
    assert _printed_by(AFTER_A_THREAD) > FREED_BYTES * 0.9


@needs_glibc
def test_the_free_end_of_the_heap_is_returned_immediately() -> None:
    """Most of it, also after a large block was freed, and without a call."""
    assert _printed_by(AFTER_A_LARGE_BLOCK) > FREED_BYTES * 0.5


def test_other_libraries_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a system other than Linux nothing is called."""
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(ctypes, "CDLL", None)
    malloc.keep_little_free_memory()
    malloc.return_free_memory()


def _printed_by(program: str) -> int:
    """Return the number that a Python program prints."""
    return int(subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout)
