"""People choose the level of the bots on the home page and in the lobby; all levels fit on small screens."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from covergames.text import LANGUAGES
from tests.browser.guest import Device, Guests
from tests.browser.home_page import HomePage
from tests.browser.in_sight import cut_text, hidden, resize
from tests.browser.words import Words

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

SIZES = [(390, 844), (360, 640), (1366, 650)]
LEVELS = ("novice", "gentle", "good", "strong", "champion")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_levels_fit_on_home(language: str, guests: Guests) -> None:
    """A race against two bots can be started at each of five levels, and their names are whole."""
    guest = await guests.arrive(device=Device.PHONE, language=language)
    page, words = guest.page, Words(language)
    await HomePage(guest).open()
    race = page.get_by_role("group", name=words("web.alone.race"), exact=True)
    for size in SIZES:
        await resize(page, *size)
        assert await race.get_by_role("button").all_inner_texts() == [words(f"web.level.{level}") for level in LEVELS]
        await race.scroll_into_view_if_needed()
        found, across, _ = await hidden(page, ".race button")
        assert (found, across) == ([], 0), size
        assert await cut_text(page, ".race") == [], size


async def test_a_champion_is_seated_in_the_lobby(guests: Guests) -> None:
    """The host chooses it for an empty seat, which names it; the choice of "Play now" names it too."""
    guest = await guests.arrive(device=Device.PHONE)
    page, words = guest.page, Words("en")
    home = HomePage(guest)
    await home.open()
    article = page.get_by_role("article", name="Cover Me", exact=True)
    await article.locator("summary").click()
    await article.get_by_role("combobox", name=words("web.play-now.strength"), exact=True).select_option("champion")
    for size in SIZES:
        await resize(page, *size)
        await expect(article.locator("summary")).to_contain_text(words("web.level.champion"))
        assert await cut_text(page, "summary") == [], size
    lobby = await (await home.invite()).open_table("Ada", title="", players=4)
    await lobby.seats.get_by_role("combobox").first.select_option("champion")
    named = words("web.seat.bot", level=words("web.level.champion"))
    for size in SIZES:
        await resize(page, *size)
        await expect(lobby.seats).to_contain_text(named)
        assert await cut_text(page, "section ol") == [], size
