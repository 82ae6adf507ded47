"""How often Python's garbage collector looks for reference cycles.

With its defaults, the collector scans every object whenever the heap has grown by a quarter, and each step of a game adds
objects. With thousands of tables, a scan stops the event loop for a second. So a worker scans the whole heap every ten minutes.

Scans of the young generation can be long too: each step replaces most objects of its table, so that after a while every table
is young, although the number of objects has not grown and no scan was due. So a worker scans the young objects several times a
second, while they are few; survivors are old then. It does so less often when scans take long, as at full speed.
"""

from __future__ import annotations

import asyncio
import gc
import time
from typing import Final

FULL_COLLECTION_INTERVAL_SECONDS: Final = 600.0
"""How often a worker scans the whole heap."""
YOUNG_COLLECTION_INTERVAL_SECONDS: Final = 0.2
"""How often a worker scans the objects that have been created since the last scan."""
YOUNG_COLLECTION_SHARE: Final = 0.02
"""The part of the processor time that these scans may take; when they take long, there are fewer of them."""
GENERATION_0_THRESHOLD: Final = 200_000
"""New objects that start a scan of the youngest generation at once: what some 500 closed sockets leave."""
GENERATION_1_THRESHOLD: Final = 3
"""Scans of the youngest generation that start a scan of the middle one. More would make each scan longer."""
GENERATION_2_THRESHOLD: Final = 1_000_000_000
"""Never reached: only `collect_all` scans the whole heap."""


def collect_rarely() -> None:
    """Raise the collector's thresholds, and exclude the objects that exist now, mostly code, from later scans."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(GENERATION_0_THRESHOLD, GENERATION_1_THRESHOLD, GENERATION_2_THRESHOLD)


async def collect_young_objects() -> None:
    """Scan the young objects again and again, until the task is cancelled."""
    pause_seconds = YOUNG_COLLECTION_INTERVAL_SECONDS
    while True:
        await asyncio.sleep(pause_seconds)
        began = time.thread_time()
        gc.collect(1)
        pause_seconds = max(YOUNG_COLLECTION_INTERVAL_SECONDS, (time.thread_time() - began) / YOUNG_COLLECTION_SHARE)


def collect_all() -> None:
    """Scan the whole heap once."""
    gc.collect()
