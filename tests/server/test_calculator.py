"""What takes long is calculated elsewhere, once for all who ask, and its failures harm nobody."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator

import pytest

from covergames.server import calculator
from covergames.server.calculator import CalculationFailed, Calculator

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


class Wall:
    """A clock that is driven."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def wall() -> Wall:
    return Wall()


@pytest.fixture
async def working(wall: Wall) -> AsyncIterator[Calculator]:
    """One process, with room for two."""
    started = Calculator(waiting=2, clock=wall)
    yield started
    await started.close()


async def test_it_is_not_this_process(working: Calculator) -> None:
    """Which has messages to answer."""
    assert await working.of(os.getpid) != os.getpid()


async def test_the_same_question_is_calculated_once(working: Calculator) -> None:
    """For those who ask at the same time, and for those who ask later."""
    together = await asyncio.gather(*[working.of(time.perf_counter) for _ in range(5)])
    assert {*together, await working.of(time.perf_counter)} == {together[0]}


async def test_what_was_not_asked_for_longest_is_forgotten(
    working: Calculator, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that nobody can fill the memory."""
    monkeypatch.setattr(calculator, "REMEMBERED", 2)
    first = await working.of(time.perf_counter)
    await working.of(divmod, 7, 2)
    assert await working.of(time.perf_counter) == first
    await working.of(divmod, 8, 2)
    await working.of(divmod, 9, 2)
    assert await working.of(time.perf_counter) != first


async def test_a_failure_says_what_and_harms_no_other_question(working: Calculator) -> None:
    """Neither an error nor a process that is gone."""
    with pytest.raises(CalculationFailed, match="divmod failed: ZeroDivisionError"):
        await working.of(divmod, 1, 0)
    with pytest.raises(CalculationFailed, match="_exit failed: its process died"):
        await working.of(os._exit, 3)
    assert await working.of(divmod, 7, 2) == (3, 1)


async def test_what_takes_too_long_is_tried_again_after_a_while_and_not_before(wall: Wall) -> None:
    """Whoever asks again meanwhile is told the same at once, and holds nobody up."""
    hasty = Calculator(patience=0.1, clock=wall)
    failures = []
    for wall.now in (0, calculator.FORGIVEN_AFTER - 1, calculator.FORGIVEN_AFTER):
        with pytest.raises(CalculationFailed, match="no answer within") as failed:
            await hasty.of(time.sleep, 60)
        failures.append(failed.value)
    await hasty.close()
    first, again, later = failures
    assert again is first
    assert later is not first


async def test_whoever_would_wait_too_long_is_told_so(working: Calculator) -> None:
    """Two may wait; what they asked for is calculated all the same."""
    asked = [asyncio.create_task(working.of(divmod, number, 2)) for number in (4, 5)]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    with pytest.raises(CalculationFailed, match="has to wait: 2 others do"):
        await working.of(divmod, 6, 2)
    assert await asyncio.gather(*asked) == [(2, 0), (2, 1)]
    assert await working.of(divmod, 6, 2) == (3, 0)
