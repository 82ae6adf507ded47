"""The keeper and its clock: a duty is executed once, when it is due, however the deadline moves."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from covergames import coverme
from covergames.server.clock import Clock
from covergames.server.keeper import TableKeeper
from covergames.table import KEEPER
from tests.server.kit import Guest, serving

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
    table = SimpleNamespace(id="friday", game=coverme, duty=lambda: None if asked else duty)
    session: Any = SimpleNamespace(table=table, execute=execute, bots_to_act=lambda: ())
    nobody: Any = None
    keeper = TableKeeper(session, clock=EarlyClock(), bot_pool=nobody, metrics=nobody)
    keeper.update()
    await asyncio.wait_for(done.wait(), 5)
    keeper.stop()
    assert asked == [("close", KEEPER)]


class DrivenClock(Clock):
    """A clock that stands still until the test moves it."""

    def __init__(self) -> None:
        super().__init__()
        self._time = super().now()
        self._timers: list[tuple[int, asyncio.TimerHandle, Callable[[], None]]] = []

    def now(self) -> int:
        """Return the time that the test has set."""
        return self._time

    def call_at(self, at: int, callback: Callable[[], None]) -> asyncio.TimerHandle:
        """Call back when the test moves the clock to that time, or immediately if it has passed."""
        loop = asyncio.get_running_loop()
        if at <= self._time:
            return loop.call_later(0, callback)
        handle = loop.call_later(3600, callback)
        self._timers.append((at, handle, callback))
        return handle

    def move_to(self, at: int) -> None:
        """Set the time, and fire the timers that are due."""
        self._time = at
        due = [timer for timer in self._timers if timer[0] <= at]
        self._timers = [timer for timer in self._timers if timer[0] > at]
        for _, handle, callback in due:
            if not handle.cancelled():
                handle.cancel()
                asyncio.get_running_loop().call_soon(callback)


async def act(guest: Guest, **action: Any) -> dict[str, Any]:
    """Send an action in the present round; return the answer."""
    seen = max(message.get("sequence", 0) for message in guest.heard_so_far)
    return await guest.order("act", seen=seen, action=action)


@pytest.mark.rule("CU-H2")
async def test_a_flip_one_second_before_the_limit_gives_the_others_their_whole_sand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bo lays cards at the limit and until the last millisecond of the sand; then the keeper ends the round."""
    clock = DrivenClock()
    monkeypatch.setattr("covergames.server.registry.Clock", lambda _rate, **_: clock)
    async with serving(tmp_path, lease_seconds=0.3) as served:
        host = await served.open("cover-up", 2)
        ada, bo = await host.seated("Ada", "Bo")
        await bo.order("ready", ready=True, seen=1)
        await ada.order("start")
        playing = await bo.until(stage="playing")
        start = playing["table"]["round_start"]
        limit = start + 300_000
        assert playing["public"]["deadline"] == 300_000
        hands = [seat["hand"] for seat in playing["public"]["seats"]]
        place = {"event": "lay", "flip": False, "turn": 0, "x": 0, "y": 0}
        clock.move_to(limit - 1000)
        for card in hands[0]:
            assert (await act(ada, **place, card=card))["type"] == "done"
        assert (await act(ada, event="flip"))["type"] == "done"
        end = limit - 1000 + 30_000
        for time, card in ((limit, hands[1][0]), (end - 1, hands[1][1])):
            clock.move_to(time)
            assert (await act(bo, **place, card=card))["type"] == "done"
        clock.move_to(end)
        while (update := await bo.heard("update")).get("public", {}).get("phase") != "give-back":
            pass
        assert update["events"][0] == {"event": "time_ran_out", "t": end - start}
        flips = [event for told in bo.heard_so_far for event in told.get("events", ()) if event["event"] == "flipped"]
        assert flips == [{"event": "flipped", "seat": 0, "t": 299_000, "deadline": 329_000}]


@pytest.mark.slow
async def test_bots_hurry_when_all_people_have_finished_a_round_without_a_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ada flips after twenty seconds, with sand for ten minutes: two novices who have not begun finish within seconds."""
    clock = DrivenClock()
    monkeypatch.setattr("covergames.server.registry.Clock", lambda _rate, **_: clock)
    wait = TableKeeper._wait

    async def skip_or_wait(keeper: TableKeeper, changed: asyncio.Event, milliseconds: int | None) -> None:
        if milliseconds is None or not has_flipped:
            await wait(keeper, changed, milliseconds)
        else:
            clock.move_to(clock.now() + milliseconds)

    monkeypatch.setattr(TableKeeper, "_wait", skip_or_wait)
    has_flipped = False
    async with serving(tmp_path) as served:
        host = await served.open("cover-up", 3, options={"hourglass": 600, "round_limit": None})
        (ada,) = await host.seated("Ada")
        for seat in (1, 2):
            assert (await ada.order("seat_bot", seat=seat, bot="novice", name=f"Bot {seat}"))["type"] == "done"
        await ada.order("start")
        playing = next(told for told in ada.heard_so_far if told.get("table", {}).get("stage") == "playing")
        clock.move_to(playing["table"]["round_start"] + 20_000)
        for card in playing["public"]["seats"][0]["hand"]:
            assert (await act(ada, event="lay", flip=False, turn=0, x=0, y=0, card=card))["type"] == "done"
        has_flipped = True
        assert (await act(ada, event="flip"))["type"] == "done"
        while (await ada.heard("update")).get("public", {}).get("phase") != "give-back":
            pass
        events = [event for told in ada.heard_so_far for event in told.get("events", ())]
        times = [event["t"] for event in events if event["event"] == "was_done"]
        assert [event for event in events if event["event"] == "time_ran_out"] == []
        assert len(times) == 2
        assert 20_000 < max(times) < 40_000
