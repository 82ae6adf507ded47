"""Whole games by clicking."""

from __future__ import annotations

import random

import pytest
from playwright.async_api import expect

from covergames import record
from tests.browser.guest import Guest
from tests.browser.home_page import HomePage
from tests.browser.table_page import Question
from tests.browser.words import Words

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

WORDS = Words("en")


@pytest.mark.prove
async def test_a_whole_game_by_clicking(guest: Guest) -> None:
    """Three years against bots, from the home page to the podium; every month is played, and the level adapts."""
    home = HomePage(guest)
    await home.open()
    await expect(home.level).to_contain_text(WORDS("web.level.gentle"))
    table = await home.play()
    asked = await table.play(random.Random(1))
    assert asked.count(Question.TAKE) >= 3
    assert asked.count(Question.PLACE) == 3 * 4 * 3
    assert asked.count(Question.SWAP) == 2
    await table.result.get_by_role("heading", level=2).wait_for()
    link = await guest.page.get_by_role("link", name=WORDS("web.record")).get_attribute("href")
    assert link is not None
    played = record.read(await (await guest.page.request.get(link)).body())
    assert played.result is not None
    places = played.result.places
    level = "good" if places[0] == 1 else "novice" if places[0] == max(places) else "gentle"
    await home.open()
    await expect(home.level).to_contain_text(WORDS(f"web.level.{level}"))
