"""A duty of a table is done, however its timer and the task before it follow each other."""

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

DUE = 1000


class EarlyClock(Clock):
    """Rings at once, as an event loop does that rounds a fraction of a millisecond away; time passes with every look."""

    def __init__(self) -> None:
        super().__init__()
        self._time = DUE - 4

    def now(self) -> int:
        """A millisecond later than the last time."""
        self._time += 1
        return self._time

    def call_at(self, _at: int, callback: Any) -> Any:
        """Before anything that is called later than this."""
        return asyncio.get_running_loop().call_soon(callback)


async def test_a_timer_that_rings_while_the_last_look_at_the_clock_ends_is_heard() -> None:
    """It rang too early, is set again and rings at once: the duty is done all the same, and once."""
    done = asyncio.Event()
    asked: list[object] = []

    async def execute(command: object, who: object) -> int:
        asked.append((command, who))
        done.set()
        return 1

    duty = SimpleNamespace(due=DUE, command="close")
    table = SimpleNamespace(id="friday", game=coverme, duty=lambda: None if asked else duty, bots_to_act=lambda: ())
    session: Any = SimpleNamespace(table=table, execute=execute)
    nobody: Any = None
    keeper = TableKeeper(session, clock=EarlyClock(), bot_pool=nobody, metrics=nobody)
    keeper.update()
    await asyncio.wait_for(done.wait(), 5)
    keeper.stop()
    assert asked == [("close", KEEPER)]
