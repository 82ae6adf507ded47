"""Cover Up fits every screen: the others, mat, hand, points and buttons are in sight without scrolling."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from datetime import date
from typing import Final

import pytest
from playwright.async_api import expect

from tests.browser.alone_page import AlonePage
from tests.browser.archive import Archive, cover_up_game, gives_back
from tests.browser.cover_up_page import CoverUpPage, open_cover_up
from tests.browser.guest import Guests
from tests.browser.in_sight import SIZES, hidden, resize
from tests.cases import by_target
from tests.server.process import ServerProcess

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

PLAYERS: Final = (6, 2, 3, 4, 5)
BOARD: Final = (".mat", "[data-card]", ".slot", ".count", ".tool")
TABLE: Final = (*BOARD, ".rivals > li", ".rivals .pile", ".locks button", ".locks .why", ".time", "h1")
MIN_CARD_WIDTH: Final = 76
"""Pixels of a card in the hand, on the smallest screen."""
MAX_MAT_COLUMNS: Final = 14


@pytest.fixture
async def stack() -> AsyncIterator[AsyncExitStack]:
    """The sockets of those who open a table."""
    async with AsyncExitStack() as opened:
        yield opened


@pytest.mark.parametrize("players", by_target(PLAYERS, every=len(PLAYERS)))
async def test_everything_is_in_sight_during_the_countdown_and_while_laying(
    players: int, guests: Guests, server: ServerProcess, stack: AsyncExitStack
) -> None:
    """On every screen with any number of players: nothing is covered, and the page does not scroll.

    The mat is never wider than a pile can use; cards in the hand are large enough to read. All rivals are as high as each other.
    """
    bots = ("random",) * (players - 1)
    table = await open_cover_up(stack, server.url, "Ada", bots=bots, assist=True, hourglass=600)
    [saved] = table.saved_seats
    ada = CoverUpPage(await guests.arrive(saved))
    page = ada.guest.page
    await ada.open(saved.table)
    await table.start()
    await ada.cards.first.wait_for()
    await page.clock.set_fixed_time(time.time())  # the countdown stands still
    for is_counting in (True, False):
        if not is_counting:
            await page.clock.set_fixed_time(time.time() + 4)
            await ada.may_lay()
            await expect(ada.rivals).to_have_count(players - 1)
            for at in (await ada.best_pile())[:3]:
                await ada.lay(at)
        for size in SIZES:
            await resize(page, *size)
            found, across, down = await hidden(page, *TABLE)
            assert (found, across <= 0, down <= 0) == ([], True, True), (size, is_counting)
            columns, rows = await ada.mat()
            assert 10 <= columns <= MAX_MAT_COLUMNS, size
            assert rows >= 6, size
            boxes = [await card.bounding_box() for card in await ada.cards.all()]
            assert min(max(box["width"], box["height"]) for box in boxes if box) >= MIN_CARD_WIDTH, size


async def test_between_rounds_the_best_pile_and_the_cards_to_give_back_are_in_sight(
    guests: Guests, archive: Archive
) -> None:
    """The bar is at the bottom of every screen; folded, it leaves the best pile free. It unfolds again."""
    [saved, *_] = await archive.add(cover_up_game(gives_back, players=6))
    ada = CoverUpPage(await guests.arrive(saved))
    page = ada.guest.page
    await ada.open(saved.table)
    await ada.best.wait_for()
    unfold = ada.giving_back.get_by_role("button", name=ada.words("web.up.give-back.unfold"))
    fold = ada.giving_back.get_by_role("button", name=ada.words("web.up.give-back.fold"))
    for size in SIZES:
        await resize(page, *size)
        found, across, _ = await hidden(
            page, ".give h2", ".give li button", ".give > .button", ".give .fold", may_scroll=True
        )
        assert (found, across <= 0) == ([], True), size
        await fold.click()
        await ada.best.locator(".pile").scroll_into_view_if_needed()
        found, _, _ = await hidden(page, ".best .pile", may_scroll=True)
        assert found == [], size
        await unfold.click()


async def test_puzzles_fit_phones_upright_and_on_their_side(guests: Guests) -> None:
    """The pages do not move sideways, and the board and the button to hand in are in sight together."""
    alone = AlonePage(await guests.arrive())
    await alone.be_on(date(2026, 11, 16))
    for what in ("daily", "practice"):
        await alone.open(what)
        await alone.wait_for_hand()
        for size in SIZES:
            await resize(alone.page, *size)
            found, across, down = await hidden(alone.page, *BOARD, ".actions .button", "h1")
            assert (found, across <= 0, down <= 0) == ([], True, True), (what, size)
