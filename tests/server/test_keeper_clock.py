"""A duty is executed once, in whatever order its timer and its last task end."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from covergames import coverme
from covergames.server.clock import Clock
from covergames.server.keeper import TableKeeper
from covergames.table import KEEPER

pytestmark = pytest.mark.anyio

DUE_MS = 1000


class EarlyClock(Clock):
    """Calls back immediately, as an event loop does that rounds a fraction of a millisecond away; each call of `now` takes 1 ms."""

    def __init__(self) -> None:
        super().__init__()
        self._time = DUE_MS - 4

    def now(self) -> int:
        """One millisecond later than the last time."""
        self._time += 1
        return self._time

    def call_at(self, _at: int, callback: Any) -> Any:
        """Call back in the next turn of the event loop."""
        return asyncio.get_running_loop().call_soon(callback)


async def test_a_timer_that_fires_while_the_last_task_ends_is_not_lost() -> None:
    """It fired too early, is set again and fires immediately: the duty is executed once."""
    done = asyncio.Event()
    asked: list[object] = []

    async def execute(command: object, who: object) -> int:
        asked.append((command, who))
        done.set()
        return 1

    duty = SimpleNamespace(due=DUE_MS, command="close")
    table = SimpleNamespace(id="friday", game=coverme, duty=lambda: None if asked else duty, bots_to_act=lambda: ())
    session: Any = SimpleNamespace(table=table, execute=execute)
    nobody: Any = None
    keeper = TableKeeper(session, clock=EarlyClock(), bot_pool=nobody, metrics=nobody)
    keeper.update()
    await asyncio.wait_for(done.wait(), 5)
    keeper.stop()
    assert asked == [("close", KEEPER)]
