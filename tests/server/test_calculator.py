"""Long calculations run in another process, once for all who ask; a failure harms no other calculation."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator

import pytest

from covergames.server import calculator
from covergames.server.calculator import CalculationFailed, CalculationLimits, Calculator
from covergames.server.configuration import Limits
from covergames.server.fair_queue import QueueFull

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


class DrivenClock:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> DrivenClock:
    return DrivenClock()


@pytest.fixture
async def working(clock: DrivenClock) -> AsyncIterator[Calculator]:
    """Two calculations of a client may wait."""
    started = Calculator(CalculationLimits.of(Limits(calculations=2, calculation_seconds=600)), clock=clock)
    yield started
    await started.close()


async def test_it_runs_in_another_process(working: Calculator) -> None:
    """The server's own process has messages to answer."""
    assert await working.of(os.getpid) != os.getpid()


async def test_the_same_question_is_calculated_once(working: Calculator) -> None:
    """Questions at the same time, and later ones, share one result."""
    together = await asyncio.gather(*[working.of(time.perf_counter) for _ in range(5)])
    assert {*together, await working.of(time.perf_counter)} == {together[0]}


async def test_the_least_recently_used_result_is_forgotten(
    working: Calculator, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cache is bounded."""
    monkeypatch.setattr(calculator, "MAX_CACHED_RESULTS", 2)
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


async def test_a_calculation_that_timed_out_is_retried_after_a_while_and_not_before(clock: DrivenClock) -> None:
    """Until then the same failure is given at once, and holds up no other calculation."""
    hasty = Calculator(CalculationLimits.of(Limits(calculation_seconds=1)), clock=clock)
    failures = []
    for clock.now in (0, calculator.RETRY_DELAY_SECONDS - 1, calculator.RETRY_DELAY_SECONDS):
        with pytest.raises(CalculationFailed, match="no answer within") as failed:
            await hasty.of(time.sleep, 60)
        failures.append(failed.value)
    await hasty.close()
    first, again, later = failures
    assert again is first
    assert later is not first


async def test_a_client_has_a_bounded_queue(working: Calculator) -> None:
    """One of its questions runs and two wait; a fourth is refused, and may be asked again later."""
    asked = [asyncio.create_task(working.of(divmod, number, 2)) for number in (4, 5, 6)]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    with pytest.raises(QueueFull, match="2 of your requests wait already"):
        await working.of(divmod, 7, 2)
    assert await asyncio.gather(*asked) == [(2, 0), (2, 1), (3, 0)]
    assert await working.of(divmod, 7, 2) == (3, 1)


async def test_a_client_with_a_long_calculation_keeps_nobody_else_waiting(working: Calculator) -> None:
    """Its other questions wait, and those of another address are answered."""
    long = [asyncio.create_task(working.run(time.sleep, 3600, client="192.0.2.1")) for _ in range(3)]
    await asyncio.sleep(0)
    assert await working.of(divmod, 7, 2, client="192.0.2.2") == (3, 1)
    assert not any(task.done() for task in long)
    for task in long:
        task.cancel()
    await asyncio.gather(*long, return_exceptions=True)


async def test_work_for_nobody_is_killed(working: Calculator) -> None:
    """A calculation that two clients wait for ends when both are gone, and not before."""
    asked = [asyncio.create_task(working.of(time.sleep, 3600, client=client)) for client in ("192.0.2.1", "192.0.2.2")]
    await asyncio.sleep(0)
    asked[0].cancel()
    await asyncio.wait(asked[:1])
    waiting = asyncio.create_task(working.of(divmod, 7, 2, client="192.0.2.1"))
    await asyncio.sleep(0)
    assert not asked[1].done()
    asked[1].cancel()
    await asyncio.wait(asked)
    assert await waiting == (3, 1)
    assert await working.of(divmod, 9, 2, client="192.0.2.2") == (4, 1)


async def test_memory_is_limited(working: Calculator) -> None:
    """A calculation that needs more fails, and harms no other."""
    with pytest.raises(CalculationFailed, match="MemoryError"):
        await working.run(bytes, 1 << 30)
    assert await working.of(divmod, 7, 2) == (3, 1)
