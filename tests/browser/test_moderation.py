"""Players report others to the operator, and read what the operator did."""

from __future__ import annotations

import msgspec
import pytest
from playwright.async_api import expect

from covergames.coverme import Place
from covergames.server.reports import Report
from covergames.server.store import StoredEntry
from covergames.server.summary import summary_of
from covergames.table import OPERATOR, Proposal, ShutDown
from tests.browser.archive import Archive, asked, cover_me_game
from tests.browser.axe import violations
from tests.browser.guest import Device, Guests
from tests.browser.table_page import TablePage

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


async def test_a_player_reports_a_message_and_a_person_and_reads_why_a_table_was_closed(
    guests: Guests, archive: Archive
) -> None:
    """One tap on a reason sends a report, a sentence confirms it, and the others notice nothing."""
    live = cover_me_game(asked(Place), people=2)
    ada, bo = await archive.add(live)
    table = TablePage(await guests.arrive(ada, device=Device.PHONE, language="nl"))
    rival = TablePage(await guests.arrive(bo))
    await table.open(ada.table)
    await rival.open(bo.table)
    await rival.say("you fool")
    await rival.guest.press(rival.chat_button)
    await expect(rival.sheet.get_by_text("you fool")).to_be_visible()
    own = rival.sheet.get_by_role("button", name=rival.words("web.report.of", name="Bo"), exact=True)
    await expect(own).to_have_count(0)
    await rival.close_sheet()

    page, words = table.guest.page, table.words
    about_bo = words("web.report.of", name="Bo")
    await table.guest.press(table.chat_button)
    await table.guest.press(table.sheet.get_by_role("button", name=about_bo, exact=True))
    dialog = page.get_by_role("dialog", name=about_bo)
    await dialog.get_by_label(words("web.report.note")).fill("again and again")
    assert await violations(table.guest) == []
    await table.guest.press(dialog.get_by_role("button", name=words("web.report.insult"), exact=True))
    await expect(dialog.get_by_role("alert")).to_have_text(words("web.report.sent"))
    await page.keyboard.press("Escape")
    await expect(dialog).to_have_count(0)
    await table.close_sheet()

    await table.guest.press_in_bar(page.get_by_role("button", name=words("web.table.panel")))
    await table.guest.press(table.sheet.get_by_role("button", name=about_bo, exact=True))
    await table.guest.press(dialog.get_by_role("button", name=words("web.report.name"), exact=True))
    await expect(dialog.get_by_role("alert")).to_have_text(words("web.report.sent"))
    await page.keyboard.press("Escape")
    await table.close_sheet()

    rows = await archive.store.moderation.reports(9, table=ada.table)
    person, message = [msgspec.json.decode(row.data, type=Report) for row in rows]
    assert message.message is not None
    assert (message.message.text, message.reason.value, message.note) == ("you fool", "insult", "again and again")
    assert (person.name, person.reason.value, person.message) == ("Bo", "name", None)

    now = await archive.table(ada.table)
    closed = now.propose(ShutDown("rude words"), by=OPERATOR, at=now.at)
    assert isinstance(closed, Proposal)
    entry = closed.entry
    stored = StoredEntry(entry.sequence, entry.at, entry.encode())
    assert await archive.store.append(ada.table, [stored], summary_of(now.after(closed)))
    for visitor in (table, rival):
        alert = visitor.guest.page.get_by_role("alert")
        await expect(alert).to_contain_text(visitor.words("refusal.operator", reason="rude words"))
