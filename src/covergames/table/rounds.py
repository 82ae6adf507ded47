"""Which decisions of a record have a time."""

from __future__ import annotations

from typing import Final

TIMED: Final = frozenset({"lay", "lift", "flip", "done"})
"""The decisions of a round, whose time is the server's (CU-H3)."""
