"""The pace of a live table: what a player sees when covers are turned, by a clock that the test sets."""

from __future__ import annotations

import random
from typing import Final

import pytest
from playwright.async_api import Locator, expect

from covergames import coverme
from covergames.coverme import Place
from covergames.coverme.events import Featured
from covergames.dealer import RandomDealer
from covergames.table import Table
from tests.browser.archive import ME, Archive, asked, cover_me_game
from tests.browser.guest import Guests
from tests.browser.in_sight import overlapping
from tests.browser.table_page import TablePage

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

REVEAL_MS: Final = 2000
"""How long a calm table rests when covers are turned."""


def season_enders(table: Table) -> list[coverme.Action]:
    """Return the covers with which the guest, for whom all wait, ends the season without a choice between equal models."""
    state = table.state
    if state is None or state.phase.value != "place" or state.month != 3 or table.to_act != (ME,):
        return []
    dealer = RandomDealer(random.Random(0))
    return [
        action
        for action in coverme.legal(state, ME)
        if any(isinstance(event, Featured) for event in coverme.apply(state, ME, action, dealer).events)
    ]


def own_season_enders(table: Table) -> list[coverme.Action]:
    """Return those after which the guest is the next to decide."""
    return [
        action
        for action in season_enders(table)
        if ME in coverme.to_act(coverme.apply(table.state, ME, action, RandomDealer(random.Random(0))).state)
    ]


class CalmTable(TablePage):
    """A table of which the covers are counted."""

    def covers(self) -> Locator:
        """All face-up covers of the magazines."""
        face_down = self.words("web.card.face-down")
        return self.magazines.locator(f"ol [role=img]:not([aria-label='{face_down}'])")

    @property
    def caption(self) -> Locator:
        """What the page says about the scene."""
        return self.guest.page.locator(".scene-caption")


@pytest.mark.parametrize("goes_on_by", ["time", "key"])
async def test_the_last_reveal_of_a_season_is_seen_before_its_summary(
    goes_on_by: str, guests: Guests, archive: Archive
) -> None:
    """All nine covers lie on the table until the time is over or a key is pressed; then the season ends."""
    live = cover_me_game(lambda table: season_enders(table) != [], players=3, people=3)
    saved, *_ = await archive.add(live)
    guest = await guests.arrive(saved, pace="calm")
    await guest.page.clock.install()
    table = CalmTable(guest)
    await table.open(saved.table)
    await guest.stop_clock()
    await table.decide(season_enders(live.table)[0])
    await expect(table.covers()).to_have_count(9)
    await expect(table.caption).to_contain_text(table.words("web.pacing.reveal", month=3))
    if goes_on_by == "time":
        await guest.page.clock.run_for(REVEAL_MS - 100)
        await expect(table.covers()).to_have_count(9)
        await expect(table.sheet).to_have_count(0)
        await guest.page.clock.run_for(100)
    else:
        await guest.page.keyboard.press("Space")
    await table.sheet.wait_for()
    await expect(table.covers()).to_have_count(0)


async def test_nobody_waits_for_the_table_to_decide(guests: Guests, archive: Archive) -> None:
    """While the covers of the first month rest, the next one can be chosen and confirmed; a reload shows the present."""
    live = cover_me_game(asked(Place), players=4)
    [saved] = await archive.add(live)
    guest = await guests.arrive(saved, pace="calm")
    await guest.page.clock.install()
    table = CalmTable(guest)
    await table.open(saved.table)
    await guest.stop_clock()
    chance = random.Random(1)
    for month in (1, 2):
        question = await table.question()
        assert question is not None
        await table.answer(question, chance)
        await expect(table.covers()).to_have_count(4 * month)
        await expect(table.caption).to_contain_text(table.words("web.pacing.reveal", month=month))
    await expect(table.confirm).to_have_count(1)
    await guest.page.reload()
    await table.begun()
    await expect(table.caption).to_have_count(0)
    await expect(table.covers()).to_have_count(8)


async def test_the_next_decision_is_explained_when_the_table_shows_it(guests: Guests, archive: Archive) -> None:
    """Not while the covers are still shown, and not before the summary of the season is closed."""
    live = cover_me_game(lambda table: own_season_enders(table) != [], players=3, people=3)
    saved, *_ = await archive.add(live)
    guest = await guests.arrive(saved, pace="calm", is_new=True)
    await guest.page.clock.install()
    table = CalmTable(guest)
    await table.open(saved.table)
    await expect(guest.coach).to_contain_text(table.words("web.coach.cover-me.place"))
    await guest.stop_clock()
    await table.decide(own_season_enders(live.table)[0])
    await expect(table.caption).to_contain_text(table.words("web.pacing.reveal", month=3))
    await expect(table.confirm).to_have_count(1)
    await expect(guest.coach).to_have_count(0)
    await guest.page.clock.run_for(REVEAL_MS)
    await table.sheet.wait_for()
    await expect(guest.coach).to_have_count(0)
    question = await table.question()
    assert question is not None
    await guest.page.clock.run_for(REVEAL_MS)
    await expect(guest.coach).to_have_count(1)
    assert await overlapping(guest.page, ".coach aside", "[aria-pressed]", ".masthead button") == []
