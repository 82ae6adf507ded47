"""Installed and without a network: the pages that need no server open, and a table never comes from the cache."""

from __future__ import annotations

import struct
from datetime import date, timedelta
from typing import Any

import pytest
from playwright.async_api import Error, Locator, Route, expect

from covergames import puzzle
from covergames.coverme import Place
from covergames.text import LANGUAGES
from tests.browser.alone_page import AlonePage
from tests.browser.archive import ME, Archive, asked, cover_me_game
from tests.browser.cover_up_page import DECK
from tests.browser.guest import NO_CONNECTION, Guest, Guests
from tests.browser.home_page import HomePage
from tests.browser.table_page import Question, TablePage
from tests.browser.words import Words
from tests.server.process import ServerProcess

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

MONDAY = date(2026, 11, 16)
ICONS = [("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")]
LOADED = "Failed to load resource|net::ERR_"


async def install(guest: Guest) -> None:
    """Wait until the service worker has stored the client and serves this page."""
    await guest.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    await guest.page.wait_for_function("navigator.serviceWorker.controller !== null")


async def test_what_needs_no_server_opens_without_a_network(guest: Guest) -> None:
    """After one visit of the home page: it says what works, and the pages open, also those that were never opened before."""
    guest.expect(LOADED)
    words, page = Words(guest.language), guest.page
    await page.goto("/")
    await expect(page.get_by_text(words("web.home.offline"))).to_have_count(0)
    await install(guest)
    await guest.context.set_offline(True)
    await page.reload()
    await page.get_by_text(words("web.home.offline")).wait_for()
    for path in ("/rules", "/rules/cover-up", "/tutorial", "/alone/lesson", "/alone/deck", "/alone/storm"):
        await page.goto(path)
        await page.get_by_role("heading", level=1).first.wait_for()
        await expect(page.get_by_text(words("web.unreachable"))).to_have_count(0)
    alone = AlonePage(guest)
    for what in ("practice", "daily"):
        await alone.open(what)
        await alone.wait_for_hand()
    await guest.context.set_offline(False)


async def test_every_day_of_the_archive_is_dealt_without_a_network(guest: Guest) -> None:
    """Today's puzzle is the server's, and so are those of the weeks before; a pile handed in is checked later."""
    guest.expect(LOADED)
    alone = AlonePage(guest)
    await alone.be_on(MONDAY)
    await alone.open("practice")
    await install(guest)
    await guest.context.set_offline(True)
    await alone.open("daily")
    for weeks in range(3):
        await expect(alone.table.cards.first).to_be_visible()
        hand = [DECK[card].id for card in puzzle.daily(MONDAY - timedelta(weeks=weeks)).hand]
        await expect(alone.table.cards.first).to_have_attribute("data-card", hand[0])
        assert await alone.table.hand() == hand
        await alone.button("web.alone.week.before").click()
    await guest.context.set_offline(False)


async def test_a_table_never_comes_from_the_cache(killable: tuple[ServerProcess, Guests, Archive]) -> None:
    """Without a server its page does not open. A page from the cache loads a new one for every link."""
    process, guests, _ = killable
    guest = await guests.arrive()
    guest.expect(NO_CONNECTION)
    page = guest.page
    await page.goto("/")
    await install(guest)
    process.stop()
    for path in ("/table/abc", "/new/cover-me", "/replay"):
        other = (
            await guest.context.new_page()
        )  # Chromium's own error page, which opens by itself, would interrupt the next visit
        with pytest.raises(Error, match="ERR_CONNECTION_REFUSED"):
            await other.goto(path)
    await page.goto("/")
    await page.get_by_text(Words(guest.language)("web.home.offline")).wait_for()
    process.start()
    await page.evaluate("globalThis.isSamePage = true")
    await guest.press(page.get_by_role("link", name=Words(guest.language)("web.invite"), exact=True).first)
    await expect(page).to_have_url(f"{guests.url}/new/cover-me")
    await page.wait_for_function("globalThis.isSamePage === undefined")
    assert await page.evaluate("document.documentElement.dataset.cached") is None
    await guest.press(page.get_by_role("link", name="Cover", exact=True))
    await HomePage(guest).play_now.wait_for()


