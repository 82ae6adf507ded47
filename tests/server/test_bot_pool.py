"""Bots think in worker processes; a bot that fails there does not stop the server."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from covergames.bots.budget import Budget, at_most
from covergames.game import Seat
from covergames.server.bot_pool import BUSY_SECONDS, PROGRAM, SPENT_SECONDS, BotFailed, BotPool
from covergames.server.bot_process import BotHost, Question
from covergames.server.worker_process import Answer, OnReport, WorkerProcess
from tests.coverme_kit import position, scoring

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

BOTS = Path(__file__).with_name("bots.py")


@pytest.fixture
async def pool() -> AsyncIterator[BotPool]:
    """Start one process, with a generous timeout."""
    started = BotPool(1, timeout=60)
    yield started
    await started.close()


def question(bot: str, *, table: str = "table", seat: int = 0, view: object = None) -> Question:
    return Question("cover-me", table, Seat(seat), f"{BOTS}:{bot}", view)


async def test_a_bot_remembers_from_one_decision_to_the_next(pool: BotPool) -> None:
    """Each seat of each table has its own bot; what a bot prints is not taken for its answer."""
    assert [await pool.ask(question("Counting")) for _ in range(3)] == [1, 2, 3]
    assert await pool.ask(question("Counting", seat=1)) == 1
    assert await pool.ask(question("Counting", table="another")) == 1


async def test_a_bot_that_raises_or_dies_harms_no_other_bot(pool: BotPool) -> None:
    """The failure names the bot, the seat, the table and what happened; the next question is answered."""
    with pytest.raises(BotFailed, match=r"Raising' at seat 0 of table table failed: ValueError: no idea about 7"):
        await pool.ask(question("Raising", view=7))
    with pytest.raises(BotFailed, match=r"Dying' at seat 0 of table table failed: its process died"):
        await pool.ask(question("Dying"))
    assert await pool.ask(question("Counting")) == 1
    with pytest.raises(BotFailed, match="UnknownBot"):
        await pool.ask(question("Nobody"))


async def test_bots_ignore_ctrl_c(pool: BotPool) -> None:
    """A terminal sends it to every process; bots continue until the server ends them."""
    assert await pool.ask(question("Interrupted")) == 1


async def test_a_bot_that_never_answers_is_killed(pool: BotPool) -> None:
    """The bots of other processes are not concerned."""
    await pool.ask(question("Counting"))
    impatient = BotPool(1, timeout=0.01)
    with pytest.raises(BotFailed, match=r"no answer within 0\.01 s"):
        await impatient.ask(question("Sleeping"))
    await impatient.close()
    assert await pool.ask(question("Counting")) == 2


async def test_a_closed_pool_refuses_questions(pool: BotPool) -> None:
    """A question that comes too late is refused, not left waiting."""
    await pool.ask(question("Counting"))
    await pool.close()
    with pytest.raises(BotFailed, match="closing"):
        await pool.ask(question("Counting"))


class Processes:
    """Worker processes whose bots think until `go` is set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, count: int) -> None:
        self.go = asyncio.Event()
        self.asked: list[tuple[int, Question]] = []
        """The questions that bots think about or have answered, each with the number of its process."""
        numbers: dict[WorkerProcess, int] = {}

        async def ask(process: WorkerProcess, question: Any) -> Answer:
            self.asked.append((numbers[process], question))
            await self.go.wait()
            return Answer("a decision")

        monkeypatch.setattr(WorkerProcess, "ask", ask)
        self.pool = BotPool(count, timeout=60)
        numbers.update({process: number for number, process in enumerate(self.pool._processes)})

    async def thinking(self, *asked: Question) -> list[int]:
        """Ask these questions at once; return the processes in which bots think, and let them answer."""
        self.asked.clear()
        self.go.clear()
        tasks = [asyncio.create_task(self.pool.ask(each)) for each in asked]
        for _ in range(10):
            await asyncio.sleep(0)
        busy = [number for number, _ in self.asked]
        self.go.set()
        await asyncio.gather(*tasks)
        return busy


