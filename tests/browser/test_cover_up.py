"""Cover Up in the browser: whole games by mouse, finger and keys; races, reloads, a lost network, a killed server."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final

import pytest
from playwright.async_api import Browser, expect

from covergames import coverup
from covergames.coverup.layout import Unlinked, faults
from tests.browser.axe import violations
from tests.browser.conftest import require_client
from tests.browser.guest import Device, Guests, Hands
from tests.browser.light_table import DECK, Evening, LightTable, evening
from tests.browser.words import Words
from tests.server.process import ServerProcess

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

NO_CONNECTION: Final = r"WebSocket connection to .* failed|ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED"
"""What Chromium says, and nobody can keep it from saying, while there is no server or no network."""
LANGUAGES: Final = ("nl", "fi", "sv", "da", "nb", "en")


@pytest.fixture
async def stack() -> AsyncIterator[AsyncExitStack]:
    """The sockets of those who set a table up."""
    async with AsyncExitStack() as opened:
        yield opened


async def seated(
    guests: Guests, evening: Evening, *, device: Device = Device.DESK, hands: Hands = Hands.MOUSE
) -> list[LightTable]:
    """Everybody at the table, each with a browser."""
    tables = []
    for chair in evening.chairs:
        table = LightTable(await guests.arrive(chair, device=device, hands=hands))
        await table.open(chair.table)
        tables.append(table)
    return tables


async def test_a_whole_game_by_mouse_by_finger_and_by_keys(
    guests: Guests, server: ServerProcess, stack: AsyncExitStack
) -> None:
    """All three lay the best pile of every hand; the first one flips, and has the optimum less a point each time."""
    table = await evening(stack, server.url, "Ada", "Bo", "Cy")
    players = [
        LightTable(await guests.arrive(table.chairs[0], hands=Hands.MOUSE)),
        LightTable(await guests.arrive(table.chairs[1], hands=Hands.KEYBOARD)),
        LightTable(await guests.arrive(table.chairs[2], hands=Hands.TOUCH, device=Device.PHONE)),
    ]
    for player, chair in zip(players, table.chairs, strict=True):
        await player.open(chair.table)
    await table.start()
    ada, *others = players
    expected = 0
    for number in range(1, 6):
        for player in players:
            await player.may_lay()
            await player.lay_best()
        expected += coverup.solve([DECK.card(name) for name in await ada.hand()], DECK).points - 1
        await ada.guest.press(ada.flip_hourglass)
        for player in others:
            await player.guest.press(player.done)
        for player in players:
            end = await player.counted(number)
            await player.best.wait_for()
            assert await end.get_by_text(player.words("web.up.best.reached")).count() == 1
            assert await player.guest.overflow() <= 0
            if number < 5:
                await player.give_back()
    for player in players:
        await player.result.wait_for()
    points = ada.words("count.points", count=expected)
    assert await ada.result.get_by_text(points, exact=True).count() >= 1, await ada.result.inner_text()
    await ada.guest.press(ada.guest.page.get_by_role("link", name=ada.words("web.replay.watch"), exact=True))
    await ada.guest.page.get_by_role(
        "heading", name=ada.words.capital("terminal.up.round", round=1, rounds=5)
    ).wait_for()


async def test_of_two_who_flip_at_once_one_is_first(
    guests: Guests, server: ServerProcess, stack: AsyncExitStack
) -> None:
    """The other one is not locked, hears who it was, and goes on; the sand runs for both."""
    table = await evening(stack, server.url, "Ada", "Bo", hourglass=20)
    players = await seated(guests, table)
    ada = players[0]
    await table.start()
    for player in players:
        await player.may_lay()
        await player.lay_best()
        await expect(player.flip_hourglass).to_be_enabled()
    # In the same moment, by each page's own clock: no test client between them.
    moment: float = await ada.guest.page.evaluate("Date.now() + 700")
    press = "(button, at) => new Promise((done) => setTimeout(() => { button.click(); done() }, at - Date.now()))"
    await asyncio.gather(*[player.flip_hourglass.evaluate(press, moment) for player in players])
    locked = ada.words("web.up.locked")
    own = [player.guest.page.locator(".locks").get_by_text(locked) for player in players]
    for player in players:
        await player.guest.page.locator(".says").filter(has_text=re.compile("hourglass")).wait_for()
    counts = [await one.count() for one in own]
    assert sorted(counts) == [0, 1], counts
    second = players[counts.index(0)]
    await expect(second.flip_hourglass).to_be_disabled()
    await second.guest.press(second.done)
    for player in players:
        await player.counted(1)


async def test_what_is_laid_survives_a_reload_and_what_is_laid_without_a_network_is_sent_later(
    guests: Guests, server: ServerProcess, stack: AsyncExitStack
) -> None:
    """Two cards, a reload, a third one without a network: nothing waits, nothing is lost, and it can be undone."""
    table = await evening(stack, server.url, "Ada", "Bo")
    ada, bo = await seated(guests, table)
    ada.guest.expect(NO_CONNECTION)
    await table.start()
    await ada.may_lay()
    pile = await ada.best_pile()
    for at in pile[:2]:
        await ada.lay(at)
    await expect(bo.rivals.first).to_contain_text(bo.words("web.up.laid", laid=2, cards=5))
    before = [await ada.where(name) for name in await ada.laid()]
    await ada.guest.page.reload()
    await ada.may_lay()
    assert [await ada.where(name) for name in await ada.laid()] == before
    await ada.guest.context.set_offline(True)
    await ada.lay(pile[2])
    await ada.lay(pile[3])
    await ada.guest.press(ada.undo)
    assert len(await ada.laid()) == 3
    await ada.guest.context.set_offline(False)
    await expect(bo.rivals.first).to_contain_text(bo.words("web.up.laid", laid=3, cards=5), timeout=60_000)


async def test_sand_runs_on_while_the_server_is_killed_and_started_again(
    tmp_path: Path, browser: Browser, stack: AsyncExitStack
) -> None:
    """The round ends when it would have ended, and what was laid counts."""
    require_client()
    process = ServerProcess(f"sqlite:///{tmp_path / 'tables.sqlite3'}")
    process.start()
    guests = Guests(browser, process.url)
    try:
        table = await evening(stack, process.url, "Ada", "Bo", hourglass=12)
        ada, bo = await seated(guests, table)
        for player in (ada, bo):
            player.guest.expect(NO_CONNECTION)
        await table.start()
        for player, cards in ((ada, 5), (bo, 2)):
            await player.may_lay()
            for at in (await player.best_pile())[:cards]:
                await player.lay(at)
        await ada.guest.press(ada.flip_hourglass)
        await bo.guest.page.locator(".says").filter(has_text="hourglass").wait_for()
        process.kill()
        process.start()
        await ada.counted(1)
        end = await bo.counted(1)
        await expect(end).to_contain_text(bo.words("web.up.end.not-laid", count=3))
    finally:
        await guests.leave()
        process.stop()


async def test_the_page_speaks_every_language_and_has_nothing_for_axe_to_find(
    guests: Guests, server: ServerProcess, stack: AsyncExitStack
) -> None:
    """While laying and when the round is counted, on a phone; a change of language changes no card."""
    table = await evening(stack, server.url, "Ada", bots=("perfect",), hourglass=600, assist=True)
    (ada,) = await seated(guests, table, device=Device.PHONE)
    page = ada.guest.page
    await table.start()
    await ada.may_lay()
    pile = await ada.best_pile()
    for at in pile[:3]:
        await ada.lay(at)
    picker = page.get_by_role("combobox")

    async def speaks_all() -> None:
        for language in LANGUAGES:
            await picker.select_option(language)
            await expect(page.locator("html")).to_have_attribute("lang", language)
            await page.get_by_role(
                "heading", name=Words(language).capital("terminal.up.round", round=1, rounds=5)
            ).wait_for()
            said = await page.locator("main").inner_text()
            assert not re.search(r"\b(web|terminal)\.[a-z]", said), said
            assert await ada.guest.overflow() <= 0, language

    await speaks_all()
    assert len(await ada.laid()) == 3
    assert await violations(ada.guest) == []
    page.once("dialog", lambda dialog: asyncio.ensure_future(dialog.accept()))
    await ada.guest.press(ada.done)
    await ada.counted(1)
    await ada.best.wait_for()
    await speaks_all()
    assert await violations(ada.guest) == []


async def test_five_cards_follow_the_finger_on_a_slow_phone(
    guests: Guests, server: ServerProcess, stack: AsyncExitStack, capsys: pytest.CaptureFixture[str]
) -> None:
    """With a processor slowed to a quarter, each frame of a drag is timed and printed; the cards end where they were led."""
    table = await evening(stack, server.url, "Ada", bots=("random",))
    (ada,) = await seated(guests, table, device=Device.PHONE, hands=Hands.TOUCH)
    page = ada.guest.page
    await table.start()
    await ada.may_lay()
    pile = await ada.best_pile()
    session = await ada.guest.context.new_cdp_session(page)
    await session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    await page.evaluate(
        """() => {
          globalThis.frames = [];
          let before = performance.now();
          const next = (now) => { frames.push(now - before); before = now; requestAnimationFrame(next); };
          requestAnimationFrame(next);
        }"""
    )
    times: list[float] = []
    for at in pile:
        await page.evaluate("frames.length = 0")
        await ada.lead(at, moves=40)
        times += (await page.evaluate("frames"))[1:]
    await session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    times.sort()
    assert len(times) > 50, f"only {len(times)} frames while five cards were dragged"
    with capsys.disabled():
        print(
            f"\ndragging five cards, 390 x 844, processor slowed 4 times: {len(times)} frames, "
            f"median {times[len(times) // 2]:.1f} ms, 95 of 100 within {times[len(times) * 95 // 100]:.1f} ms"
        )


async def test_two_fingers_turn_a_card_and_assist_marks_what_is_wrong(
    guests: Guests, server: ServerProcess, stack: AsyncExitStack
) -> None:
    """A quarter for every eighth of a turn; a card apart from the pile is marked, and the hourglass cannot be flipped."""
    table = await evening(stack, server.url, "Ada", bots=("random",), assist=True)
    (ada,) = await seated(guests, table, device=Device.PHONE, hands=Hands.TOUCH)
    await table.start()
    await ada.may_lay()
    *linked, last = await ada.best_pile()
    for at in linked:
        await ada.lay(at)
    marks = ada.board.locator("svg[data-unlinked]")
    await expect(marks).to_have_attribute("data-unlinked", "0")
    corners = [
        await ada.on_mat(coverup.Placement(last.card, flip=False, turn=0, x=x, y=y)) for x in (0, 99) for y in (0, 99)
    ]
    apart = next(at for at in corners if any(isinstance(fault, Unlinked) for fault in faults((*linked, at), DECK)))
    await ada.lay(apart)
    await expect(marks).to_have_attribute("data-unlinked", "1")
    await expect(ada.flip_hourglass).to_be_disabled()
    name = DECK[last.card].id
    await ada.twist(name)
    turned = await ada.on_mat(coverup.Placement(last.card, flip=False, turn=1, x=apart.x + 1, y=apart.y - 1))
    assert await ada.where(name) == (turned.x, turned.y), "turned about its middle, and kept on the mat"
