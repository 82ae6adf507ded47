"""Several browsers at one table."""

from __future__ import annotations

import asyncio
import random

import pytest
from playwright.async_api import expect

from covergames.coverme import Season
from covergames.table import Table
from tests.browser.archive import Archive, cover_me_game
from tests.browser.guest import Device, Guests, InputMethod
from tests.browser.home_page import HomePage
from tests.browser.lobby_page import LobbyPage
from tests.browser.table_page import Question, TablePage

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


@pytest.mark.prove
async def test_three_friends_meet_by_a_link_and_play_a_season(guests: Guests) -> None:
    """Ada opens the table and sends its link; Bo, on a phone, and Cy join, chat and are ready; all three play."""
    ada = await guests.arrive()
    home = HomePage(ada)
    await home.open()
    host = await (await home.invite()).open_table("Ada", title="Friday", players=3, length="shorter")
    link = await host.link()

    phone = await guests.arrive(device=Device.PHONE, input_method=InputMethod.TOUCH)
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
    """The condition that everybody chooses the last covers of the game."""
    state = table.state
    return state.season is Season.FALL and state.month == 3 and len(table.to_act) == table.players


@pytest.mark.prove
async def test_all_see_the_end_and_can_play_a_rematch(guests: Guests, archive: Archive) -> None:
    """After the last covers, one podium for three, each with their line in colour, and a new table for all.

    The victory is celebrated once, for those who allow motion.
    """
    live = cover_me_game(last_month, people=3, options={"same_value": "G", "years": 1, "length": "shorter"})
    tables: list[TablePage] = []
    for saved in await archive.add(live):
        motion = "reduce" if tables else "no-preference"
        table = TablePage(await guests.arrive(saved, reduced_motion=motion))
        await table.open(saved.table)
        tables.append(table)
    await asyncio.gather(*(table.play(random.Random(seat)) for seat, table in enumerate(tables)))
    rain = [table.guest.page.locator(".rain") for table in tables]
    await expect(rain[0]).to_be_visible()
    await expect(rain[1]).to_be_hidden()
    podiums = [await table.podium() for table in tables]
    assert podiums[0] == podiums[1] == podiums[2]
    for table, dashes in zip(tables, ("", "10 4", "2 4"), strict=True):
        await expect(table.guest.page.locator("polyline.own")).to_have_attribute("stroke-dasharray", dashes)
    await tables[0].guest.page.reload()
    await tables[0].result.wait_for()
    await expect(rain[0]).to_have_count(0)
    await tables[0].play_again()
    for table in tables[1:]:
        await table.follow_rematch()
    for table in tables:
        lobby = LobbyPage(table.guest)
        await lobby.arrived()
        await expect(lobby.seat("Bo")).to_have_count(1)
