"""The first season, guided: from the first word to the table that it leads to."""

from __future__ import annotations

import random

import pytest
from playwright.async_api import expect

from tests.browser.axe import violations
from tests.browser.guest import Device, Guests, Hands
from tests.browser.table_page import Question, TablePage
from tests.cases import by_target

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

LESSONS = {
    "welcome": None,
    "tracks": None,
    "place-1": Question.PLACE,
    "place-2": Question.PLACE,
    "place-3": Question.PLACE,
    "special": None,
    "take": Question.TAKE,
}
"""What is said, in order, and the question that it leads to; after the others one reads on."""


@pytest.mark.parametrize(
    ("device", "hands", "language"),
    by_target(
        [
            pytest.param(Device.PHONE, Hands.TOUCH, "fi", id="phone"),
            pytest.param(Device.DESK, Hands.KEYBOARD, "nl", id="keyboard"),
            pytest.param(Device.DESK, Hands.MOUSE, "en", id="mouse"),
        ],
        every=3,
    ),
)
async def test_it_leads_through_a_season_to_a_table(
    guests: Guests, device: Device, hands: Hands, language: str
) -> None:
    """Every text comes in its turn, what it asks for can be done, axe finds nothing; at the end a game is one press away."""
    guest = await guests.arrive(device=device, hands=hands, language=language)
    table = TablePage(guest)
    words = table.words
    coach = guest.page.get_by_role("region", name=words("web.tutorial"), exact=True)
    await guest.page.goto("/tutorial")
    for lesson, question in LESSONS.items():
        await expect(coach.get_by_role("paragraph")).to_have_text(words(f"web.tutorial.{lesson}"))
        await table.begun()
        if lesson == "special":  # how the season ended lies over it
            await table.close_sheet()
        if question is None:
            await guest.press(coach.get_by_role("button", name=words("web.next"), exact=True))
        else:
            assert await table.question() is question
            assert await violations(guest) == [], lesson
            await table.answer(question, random.Random(lesson))
        assert await guest.overflow() <= 0, lesson
    await expect(coach.get_by_role("paragraph").first).to_have_text(words("web.tutorial.end"))
    assert await violations(guest) == []
    await guest.press(coach.get_by_role("button", name=words("web.play-now"), exact=True))
    await table.begun()
    await guest.page.wait_for_url("**/table/*")
