"""axe finds nothing on any screen, by day at a desk and by night on a phone; the page's own security policy stands."""

from __future__ import annotations

from itertools import product
from typing import Any, Final

import pytest

from covergames.coverme import Feature, Keep, Place, Stay, Swap, Take, Vote
from tests.browser.archive import ME, Archive, Moment, asked, cover_up_evening, evening, gives_back
from tests.browser.axe import violations
from tests.browser.curtain_page import CurtainPage
from tests.browser.guest import Device, Guest, Guests
from tests.browser.home_page import HomePage
from tests.browser.light_table import LightTable
from tests.browser.lobby_page import LobbyPage
from tests.browser.new_table_page import NewTablePage
from tests.browser.replay_page import ReplayPage
from tests.browser.table_page import Question, TablePage
from tests.cases import by_target
from tests.table.kit import Live

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

EDITIONS: Final[dict[str, dict[str, Any]]] = {
    "desk by day": {"device": Device.DESK, "color_scheme": "light"},
    "phone by night": {"device": Device.PHONE, "color_scheme": "dark"},
}
"""Every screen is looked at in these."""
OPTIONS: Final[dict[Question, dict[str, Any]]] = {
    Question.VOTE: {"same_value": "G", "years": 1, "length": "shorter"},
    Question.PLACE_PRIMARY: {"two_player": "advanced"},
    Question.KEEP_TWO: {"two_player": "advanced"},
}
"""The variant in which it is asked; if none is named, in all."""
MOMENTS: Final[dict[Question, Moment]] = {
    Question.TAKE: asked(Take, phase="draft"),
    Question.PLACE: lambda table: asked(Place)(table) and table.state.month == 3,
    Question.FEATURE: asked(Feature),
    Question.PLACE_PRIMARY: asked(Place, cards=2),
    Question.KEEP_ONE: asked(Keep),
    Question.KEEP_TWO: asked(Keep, cards=2),
    Question.SWAP: asked(Swap, Stay),
    Question.VOTE: asked(Vote),
}


async def test_axe_finds_what_is_wrong(guest: Guest) -> None:
    """A picture without words and a button without a name, put on the home page, are both found."""
    await HomePage(guest).open()
    await guest.page.evaluate("document.querySelector('main').append(document.createElement('button'), new Image())")
    assert {fault.split(":")[0] for fault in await violations(guest)} == {"button-name", "image-alt"}


@pytest.mark.parametrize("edition", by_target(EDITIONS, every=2))
async def test_pages_without_a_table(edition: str, guests: Guests) -> None:
    """The home page, the forms for a new table and for one device, the tutorial, the rules; what hangs between two people."""
    guest = await guests.arrive(**EDITIONS[edition])
    await HomePage(guest).open()
    assert await violations(guest) == []
    for path in ("/new/cover-me", "/new/cover-up", "/tutorial", "/rules/cover-me", "/rules/cover-up", "/pass"):
        await guest.page.goto(path)
        await guest.page.get_by_role("heading", level=2 if "rules" in path else 1).first.wait_for()
        assert await violations(guest) == [], path
    await NewTablePage(guest).open_shared("Ada", "Bo", players=3)
    await CurtainPage(guest).handed_over()
    assert await violations(guest) == []


@pytest.mark.parametrize(
    ("question", "edition"),
    by_target(
        (
            pytest.param(question, edition, id=f"{question.name}, {edition}")
            for question, edition in product(MOMENTS, EDITIONS)
        ),
        every=5,
    ),
)
async def test_every_question(question: Question, edition: str, guests: Guests, archive: Archive) -> None:
    """Before anything is picked, and when something is, with what it would change."""
    options = OPTIONS.get(question, {})
    players = 2 if "two_player" in options else 3
    live = evening(MOMENTS[question], players=players, people=players, options=options)
    chair, *_ = await archive.keep(live)
    table = TablePage(await guests.arrive(chair, **EDITIONS[edition]))
    await table.open(chair.table)
    assert await violations(table.guest) == []
    await table.choices(question).first.click()
    assert await violations(table.guest) == []


@pytest.mark.parametrize("edition", by_target(EDITIONS, every=2, first=1))
async def test_sheets_and_the_end(edition: str, guests: Guests, archive: Archive) -> None:
    """How a season ended, the discard, a rule, the chat; the podium, and looking back."""
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
    await table.look_back()
    await ReplayPage(table.guest).slider.wait_for()
    assert await violations(table.guest) == []


@pytest.mark.parametrize("edition", by_target(EDITIONS, every=2, first=1))
async def test_cover_up_between_rounds_and_at_its_end(edition: str, guests: Guests, archive: Archive) -> None:
    """A counted round with a card to give back, by who gives and by who looks on; the podium, and looking back."""
    [first, *_] = await archive.keep(cover_up_evening(gives_back))
    [last, *_] = await archive.keep(cover_up_evening(lambda table: table.is_over))
    guest = await guests.arrive(first, last, **EDITIONS[edition])
    table = LightTable(guest)
    await table.open(first.table)
    await table.best.wait_for()
    await table.giving_back.locator("li button:enabled").first.click()
    assert await violations(guest) == []
    await table.open(last.table)
    await table.result.wait_for()
    await table.best.wait_for()
    assert await violations(guest) == []
    await TablePage(guest).look_back()
    await ReplayPage(guest).slider.wait_for()
    assert await violations(guest) == []
    spectator = LightTable(await guests.arrive(**EDITIONS[edition]))
    await spectator.watch(first.table)
    await spectator.best.wait_for()
    assert await spectator.giving_back.count() == 0
    assert await violations(spectator.guest) == []


@pytest.mark.parametrize("edition", by_target(EDITIONS, every=2))
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
