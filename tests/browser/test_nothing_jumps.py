"""Nothing on a table jumps: not when something is picked, not when the turn passes, not when the connection is lost."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any, Final

import pytest
from playwright.async_api import Locator, Page, expect

from covergames import coverme
from covergames.coverme import Keep, Place, Take
from covergames.dealer import RandomDealer
from covergames.table import Table
from tests.browser.archive import ME, Archive, Condition, asked, cover_me_game
from tests.browser.cover_up_page import CoverUpPage, open_cover_up
from tests.browser.guest import Guest, Guests
from tests.browser.in_sight import SIZES, boxes, overlapping, resize
from tests.browser.sockets import HeldSockets
from tests.browser.table_page import TablePage
from tests.browser.words import Words
from tests.cases import by_target
from tests.server.process import ServerProcess

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

COVER_ME: Final = (
    "article",
    ".tracks",
    ".tracks li",
    ".influence",
    ".piles",
    ".pile",
    ".dock",
    ".cards",
    ".dock > .question",
)
COVER_UP: Final = (".rivals > li", ".room", ".mat", ".slot", ".tools", ".tool", ".locks")
PRESSED: Final = (".masthead :is(button, a)", ".hand li", ".bar .first", ".stage .slot", ".tool", ".locks button")
"""What a message must not cover."""

Boxes = dict[str, str]


@pytest.fixture
async def stack() -> AsyncIterator[AsyncExitStack]:
    """The sockets of those who open a table."""
    async with AsyncExitStack() as opened:
        yield opened


async def measured(page: Page, *selectors: str) -> dict[tuple[int, int], Boxes]:
    """Where these elements are, at every size of the window."""
    found = {}
    for size in SIZES:
        await resize(page, *size)
        found[size] = await boxes(page, *selectors)
    return found


def moved(before: dict[tuple[int, int], Boxes], after: dict[tuple[int, int], Boxes]) -> list[str]:
    """What is at another place than before."""
    return [
        f"{size[0]}x{size[1]}: {name} moves from {place} to {after[size].get(name)}"
        for size, places in before.items()
        for name, place in places.items()
        if after[size].get(name) != place
    ]


def lost(guest: Guest) -> Locator:
    """The message that the connection is lost."""
    return guest.page.get_by_text(Words(guest.language)("web.reconnecting"), exact=True)


async def cut_and_restore(guest: Guest, wire: HeldSockets, *selectors: str) -> list[str]:
    """Cut the connection and restore it: what moves meanwhile or afterwards, and what the message covers."""
    page = guest.page
    before = await measured(page, *selectors)
    await wire.cut()
    await lost(guest).wait_for()
    during, covered = {}, []
    for size in SIZES:
        await resize(page, *size)
        during[size] = await boxes(page, *selectors)
        covered += [f"{size[0]}x{size[1]}: {what}" for what in await overlapping(page, ".banner", *PRESSED)]
    await wire.restore(guest)
    await expect(lost(guest)).to_have_count(0)
    return moved(before, during) + covered + moved(before, await measured(page, *selectors))


async def test_a_lost_connection_moves_nothing_in_cover_me(guests: Guests, archive: Archive) -> None:
    """The message lies over the page, and leaves the hand, Confirm and the bar's buttons free."""
    [saved] = await archive.add(cover_me_game(asked(Place), players=5))
    guest = await guests.arrive(saved)
    wire = HeldSockets()
    await wire.install(guest)
    table = TablePage(guest)
    await table.open(saved.table)
    await guest.press(table.hand.locator("[aria-pressed]").first)
    assert await cut_and_restore(guest, wire, *COVER_ME, ".hand li", ".bar .first") == []


@pytest.mark.prove
async def test_a_lost_connection_moves_nothing_in_cover_up(
    guests: Guests, server: ServerProcess, stack: AsyncExitStack
) -> None:
    """The mat keeps its size, so that a card in the middle of a drag stays under the finger."""
    table = await open_cover_up(stack, server.url, "Ada", "Bo", hourglass=600)
    saved = table.saved_seats[0]
    ada = CoverUpPage(await guests.arrive(saved))
    wire = HeldSockets()
    await wire.install(ada.guest)
    await ada.open(saved.table)
    await table.start()
    await ada.may_lay()
    assert await cut_and_restore(ada.guest, wire, *COVER_UP, "[data-card]") == []


def passes_on(condition: Condition) -> Condition:
    """The condition, if the next decision after it is somebody else's in the same phase."""

    def is_passed(table: Table) -> bool:
        if not condition(table):
            return False
        state = table.state
        after = coverme.apply(state, ME, coverme.legal(state, ME)[0], RandomDealer(random.Random(0))).state
        return after.phase is state.phase and ME not in coverme.to_act(after)

    return is_passed


TURNS: Final = [
    pytest.param(3, {}, asked(Take, phase="replenish"), id="take"),
    pytest.param(5, {}, asked(Place), id="place-five"),
    pytest.param(2, {}, asked(Place), id="place-fictional"),
    pytest.param(2, {"two_player": "advanced"}, asked(Place, cards=2), id="place-advanced"),
    pytest.param(4, {}, asked(Take, phase="draft"), id="first-hands"),
    pytest.param(4, {}, asked(Keep), id="keep"),
    pytest.param(2, {"two_player": "advanced"}, asked(Keep, cards=2), id="keep-advanced"),
]


@pytest.mark.parametrize(("players", "options", "condition"), by_target(TURNS, every=len(TURNS)))
async def test_nothing_jumps_when_the_turn_passes_in_cover_me(
    players: int, options: dict[str, Any], condition: Condition, guests: Guests, archive: Archive
) -> None:
    """Magazines, tracks, influence row, piles and dock are where they were, while a rival decides."""
    live = cover_me_game(passes_on(condition), players=players, people=players, options=options)
    saved, *_ = await archive.add(live)
    table = TablePage(await guests.arrive(saved))
    await table.open(saved.table)
    assert await table.question() is not None
    before = await measured(table.guest.page, *COVER_ME)
    await table.decide(coverme.legal(live.table.state, ME)[0])
    await expect(table.confirm).to_have_count(0)
    after = await measured(table.guest.page, *COVER_ME)
    assert moved(before, after) == []


async def test_nothing_jumps_while_cards_are_laid_in_cover_up(
    guests: Guests, server: ServerProcess, stack: AsyncExitStack
) -> None:
    """Whether a card is picked, all are laid, or the hourglass is turned: mat, hand, tools and rivals stay."""
    table = await open_cover_up(stack, server.url, "Ada", "Bo", assist=True, hourglass=600)
    saved = table.saved_seats[0]
    ada = CoverUpPage(await guests.arrive(saved))
    page = ada.guest.page
    await ada.open(saved.table)
    await table.start()
    await ada.may_lay()
    pile = await ada.best_pile()
    before = await measured(page, *COVER_UP)
    await page.keyboard.press("1")
    assert moved(before, await measured(page, *COVER_UP)) == []
    await resize(page, 1280, 800)
    for at in pile:
        await ada.lay(at)
    assert moved(before, await measured(page, *COVER_UP)) == []
    await ada.guest.press(ada.flip_hourglass)
    await page.locator(".waiting").wait_for()
    assert moved(before, await measured(page, *COVER_UP)) == []
