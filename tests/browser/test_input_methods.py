"""Playing by touch on a phone, and with the keyboard alone."""

from __future__ import annotations

import random
from typing import Final

import pytest
from playwright.async_api import expect

from covergames.coverme import Place
from tests.browser.archive import ME, Archive, asked, cover_me_game
from tests.browser.axe import violations
from tests.browser.guest import Device, Guests, InputMethod
from tests.browser.home_page import HomePage
from tests.browser.in_sight import cut_text
from tests.browser.table_page import Question, TablePage
from tests.cases import by_target

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

SMALLEST: Final = {"width": 360, "height": 640}
NARROW: Final = {"width": 360, "height": 740}
MIN_TARGET_PIXELS: Final = 24.0
"""The least width and height of a target (WCAG 2.2, 2.5.8)."""
MIN_BAR_BUTTON_PIXELS: Final = 44.0


@pytest.mark.prove
async def test_a_season_on_a_phone(guests: Guests) -> None:
    """The player starts on the home page and taps; the page is never wider than the screen, and no target is too small."""
    guest = await guests.arrive(device=Device.PHONE, input_method=InputMethod.TOUCH, viewport=NARROW)
    home = HomePage(guest)
    await home.open()
    assert await guest.overflow() == 0
    table = await home.play()
    chance = random.Random(1)
    asked_so_far: list[Question] = []
    while asked_so_far.count(Question.PLACE) < 4:
        question = await table.question()
        assert question is not None
        assert await guest.overflow() == 0
        assert await table.smallest(question) >= MIN_TARGET_PIXELS
        await table.answer(question, chance)
        asked_so_far.append(question)


@pytest.mark.parametrize("language", by_target(["fi", "en", "nl", "sv", "da", "nb"], every=6))
async def test_the_bar_on_a_phone_has_few_large_buttons(language: str, guests: Guests, archive: Archive) -> None:
    """All are large enough for a thumb, the season is legible, and what is rarely needed is in a menu."""
    [saved] = await archive.add(cover_me_game(lambda table: asked(Place)(table) and bool(table.state.discard)))
    guest = await guests.arrive(
        saved, device=Device.PHONE, input_method=InputMethod.TOUCH, language=language, viewport=SMALLEST
    )
    page, table = guest.page, TablePage(guest)
    words = table.words
    await table.open(saved.table)
    more = page.get_by_role("button", name=words("web.more"), exact=True)
    legend = page.get_by_role("button", name=words("web.legend"), exact=True)
    await expect(legend).to_have_count(0)
    assert await cut_text(page, ".issue") == []
    for is_open in (False, True):
        if is_open:
            await guest.press(more)
            await legend.wait_for()
            assert await violations(guest) == []
        for button in await page.locator(".masthead button:visible").all():
            box = await button.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= MIN_BAR_BUTTON_PIXELS
            await expect(button).to_be_in_viewport(ratio=1)
    await page.keyboard.press("Escape")
    await expect(legend).to_have_count(0)
    assert await guest.is_at(more)
    await guest.press(more)
    await guest.press(page.get_by_role("button", name=words("web.preferences"), exact=True))
    await table.sheet.wait_for()
    await expect(legend).to_have_count(0)
    await table.close_sheet()
    assert await guest.is_at(more)


async def test_a_season_with_the_keyboard_alone(guests: Guests) -> None:
    """Tab reaches everything and Enter presses it; after a decision the focus is at the next one."""
    guest = await guests.arrive(input_method=InputMethod.KEYBOARD)
    home = HomePage(guest)
    await home.open()
    table = await home.play()
    chance = random.Random(2)
    asked_so_far: list[Question] = []
    while asked_so_far.count(Question.PLACE) < 4:
        question = await table.question()
        assert question is not None
        if asked_so_far:
            assert await guest.is_at(table.choices(question).first)
        await table.answer(question, chance)
        asked_so_far.append(question)


async def test_the_keys_of_the_hand(guests: Guests, archive: Archive) -> None:
    """Arrows move along the hand and around its ends, Enter picks, Escape unpicks, and Ctrl+Enter confirms."""
    live = cover_me_game(asked(Place))
    [saved] = await archive.add(live)
    guest = await guests.arrive(saved, input_method=InputMethod.KEYBOARD)
    table = TablePage(guest)
    await table.open(saved.table)
    press = guest.page.keyboard.press
    cards = table.choices(Question.PLACE)
    await guest.walk_to(cards.first)
    await press("ArrowLeft")
    assert await guest.is_at(cards.last)
    await press("ArrowRight")
    await press("ArrowRight")
    assert await guest.is_at(cards.nth(1))
    await press("Enter")
    assert await table.confirm.is_enabled()
    await press("Escape")
    assert not await table.confirm.is_enabled()
    await press("Enter")
    await press("Control+Enter")
    await table.settled()
    decided = await archive.decided(saved.table, ME)
    assert decided[-1]["event"] == "place"
