"""After a game: the browser proves the deal, and every step can be replayed."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Final

import pytest
from playwright.async_api import Route, expect

from covergames import coverme
from covergames.client import Server
from covergames.game import Seat
from covergames.schema import read_options
from covergames.wire import SeatBot
from tests.browser.archive import Archive, cover_me_game
from tests.browser.guest import Guest, Guests
from tests.browser.lobby_page import LobbyPage
from tests.browser.replay_page import ReplayPage
from tests.browser.table_page import Question, TablePage
from tests.browser.words import Words
from tests.server.process import ServerProcess

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

SHORTEST: Final = {"same_value": "G", "years": 1, "length": "shorter"}


async def test_an_invited_friend_sees_that_the_deal_was_fair(guest: Guest, server: ServerProcess) -> None:
    """A friend joins by a link and plays two seasons; the browser finds its nonce in the proof of the deal."""
    house = Server(server.url)
    options = read_options(coverme, SHORTEST, 3)
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
    await expect(table.fairness).to_be_visible()


async def test_a_replay_goes_step_by_step(guests: Guests, archive: Archive) -> None:
    """From the end of the game to its deal and back, by buttons and keys, face up and as a spectator; the podium stays the same."""
    live = cover_me_game(lambda table: table.is_over, options=SHORTEST)
    [saved] = await archive.add(live)
    guest = await guests.arrive(saved)
    table = TablePage(guest)
    await table.open(saved.table)
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
    await replay.see_as("replay.spectator")
    await guest.page.reload()
    await replay.slider.wait_for()
    assert await replay.step() == last


async def test_of_two_replay_requests_the_later_one_counts(guests: Guests, archive: Archive) -> None:
    """The earlier one fails after the later one was answered: the page shows no error."""
    [saved] = await archive.add(cover_me_game(lambda table: table.is_over, options=SHORTEST))
    guest = await guests.arrive(saved)
    guest.expect("ERR_FAILED")
    is_answered = asyncio.Event()

    async def fail_late(route: Route) -> None:
        await is_answered.wait()
        await route.abort()

    page, replay = guest.page, ReplayPage(guest)
    await page.route("**/replay?viewer=spectator", fail_late)
    await page.goto(f"/replay/{saved.table}")
    await replay.slider.wait_for()
    await replay.see_as("replay.spectator")
    async with page.expect_response("**/replay?viewer=face-up") as answer:
        await replay.see_as("web.replay.face-up")
    await (await answer.value).finished()
    async with page.expect_event("requestfailed"):
        is_answered.set()
    await expect(page.get_by_role("alert")).to_have_count(0)


async def test_a_wrong_commitment_is_shown_in_every_language(guests: Guests, archive: Archive) -> None:
    """The browser saw another commitment before the game; a change of language translates the warning."""
    [saved] = await archive.add(cover_me_game(lambda table: table.is_over, options=SHORTEST))
    guest = await guests.arrive(saved)
    table = TablePage(guest)
    promise = json.dumps([{"table": saved.table, "commitment": "another", "nonce": None}])
    await guest.context.add_init_script(f"localStorage.setItem('covergames.commitments', {json.dumps(promise)})")
    await table.open(saved.table)
    failure = guest.page.get_by_role("alert")
    await expect(failure).to_contain_text(table.words("web.fair.other-commitment"))
    await guest.page.get_by_role("combobox", name=table.words("web.language")).select_option("suomi")
    await expect(failure).to_contain_text(Words("fi")("web.fair.other-commitment"))
