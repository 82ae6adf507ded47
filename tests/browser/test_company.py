"""Several browsers at one table."""

from __future__ import annotations

import asyncio
import random

import pytest
from playwright.async_api import expect

from covergames.coverme import Season
from covergames.table import Table
from tests.browser.archive import Archive, evening
from tests.browser.guest import Device, Guests, Hands
from tests.browser.home_page import HomePage
from tests.browser.lobby_page import LobbyPage
from tests.browser.table_page import Question, TablePage

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


async def test_three_friends_meet_by_a_link_and_play_a_season(guests: Guests) -> None:
    """Ada opens the table and sends its address; Bo, on a phone, and Cy sit down, talk, are ready; all three choose."""
    ada = await guests.arrive()
    home = HomePage(ada)
    await home.open()
    host = await (await home.invite()).open_table("Ada", title="Friday", players=3, length="shorter")
    link = await host.link()

    phone = await guests.arrive(device=Device.PHONE, hands=Hands.TOUCH)
    friends = [LobbyPage(phone), LobbyPage(await guests.arrive())]
    for lobby, name in zip(friends, ("Bo", "Cy"), strict=True):
        await lobby.come(link, name)
        await lobby.say_ready()
    await friends[0].guest.page.reload()
    await expect(friends[0].seat("Cy")).to_contain_text(host.words("web.lobby.ready"))
    await host.start()

    tables = [await lobby.begun() for lobby in (host, *friends)]
    await tables[1].say("Spring at last")
    await expect(tables[0].chat_button).to_contain_text("1")
    asked = await asyncio.gather(
        *(table.play_season("spring", random.Random(seat)) for seat, table in enumerate(tables))
    )
    for questions in asked:
        assert questions[:6] == [Question.TAKE] * 3 + [Question.PLACE] * 3


def last_month(table: Table) -> bool:
    """Everybody chooses the last covers of the game."""
    state = table.state
    return state.season is Season.FALL and state.month == 3 and len(table.to_act) == table.players


async def test_the_end_is_seen_by_all_and_they_can_play_again(guests: Guests, archive: Archive) -> None:
    """The last covers of the last season, one podium for three, each their own line in colour, and a new table for all."""
    live = evening(last_month, people=3, options={"same_value": "G", "years": 1, "length": "shorter"})
    tables = []
    for chair in await archive.keep(live):
        table = TablePage(await guests.arrive(chair))
        await table.open(chair.table)
        tables.append(table)
    await asyncio.gather(*(table.play(random.Random(seat)) for seat, table in enumerate(tables)))
    podiums = [await table.podium() for table in tables]
    assert podiums[0] == podiums[1] == podiums[2]
    for table, dashes in zip(tables, ("", "10 4", "2 4"), strict=True):
        await expect(table.guest.page.locator("polyline.own")).to_have_attribute("stroke-dasharray", dashes)
    await tables[0].play_again()
    for table in tables:
        await table.follow_rematch()
        lobby = LobbyPage(table.guest)
        await lobby.arrived()
        await expect(lobby.seat("Bo")).to_have_count(1)
