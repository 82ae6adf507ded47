"""Several people at one device: nobody sees another's cards."""

from __future__ import annotations

import random
from typing import Final

import pytest
from playwright.async_api import Route, expect

from covergames.coverme import Card
from covergames.coverme.cards import CARDS
from covergames.coverme.notation import card_text
from covergames.game import Seat
from tests.browser.archive import Archive
from tests.browser.guest import Guest
from tests.browser.handover_page import HandoverPage
from tests.browser.home_page import HomePage
from tests.browser.table_page import Question
from tests.browser.words import Words

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

MONTHS: Final = 3
"""The months of a season."""


@pytest.mark.prove(sample=1, proof=MONTHS)
async def test_a_season_with_a_handover_screen_between_two(guest: Guest, archive: Archive, quantity: int) -> None:
    """Each sees only their own hand, and the hand-over screen shows nobody's; in `make prove` both play a whole season."""
    home = HomePage(guest)
    await home.open()
    table = await (await home.share_device()).open_shared("Ada", "Bo", players=3)
    handover = HandoverPage(guest)
    name = guest.page.url.rpartition("/")[2]
    chance = random.Random(1)

    hands = {who: {*(await archive.table(name)).state.hands[seat]} for who, seat in (("Ada", Seat(0)), ("Bo", Seat(1)))}
    months = min(quantity, MONTHS)
    for month in range(months):
        for who, other in (("Ada", "Bo"), ("Bo", "Ada")):
            holder = await handover.handed_over()
            assert holder == who
            if month == 0:
                assert not await shown(guest) & (hands[who] | hands[other])
            await handover.take(who)
            question = await table.question()
            assert question is Question.PLACE
            if month == 0:
                assert hands[who] <= await shown(guest)
                assert not await shown(guest) & hands[other]
            await table.answer(question, chance)
    while months == MONTHS and await handover.comes_before(table.sheet):  # tied models: each player votes in secret
        await handover.take(await handover.handed_over())
        question = await table.question()
        assert question is Question.FEATURE
        await table.answer(question, chance)


async def shown(guest: Guest) -> set[Card]:
    """The cards anywhere in the page."""
    content = await guest.page.content()
    return {card for card in CARDS if card_text(card) in content}


async def test_a_table_whose_second_seat_is_refused_is_not_lost(guest: Guest) -> None:
    """The form shows the refusal, and Ada's seat is on the home page."""
    guest.expect("409")
    asked: list[str] = []

    async def refuse_second(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) == 1:
            await route.continue_()
        else:
            await route.fulfill(status=409, json={"code": "full", "reason": "", "rule": None})

    await guest.page.route("**/seats", refuse_second)
    home = HomePage(guest)
    await home.open()
    await (await home.share_device()).ask_shared("Ada", "Bo", players=2)
    await expect(guest.page.get_by_role("alert")).to_have_text(Words(guest.language)("refusal.full"))
    await home.open()
    table = asked[0].split("/")[-2]
    await expect(guest.page.locator(f"a[href='/table/{table}']")).to_have_count(1)
