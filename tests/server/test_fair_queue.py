"""A fair queue: clients take turns, lanes of a client take turns, and a cancelled request is forgotten."""

from __future__ import annotations

import asyncio

import pytest

from covergames.server.fair_queue import MAX_REMEMBERED_CLIENTS, FairQueue, QueueFull

pytestmark = pytest.mark.anyio


class Worker:
    """Runs the requests of a queue one after the other, and notes their order."""

    def __init__(self, queue: FairQueue) -> None:
        self.queue = queue
        self.order: list[str] = []
        self.slots: list[int] = []
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self.go = asyncio.Event()

    async def ask(self, name: str, client: str, lane: str = "", *, slot: int | None = None) -> None:
        """Send a request, which ends when `go` is set."""

        async def run() -> None:
            async with self.queue.turn(client, lane, slot=slot) as given:
                self.order.append(name)
                self.slots.append(given)
                await self.go.wait()

        self.tasks[name] = asyncio.create_task(run())
        await asyncio.sleep(0)

    async def finish(self) -> list[str]:
        """Let all requests end; return the order in which they had their turn."""
        self.go.set()
        await asyncio.gather(*self.tasks.values(), return_exceptions=True)
        return self.order


async def test_clients_take_turns() -> None:
    """One request of a second client does not wait for all of the first."""
    worker = Worker(FairQueue(1))
    for name in ("a1", "a2", "a3", "b1", "c1", "b2"):
        await worker.ask(name, name[0])
    assert await worker.finish() == ["a1", "b1", "c1", "a2", "b2", "a3"]


async def test_lanes_of_a_client_take_turns() -> None:
    """The tables of one opener, for example."""
    worker = Worker(FairQueue(1))
    for name in ("first", "x1", "x2", "y1", "x3", "y2"):
        await worker.ask(name, "a", name[0])
    assert await worker.finish() == ["first", "x1", "y1", "x2", "y2", "x3"]


async def test_a_client_may_have_one_slot_of_several() -> None:
    """The other slot stays free for other clients."""
    worker = Worker(FairQueue(2, most_at_once=1))
    for name in ("a1", "a2", "b1"):
        await worker.ask(name, name[0])
    assert worker.order == ["a1", "b1"]
    assert await worker.finish() == ["a1", "b1", "a2"]


async def test_a_client_without_a_slot_goes_before_one_with_a_slot() -> None:
    """While others wait, nobody gets a second slot."""
    worker = Worker(FairQueue(2))
    for name in ("a1", "b1", "a2", "c1"):
        await worker.ask(name, name[0])
    worker.tasks["b1"].cancel()
    await asyncio.wait([worker.tasks["b1"]])
    await asyncio.sleep(0)
    assert worker.order == ["a1", "b1", "c1"]
    await worker.finish()


async def test_clients_of_a_lower_rank_go_first() -> None:
    """Those who have used up their budget wait for those who have not."""
    worker = Worker(FairQueue(1, rank=lambda client: client == "spent"))
    for name, client in (("1", "other"), ("2", "spent"), ("3", "fresh"), ("4", "fresh")):
        await worker.ask(name, client)
    assert await worker.finish() == ["1", "3", "4", "2"]


async def test_the_number_of_remembered_clients_is_bounded() -> None:
    """Addresses come and go."""
    queue = FairQueue(1)
    for number in range(3 * MAX_REMEMBERED_CLIENTS):
        async with queue.turn(f"client {number}"):
            pass
    assert len(queue._last_turn) <= MAX_REMEMBERED_CLIENTS


async def test_the_requests_of_a_client_are_limited() -> None:
    """The refusal names the limit, and other clients are not concerned."""
    worker = Worker(FairQueue(1, most_waiting=2))
    for name in ("a1", "a2", "a3"):
        await worker.ask(name, "a")
    with pytest.raises(QueueFull, match="2 of your requests wait already"):
        async with worker.queue.turn("a"):
            pass
    await worker.ask("b1", "b")
    assert await worker.finish() == ["a1", "b1", "a2", "a3"]


async def test_a_cancelled_request_is_forgotten() -> None:
    """While it waits, in the moment of its turn, and while it runs."""
    queue = FairQueue(1)
    worker = Worker(queue)
    for name in ("a1", "a2", "b1", "c1"):
        await worker.ask(name, name[0])
    worker.tasks["a2"].cancel()
    await asyncio.wait([worker.tasks["a2"]])
    assert len(queue) == 2
    worker.tasks["a1"].cancel()
    await asyncio.sleep(0)  # b1 has its turn now, but does not know it yet
    worker.tasks["b1"].cancel()
    assert await worker.finish() == ["a1", "c1"]
    assert len(queue) == 0


async def test_a_request_for_one_slot_lets_others_use_the_rest() -> None:
    """It gets that slot when it is free; nobody else waits for it meanwhile."""
    worker = Worker(FairQueue(2))
    for name, slot in (("first", 1), ("second", 1), ("any", None), ("late", None)):
        await worker.ask(name, "a", slot=slot)
    assert (worker.order, worker.slots) == (["first", "any"], [1, 0])
    assert sorted((await worker.finish())[2:]) == ["late", "second"]
    assert worker.slots[worker.order.index("second")] == 1
    assert len(worker.queue) == 0


async def test_free_slots_are_lent_and_recalled_when_they_are_needed() -> None:
    """A request that finds only lent slots recalls them, and gets the first that is given back."""
    recalled: list[int] = []
    queue = FairQueue(3, recall=recalled.append)
    worker = Worker(queue)
    await worker.ask("first", "a")
    assert queue.lend() == [1, 2]
    assert queue.lend() == []
    assert recalled == []
    await worker.ask("second", "b")
    assert sorted(recalled) == [1, 2]
    assert worker.order == ["first"]
    assert queue.lend() == [], "nothing is lent while a request waits"
    queue.give_back(2)
    await asyncio.sleep(0)
    assert (worker.order, worker.slots) == (["first", "second"], [0, 2])
    queue.give_back(1)
    await worker.finish()
    assert queue.lend() == [0, 1, 2]


async def test_a_request_that_cannot_use_a_lent_slot_recalls_none() -> None:
    """It waits for the slot in which its bot lives."""
    recalled: list[int] = []
    queue = FairQueue(2, recall=recalled.append)
    worker = Worker(queue)
    await worker.ask("first", "a", slot=1)
    assert queue.lend() == [0]
    await worker.ask("second", "b", slot=1)
    assert recalled == []
    assert await worker.finish() == ["first", "second"]
