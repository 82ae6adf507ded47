"""Somebody takes a seat in the middle of a finished game, and plays on against bots."""

from __future__ import annotations

import random

import pytest
from playwright.async_api import expect

from covergames.game import Seat
from covergames.table import record_of
from tests.browser.archive import Archive, cover_me_game
from tests.browser.axe import violations
from tests.browser.guest import Device, Guests
from tests.browser.table_page import TablePage
from tests.browser.words import Words
from tests.table.kit import continuing

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

SHORT = {"same_value": "G", "years": 1, "length": "shorter"}


async def test_a_seat_is_taken_in_a_replay(guests: Guests, archive: Archive) -> None:
    """On a phone: from a step of the replay to a decision in that seat; the stored table says what it continues."""
    live = cover_me_game(lambda table: table.is_over, options=SHORT)
    saved, *_ = await archive.add(live)
    guest = await guests.arrive(saved, device=Device.PHONE)
    words, page = Words(guest.language), guest.page
    await page.goto(f"/replay/{saved.table}#12")
    await guest.press(page.get_by_role("button", name=words("review.train.take-seat")))
    dialog = page.get_by_role("dialog")
    await dialog.get_by_label(words("review.train.seat")).select_option("Bo")
    await dialog.get_by_label(words("review.train.anew")).check()
    assert await violations(guest) == []
    await guest.press(dialog.get_by_role("button", name=words("review.train.take"), exact=True))
    await page.wait_for_url("**/table/*")
    table = TablePage(guest)
    assert await table.question() is not None
    stored = await archive.table(page.url.rsplit("/", 1)[1])
    assert stored.origin is not None
    assert (stored.origin.table, stored.origin.seat, stored.origin.anew) == (saved.table, 1, True)
    assert stored.seats[1] is not None
    assert "you" not in stored.seats[1].name


async def test_the_result_says_what_the_game_continues_and_what_is_proven(guests: Guests, archive: Archive) -> None:
    """Below the result: the step, the seat and the cards, that it does not count, and that the beginning is the same."""
    live = cover_me_game(lambda table: table.is_over, options=SHORT)
    first, *_ = await archive.add(live)
    again = continuing(record_of("friday", live.entries), step=12, anew=False, table=first.table)
    again.sit(Seat(0))
    again.seat_bots(Seat(1), Seat(2))
    again.start()
    chance = random.Random(1)
    while not again.table.is_over:
        again.decide(chance.choice(again.table.to_act), chance)
    again.leave(Seat(0))
    saved, *_ = await archive.add(again)
    guest = await guests.arrive(saved)
    words = Words(guest.language)
    await TablePage(guest).open(saved.table)
    note = words("review.train.origin", step=12, seat=1, anew="false")
    await expect(guest.page.get_by_text(note)).to_be_visible()
    await expect(guest.page.get_by_text(words("web.fair.origin", anew="false"))).to_be_visible()
    await guest.page.goto(f"/replay/{saved.table}")
    await expect(guest.page.get_by_text(note)).to_be_visible()
