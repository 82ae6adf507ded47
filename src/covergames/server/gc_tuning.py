"""How often Python's garbage collector looks for reference cycles.

With its defaults, the collector scans every object whenever the heap has grown by a quarter, and each step of a game adds
objects. With thousands of tables, a scan stops the event loop for a second. Scans of the young generation are long too: each
step replaces most objects of its table, so that after a while every table is young. Hardly any object here is part of a
reference cycle, except closed sockets. So a worker scans the young generation rarely, and the whole heap every ten minutes.
"""

from __future__ import annotations

import gc
from typing import Final

FULL_COLLECTION_INTERVAL_SECONDS: Final = 600.0
"""How often a worker scans the whole heap."""
GENERATION_0_THRESHOLD: Final = 25_000
"""New objects that start a scan of the youngest generation: what some 60 closed sockets leave. More make each pause longer."""
GENERATION_1_THRESHOLD: Final = 3
"""Scans of the youngest generation that start a scan of the middle one. More would make each scan longer."""
GENERATION_2_THRESHOLD: Final = 1_000_000_000
"""Never reached: only `collect_all` scans the whole heap."""


def collect_rarely() -> None:
    """Raise the collector's thresholds, and exclude the objects that exist now, mostly code, from later scans."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(GENERATION_0_THRESHOLD, GENERATION_1_THRESHOLD, GENERATION_2_THRESHOLD)


def collect_all() -> None:
    """Scan the whole heap once."""
    gc.collect()
