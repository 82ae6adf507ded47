"""How did I play? From the end of a game and from a replay, for every seat, in both games."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.async_api import expect

from covergames.analysis import analyse, encode
from covergames.bots.budget import Budget
from covergames.coverme import Place
from covergames.table import record_of
from tests.browser.archive import Archive, asked, cover_me_game, cover_up_game
from tests.browser.axe import violations
from tests.browser.guest import Guests
from tests.browser.in_sight import resize
from tests.browser.review_page import ReviewPage
from tests.browser.table_page import TablePage
from tests.browser.test_accessibility import EDITIONS
from tests.browser.test_after_the_game import SHORTEST
from tests.cases import by_target

BUDGET: Final = Budget(playouts=100)
"""Enough to have something to show."""

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


@pytest.mark.parametrize("edition", by_target(EDITIONS, every=4, first=1))
async def test_a_game_of_cover_me(edition: str, guests: Guests, archive: Archive) -> None:
    """A player comes from the end of the game, sees the progress, then the own seat and another one; charts have tables."""
    live = cover_me_game(lambda table: table.is_over, players=2, people=2, options=SHORTEST)
    saved, _ = await archive.add(live)
    await archive.save_progress(saved, 3, 10)
    guest = await guests.arrive(saved, **EDITIONS[edition])
    table = TablePage(guest)
    await table.open(saved.table)
    page = ReviewPage(guest)
    await guest.press(page.link)
    await expect(page.progress).to_have_accessible_name(page.words("review.computing", done=3, total=10))
    await archive.save_analysis(saved, live, budget=BUDGET)
    await page.complete()
    heading = guest.page.get_by_role("heading", level=1)
    await expect(heading).to_have_text(page.headline("Ada"))
    for key in ("review.timeline", "review.bar", "review.costliest", "review.draws"):
        await expect(guest.page.get_by_role("heading", level=2, name=page.words(key))).to_be_visible()
    assert await guest.page.get_by_role("table").count() >= 2
    assert await violations(guest) == []
    assert await page.continue_buttons.count() >= 1
    await page.whose.select_option("Bo")
    await expect(heading).to_have_text(page.headline("Bo"))
    await page.complete()
    for width in (360, 390, 1366):
        await resize(guest.page, width, 650)
        assert await page.width_beyond() <= 0


async def test_own_costly_decisions_become_puzzles(guests: Guests, archive: Archive) -> None:
    """Those of the own seat, once each, however often the review is opened."""
    live = cover_me_game(lambda table: table.is_over, players=2, people=2, options=SHORTEST)
    saved, _ = await archive.add(live)
    await archive.save_analysis(saved, live, budget=BUDGET)
    guest = await guests.arrive(saved)
    await TablePage(guest).open(saved.table)
    page = ReviewPage(guest)
    for _ in range(2):
        await guest.page.goto(f"/review/{saved.table}")
        await page.complete()
    kept = await guest.page.evaluate("JSON.parse(localStorage.getItem('covergames.mine.1')).map(({ id }) => id)")
    assert len(kept) == len(set(kept)) > 0
    assert {puzzle.rsplit("/", 1)[0] for puzzle in kept} == {f"{saved.table}/0"}
    await guest.page.goto("/alone/mine")
    await expect(guest.page.get_by_text(page.words("review.train.due", count=len(kept)))).to_be_visible()


@pytest.mark.parametrize("edition", by_target(EDITIONS, every=4, first=1))
async def test_a_game_of_cover_up(edition: str, guests: Guests, archive: Archive) -> None:
    """A spectator comes from the replay, and sees the first person's rounds and the best piles."""
    live = cover_up_game(lambda table: table.is_over, players=2)
    saved, *_ = await archive.add(live)
    await archive.save_analysis(saved, live)
    guest = await guests.arrive(**EDITIONS[edition])
    await guest.page.goto(f"/replay/{saved.table}")
    page = ReviewPage(guest)
    await guest.press(page.link)
    await page.complete()
    await expect(guest.page.get_by_role("heading", level=1)).to_have_text(page.headline("Ada"))
    best = guest.page.get_by_role("img", name=page.words("web.up.best"), exact=True)
    await expect(best).to_have_count(5)
    assert await violations(guest) == []
    assert await page.width_beyond() <= 0


async def test_a_record_from_a_file(guests: Guests) -> None:
    """Its replay leads to the review and back; there is no table. Loaded again, the page asks for the file."""
    live = cover_me_game(lambda table: table.is_over, players=2, people=2, options=SHORTEST)
    record = record_of("file", live.entries)
    analysis = encode(analyse(record, budget=BUDGET))
    guest = await guests.arrive()
    await guest.page.route("**/api/analysis", lambda route: route.fulfill(body=analysis))
    await guest.page.goto("/replay")
    await guest.page.locator("input[type=file]").set_input_files(
        {"name": "game.json", "mimeType": "application/json", "buffer": record.encode()}
    )
    page = ReviewPage(guest)
    await guest.press(page.link)
    await page.complete()
    await expect(guest.page.get_by_role("heading", level=1)).to_have_text(page.headline("Ada"))
    await expect(guest.page.get_by_role("link", name=page.words("web.replay.table"))).to_have_count(0)
    await guest.press(guest.page.get_by_role("link", name=page.words("web.replay.watch"), exact=True))
    await page.link.wait_for()
    await guest.page.goto("/review")
    await expect(guest.page.get_by_role("link", name=page.words("web.replay.file"))).to_be_visible()


async def test_a_running_game_is_refused_in_words(guests: Guests, archive: Archive) -> None:
    """Not even its players get anything."""
    saved, *_ = await archive.add(cover_me_game(asked(Place)))
    guest = await guests.arrive(saved)
    guest.expect("409")
    await guest.page.goto(f"/review/{saved.table}")
    page = ReviewPage(guest)
    await expect(page.refusal).not_to_be_empty()
    assert await page.result.count() == 0