class RulesTable(TablePage):
    """A table whose guest opens the rules, which are loaded when they are needed."""

    def __init__(self, guest: Guest) -> None:
        super().__init__(guest)
        self.rules = guest.page.get_by_role("button", name=self.words("web.rules"), exact=True)
        self.failed = self.sheet.get_by_role("alert").filter(has_text=self.words("web.unreachable"))
        self.loads: list[str] = []
        guest.expect(LOADED)
        guest.expect(NO_CONNECTION)
        guest.page.on("domcontentloaded", lambda page: self.loads.append(page.url))

    async def picked(self, table: str) -> Locator:
        """Open a table, pick a card and return it."""
        await self.open(table)
        assert await self.question() is Question.PLACE
        card = self.choices(Question.PLACE).first
        await card.click()
        await expect(card).to_have_attribute("aria-pressed", "true")
        return card


async def test_a_page_that_is_older_than_the_server_reloads_itself(guests: Guests, archive: Archive) -> None:
    """A part of it is gone: the page reloads and the same is asked again. What is still missing then does not reload it in a loop."""
    [saved] = await archive.add(cover_me_game(asked(Place)))
    table = RulesTable(await guests.arrive(saved))
    page = table.guest.page
    await table.picked(saved.table)
    decided = await archive.decided(saved.table, ME)
    is_gone = True

    async def answer(route: Route) -> None:
        await (route.fulfill(status=404) if is_gone else route.continue_())

    async def start_page(route: Route) -> None:
        await route.fulfill(body='<script src="/assets/client-upgraded.js"></script>')

    await page.route("**/assets/Rules-*.js", answer)
    await page.route(f"{guests.url}/", start_page)
    async with page.expect_event("domcontentloaded"):
        await table.rules.click()
    assert await table.question() is Question.PLACE
    for _ in range(2):
        await table.rules.click()
        await table.failed.wait_for()
        await table.close_sheet()
    assert len(table.loads) == 2
    assert await archive.decided(saved.table, ME) == decided

    is_gone = False
    await page.reload()
    await table.rules.click()
    await table.sheet.locator("dl").first.wait_for()


async def test_a_page_without_a_network_does_not_reload(guests: Guests, archive: Archive) -> None:
    """What cannot be loaded says so, and the card that was picked stays picked."""
    [saved] = await archive.add(cover_me_game(asked(Place)))
    table = RulesTable(await guests.arrive(saved))
    card = await table.picked(saved.table)
    await table.guest.context.set_offline(True)
    for _ in range(2):
        await table.rules.click()
        await table.failed.wait_for()
        await table.close_sheet()
    await expect(card).to_have_attribute("aria-pressed", "true")
    assert len(table.loads) == 1


async def test_the_client_can_be_installed(guest: Guest) -> None:
    """Chromium objects to nothing but the test's private window; there is a manifest in every language, and its icons have their sizes."""
    page = guest.page
    await page.goto("/")
    await install(guest)
    session = await guest.context.new_cdp_session(page)
    objections = (await session.send("Page.getInstallabilityErrors"))["installabilityErrors"]
    assert {objection["errorId"] for objection in objections} <= {"in-incognito"}
    found = await session.send("Page.getAppManifest")
    assert (found["url"], found["errors"]) == (f"{page.url}manifests/en.webmanifest", [])
    icons: list[dict[str, str]] = []
    for language in LANGUAGES:
        answer = await page.request.get(f"/manifests/{language}.webmanifest")
        assert answer.headers["content-type"].startswith("application/manifest+json")
        manifest: dict[str, Any] = await answer.json()
        assert (manifest["lang"], manifest["display"], manifest["start_url"]) == (language, "standalone", "/")
        assert manifest["shortcuts"][0]["name"] == Words(language)("web.alone.daily")
        for shortcut in manifest["shortcuts"]:
            assert (await page.request.get(shortcut["url"])).ok
        icons = manifest["icons"]
        assert [(icon["sizes"], icon["purpose"]) for icon in icons] == ICONS
    for icon in icons:
        body = await (await page.request.get(icon["src"])).body()
        assert body.startswith(b"\x89PNG")
        assert "{}x{}".format(*struct.unpack(">II", body[16:24])) == icon["sizes"]