async def test_bots_without_memory_think_in_any_process_that_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four bots of one table use four processes; a fifth waits for the first that is free, as does another table's."""
    processes = Processes(monkeypatch, 4)
    seats = [question("Forgetting", seat=seat) for seat in range(5)]
    assert await processes.thinking(*seats) == [0, 1, 2, 3]
    assert len(processes.asked) == 5
    tables = [question("Forgetting", table=f"table-{number}") for number in range(4)]
    assert await processes.thinking(*tables) == [0, 1, 2, 3]


async def test_a_bot_that_remembers_stays_in_its_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots of one table are spread over all processes; while one waits for its own, others use those that are free."""
    processes = Processes(monkeypatch, 2)
    first, second, third = (question("Remembering", seat=seat) for seat in range(3))
    assert await processes.thinking(first, second) == [0, 1]
    assert await processes.thinking(third) == [0]
    for _ in range(3):
        assert await processes.thinking(second) == [1]
        assert await processes.thinking(third, first, question("Forgetting")) == [0, 1]
        assert processes.asked[-1][0] == 0


async def test_real_processes_think_at_the_same_time() -> None:
    """Two bots that remember nothing, one after the other, share a process; a bot that remembers keeps its own."""
    pool = BotPool(2, timeout=60)
    used = {await pool.ask(question("Forgetting", seat=seat)) for seat in range(3)}
    assert len(used) == 1, "a second process is not started before it is needed"
    homes = [await pool.ask(question("Remembering", seat=seat)) for seat in range(2)]
    assert homes[0] != homes[1]
    assert [await pool.ask(question("Remembering", seat=seat)) for seat in range(2)] == homes
    await pool.close()


class Thinking:
    """Worker processes whose bots think as long as they may, by a clock that only they move."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        self.asked: list[Question] = []
        thinking = self

        async def ask(_process: WorkerProcess, question: Any) -> Answer:
            thinking.asked.append(question)
            await asyncio.sleep(0)
            thinking.now += 5.0 if question.most_seconds is None else min(5.0, question.most_seconds)
            return Answer("a decision")

        monkeypatch.setattr(WorkerProcess, "ask", ask)
        self.pool = BotPool(1, timeout=60, thinking=30, clock=lambda: self.now)

    async def ask(self, table: str, opener: str) -> float:
        """Ask a bot; return how many seconds the answer took."""
        began = self.now
        assert await self.pool.ask(question("Sleeping", table=table), opener) == "a decision"
        return self.now - began


async def test_one_opener_with_many_tables_keeps_no_other_table_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sixty tables of five slow bots: a bot of another opener is answered after the one that thinks now."""
    thinking = Thinking(monkeypatch)
    flood = [
        asyncio.create_task(thinking.ask(f"table-{number}", "192.0.2.1")) for number in range(60) for _ in range(5)
    ]
    while len(thinking.asked) < 2:  # the first one thought alone, as long as it wanted
        await asyncio.sleep(0)
    longest = 0.0
    for _ in range(10):
        for _ in range(7):
            await asyncio.sleep(0)
        longest = max(longest, await thinking.ask("honest", "192.0.2.2"))
    assert longest < 2 * BUSY_SECONDS + 0.01
    await asyncio.gather(*flood)
    tables = [question.table for question in thinking.asked if question.table != "honest"]
    assert len(set(tables[1:61])) == 60, "its own tables take turns too"
    assert thinking.asked[-1].most_seconds == SPENT_SECONDS, "it has spent its budget"


async def test_a_bot_alone_thinks_as_long_as_it_wants(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until the budget of its opener is spent; after a minute without a question it is full again."""
    thinking = Thinking(monkeypatch)
    seconds = [await thinking.ask("table", "192.0.2.1") for _ in range(12)]
    assert seconds[:6] == [5.0] * 6
    assert seconds[-1] == pytest.approx(SPENT_SECONDS)
    thinking.now += 60
    assert await thinking.ask("table", "192.0.2.1") == pytest.approx(5.0)


