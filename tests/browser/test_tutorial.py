"""The tutorial, from its first text to the table that it leads to."""

from __future__ import annotations

import random

import pytest
from playwright.async_api import expect

from tests.browser.axe import violations
from tests.browser.guest import Device, Guests, InputMethod
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
"""The texts in order, and the question after some of them."""


@pytest.mark.parametrize(
    ("device", "input_method", "language"),
    by_target(
        [
            pytest.param(Device.PHONE, InputMethod.TOUCH, "fi", id="phone"),
            pytest.param(Device.DESKTOP, InputMethod.KEYBOARD, "nl", id="keyboard"),
            pytest.param(Device.DESKTOP, InputMethod.MOUSE, "en", id="mouse"),
        ],
        every=3,
    ),
)
async def test_the_tutorial_leads_through_a_season_to_a_table(
    guests: Guests, device: Device, input_method: InputMethod, language: str
) -> None:
    """Every text comes in order, its task can be done, axe finds nothing; at the end a game is one press away."""
    guest = await guests.arrive(device=device, input_method=input_method, language=language)
    table = TablePage(guest)
    words = table.words
    coach = guest.page.get_by_role("region", name=words("web.tutorial"), exact=True)
    await guest.page.goto("/tutorial")
    for lesson, question in LESSONS.items():
        await expect(coach.get_by_role("paragraph")).to_have_text(words(f"web.tutorial.{lesson}"))
        await table.begun()
        if lesson == "special":  # the sheet about the end of the season covers it
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
