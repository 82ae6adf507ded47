"""The pages around the tables: each has an address and a title, and says what it cannot show."""

from __future__ import annotations

import re
from typing import Final

import pytest
from playwright.async_api import expect

from tests.browser.guest import Guest
from tests.browser.home_page import HomePage
from tests.browser.words import Words

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

FORBIDDEN: Final = """Object.defineProperty(window, "localStorage", {
    get() { throw new DOMException("forbidden", "SecurityError"); },
})"""
"""A script that blocks the storage."""
NOT_LOADED: Final = r"ERR_FAILED"
"""What Chromium logs for a file that the test blocks."""


async def begun(guest: Guest) -> HomePage:
    """The home page, open."""
    home = HomePage(guest)
    await home.open()
    return home


async def test_a_rule_has_a_link(guest: Guest) -> None:
    """Its id is a link: the address names it, and the page scrolls there and marks it."""
    words, page = Words(guest.language), guest.page
    await page.goto("/rules/cover-me")
    await guest.press(page.get_by_role("link", name=f"{words('web.rules.link')} CM-X3", exact=True))
    await expect(page.locator(":target")).to_contain_text(words("rule.CM-X3"))
    await expect(page.locator(":target")).to_be_in_viewport()
    assert page.url.endswith("/rules/cover-me#CM-X3")


async def test_every_page_has_its_own_title(guest: Guest) -> None:
    """The title also changes after navigation within the client."""
    words, page = Words(guest.language), guest.page
    await (await begun(guest)).play()
    await expect(page).to_have_title(re.compile("(^|· )Cover Me$"))  # it may be the guest's turn
    await guest.press(page.get_by_role("link", name="Cover", exact=True))
    await expect(page).to_have_title("Cover Me · Cover Up")
    for path, title, game in (
        ("/rules/cover-up", "web.rules", "Cover Up"),
        ("/new/cover-me", "web.new.title", "Cover Me"),
        ("/tutorial", "web.tutorial", "Cover Me"),
    ):
        await page.goto(path)
        await expect(page).to_have_title(f"{words(title)} · {game}")


async def test_a_game_starts_without_storage(guest: Guest) -> None:
    """Although the browser forbids storage, one click starts a game."""
    await guest.context.add_init_script(FORBIDDEN)
    await (await begun(guest)).play()


@pytest.mark.parametrize("path", ["/rules/cover-me", "/tutorial"])
async def test_a_page_that_cannot_be_loaded_says_so(path: str, guest: Guest) -> None:
    """The rules and the tutorial are loaded on demand, and the network may be down by then."""
    guest.expect(NOT_LOADED)
    await begun(guest)
    await guest.context.route("**/assets/*", lambda route: route.abort())
    await guest.press(guest.page.locator(f"a[href='{path}']").first)
    await guest.page.get_by_text(Words(guest.language)("web.unreachable")).wait_for()