async def test_a_bot_whose_table_does_not_need_it_any_more_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A question that waits is forgotten; a bot that thinks is not stopped, so that its process lives on."""
    thinking = Thinking(monkeypatch)
    asked = [asyncio.create_task(thinking.ask(f"table-{number}", "192.0.2.1")) for number in range(4)]
    while not thinking.asked:
        await asyncio.sleep(0)
    for task in asked[:3]:
        task.cancel()
    await asyncio.gather(*asked, return_exceptions=True)
    assert [question.table for question in thinking.asked] == ["table-0", "table-3"]


class Shared:
    """Worker processes that answer when the test says so; a number is the slot of a process."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, count: int) -> None:
        self.asked: list[tuple[int, Question]] = []
        self.interrupted: list[int] = []
        self._answers: dict[int, asyncio.Future[Answer]] = {}
        self._reports: dict[int, OnReport] = {}
        numbers: dict[WorkerProcess, int] = {}

        async def ask(process: WorkerProcess, question: Any, on_report: OnReport = lambda _value: None) -> Answer:
            number = numbers[process]
            self.asked.append((number, question))
            self._reports[number] = on_report
            answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
            self._answers[number] = answer
            return await answer

        monkeypatch.setattr(WorkerProcess, "ask", ask)
        monkeypatch.setattr(WorkerProcess, "interrupt", lambda process: self.interrupted.append(numbers[process]))
        self.pool = BotPool(count, timeout=60, thinking=30, clock=lambda: self.now)
        numbers.update({process: number for number, process in enumerate(self.pool._processes)})
        self.now = 0.0

    async def ask(self, asked: Question, opener: str = "somebody") -> asyncio.Task[Any]:
        """Ask a bot, and let the pool ask its processes."""
        task = asyncio.create_task(self.pool.ask(asked, opener))
        await self.settle()
        return task

    def begin(self, process: int) -> None:
        """Report that the bot begins its part."""
        self._reports[process]("begun")

    async def answer(self, process: int, value: Any, failure: str | None = None) -> None:
        """Let a process answer."""
        self._answers[process].set_result(Answer(value, failure))
        await self.settle()

    async def settle(self) -> None:
        """Let everything happen that waits for nothing."""
        for _ in range(10):
            await asyncio.sleep(0)


async def test_idle_processes_share_a_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each gets the same view; when the bot's own process is done, the others are recalled, and the parts are merged."""
    shared = Shared(monkeypatch, 3)
    asked = question("Sharing", view="what the seat sees")
    decision = await shared.ask(asked)
    part = replace(asked, is_part=True)
    assert shared.asked == [(0, part), (1, part), (2, part)]
    shared.begin(1)
    shared.begin(2)
    await shared.answer(0, 4)
    assert shared.interrupted == [1, 2]
    await shared.answer(1, 5)
    await shared.answer(2, None, "its process died")
    assert shared.asked[3:] == [(0, replace(asked, parts=[4, 5]))]
    await shared.answer(0, 9)
    assert await decision == 9
    assert not shared.pool._parts


