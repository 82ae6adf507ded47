"""Games in portions: played in this process, in several processes or on a cluster, by the same schedule.

A portion is the unit that is stored. It is played as a whole and, if its worker is lost, played again as a whole. Every
game depends on its setup and number alone, so the result is the same.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from heapq import heappop, heappush
from multiprocessing import active_children, get_context, parent_process
from threading import Thread
from typing import Any, Final

from covergames.lab.simulate import Outcome, Setup, file_name, play, play_in_kernel

PORTION_SECONDS: Final = 1.0
"""The intended length of a portion: losing it costs little, and distributing it costs little in proportion."""
MAX_PORTION_GAMES: Final = 10_000
"""The most games in a portion, which another process sends and which is stored as one line."""


@dataclass(frozen=True, slots=True)
class Portion:
    """Some games of one setup, played."""

    outcomes: tuple[Outcome, ...]
    tallies: dict[str, int]
    """The sum over these games."""
    seconds: float
    records: dict[str, bytes]
    """By file name, if records are wanted."""


@dataclass(frozen=True, slots=True)
class Engine:
    """Plays portions, several at once."""

    executor: Executor
    width: Callable[[], int]
    """The number of portions at once; it may change as machines come and go."""


def play_portion(setup: Setup, numbers: Sequence[int], *, with_records: bool = False) -> Portion:
    """Play the games of these numbers."""
    began = time.perf_counter()
    if setup.is_in_kernel:
        in_kernel, counted = play_in_kernel(setup, numbers)
        return Portion(tuple(in_kernel), dict(counted), time.perf_counter() - began, {})
    outcomes = []
    tallies: Counter[str] = Counter()
    records = {}
    for number in numbers:
        played = play(setup, number)
        outcomes.append(played.outcome)
        tallies.update(played.tallies)
        if with_records:
            records[file_name(setup, number)] = played.record.encode()
    return Portion(tuple(outcomes), dict(tallies), time.perf_counter() - began, records)


def portions(
    engine: Engine, wanted: Sequence[tuple[Setup, Iterable[int]]], *, with_records: bool = False
) -> Iterator[tuple[int, Portion]]:
    """Let the engine play all these games, low numbers first; yield each portion with the index of its setup."""
    left = [deque(numbers) for _, numbers in wanted]
    next_up = [(numbers[0], index) for index, numbers in enumerate(left) if numbers]
    next_up.sort()
    pace: dict[int, float] = {}
    running: dict[Future[Portion], int] = {}
    while next_up or running:
        width = max(1, engine.width())
        while next_up and len(running) < 2 * width:
            _, index = heappop(next_up)
            size = _size(pace.get(index), sum(map(len, left)), width)
            numbers = [left[index].popleft() for _ in range(min(size, len(left[index])))]
            if left[index]:
                heappush(next_up, (left[index][0], index))
            setup = wanted[index][0]
            running[engine.executor.submit(play_portion, setup, numbers, with_records=with_records)] = index
            if engine.executor.__class__ is SynchronousExecutor:
                break
        for done in wait(running, return_when=FIRST_COMPLETED).done:
            index, portion = running.pop(done), done.result()
            pace[index] = portion.seconds / len(portion.outcomes)
            yield index, portion


def _size(pace: float | None, left: int, width: int) -> int:
    """Return how many games the next portion gets: one while the pace is unknown, fewer towards the end."""
    if pace is None:
        return 1
    by_time = int(PORTION_SECONDS / max(pace, 1e-6))
    return max(1, min(by_time, MAX_PORTION_GAMES, left // (2 * width)))


class SynchronousExecutor(Executor):
    """Plays in this process, synchronously."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Call the function and return a completed future."""
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


@contextmanager
def local(processes: int) -> Iterator[Engine]:
    """Use that many processes of this machine; one means this process. Leaving early ends them."""
    if processes == 1:
        yield Engine(SynchronousExecutor(), lambda: 1)
        return
    others = set(active_children())
    executor = _Processes(processes, mp_context=get_context("spawn"), initializer=_begin)
    try:
        yield Engine(executor, lambda: processes)
    except BaseException:
        executor.shutdown(wait=False, cancel_futures=True)
        for process in set(active_children()) - others:
            process.terminate()
        raise
    executor.shutdown()


class _Processes(ProcessPoolExecutor):
    """Starts its processes, one or more per submission, so that Ctrl-C does not reach them even while they start."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if sys.platform == "win32":
            return super().submit(fn, *args, **kwargs)
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # which a new process inherits
        try:
            return super().submit(fn, *args, **kwargs)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    """Ignore Ctrl-C, which is for the process that stores the results; end when that process is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    if (parent := parent_process()) is not None:
        parent.join()
        os._exit(1)


def simulate(setup: Setup, games: int, *, processes: int = 1) -> Iterator[Outcome]:
    """Yield the outcomes of the games from number 0 on, in order, each as soon as it and all before it are played."""
    waiting: dict[int, Outcome] = {}
    expected = 0
    with local(processes) as engine:
        for _, portion in portions(engine, [(setup, range(games))]):
            waiting.update((outcome.number, outcome) for outcome in portion.outcomes)
            while expected in waiting:
                yield waiting.pop(expected)
                expected += 1
