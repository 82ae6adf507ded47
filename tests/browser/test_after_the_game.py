"""When a game is over: the deal is proven in the browser, and every step can be looked back at."""

from __future__ import annotations

import random

import pytest
from playwright.async_api import expect

from covergames import coverme
from covergames.client import Server
from covergames.game import Seat
from covergames.wire import SeatBot
from tests.browser.archive import Archive, evening
from tests.browser.guest import PATIENCE, Guest, Guests
from tests.browser.lobby_page import LobbyPage
from tests.browser.replay_page import ReplayPage
from tests.browser.table_page import Question, TablePage
from tests.server.process import ServerProcess

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


async def test_an_invited_friend_sees_that_the_deal_was_fair(guest: Guest, server: ServerProcess) -> None:
    """Comes by a link, sits down, is ready, plays two seasons; the browser finds its own nonce in the proof of the deal."""
    house = Server(server.url)
    options = coverme.read_options({"same_value": "G", "years": 1, "length": "shorter"}, 3)
    opened = await house.open_table(coverme, 3, options)
    lobby = LobbyPage(guest)
    async with house.client(opened.table, opened.host_token) as host:
        for seat, name in ((1, "Bo"), (2, "Cy")):
            await host.order(SeatBot(host.new_id(), Seat(seat), "random", name))
        await lobby.come(f"/table/{opened.table}", "Ada")
        await lobby.say_ready()
        await expect(lobby.seat("Ada")).to_contain_text(lobby.words("web.lobby.ready"))
        await host.start()
    table = await lobby.begun()
    asked = await table.play(random.Random(1))
    assert asked.count(Question.PLACE) >= 6
    await expect(table.fairness).to_be_visible(timeout=PATIENCE)


async def test_a_game_is_looked_back_at_step_by_step(guests: Guests, archive: Archive) -> None:
    """From the end of the game to its deal, on and back, by buttons and keys, face up and as a spectator; the same podium."""
    live = evening(lambda table: table.is_over, options={"same_value": "G", "years": 1, "length": "shorter"})
    [chair] = await archive.keep(live)
    guest = await guests.arrive(chair)
    table = TablePage(guest)
    await table.open(chair.table)
    podium = await table.podium()
    await table.look_back()
    replay = ReplayPage(guest)
    await replay.slider.wait_for()
    last = await replay.last()
    assert (await replay.step(), await table.result.count()) == (0, 0)
    await guest.press(replay.on)
    await guest.press(replay.on)
    await guest.press(replay.back)
    assert await replay.step() == 1
    await guest.page.keyboard.press("End")
    assert await replay.step() == last
    assert await table.podium() == podium
    await replay.see_as("terminal.replay.spectator")
    await guest.page.reload()
    await replay.slider.wait_for()
    assert await replay.step() == last
