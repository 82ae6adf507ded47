"""Six languages: everything that is seen or heard is in the one that is spoken."""

from __future__ import annotations

import re
from typing import Final

import pytest
from playwright.async_api import expect

from covergames.coverme import Place
from covergames.text import LANGUAGES, catalog
from tests.browser.archive import Archive, asked, evening
from tests.browser.guest import PATIENCE, Guest, Guests
from tests.browser.home_page import HomePage
from tests.browser.table_page import Question, TablePage
from tests.browser.words import Words

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

SAID: Final = """() => {
    const named = [...document.querySelectorAll("[aria-label], [title], [placeholder], [alt]")].flatMap((node) =>
        ["aria-label", "title", "placeholder", "alt"].map((name) => node.getAttribute(name) ?? ""));
    return [document.title, document.body.textContent, ...named].join("\\n");
}"""
"""All that a page says to eyes and ears."""
KEYS: Final = re.compile("|".join(rf"(?<![\\w.]){re.escape(key)}(?![\\w.])" for key in catalog("en") if "." in key))
PLACEHOLDER: Final = re.compile(r"\{\w+[,}]")


async def unfilled(guest: Guest) -> list[str]:
    """Keys of messages, and arguments in braces, where there should be words."""
    said = await guest.page.evaluate(SAID)
    assert len(said) > 100
    return KEYS.findall(said) + PLACEHOLDER.findall(said)


def test_a_key_on_a_page_would_be_found() -> None:
    """The search for them is one that finds them."""
    assert KEYS.findall("Play web.play-now, please") == ["web.play-now"]
    assert PLACEHOLDER.findall("{count} cards, {count, plural, one {# card}}") == ["{count}", "{count,"]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_page_speaks_the_language_of_the_browser(language: str, guests: Guests, archive: Archive) -> None:
    """Home, the form, the rules, a table in its third month, how the last season ended, the end; with the right lang."""
    middle = evening(
        lambda table: asked(Place)(table) and table.state.month == 3 and table.state.season.value == "spring"
    )
    end = evening(lambda table: table.is_over, options={"length": "shorter"})
    chairs = [chair for live in (middle, end) for chair in await archive.keep(live)]
    guest = await guests.arrive(*chairs, language=language)
    words = Words(language)
    page = guest.page
    html = page.locator("html")

    await HomePage(guest).open()
    await expect(html).to_have_attribute("lang", language)
    assert await unfilled(guest) == []
    await page.goto("/new/cover-me")
    await page.get_by_role("heading", level=1, name=words("web.new.title")).wait_for()
    assert await unfilled(guest) == []
    await page.goto("/rules/cover-me")
    await page.get_by_text(words("rule.CM-T3")).wait_for()
    assert await unfilled(guest) == []

    table = TablePage(guest)
    await table.open(chairs[0].table)
    await page.get_by_role("button", name=words("web.season-end.last")).click()
    await table.sheet.get_by_role("heading", level=2).first.wait_for()
    await expect(html).to_have_attribute("lang", language)
    assert await unfilled(guest) == []
    await table.open(chairs[1].table)
    await table.result.wait_for()
    assert await unfilled(guest) == []


async def test_another_language_at_the_table_changes_nothing_else(guests: Guests, archive: Archive) -> None:
    """What was picked stays picked; the choice is remembered by the browser."""
    live = evening(asked(Place))
    [chair] = await archive.keep(live)
    guest = await guests.arrive(chair)
    english = TablePage(guest)
    await english.open(chair.table)
    await english.choices(Question.PLACE).nth(2).click()
    await guest.page.get_by_role("combobox", name=english.words("web.language")).select_option("suomi")
    guest.language = "fi"
    finnish = TablePage(guest)
    await finnish.begun()
    await expect(finnish.choices(Question.PLACE).nth(2)).to_have_attribute("aria-pressed", "true")
    await expect(finnish.confirm).to_be_enabled(timeout=PATIENCE)
    await guest.page.reload()
    await finnish.begun()
    await expect(guest.page.locator("html")).to_have_attribute("lang", "fi")
