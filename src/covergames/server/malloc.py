"""Settings of the C library's allocator, where it is glibc. Elsewhere these functions do nothing."""

from __future__ import annotations

import ctypes
import sys
from functools import cache
from typing import Final

M_TRIM_THRESHOLD: Final = -1
"""The option of ``mallopt`` for the free bytes at the end of the heap above which they are returned to the system."""
MAX_FREE_BYTES: Final = 128 << 10
"""Free bytes that stay at the end of the heap: glibc's default, which it raises for good when a large block is freed."""
M_ARENA_MAX: Final = -8
"""The option of ``mallopt`` for the most arenas of a process."""
MAX_ARENAS: Final = 1
"""Arenas of a process. By default every thread gets one, which keeps what the thread has freed."""


def keep_little_free_memory() -> None:
    """Let all threads use the same arenas, and return the free end of the heap immediately; called before there are threads."""
    if (glibc := _glibc()) is not None:
        glibc.mallopt(M_ARENA_MAX, MAX_ARENAS)
        glibc.mallopt(M_TRIM_THRESHOLD, MAX_FREE_BYTES)


def return_free_memory() -> None:
    """Return free pages to the system."""
    if (glibc := _glibc()) is not None:
        glibc.malloc_trim(0)


@cache
def _glibc() -> ctypes.CDLL | None:
    library = ctypes.CDLL(None) if sys.platform == "linux" else None
    return library if library is not None and hasattr(library, "malloc_trim") else None
