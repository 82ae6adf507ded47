"""A worker process answers questions, and its end is awaited whenever and however it ends."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from covergames.server.calculator import program
from covergames.server.worker_process import IDLE_NICENESS, NICENESS, Answer, WorkerProcess, report

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

MEMORY_MEBIBYTES = 512
MAX_NICENESS = 19
TIMEOUT_SECONDS = 60.0
"""A timeout that is not reached even on a busy machine."""


def call(function: Callable[..., object], *arguments: object) -> object:
    """Return the question to call this function."""
    return function, arguments


async def started(process: WorkerProcess) -> int:
    """Start the process; return its process id."""
    answer = await process.ask(call(os.getpid))
    assert isinstance(answer.value, int)
    return answer.value


def is_gone(pid: int) -> bool:
    """Return whether there is no such process, not even a zombie."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def state(pid: int) -> str:
    """Return Linux's letter for the state of a process."""
    return Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()[0]


async def until_state(pid: int, letters: str) -> None:
    """Wait until the process is in one of these states."""
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while state(pid) not in letters:
            await asyncio.sleep(0)


@pytest.mark.skipif(sys.platform != "linux", reason="processes are paused on Linux only")
async def test_a_process_pauses_while_it_works() -> None:
    """Not while it waits for a question, and not if somebody else has stopped it: then it also stays stopped."""
    process = WorkerProcess(program(MEMORY_MEBIBYTES), timeout=TIMEOUT_SECONDS)
    assert not process.pause()
    try:
        pid = await started(process)
        assert not process.pause()
        working = asyncio.create_task(process.ask(call(time.sleep, 10 * TIMEOUT_SECONDS)))
        await asyncio.sleep(0)
        assert process.pause()
        await until_state(pid, "T")
        assert not process.pause()
        process.resume()
        await until_state(pid, "RS")
        os.kill(pid, signal.SIGSTOP)
        await until_state(pid, "T")
        assert not process.pause()
        os.kill(pid, signal.SIGCONT)
        await until_state(pid, "RS")
        assert process.pause()
    finally:
        await process.close()
    assert is_gone(pid)
    assert (await working).failure is not None
    assert not process.pause()
    process.resume()


async def test_a_closed_process_is_gone() -> None:
    """It is killed and awaited, and later questions are refused."""
    process = WorkerProcess(program(MEMORY_MEBIBYTES), timeout=TIMEOUT_SECONDS)
    pid = await started(process)
    await process.close()
    assert is_gone(pid)
    assert await process.ask(call(os.getpid)) == Answer(None, "the server is closing")


async def test_a_process_gives_way_to_the_server() -> None:
    """Its priority is lower than that of the process that started it."""
    process = WorkerProcess(program(MEMORY_MEBIBYTES), timeout=TIMEOUT_SECONDS)
    try:
        niceness = (await process.ask(call(os.getpriority, os.PRIO_PROCESS, 0))).value
    finally:
        await process.close()
    assert niceness == min(MAX_NICENESS, os.getpriority(os.PRIO_PROCESS, 0) + NICENESS)


async def test_closing_does_not_wait_for_an_answer() -> None:
    """A question under way fails, and so does one that waits for its turn."""
    process = WorkerProcess(program(MEMORY_MEBIBYTES), timeout=10 * TIMEOUT_SECONDS)
    pid = await started(process)
    async with asyncio.timeout(TIMEOUT_SECONDS):
        asked = [asyncio.create_task(process.ask(call(time.sleep, 10 * TIMEOUT_SECONDS))) for _ in range(2)]
        await asyncio.sleep(0)
        await process.close()
        assert [answer.failure for answer in await asyncio.gather(*asked)] == [
            "its process died",
            "the server is closing",
        ]
    assert is_gone(pid)


async def test_a_process_that_times_out_is_gone_and_replaced() -> None:
    """The next question is answered by another process."""
    process = WorkerProcess(program(MEMORY_MEBIBYTES), timeout=TIMEOUT_SECONDS)
    pid = await started(process)
    process._timeout = 0.01
    assert await process.ask(call(time.sleep, TIMEOUT_SECONDS)) == Answer(None, "no answer within 0.01 s")
    assert is_gone(pid)
    process._timeout = TIMEOUT_SECONDS
    assert await started(process) != pid
    await process.close()


async def test_a_cancelled_question_ends_its_process() -> None:
    """Its answer must not be taken for that of the next question."""
    process = WorkerProcess(program(MEMORY_MEBIBYTES), timeout=TIMEOUT_SECONDS)
    pid = await started(process)
    asked = asyncio.create_task(process.ask(call(time.sleep, TIMEOUT_SECONDS)))
    await asyncio.sleep(0)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    assert is_gone(pid)
    assert await process.ask(call(divmod, 7, 2)) == Answer((3, 1))
    await process.close()


async def test_a_timeout_while_the_process_starts_leaves_nothing_open() -> None:
    """A warning about an open socket or a running process would fail the test."""
    process = WorkerProcess(program(MEMORY_MEBIBYTES), timeout=0)
    for _ in range(3):
        assert (await process.ask(call(os.getpid))).failure == "no answer within 0 s"
    await process.close()


async def test_long_questions_and_answers_arrive_whole() -> None:
    """They are longer than any buffer of a socket."""
    process = WorkerProcess(program(MEMORY_MEBIBYTES), timeout=TIMEOUT_SECONDS)
    data = os.urandom(3_000_000)
    assert await process.ask(call(bytes, data)) == Answer(data)
    await process.close()


def counted(number: int) -> int:
    """Report every number up to this one, and return it."""
    for each in range(number):
        report((each, "x" * 100_000))
    return number


async def test_reports_come_before_the_answer() -> None:
    """In order, and however long they are; without anybody who listens they are dropped."""
    process = WorkerProcess(program(MEMORY_MEBIBYTES), timeout=TIMEOUT_SECONDS)
    heard: list[int] = []
    try:
        for _ in range(2):
            answer = await process.ask(call(counted, 5), lambda said: heard.append(said[0]))
            assert answer == Answer(5)
        assert await process.ask(call(counted, 2)) == Answer(2)
    finally:
        await process.close()
    assert heard == [0, 1, 2, 3, 4] * 2


async def test_an_idle_process_has_the_lowest_priority() -> None:
    """Whatever the priority of the server is."""
    process = WorkerProcess(program(MEMORY_MEBIBYTES), timeout=10 * TIMEOUT_SECONDS, is_idle=True)
    try:
        pid = await started(process)
        assert os.getpriority(os.PRIO_PROCESS, pid) == IDLE_NICENESS
        assert os.sched_getscheduler(pid) == os.SCHED_IDLE
    finally:
        await process.close()