async def test_nobody_waits_for_a_process_that_only_helps(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that needs it recalls it, even before the part has begun; what it has found counts."""
    shared = Shared(monkeypatch, 2)
    decision = await shared.ask(question("Sharing"))
    other = await shared.ask(question("Forgetting", table="another"), "somebody else")
    assert len(shared.asked) == 2
    assert shared.interrupted == []
    shared.begin(1)
    assert shared.interrupted == [1]
    await shared.answer(1, 5)
    assert shared.asked[2] == (1, question("Forgetting", table="another"))
    await shared.answer(1, "done")
    assert await other == "done"
    await shared.answer(0, 4)
    assert shared.asked[3][1].parts == [4, 5]
    await shared.answer(0, 9)
    assert await decision == 9


async def test_a_process_that_still_starts_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """The decision is made without it; it is free when it has answered."""
    shared = Shared(monkeypatch, 2)
    decision = await shared.ask(question("Sharing"))
    await shared.answer(0, 4)
    assert shared.asked[2][1].parts == [4]
    await shared.answer(0, 4)
    assert await decision == 4
    shared.begin(1)
    assert shared.interrupted == [1], "it was recalled, and ends as soon as it begins"
    await shared.answer(1, 5)
    assert shared.pool._queue.lend() == [0, 1]


async def test_a_bot_thinks_alone_unless_its_decisions_can_be_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots without parts, budgets of playouts, openers without budget, and bots while others wait: one process each."""
    shared = Shared(monkeypatch, 2)
    for alone in (question("Forgetting"), question("Sharing:500p")):
        decision = await shared.ask(alone)
        assert [number for number, _ in shared.asked] == [0]
        await shared.answer(0, 1)
        assert await decision == 1
        shared.asked.clear()
    decisions = [asyncio.create_task(shared.pool.ask(question("Sharing", seat=seat))) for seat in range(2)]
    await shared.settle()
    assert [(number, asked.is_part) for number, asked in shared.asked] == [(0, False), (1, False)]
    for process in range(2):
        await shared.answer(process, 1)
    assert [await decision for decision in decisions] == [1, 1]


async def test_the_time_of_all_processes_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """An opener whose budget they have spent together gets one process at a time."""
    shared = Shared(monkeypatch, 2)
    decision = await shared.ask(question("Sharing"))
    shared.begin(1)
    shared.now = 20.0
    await shared.answer(0, 4)
    await shared.answer(1, 5)
    await shared.answer(0, 9)
    assert await decision == 9
    shared.asked.clear()
    decision = await shared.ask(question("Sharing"))
    assert [(number, asked.is_part) for number, asked in shared.asked] == [(0, False)]
    await shared.answer(0, 1)
    assert await decision == 1


async def test_a_failure_of_the_bots_own_process_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """What others have found is dropped."""
    shared = Shared(monkeypatch, 2)
    decision = await shared.ask(question("Sharing"))
    shared.begin(1)
    await shared.answer(0, None, "ValueError: no idea")
    await shared.answer(1, 5)
    with pytest.raises(BotFailed, match="no idea"):
        await decision


async def test_a_real_process_ends_its_part_when_it_is_interrupted() -> None:
    """Its answer is what it has found; a signal that comes too late changes nothing."""
    process = WorkerProcess(PROGRAM, timeout=60)
    asked = question("Sharing", view=3)
    for _ in range(2):
        answer = await process.ask(replace(asked, is_part=True), lambda _begun: process.interrupt())
        assert answer == Answer(3)
        process.interrupt()
    assert await process.ask(replace(asked, parts=[1, 2])) == Answer(3)
    await process.close()
    process.interrupt()


async def test_real_processes_share_a_decision() -> None:
    """The champion decides with both, as soon as the second has started."""
    view = position([scoring("Y"), scoring("R"), scoring("B")]).view(0)
    pool = BotPool(2, timeout=60)
    champion = Question("cover-me", "table", Seat(0), "champion:20ms", view)
    for _ in range(3):
        assert await pool.ask(champion, "somebody") in view.legal
    await pool.close()


def test_a_bot_can_be_told_to_think_shorter() -> None:
    """Whether its budget is in seconds or in playouts; without a limit, playouts are counted without a clock."""
    time = [0.0]
    with at_most(1.0):
        slow, by_playouts = Budget(seconds=5).begin(lambda: time[0]), Budget(playouts=100).begin(lambda: time[0])
    time[0] = 0.5
    assert (slow.share(0), by_playouts.share(10), by_playouts.share(80)) == (0.5, 0.5, 0.8)
    assert Budget(seconds=5).begin(lambda: 0.0).share(0) == 0.0
    assert Budget(playouts=100).begin(lambda: 1 / 0).share(50) == 0.5


def test_thinking_can_be_recalled() -> None:
    """Every budget is spent at once, also one of playouts; budgets outside of the block are not concerned."""
    recalled = False
    outside = Budget(playouts=100).begin()
    with at_most(None, is_recalled=lambda: recalled):
        budgets = [Budget(seconds=5).begin(lambda: 0.0), Budget(playouts=100).begin()]
    assert [spending.share(0) for spending in budgets] == [0.0, 0.0]
    recalled = True
    assert [spending.share(0) for spending in budgets] == [1.0, 1.0]
    assert outside.share(0) == 0.0


def test_the_host_of_bots_passes_the_limit_on() -> None:
    """A bot that uses its budget has it while it chooses."""
    host = BotHost(random.Random(1))
    limited = Question("cover-me", "table", Seat(0), f"{BOTS}:Budgeted", 0.25, most_seconds=0.5)
    assert host.answer(limited) == 0.5
