"""axe finds nothing on any screen: by day on a desktop, by night on a phone, in forced colours. Large text; marks without colour."""

from __future__ import annotations

import random
from itertools import product
from typing import Any, Final

import pytest
from playwright.async_api import expect

from covergames.coverme import Feature, Keep, Place, Stay, Swap, Take, Vote
from tests.browser.archive import ME, Archive, Condition, asked, cover_me_game, cover_up_game, gives_back
from tests.browser.axe import violations
from tests.browser.cover_up_page import CoverUpPage
from tests.browser.guest import Device, Guest, Guests
from tests.browser.handover_page import HandoverPage
from tests.browser.home_page import HomePage
from tests.browser.in_sight import cut_text, hidden
from tests.browser.lobby_page import LobbyPage
from tests.browser.new_table_page import NewTablePage
from tests.browser.replay_page import ReplayPage
from tests.browser.table_page import Question, TablePage
from tests.cases import by_target
from tests.table.kit import Live

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

EDITIONS: Final[dict[str, dict[str, Any]]] = {
    "desktop by day": {"device": Device.DESKTOP, "color_scheme": "light"},
    "phone by night": {"device": Device.PHONE, "color_scheme": "dark"},
    "forced colours": {"device": Device.DESKTOP, "color_scheme": "dark", "forced_colors": "active"},
}
"""The settings in which every screen is checked."""
LAPTOP: Final = {"width": 1366, "height": 768}
OPTIONS: Final[dict[Question, dict[str, Any]]] = {
    Question.VOTE: {"same_value": "G", "years": 1, "length": "shorter"},
    Question.PLACE_PRIMARY: {"two_player": "advanced"},
    Question.KEEP_TWO: {"two_player": "advanced"},
}
"""The variant in which the question is asked; by default in all."""
MOMENTS: Final[dict[Question, Condition]] = {
    Question.TAKE: asked(Take, phase="draft"),
    Question.PLACE: lambda table: asked(Place)(table) and table.state.month == 3,
    Question.FEATURE: asked(Feature),
    Question.PLACE_PRIMARY: asked(Place, cards=2),
    Question.KEEP_ONE: asked(Keep),
    Question.KEEP_TWO: asked(Keep, cards=2),
    Question.SWAP: asked(Swap, Stay),
    Question.VOTE: asked(Vote),
}


async def test_axe_finds_planted_errors(guest: Guest) -> None:
    """A picture without a text and a button without a name, added to the home page."""
    await HomePage(guest).open()
    await guest.page.evaluate("document.querySelector('main').append(document.createElement('button'), new Image())")
    assert {fault.split(":")[0] for fault in await violations(guest)} == {"button-name", "image-alt"}


async def test_axe_finds_too_little_contrast_in_forced_colours(guests: Guests) -> None:
    """In text that keeps its own colours, and in no other: a dark text that the browser paints white is none."""
    guest = await guests.arrive(**EDITIONS["forced colours"])
    await HomePage(guest).open()
    plant = """adjust => {
        const text = document.createElement("p");
        text.textContent = "planted";
        text.style = `color: #222; background: #111; forced-color-adjust: ${adjust}`;
        document.querySelector("main").append(text);
    }"""
    await guest.page.evaluate(plant, "auto")
    assert await violations(guest) == []
    await guest.page.evaluate(plant, "none")
    assert [fault.split(":")[0] for fault in await violations(guest)] == ["color-contrast"]


@pytest.mark.parametrize("edition", by_target(EDITIONS, every=2))
async def test_pages_without_a_table(edition: str, guests: Guests) -> None:
    """The home page, the forms for a new table and for one device, the tutorial, the rules and the hand-over screen."""
    guest = await guests.arrive(**EDITIONS[edition])
    await HomePage(guest).open()
    assert await violations(guest) == []
    for path in ("/new/cover-me", "/new/cover-up", "/tutorial", "/rules/cover-me", "/rules/cover-up", "/pass"):
        await guest.page.goto(path)
        await guest.page.get_by_role("heading", level=2 if "rules" in path else 1).first.wait_for()
        assert await violations(guest) == [], path
    await NewTablePage(guest).open_shared("Ada", "Bo", players=3)
    await HandoverPage(guest).handed_over()
    assert await violations(guest) == []


@pytest.mark.parametrize(
    ("question", "edition"),
    by_target(
        (
            pytest.param(question, edition, id=f"{question.name}, {edition}")
            for question, edition in product(MOMENTS, EDITIONS)
        ),
        every=8,
    ),
)
async def test_every_question(question: Question, edition: str, guests: Guests, archive: Archive) -> None:
    """Before and after a pick, with the preview of its effect."""
    options = OPTIONS.get(question, {})
    players = 2 if "two_player" in options else 3
    live = cover_me_game(MOMENTS[question], players=players, people=players, options=options)
    saved, *_ = await archive.add(live)
    table = TablePage(await guests.arrive(saved, **EDITIONS[edition]))
    await table.open(saved.table)
    assert await violations(table.guest) == []
    await table.choices(question).first.click()
    assert await violations(table.guest) == []


