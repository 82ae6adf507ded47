"""axe finds nothing on any screen, by day at a desk and by night on a phone; the page's own security policy stands."""

from __future__ import annotations

from typing import Any, Final

import pytest

from covergames.coverme import Feature, Keep, Place, Stay, Swap, Take, Vote
from tests.browser.archive import ME, Archive, Moment, asked, evening
from tests.browser.axe import violations
from tests.browser.guest import Device, Guest, Guests
from tests.browser.home_page import HomePage
from tests.browser.lobby_page import LobbyPage
from tests.browser.table_page import Question, TablePage
from tests.table.kit import Live

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

EDITIONS: Final[dict[str, dict[str, Any]]] = {
    "desk by day": {"device": Device.DESK, "color_scheme": "light"},
    "phone by night": {"device": Device.PHONE, "color_scheme": "dark"},
}
"""Every screen is looked at in these."""
MOMENTS: Final[dict[Question, Moment]] = {
    Question.TAKE: asked(Take, phase="draft"),
    Question.PLACE: lambda table: asked(Place)(table) and table.state.month == 3,
    Question.FEATURE: asked(Feature),
    Question.KEEP_ONE: asked(Keep),
    Question.SWAP: asked(Swap, Stay),
    Question.VOTE: asked(Vote),
}


async def test_axe_finds_what_is_wrong(guest: Guest) -> None:
    """A picture without words and a button without a name, put on the home page, are both found."""
    await HomePage(guest).open()
    await guest.page.evaluate("document.querySelector('main').append(document.createElement('button'), new Image())")
    assert {fault.split(":")[0] for fault in await violations(guest)} == {"button-name", "image-alt"}


@pytest.mark.parametrize("edition", EDITIONS)
async def test_pages_without_a_table(edition: str, guests: Guests) -> None:
    """The home page, the forms for a new table and for one device, the tutorial, and the rules."""
    guest = await guests.arrive(**EDITIONS[edition])
    await HomePage(guest).open()
    assert await violations(guest) == []
    for path in ("/new/cover-me", "/pass", "/tutorial", "/rules/cover-me"):
        await guest.page.goto(path)
        await guest.page.get_by_role("heading", level=2 if "rules" in path else 1).first.wait_for()
        assert await violations(guest) == [], path


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("question", MOMENTS)
async def test_every_question(question: Question, edition: str, guests: Guests, archive: Archive) -> None:
    """Before anything is picked, and when something is, with what it would change."""
    options = {"same_value": "G", "years": 1, "length": "shorter"} if question is Question.VOTE else {}
    live = evening(MOMENTS[question], people=3, options=options)
    chair, *_ = await archive.keep(live)
    table = TablePage(await guests.arrive(chair, **EDITIONS[edition]))
    await table.open(chair.table)
    assert await violations(table.guest) == []
    await table.choices(question).first.click()
    assert await violations(table.guest) == []


@pytest.mark.parametrize("edition", EDITIONS)
async def test_sheets_and_the_end(edition: str, guests: Guests, archive: Archive) -> None:
    """How a season ended, the discard, a rule, the chat; the podium."""
    live = evening(lambda table: asked(Place)(table) and bool(table.state.discard), people=3)
    over = evening(lambda table: table.is_over, people=3, options={"length": "shorter"})
    [chair, *_], [last, *_] = await archive.keep(live), await archive.keep(over)
    table = TablePage(await guests.arrive(chair, last, **EDITIONS[edition]))
    await table.open(chair.table)
    for button in (table.last_season, table.discard, table.rule_here, table.chat_button):
        await button.click()
        await table.sheet.get_by_role("heading", level=2).first.wait_for()
        assert await violations(table.guest) == [], button
        await table.close_sheet()
    await table.open(last.table)
    await table.result.wait_for()
    assert await violations(table.guest) == []


@pytest.mark.parametrize("edition", EDITIONS)
async def test_the_door_and_the_lobby(edition: str, guests: Guests, archive: Archive) -> None:
    """As somebody sees them who was invited, and the host."""
    live = Live()
    live.sit(ME)
    [chair] = await archive.keep(live)
    stranger = await guests.arrive(**EDITIONS[edition])
    await stranger.page.goto(f"/table/{chair.table}")
    await stranger.page.get_by_role("heading", name=live.table.title).wait_for()
    assert await violations(stranger) == []
    host = await guests.arrive(chair, **EDITIONS[edition])
    await host.page.goto(f"/table/{chair.table}")
    await LobbyPage(host).arrived()
    assert await violations(host) == []
