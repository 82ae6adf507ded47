"""A fair queue for scarce resources: clients take turns, however many requests each of them sends."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final, NamedTuple

MAX_REMEMBERED_CLIENTS: Final = 1000
"""Clients whose latest turn is remembered."""


class QueueFull(Exception):
    """A client has as many requests in the queue as it may have."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"{limit} of your requests wait already")
        self.limit = limit


class _Request(NamedTuple):
    """A request that waits."""

    turn: asyncio.Future[int]
    """Gets the number of the slot."""
    slot: int | None
    """The only slot that will do; None: any."""


class FairQueue:
    """Gives a number of slots to clients in turn (round-robin), and within a client to its lanes in turn.

    A client has at most one slot at a time as long as others wait for theirs. A request for one particular slot keeps nobody
    waiting who can use another. A request whose task is cancelled leaves the queue.
    """

    def __init__(
        self,
        slots: int,
        *,
        most_waiting: int | None = None,
        most_at_once: int | None = None,
        rank: Callable[[str], float] = lambda _client: 0,
        recall: Callable[[int], None] = lambda _slot: None,
    ) -> None:
        """Set up the queue.

        Args:
            slots: how many requests may run at the same time.
            most_waiting: how many requests of one client may wait; None: any number.
            most_at_once: how many requests of one client may run at the same time; None: any number.
            rank: the clients with the lowest rank go first; equal ones take turns.
            recall: called with each slot that was lent when a request waits that could use it.
        """
        self._free = set(range(slots))
        self._lent: set[int] = set()
        self._recall = recall
        self._most_waiting = most_waiting
        self._most_at_once = slots if most_at_once is None else most_at_once
        self._rank = rank
        self._waiting: dict[str, OrderedDict[str, deque[_Request]]] = {}
        """The requests of each client, by lane. The lane whose turn it was last stands last."""
        self._running: Counter[str] = Counter()
        self._turns = 0
        self._last_turn: dict[str, int] = {}
        """The number of the latest turn of each client that had one lately."""

    def __len__(self) -> int:
        """Return the number of requests that wait."""
        return sum(len(line) for lanes in self._waiting.values() for line in lanes.values())

    @property
    def waiting_lanes(self) -> int:
        """The number of lanes, of all clients, in which a request waits."""
        return sum(len(lanes) for lanes in self._waiting.values())

    def has_others(self, client: str) -> bool:
        """Return whether a request of another client waits."""
        return any(other != client for other in self._waiting)

    def lend(self) -> list[int]:
        """Take all free slots for work that can end at any time; none while a request waits."""
        if self._waiting:
            return []
        lent, self._free = self._free, set()
        self._lent |= lent
        return sorted(lent)

    def give_back(self, slot: int) -> None:
        """Free a slot that was lent."""
        self._lent.remove(slot)
        self._free.add(slot)
        self._give_turns()

    @asynccontextmanager
    async def turn(self, client: str, lane: str = "", *, slot: int | None = None) -> AsyncIterator[int]:
        """Wait for that slot, or for any, yield its number, and free it at the end.

        Raises:
            QueueFull: If too many requests of the client wait.
        """
        given = await self._enter(client, lane, slot)
        try:
            yield given
        finally:
            self._leave(client, given)

    async def _enter(self, client: str, lane: str, slot: int | None) -> int:
        lanes = self._waiting.get(client, OrderedDict())
        if self._most_waiting is not None and sum(len(line) for line in lanes.values()) >= self._most_waiting:
            raise QueueFull(self._most_waiting)
        self._waiting[client] = lanes
        turn: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        request = _Request(turn, slot)
        lanes.setdefault(lane, deque()).append(request)
        self._give_turns()
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # its turn came in the same moment
                self._leave(client, turn.result())
            else:
                self._remove(client, lane, request)
            raise

    def _leave(self, client: str, slot: int) -> None:
        self._free.add(slot)
        self._running[client] -= 1
        if not self._running[client]:
            del self._running[client]
        self._give_turns()

    def _give_turns(self) -> None:
        while self._free and (following := self._next(self._free)) is not None:
            client, lane, request = following
            self._waiting[client].move_to_end(lane)
            self._note_turn(client)
            self._remove(client, lane, request)
            slot = min(self._free) if request.slot is None else request.slot
            self._free.remove(slot)
            self._running[client] += 1
            request.turn.set_result(slot)
        if self._lent and self._next(self._lent) is not None:
            for slot in self._lent:
                self._recall(slot)

    def _next(self, slots: set[int]) -> tuple[str, str, _Request] | None:
        """Return the request whose turn is next, with its client and lane; None: none can use one of these slots."""
        ready = [client for client in self._waiting if self._running[client] < self._most_at_once]
        for client in sorted(ready, key=self._order):
            for lane, line in self._waiting[client].items():
                for request in line:
                    if request.slot is None or request.slot in slots:
                        return client, lane, request
        return None

    def _order(self, client: str) -> tuple[float, int, int]:
        """Return a sort key: who has few slots, and had none for the longest time, goes first."""
        return self._rank(client), self._running[client], self._last_turn.get(client, 0)

    def _note_turn(self, client: str) -> None:
        self._turns += 1
        self._last_turn[client] = self._turns
        if len(self._last_turn) > MAX_REMEMBERED_CLIENTS:
            oldest = self._turns - MAX_REMEMBERED_CLIENTS // 2
            self._last_turn = {each: turn for each, turn in self._last_turn.items() if turn > oldest}

    def _remove(self, client: str, lane: str, request: _Request) -> None:
        lanes = self._waiting[client]
        lanes[lane].remove(request)
        if not lanes[lane]:
            del lanes[lane]
        if not lanes:
            del self._waiting[client]
