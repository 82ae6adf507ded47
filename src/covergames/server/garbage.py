"""When Python looks for garbage that only knows itself.

By itself it looks through everything there is each time that a quarter has been added, and every step of a game adds some. With
thousands of tables that is a pause of a second, again and again, in which nobody is answered. Hardly anything here
is garbage of that kind: a socket that has ended is. So what is young is looked through as ever, and all of it rarely.
"""

from __future__ import annotations

import gc
from typing import Final

SWEEP: Final = 600.0
"""Seconds between two looks through everything."""
YOUNG: Final = 10_000
"""New objects after which the youngest are looked through."""
MIDDLING: Final = 3
"""Looks through the youngest after which those that outlived them are looked through, once: more would make each look longer."""
NEVER: Final = 1_000_000_000


def look_rarely() -> None:
    """From now on, look through everything only when `sweep` says so; what is there now, mostly code, stays anyway."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLING, NEVER)


def sweep() -> None:
    """Look through everything once."""
    gc.collect()
