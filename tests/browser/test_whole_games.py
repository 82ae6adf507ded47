"""Whole games by clicking."""

from __future__ import annotations

import random

import pytest

from tests.browser.guest import Guest
from tests.browser.home_page import HomePage
from tests.browser.table_page import Question

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


@pytest.mark.long
async def test_a_whole_game_by_clicking(guest: Guest) -> None:
    """Three years against bots, from the home page to the podium; every month is played."""
    home = HomePage(guest)
    await home.open()
    table = await home.play()
    asked = await table.play(random.Random(1))
    assert asked.count(Question.TAKE) >= 3
    assert asked.count(Question.PLACE) == 3 * 4 * 3
    assert asked.count(Question.SWAP) == 2
    await table.result.get_by_role("heading", level=2).wait_for()
