"""Six languages: all visible and audible text is in the language of the reader."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from covergames.coverme import Place
from covergames.text import LANGUAGES
from tests.browser.archive import Archive, asked, cover_me_game, cover_up_game, gives_back
from tests.browser.cover_up_page import CoverUpPage
from tests.browser.guest import Guests
from tests.browser.home_page import HomePage
from tests.browser.replay_page import ReplayPage
from tests.browser.table_page import Question, TablePage
from tests.browser.unfilled import KEYS, PLACEHOLDER, unfilled
from tests.browser.words import Words
from tests.cases import by_target

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


def test_the_search_for_keys_finds_them() -> None:
    """Otherwise the other tests would prove nothing."""
    assert KEYS.findall("Play web.play-now, please") == ["web.play-now"]
    assert KEYS.findall("at https://cobweb.play-now.example") == []
    assert PLACEHOLDER.findall("{count} cards, {count, plural, one {# card}}") == ["{count}", "{count,"]


async def test_a_flower_is_called_a_flower(guests: Guests) -> None:
    """The symbol with petals, in every language."""
    flowers = {"en": "flower", "nl": "bloem", "fi": "kukka", "sv": "blomma", "da": "blomst", "nb": "blomst"}
    for language in LANGUAGES:
        guest = await guests.arrive(language=language)
        await guest.page.goto("/alone/deck")
        petals = guest.page.get_by_role("radio", name=flowers[language], exact=True)
        await petals.first.wait_for(state="attached")


@pytest.mark.parametrize("language", by_target(LANGUAGES, every=6, first=3))
async def test_every_page_is_in_the_language_of_the_browser(language: str, guests: Guests, archive: Archive) -> None:
    """The home page, the form, the rules, a table, the end of a season and of the game; with the right lang."""
    middle = cover_me_game(
        lambda table: asked(Place)(table) and table.state.month == 3 and table.state.season.value == "spring"
    )
    end = cover_me_game(lambda table: table.is_over, options={"length": "shorter"})
    saved_seats = [saved for live in (middle, end) for saved in await archive.add(live)]
    guest = await guests.arrive(*saved_seats, language=language)
    words = Words(language)
    page = guest.page
    html = page.locator("html")

    await HomePage(guest).open()
    await expect(html).to_have_attribute("lang", language)
    assert await unfilled(guest) == []
    for game, rule in (("cover-me", "CM-T3"), ("cover-up", "CU-H1")):
        await page.goto(f"/new/{game}")
        await page.get_by_role("heading", level=1, name=words("web.new.title")).wait_for()
        assert await unfilled(guest) == []
        await page.goto(f"/rules/{game}")
        await page.get_by_text(words(f"rule.{rule}")).wait_for()
        assert await unfilled(guest) == []

    table = TablePage(guest)
    await table.open(saved_seats[0].table)
    await page.get_by_role("button", name=words("web.season-end.last")).click()
    await table.sheet.get_by_role("heading", level=2).first.wait_for()
    await expect(html).to_have_attribute("lang", language)
    assert await unfilled(guest) == []
    await table.open(saved_seats[1].table)
    await table.result.wait_for()
    assert await unfilled(guest) == []
    await table.look_back()
    await ReplayPage(guest).slider.wait_for()
    assert await unfilled(guest) == []


@pytest.mark.parametrize("language", by_target(LANGUAGES, every=6, first=1))
async def test_cover_up_is_in_the_language_of_the_browser(language: str, guests: Guests, archive: Archive) -> None:
    """A counted round with removed cards, giving back, the end, the replay. test_cover_up covers laying."""
    [first, *_] = await archive.add(cover_up_game(gives_back))
    [last, *_] = await archive.add(cover_up_game(lambda table: table.is_over))
    guest = await guests.arrive(first, last, language=language)
    table = CoverUpPage(guest)
    await table.open(first.table)
    await table.giving_back.wait_for()
    await table.best.wait_for()
    assert await unfilled(guest) == []
    await table.open(last.table)
    await table.result.wait_for()
    await table.best.wait_for()
    assert await unfilled(guest) == []
    await TablePage(guest).look_back()
    await ReplayPage(guest).slider.wait_for()
    await expect(guest.page.locator("html")).to_have_attribute("lang", language)
    assert await unfilled(guest) == []


async def test_another_language_at_the_table_changes_nothing_else(guests: Guests, archive: Archive) -> None:
    """Picks stay, and the browser remembers the language."""
    live = cover_me_game(asked(Place))
    [saved] = await archive.add(live)
    guest = await guests.arrive(saved)
    english = TablePage(guest)
    await english.open(saved.table)
    await english.choices(Question.PLACE).nth(2).click()
    await guest.page.get_by_role("combobox", name=english.words("web.language")).select_option("suomi")
    guest.language = "fi"
    finnish = TablePage(guest)
    await finnish.begun()
    await expect(finnish.choices(Question.PLACE).nth(2)).to_have_attribute("aria-pressed", "true")
    await expect(finnish.confirm).to_be_enabled()
    await guest.page.reload()
    await finnish.begun()
    await expect(guest.page.locator("html")).to_have_attribute("lang", "fi")
