"""Reloads, lost networks and killed servers: nothing that was chosen is lost, and nothing is done twice."""

from __future__ import annotations

import random
from typing import Final

import pytest
from playwright.async_api import expect

from covergames import coverme
from covergames.coverme import Feature, Keep, Place, Stay, Swap, Take, Vote
from covergames.table import Table
from tests.browser.archive import ME, Archive, Moment, asked, evening
from tests.browser.guest import NO_CONNECTION, Guests
from tests.browser.table_page import TablePage
from tests.cases import by_target
from tests.server.process import ServerProcess

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

SAME_VALUE: Final = {"same_value": "G", "years": 1, "length": "shorter"}


def has_placed(table: Table) -> bool:
    """This player has chosen, and the others have not."""
    return table.state.phase.value == "place" and ME not in table.to_act


PHASES: Final[dict[str, Moment]] = {
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
    """Whoever listens to the page hears the same after it as before."""
    options = SAME_VALUE if phase == "vote" else {"length": "shorter"}
    live = evening(PHASES[phase], players=3, people=3, options=options)
    chair, *_ = await archive.keep(live)
    table = TablePage(await guests.arrive(chair))
    await table.open(chair.table)
    before = await table.heard()
    await table.guest.page.reload()
    await table.begun()
    assert await table.heard() == before


async def test_a_card_confirmed_while_there_is_no_server_is_placed_when_it_is_back(
    mortal: tuple[ServerProcess, Guests, Archive],
) -> None:
    """Killed in the middle of a season: the page says so, keeps the choice, sends it again once, and the season goes on."""
    process, guests, archive = mortal
    live = evening(lambda table: asked(Place)(table) and table.state.month == 2)
    [chair] = await archive.keep(live)
    guest = await guests.arrive(chair)
    guest.expect(NO_CONNECTION)
    table = TablePage(guest)
    await table.open(chair.table)
    before = await archive.decided(chair.table, ME)
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
    assert await archive.decided(chair.table, ME) == [*before, coverme.write_action(ME, action, live.table.options)]
    question = await table.question()
    assert question is not None
    await table.answer(question, random.Random(1))


async def test_a_card_confirmed_while_there_is_no_network_is_placed_when_it_is_back(
    guests: Guests, archive: Archive
) -> None:
    """A silent network is noticed; the choice waits; as soon as the browser is online again it is sent, and counts once."""
    live = evening(asked(Place))
    [chair] = await archive.keep(live)
    guest = await guests.arrive(chair)
    guest.expect(NO_CONNECTION)
    await guest.page.clock.install()
    table = TablePage(guest)
    await table.open(chair.table)
    before = await archive.decided(chair.table, ME)
    action = random.Random(2).choice(coverme.legal(live.table.state, ME))

    await guest.context.set_offline(True)
    await guest.page.clock.fast_forward("00:10")  # longer than an answer may take
    await table.lost.wait_for()
    for pick in table.picks(action):
        await guest.press(pick)
    await guest.press(table.confirm)
    await table.sending.wait_for()
    assert await archive.decided(chair.table, ME) == before
    await guest.context.set_offline(False)

    await table.settled()
    await expect(table.lost).to_have_count(0)
    assert await archive.decided(chair.table, ME) == [*before, coverme.write_action(ME, action, live.table.options)]
