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
    "card": None,
    "tracks": None,
    "place-1": Question.PLACE,
    "place-2": Question.PLACE,
    "place-3": Question.PLACE,
    "special": None,
    "take": Question.TAKE,
    "keep": Question.KEEP_ONE,
    "feature": Question.FEATURE,
    "swap": Question.SWAP,
    "draft": Question.TAKE,
}
"""The texts in order, and the question after some of them."""
OUTCOMES = ("three", "some", "none")
"""What can become of the learner's covers, on which the text about the season special depends."""


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
    """Every text comes in order, its task can be done freely, axe finds nothing; at the end a game is one press away."""
    guest = await guests.arrive(device=device, input_method=input_method, language=language)
    table = TablePage(guest)
    words = table.words
    bar = guest.page.get_by_role("region", name=words("web.tutorial"), exact=True)
    says, following = bar.locator(".says"), bar.get_by_role("button", name=words("web.next"), exact=True)
    await guest.page.goto("/tutorial")
    for number, (lesson, question) in enumerate(LESSONS.items(), start=1):
        await expect(bar.locator("header")).to_contain_text(
            words("web.lesson.step", step=number, steps=len(LESSONS) + 1)
        )
        await table.begun()
        if lesson == "special":  # the sheet about the end of the season covers it
            await table.close_sheet()
        said = {words(f"web.tutorial.{lesson}", outcome=outcome) for outcome in OUTCOMES}
        assert await says.inner_text() in said, lesson
        if question is None:
            await guest.press(following)
        else:
            await expect(following).to_have_count(0)
            assert await table.question() is question
            assert await violations(guest) == [], lesson
            await table.answer(question, random.Random(lesson))
        assert await guest.overflow() <= 0, lesson
    await expect(says).to_have_text(words("web.tutorial.end"))
    assert await violations(guest) == []
    await guest.press(bar.get_by_role("button", name=words("web.play-now"), exact=True))
    await table.begun()
    await guest.page.wait_for_url("**/table/*")


async def test_the_tutorial_goes_back_and_skips(guests: Guests) -> None:
    """A task that is skipped is decided by the first choice; the way back is the way one came."""
    guest = await guests.arrive()
    table = TablePage(guest)
    words = table.words
    bar = guest.page.get_by_role("region", name=words("web.tutorial"), exact=True)
    back = bar.get_by_role("button", name=words("web.lesson.back"), exact=True)
    on = bar.get_by_role("button", name=words("web.next"), exact=True).or_(
        bar.get_by_role("button", name=words("web.lesson.skip"), exact=True)
    )
    await guest.page.goto("/tutorial")
    await table.begun()
    await expect(back).to_have_count(0)
    for lesson in [*list(LESSONS)[1:], "end"]:
        await guest.press(on)
        if lesson == "special":
            await table.close_sheet()
        else:
            await expect(bar.locator(".says")).to_have_text(words(f"web.tutorial.{lesson}"))
    for lesson in reversed(LESSONS):
        await guest.press(back)
        if lesson != "special":
            await expect(bar.locator(".says")).to_have_text(words(f"web.tutorial.{lesson}"))
    await expect(back).to_have_count(0)