@pytest.mark.parametrize("edition", by_target(EDITIONS, every=2, first=1))
async def test_sheets_and_the_end(edition: str, guests: Guests, archive: Archive) -> None:
    """The end of a season, the discard, a rule, the chat, the podium and the replay."""
    live = cover_me_game(lambda table: asked(Place)(table) and bool(table.state.discard), people=3)
    over = cover_me_game(lambda table: table.is_over, people=3, options={"length": "shorter"})
    [saved, *_], [last, *_] = await archive.add(live), await archive.add(over)
    table = TablePage(await guests.arrive(saved, last, **EDITIONS[edition]))
    await table.open(saved.table)
    for button in (table.last_season, table.discard, table.rule_here, table.chat_button):
        await table.guest.press_in_bar(button)
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
    """A counted round with a card to give back, for a player and a spectator; the podium and the replay."""
    [first, *_] = await archive.add(cover_up_game(gives_back))
    [last, *_] = await archive.add(cover_up_game(lambda table: table.is_over))
    guest = await guests.arrive(first, last, **EDITIONS[edition])
    table = CoverUpPage(guest)
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
    spectator = CoverUpPage(await guests.arrive(**EDITIONS[edition]))
    await spectator.watch(first.table)
    await spectator.best.wait_for()
    assert await spectator.giving_back.count() == 0
    assert await violations(spectator.guest) == []


@pytest.mark.parametrize("edition", by_target(EDITIONS, every=2))
async def test_the_invitation_and_the_lobby(edition: str, guests: Guests, archive: Archive) -> None:
    """The pages of an invited person and of the host are checked."""
    live = Live()
    live.sit(ME)
    [saved] = await archive.add(live)
    stranger = await guests.arrive(**EDITIONS[edition])
    await stranger.page.goto(f"/table/{saved.table}")
    await stranger.page.get_by_role("heading", name=live.table.title).wait_for()
    assert await violations(stranger) == []
    host = await guests.arrive(saved, **EDITIONS[edition])
    await host.page.goto(f"/table/{saved.table}")
    await LobbyPage(host).arrived()
    assert await violations(host) == []


async def test_twice_as_large_text_is_not_cut_off(guests: Guests, archive: Archive) -> None:
    """On a laptop, with text of twice the size: every word of the table is there, and the choice can be made."""
    [saved] = await archive.add(cover_me_game(lambda table: asked(Place)(table) and table.state.month == 3, players=5))
    guest = await guests.arrive(saved, viewport=LAPTOP)
    table = TablePage(guest)
    await table.open(saved.table)
    await guest.page.evaluate("document.documentElement.style.fontSize = '32px'")
    assert await cut_text(guest.page, ".issue", ".tracks", ".influence", ".magazines", ".piles", ".log", ".dock") == []
    found, across, down = await hidden(guest.page, "article", ".tracks li", ".pile", ".hand li", ".bar .first")
    assert (found, across <= 0, down <= 0) == ([], True, True)
    await table.answer(Question.PLACE, random.Random(1))


async def test_forced_colours_keep_the_result_of_cover_up(guests: Guests, archive: Archive) -> None:
    """What is drawn by backgrounds has frames: podium, bars of the rounds and their key. The chosen green card differs."""
    [first, *_] = await archive.add(cover_up_game(gives_back))
    [last, *_] = await archive.add(cover_up_game(lambda table: table.is_over))
    guest = await guests.arrive(first, last, forced_colors="active", color_scheme="dark")
    table = CoverUpPage(guest)
    await table.open(first.table)
    greens = table.giving_back.locator("li button:enabled")
    await greens.first.click()
    outline = "button => getComputedStyle(button).outlineStyle"
    assert [await green.evaluate(outline) for green in (greens.first, greens.nth(1))] == ["solid", "none"]
    await table.open(last.table)
    await table.result.wait_for()
    for framed in (".podium .block", ".key .more", ".detail .bar"):
        widths = "found => found.map((each) => parseFloat(getComputedStyle(each).borderTopWidth))"
        assert min(await guest.page.locator(framed).evaluate_all(widths)) >= 1, framed
    grounds = "found => found.map((each) => getComputedStyle(each).backgroundColor)"
    [page] = await guest.page.locator("body").evaluate_all(grounds)
    assert page not in await guest.page.locator(".key .best, .detail .bar i").evaluate_all(grounds)


async def test_forced_colours_show_what_is_picked_and_what_can_be(guests: Guests, archive: Archive) -> None:
    """By the style of a line, not by its colour: cards of the hand, piles and answers in words."""
    place, take, swap = [
        (await archive.add(cover_me_game(condition)))[0]
        for condition in (asked(Place), asked(Take, phase="draft"), asked(Swap, Stay))
    ]
    guest = await guests.arrive(place, take, swap, forced_colors="active")
    table = TablePage(guest)
    for saved, line in ((place, "outline"), (take, "border"), (swap, "outline")):
        await table.open(saved.table)
        question = await table.question()
        assert question is not None
        choice = table.choices(question).last
        style = f"node => getComputedStyle(node).{line}Style"
        before = await choice.evaluate(style)
        await choice.click()
        await expect(choice).to_have_attribute("aria-pressed", "true")
        assert (before, await choice.evaluate(style)) in [("none", "solid"), ("dashed", "solid")], question
