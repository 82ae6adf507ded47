"""The options of a table, chosen in the browser, and their effect."""

from __future__ import annotations

import re
import time

import pytest
from playwright.async_api import expect

from covergames.coverme import Clothes, Options
from covergames.game import Seat
from covergames.table import Settings
from tests.browser.archive import Archive
from tests.browser.guest import Guest, Guests
from tests.browser.lobby_page import LobbyPage
from tests.browser.table_page import TablePage
from tests.browser.words import Words
from tests.table.kit import ADA, BO, CY, Live

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


async def test_a_table_is_opened_with_the_chosen_options(guest: Guest, archive: Archive) -> None:
    """The colour that leaves the game, the years, who starts, and the times for being away and for a decision."""
    words, page = Words(guest.language), guest.page
    await page.goto("/new/cover-me")
    await page.get_by_label(words("web.name")).fill("Ada")
    await page.get_by_role("checkbox", name=words.capital("option.same-value")).check()
    for label, chosen in (
        ("web.removed", words("clothes.green")),
        ("option.years", "10"),
        ("starting-player", words("web.seat", number=2)),
        ("web.decision-time", words("web.minutes", count=1)),
        ("web.away-after", words("web.minutes", count=5)),
    ):
        await page.get_by_role("combobox", name=words.capital(label)).select_option(label=chosen)
    await guest.press(page.get_by_role("button", name=words("web.new.open"), exact=True))
    await LobbyPage(guest).arrived()
    table = await archive.table(page.url.rpartition("/")[2])
    assert table.options == Options(same_value=Clothes.GREEN, years=10, start=Seat(1))
    assert table.settings == Settings(decision_time=60, away_after=300)


async def test_the_player_to_act_sees_the_decision_time(guests: Guests, archive: Archive) -> None:
    """It counts down by the server's clock until a bot decides."""
    live = Live(settings=Settings(decision_time=300), options={"first_game": True}, at=round(time.time() * 1000))
    live.sit(ADA)
    live.seat_bots(BO, CY)
    live.start()
    live.leave(ADA)
    [saved] = await archive.add(live)
    table = TablePage(await guests.arrive(saved))
    await table.open(saved.table)
    timer = table.decision.get_by_role("timer")
    await expect(timer).to_have_text(re.compile(r"^4:\d\d|^5:00"))
    earlier = await timer.inner_text()
    await expect(timer).not_to_have_text(earlier)
