"""Whole games by clicking."""

from __future__ import annotations

import random

import pytest

from tests.browser.guest import Guest
from tests.browser.home_page import HomePage
from tests.browser.table_page import Question

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


@pytest.mark.long
async def test_one_click_leads_to_a_table_and_clicking_to_the_end_of_the_game(guest: Guest) -> None:
    """Three years against bots, from the home page to the podium; every month is asked for."""
    home = HomePage(guest)
    await home.open()
    table = await home.play()
    asked = await table.play(random.Random(1))
    assert asked.count(Question.TAKE) >= 3
    assert asked.count(Question.PLACE) == 3 * 4 * 3
    assert asked.count(Question.SWAP) == 2
    await table.result.get_by_role("heading", level=2).wait_for()
