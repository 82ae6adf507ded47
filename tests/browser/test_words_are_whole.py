"""On small screens words are whole, or a tap shows them, and cards that have to be told apart are large enough."""

from __future__ import annotations

import re
from contextlib import AsyncExitStack
from typing import Final

import pytest
from playwright.async_api import expect

from covergames.coverme import Place, Season, Take
from covergames.text import LANGUAGES
from tests.browser.archive import Archive, asked, cover_me_game, cover_up_game, gives_back
from tests.browser.cover_up_page import CoverUpPage, open_cover_up
from tests.browser.guest import Device, Guests
from tests.browser.home_page import HomePage
from tests.browser.in_sight import PHONES, cut_text, resize
from tests.browser.table_page import Question, TablePage
from tests.browser.test_fits import late
from tests.cases import by_target
from tests.server.process import ServerProcess
from tests.table import kit

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

BAR_PX: Final = 44
"""The height of the bar at the top on a touch screen, however many lines the phase needs."""
LONG_NAMES: Final = ("Maximiliana Featherstone", "Bartholomew Wolfeschleg")
MIN_GREEN_CARD_PX: Final = {(390, 844): 100, (360, 640): 56, (844, 390): 90, (683, 384): 90}
"""The width of a card to give back: as large as the screen allows."""


async def test_names_on_the_tracks_are_whole_before_and_after_a_card_is_picked(
    guests: Guests, archive: Archive
) -> None:
    """On every phone: the names of characteristics, and of what they are characteristics of."""
    for season in ("winter", "summer"):
        [saved] = await archive.add(cover_me_game(late(asked(Place), season), players=4))
        table = TablePage(await guests.arrive(saved))
        page = table.guest.page
        await table.open(saved.table)
        await table.question()
        for is_picked in (False, True):
            if is_picked:
                await table.choices(Question.PLACE).first.click()
                await page.locator(".tracks .changes").first.wait_for()
            for size in PHONES:
                await resize(page, *size)
                assert await cut_text(page, ".tracks") == [], (season, size, is_picked)


@pytest.mark.parametrize("language", by_target(LANGUAGES, every=len(LANGUAGES)))
async def test_the_bar_names_the_phase_on_every_phone(language: str, guests: Guests, archive: Archive) -> None:
    """The longest one is "replenishing hands for summer", when somebody alone with bots has all buttons in the bar."""
    replenish = asked(Take, phase="replenish")
    for season in Season:
        live = cover_me_game(late(replenish, season.value, year=1), players=4)
        [saved] = await archive.add(live)
        table = TablePage(await guests.arrive(saved, device=Device.PHONE, language=language))
        page = table.guest.page
        await table.open(saved.table)
        await table.question()
        for size in PHONES:
            await resize(page, *size)
            assert await cut_text(page, ".issue") == [], (season, size)
            assert await page.locator(".masthead").evaluate("bar => bar.offsetHeight") == BAR_PX, (season, size)


async def test_both_magazines_of_a_player_with_a_long_name_can_be_told_apart(
    guests: Guests, archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On every phone a part of the name and of the kind shows, each with an ellipsis if it is cut; a tap shows both whole."""
    monkeypatch.setattr(kit, "NAMES", LONG_NAMES)
    [saved] = await archive.add(cover_me_game(asked(Place, cards=2), players=2, options={"two_player": "advanced"}))
    table = TablePage(await guests.arrive(saved))
    page = table.guest.page
    await table.open(saved.table)
    await table.question()
    for size in PHONES:
        await resize(page, *size)
        parts = page.locator("article h3 button span")
        assert await parts.count() == 8
        for part in await parts.all():
            seen, whole, overflow = await part.evaluate(
                "part => [part.clientWidth, part.scrollWidth, getComputedStyle(part).textOverflow]"
            )
            assert seen >= min(whole, 18), (size, await part.text_content())
            assert seen >= whole or overflow == "ellipsis", size
        last = page.locator("article h3 button").last
        await last.click()
        title = table.sheet.get_by_role("heading", level=2)
        assert await title.text_content() == f"{LONG_NAMES[1]}: {table.words('magazine.secondary')}"
        assert await cut_text(page, "dialog h2") == []
        await table.close_sheet()


async def test_the_cards_to_give_back_can_be_told_apart(guests: Guests, archive: Archive) -> None:
    """They are large enough to see their symbols, upright and on its side."""
    [saved, *_] = await archive.add(cover_up_game(gives_back, players=3))
    ada = CoverUpPage(await guests.arrive(saved))
    await ada.open(saved.table)
    await ada.best.wait_for()
    for size, width in MIN_GREEN_CARD_PX.items():
        await resize(ada.guest.page, *size)
        boxes = [await card.bounding_box() for card in await ada.giving_back.locator("li button").all()]
        assert min(box["width"] for box in boxes if box) >= width, size
        assert await cut_text(ada.guest.page, ".give") == [], size


async def test_home_fills_a_large_screen(guests: Guests) -> None:
    """It takes more than half of the width, and all of it is in sight."""
    guest = await guests.arrive()
    await HomePage(guest).open()
    page = guest.page
    await resize(page, 2560, 1440)
    box = await page.locator("main").bounding_box()
    assert box is not None
    assert box["width"] >= 2560 * 0.55
    assert await page.evaluate("document.documentElement.scrollHeight <= innerHeight")


@pytest.mark.parametrize("players", [2, 3, 4])
async def test_short_names_are_whole_beside_all_that_a_magazine_shows(
    players: int, guests: Guests, archive: Archive
) -> None:
    """On every phone, with the mark of the starting player and while everybody still chooses."""
    [saved] = await archive.add(cover_me_game(late(asked(Place), "winter"), players=players))
    table = TablePage(await guests.arrive(saved))
    await table.open(saved.table)
    await table.question()
    for size in PHONES:
        await resize(table.guest.page, *size)
        assert await cut_text(table.guest.page, "article h3") == [], size


async def test_a_long_sand_runs_in_minutes_and_rivals_have_whole_names(guests: Guests, server: ServerProcess) -> None:
    """Ten minutes are no "600"; the names of two bots are whole on every phone."""
    async with AsyncExitStack() as stack:
        opened = await open_cover_up(stack, server.url, "Ada", bots=("novice",) * 2, assist=True, hourglass=600)
        [saved] = opened.saved_seats
        ada = CoverUpPage(await guests.arrive(saved))
        await ada.open(saved.table)
        await opened.start()
        await ada.may_lay()
        for size in PHONES:
            await resize(ada.guest.page, *size)
            assert await cut_text(ada.guest.page, ".rivals .name") == [], size
        await ada.lay_best()
        await ada.flip_hourglass.click()
        await expect(ada.guest.page.get_by_role("timer")).to_have_text(re.compile(r"^\s*(10:00|9:\d\d)\s*$"))
