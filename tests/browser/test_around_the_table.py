"""What surrounds the game: signals of the turn, chat, options, spectators, names."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.async_api import expect

from covergames import coverme
from covergames.coverme import Place
from covergames.table.user_text import MAX_NAME_LENGTH
from tests.browser.archive import ME, Archive, asked, cover_me_game
from tests.browser.guest import Guests
from tests.browser.table_page import TablePage
from tests.table.kit import NAMES

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

TURN_VIBRATION: Final = [60, 60, 60]
RECORD_SIGNALS: Final = """
globalThis.felt = [];
globalThis.notices = [];
globalThis.isHidden = false;
Navigator.prototype.vibrate = (pattern) => { felt.push(pattern); return true; };
globalThis.Notification = class {
    static permission = "default";
    static async requestPermission() { return (Notification.permission = "granted"); }
    constructor(title, { body }) { notices.push({ title, body }); }
    close() {}
};
Object.defineProperty(Document.prototype, "visibilityState", { get: () => (isHidden ? "hidden" : "visible") });
"""
"""A script that records vibrations and notifications, and lets a test say whether somebody sees the page."""


async def test_the_page_says_whose_turn_it_is_and_a_card_may_be_chosen_ahead(guests: Guests, archive: Archive) -> None:
    """Title and icon change with the turn; the device vibrates, and notifies somebody who looks at something else.

    A card picked while others choose is kept. One tap may be enough.
    """
    live = cover_me_game(lambda table: asked(Place)(table) and table.to_act == (0, 1), players=2, people=2)
    ada, bo = await archive.add(live)
    rival = NAMES[1]
    table = TablePage(await guests.arrive(ada))
    page = table.guest.page
    await page.add_init_script(RECORD_SIGNALS)
    await table.open(ada.table)
    await table.guest.press_in_bar(page.get_by_role("button", name=table.words("web.preferences"), exact=True))
    await page.get_by_label(table.words("web.notify")).check()
    await table.close_sheet()
    icon = page.locator('link[rel="icon"]')
    await expect(page).to_have_title(f"● {table.words('web.turn')} · {live.table.title}")
    turn_icon = await icon.get_attribute("href")
    await table.decide(coverme.legal(live.table.state, ME)[0])
    await expect(page).to_have_title(live.table.title)
    assert await icon.get_attribute("href") != turn_icon
    await expect(table.decision).to_contain_text(table.words("web.ahead.offer"))
    ahead = table.hand.locator("[aria-pressed=false]").first
    name = (await ahead.inner_text()).split(";")[0]
    assert f"; {table.words('prestige')} " in await ahead.inner_text()
    await table.guest.press(ahead)
    await expect(table.hand.locator("[aria-pressed=true]")).to_have_count(1)

    await page.evaluate("isHidden = true")  # Ada looks at something else meanwhile
    other = TablePage(await guests.arrive(bo))
    await other.guest.page.clock.install()
    await other.open(bo.table)
    await other.guest.page.get_by_role("button", name=other.words("web.preferences")).click()
    await other.guest.page.get_by_label(other.words("web.auto-confirm")).check()
    await other.close_sheet()
    await other.guest.page.clock.fast_forward(1000)  # the table has not just changed
    await other.guest.press(other.hand.locator("[aria-pressed=false]").first)
    await expect(table.magazine(rival).get_by_role("img")).to_have_count(1)

    await page.wait_for_function("() => notices.length > 0")
    assert await page.evaluate("[felt, notices]") == [
        [TURN_VIBRATION],
        [{"title": table.words("web.turn"), "body": live.table.title}],
    ]
    await page.evaluate("isHidden = false")
    await expect(table.hand.locator("[aria-pressed=true]")).to_contain_text(name)
    await table.guest.press(table.confirm)
    await table.settled()
    said = await page.locator("[aria-relevant=additions] p").all_inner_texts()
    assert any(table.words("cover-me.event.revealed", month=1, covers="").split(":")[0] in line for line in said), said
    assert not any(table.words("cover-me.event.placed", who="other", name=rival) in line for line in said)


async def test_the_chat_is_beside_a_wide_table_and_a_toast_elsewhere(guests: Guests, archive: Archive) -> None:
    """Enter sends and never closes; what was being written survives closing."""
    live = cover_me_game(asked(Place), players=2, people=2)
    ada, bo = await archive.add(live)
    wide = TablePage(await guests.arrive(ada, viewport={"width": 1600, "height": 900}))
    narrow = TablePage(await guests.arrive(bo))
    await wide.open(ada.table)
    await narrow.open(bo.table)
    await wide.guest.press(wide.chat_button)
    await wide.guest.page.keyboard.type("hello Bo")
    await wide.guest.page.keyboard.press("Enter")
    panel = wide.guest.page.get_by_role("complementary", name=wide.words("web.chat"))
    await expect(panel.get_by_text("hello Bo")).to_be_visible()
    await expect(wide.sheet).to_have_count(0)
    beside = await panel.bounding_box()
    magazines = await wide.magazines.bounding_box()
    assert beside is not None
    assert magazines is not None
    assert magazines["x"] + magazines["width"] <= beside["x"]

    toast = narrow.guest.page.get_by_role("button", name="hello Bo")
    await narrow.guest.press(toast)
    await narrow.guest.page.keyboard.type("unfinished")
    await narrow.guest.page.keyboard.press("Escape")
    await expect(narrow.sheet).to_have_count(0)
    await expect(toast).to_have_count(0)
    await narrow.guest.press(narrow.chat_button)
    await expect(narrow.sheet.get_by_label(narrow.words("web.chat.words"))).to_have_value("unfinished")
    await narrow.guest.page.keyboard.press("Enter")
    await expect(narrow.sheet.get_by_text("unfinished")).to_be_visible()
    await expect(panel.get_by_text("unfinished")).to_be_visible()
    await narrow.close_sheet()

    await narrow.guest.press(narrow.guest.page.get_by_role("button", name=narrow.words("web.table.panel")))
    await expect(narrow.sheet).to_contain_text(narrow.words("web.table.spectators"))
    for place in live.table.view().seats:
        await expect(narrow.sheet).to_contain_text(place.name or "")


async def test_the_page_shows_something_before_its_scripts_have_loaded(guests: Guests) -> None:
    """Also where they never run; the content security policy has no objections."""
    guest = await guests.arrive(java_script_enabled=False)
    await guest.page.goto("/")
    await expect(guest.page.get_by_text("Cover", exact=True)).to_be_visible()


async def test_players_see_how_many_people_watch(guests: Guests, archive: Archive) -> None:
    """A small number in the bar, and a sentence in the panel of the table."""
    [saved] = await archive.add(cover_me_game(asked(Place)))
    for _ in range(2):
        await TablePage(await guests.arrive()).watch(saved.table)
    table = TablePage(await guests.arrive(saved))
    await table.open(saved.table)
    panel = table.guest.page.get_by_role("button", name=table.words("web.table.panel"))
    await expect(panel.locator("b")).to_have_text("2")
    await table.guest.press(panel)
    await expect(table.sheet).to_contain_text(table.words("web.table.watchers", count=2))


async def test_a_spectator_stays_a_spectator_and_no_name_is_cut(guests: Guests, archive: Archive) -> None:
    """A reload needs no further press; a name that is too long is explained, and nothing is sent."""
    live = cover_me_game(asked(Place), players=3)
    [saved] = await archive.add(live)
    table = TablePage(await guests.arrive())
    await table.watch(saved.table)
    await table.guest.page.reload()
    await table.begun()

    page = table.guest.page
    await page.goto("/new/cover-me")
    long_name = "N" * (MAX_NAME_LENGTH + 1)
    name = page.get_by_label(table.words("web.name"))
    await name.fill(long_name)
    await expect(name).to_have_value(long_name)
    await expect(page.get_by_text(table.words("web.name.limit", count=MAX_NAME_LENGTH))).to_be_visible()
    await page.get_by_role("button", name=table.words("web.new.open"), exact=True).click()
    await expect(name).to_be_focused()
