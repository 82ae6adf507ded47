"""Reloads, network outages and killed servers: no decision is lost or executed twice."""

from __future__ import annotations

import random
from typing import Final

import pytest
from playwright.async_api import expect

from covergames import coverme
from covergames.coverme import Feature, Keep, Place, Stay, Swap, Take, Vote
from covergames.schema import codec_of
from covergames.table import Table
from tests.browser.archive import ME, Archive, Condition, asked, cover_me_game
from tests.browser.guest import NO_CONNECTION, Guests
from tests.browser.table_page import TablePage
from tests.cases import by_target
from tests.server.process import ServerProcess

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

SAME_VALUE: Final = {"same_value": "G", "years": 1, "length": "shorter"}


def has_placed(table: Table) -> bool:
    """The condition that this player has chosen and the others have not."""
    return table.state.phase.value == "place" and ME not in table.to_act


PHASES: Final[dict[str, Condition]] = {
    "draft": asked(Take, phase="draft"),
    "place": asked(Place),
    "placed": has_placed,
    "feature": asked(Feature),
    "replenish-take": asked(Take, phase="replenish"),
    "replenish-keep": asked(Keep),
    "new-year": asked(Swap, Stay),
    "vote": asked(Vote),
    "over": lambda table: table.is_over,
}


@pytest.mark.parametrize("phase", by_target(PHASES, every=4))
async def test_a_reload_changes_nothing(phase: str, guests: Guests, archive: Archive) -> None:
    """A screen reader finds the same before and after it."""
    options = SAME_VALUE if phase == "vote" else {"length": "shorter"}
    live = cover_me_game(PHASES[phase], players=3, people=3, options=options)
    saved, *_ = await archive.add(live)
    table = TablePage(await guests.arrive(saved))
    checked = table.guest.page.get_by_role("button", name=table.words("web.fair.what"), exact=True)

    async def heard() -> str:
        if live.table.is_over:
            await checked.wait_for()
        return await table.heard()

    await table.open(saved.table)
    before = await heard()
    await table.guest.page.reload()
    await table.begun()
    assert await heard() == before


async def test_a_card_confirmed_while_the_server_is_down_is_placed_later(
    killable: tuple[ServerProcess, Guests, Archive],
) -> None:
    """The page says that it is offline, keeps the decision and sends it once; the season goes on."""
    process, guests, archive = killable
    live = cover_me_game(lambda table: asked(Place)(table) and table.state.month == 2)
    [saved] = await archive.add(live)
    guest = await guests.arrive(saved)
    guest.expect(NO_CONNECTION)
    table = TablePage(guest)
    await table.open(saved.table)
    before = await archive.decided(saved.table, ME)
    action = random.Random(1).choice(coverme.legal(live.table.state, ME))
    for pick in table.picks(action):
        await guest.press(pick)

    process.kill()
    await table.lost.wait_for()
    await guest.press(table.confirm)
    await table.sending.wait_for()
    process.start()

    await table.settled()
    await expect(table.lost).to_have_count(0)
    assert await archive.decided(saved.table, ME) == [
        *before,
        codec_of(coverme, live.table.options).write_decision(ME, action),
    ]
    question = await table.question()
    assert question is not None
    await table.answer(question, random.Random(1))


async def test_a_card_confirmed_offline_is_placed_later(guests: Guests, archive: Archive) -> None:
    """The page notices a silent network, and sends the decision once when the browser is online again."""
    live = cover_me_game(asked(Place))
    [saved] = await archive.add(live)
    guest = await guests.arrive(saved)
    guest.expect(NO_CONNECTION)
    await guest.page.clock.install()
    table = TablePage(guest)
    await table.open(saved.table)
    before = await archive.decided(saved.table, ME)
    action = random.Random(2).choice(coverme.legal(live.table.state, ME))

    await guest.context.set_offline(True)
    await guest.page.clock.fast_forward("00:10")  # longer than an answer may take
    await table.lost.wait_for()
    for pick in table.picks(action):
        await guest.press(pick)
    await guest.press(table.confirm)
    await table.sending.wait_for()
    assert await archive.decided(saved.table, ME) == before
    await guest.context.set_offline(False)

    await table.settled()
    await expect(table.lost).to_have_count(0)
    assert await archive.decided(saved.table, ME) == [
        *before,
        codec_of(coverme, live.table.options).write_decision(ME, action),
    ]
