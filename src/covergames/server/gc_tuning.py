"""When Python looks for garbage that only knows itself.

By itself it looks through everything there is each time that a quarter has been added, and every step of a game adds some. With
thousands of tables that is a pause of a second, again and again, in which nobody is answered. Even what is young is much:
each step of each game replaces most of what is known of its table, so that after a while every table is young. Hardly anything
here is garbage of that kind: a socket that has ended is. So what is young is looked through when there is far more than what a
thousand players ask for at once, and all of it rarely.
"""

from __future__ import annotations

import gc
from typing import Final

FULL_COLLECTION_INTERVAL_SECONDS: Final = 600.0
"""Seconds between two looks through everything."""
GENERATION_0_THRESHOLD: Final = 100_000
"""Objects more than before after which the youngest are looked through: what some 250 sockets leave behind, or a few megabytes."""
GENERATION_1_THRESHOLD: Final = 3
"""Looks through the youngest after which those that outlived them are looked through, once: more would make each look longer."""
GENERATION_2_THRESHOLD: Final = 1_000_000_000


def collect_rarely() -> None:
    """From now on, look through everything only when `collect_all` says so; what is there now, mostly code, stays anyway."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(GENERATION_0_THRESHOLD, GENERATION_1_THRESHOLD, GENERATION_2_THRESHOLD)


def collect_all() -> None:
    """Look through everything once."""
    gc.collect()
