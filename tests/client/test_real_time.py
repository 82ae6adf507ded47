"""Bots of Cover Up act at the time that their action names, and decide again when the table changes."""

from __future__ import annotations

import asyncio

from covergames import coverup
from covergames.coverup import Done, Lay, Options, Phase, Placement, View
from covergames.game import Result, Seat
from tests.client.test_client import client_of, run
from tests.client.tiny_server import TinyServer


class Planner:
    """Lays one card at 4 s, is done at 9 s, and stores what it was asked."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def choose(self, view: View) -> coverup.Action:
        assert view.seat is not None
        self.asked.append(view.now)
        if view.phase is Phase.GIVE_BACK:
            return view.legal[0]
        mine = view.seats[view.seat]
        if not mine.pile:
            return Lay(Placement(mine.hand[0], flip=False, turn=0, x=0, y=0), max(4000, view.now))
        return Done(max(9000, view.now))


def test_a_bot_acts_at_the_time_of_its_action() -> None:
    """In every round of whole games the first lay comes at 4 s, nothing before its time, and the end at 9 s.

    The clock may reach the other bot's time while a bot still decides, but no further.
    """

    async def scenario(server: TinyServer) -> None:
        async def play(seat: int) -> Result | None:
            async with client_of(server, seat) as client:
                return await client.play(Planner())

        results = await asyncio.gather(play(0), play(1))
        assert list(results) == [coverup.result(server.state)] * 2
        timed = [action for _, action in server.acted if isinstance(action, Lay | Done)]
        assert len(timed) == 2 * 2 * 5
        for number in range(0, len(timed), 4):
            lays = [action.t for action in timed[number : number + 4] if isinstance(action, Lay)]
            ends = [action.t for action in timed[number : number + 4] if isinstance(action, Done)]
            assert 4000 <= min(lays) <= 4500
            assert len(lays) == len(ends) == 2
            assert all(9000 <= end <= 9500 for end in ends)
            assert max(lays) <= max(ends)

    run(scenario, TinyServer(coverup, 2, Options()))


def test_a_bot_decides_again_when_the_table_changes() -> None:
    """While it waits for its time, another seat lays a card: the bot gets the new view."""

    async def scenario(server: TinyServer) -> None:
        server.deal()
        planner = Planner()
        async with client_of(server, 0) as client:
            playing = asyncio.create_task(client.play(planner))
            while not planner.asked:
                await asyncio.sleep(0)
            card = server.state.hands[1][0]
            events = server.apply(Seat(1), Lay(Placement(card, flip=False, turn=0, x=0, y=0), 1500))
            server.sequence += 1
            await server.broadcast(events)
            while not server.acted[1:]:
                await client.news()
            playing.cancel()
        assert planner.asked[:2] == [0, 1500]

    run(scenario, TinyServer(coverup, 2, Options()))


def test_an_action_after_the_end_of_the_round_is_not_an_error() -> None:
    """It is refused, and the bot plays on."""

    async def scenario(server: TinyServer) -> None:
        server.deal()
        async with client_of(server, 0) as client:
            playing = asyncio.create_task(client.play(Planner()))
            while not any(b"time was up" in frame for frame in server.sent_frames):
                await asyncio.sleep(0)
            await server.time_up()
            while server.state.giving_back[0] is None:
                await client.news()
            playing.cancel()

    run(scenario, TinyServer(coverup, 2, Options(round_limit=5)))
