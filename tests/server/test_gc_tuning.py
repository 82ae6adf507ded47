"""How a worker configures Python's garbage collector."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest

from covergames.server.gc_tuning import (
    GENERATION_0_THRESHOLD,
    GENERATION_1_THRESHOLD,
    GENERATION_2_THRESHOLD,
    collect_all,
    collect_rarely,
    collect_young_objects,
)


class Cycle:
    """An object that refers to itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


@pytest.mark.slow
def test_young_cycles_are_collected_and_old_ones_wait_for_a_full_collection() -> None:
    """So no scan of the whole heap happens in between."""
    collect_rarely()
    assert gc.get_threshold() == (GENERATION_0_THRESHOLD, GENERATION_1_THRESHOLD, GENERATION_2_THRESHOLD)
    assert gc.get_freeze_count() > 0
    old = Cycle()
    gc.collect(0)
    gc.collect(1)
    seen = weakref.ref(old)
    del old
    gc.collect(1)
    assert seen() is not None
    collect_all()
    assert seen() is None


@pytest.mark.anyio
async def test_young_cycles_are_collected_while_the_number_of_objects_does_not_grow() -> None:
    """A task does it; it ends when it is cancelled."""
    gc.set_threshold(GENERATION_0_THRESHOLD)
    young = Cycle()
    seen = weakref.ref(young)
    del young
    collecting = asyncio.create_task(collect_young_objects())
    async with asyncio.timeout(60):
        while seen() is not None:
            await asyncio.sleep(0)
    collecting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await collecting
