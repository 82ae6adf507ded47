"""Somebody's first minutes: the home page, what is explained at the table, and the lesson on the light table."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Mapping
from contextlib import AsyncExitStack
from typing import Any

import pytest
from playwright.async_api import Locator, expect

from covergames.coverme import Feature, Keep, Place, Stay, Swap, Take, Vote
from covergames.coverup import Placement
from tests.browser.archive import Archive, Condition, asked, cover_me_game, cover_up_game, gives_back
from tests.browser.axe import violations
from tests.browser.chromium import ROOT
from tests.browser.cover_up_page import DECK, CoverUpPage, open_cover_up
from tests.browser.guest import Device, Guest, Guests, InputMethod
from tests.browser.home_page import HomePage
from tests.browser.in_sight import SIZES, hidden, overlapping, resize
from tests.browser.table_page import Question, TablePage
from tests.browser.words import Words
from tests.cases import by_target
from tests.server.process import ServerProcess

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

LAPTOP = {"width": 1366, "height": 650}
STEPS: list[dict[str, Any]] = json.loads((ROOT / "web/src/coverup/lesson/steps.json").read_text("utf-8"))


async def is_clear_of(note: Locator, choices: Locator) -> bool:
    """Whether the note is on the screen and covers none of the choices."""
    box = await note.bounding_box()
    screen = note.page.viewport_size
    assert box is not None
    assert screen is not None
    right, bottom = box["x"] + box["width"], box["y"] + box["height"]
    for choice in await choices.all():
        other = await choice.bounding_box()
        assert other is not None
        is_beside = other["x"] >= right or other["x"] + other["width"] <= box["x"]
        if not is_beside and box["y"] < other["y"] + other["height"] and other["y"] < bottom:
            return False
    return box["x"] >= 0 and box["y"] >= 0 and right <= screen["width"] and bottom <= screen["height"]


async def expect_clear_note(guest: Guest, *selectors: str) -> None:
    """Check that at every size the note is in sight, points at something and covers none of these elements."""
    for size in SIZES:
        await resize(guest.page, *size)
        assert (await hidden(guest.page, ".coach aside", may_scroll=True))[0] == [], size
        assert await overlapping(guest.page, ".coach aside", *selectors) == [], size
        await expect(guest.coach.locator("..")).not_to_have_attribute("data-side", "top")


async def test_home_shows_both_games_on_a_laptop(guests: Guests) -> None:
    """Play now is in sight, also on a phone on its side; each game has its lesson and its helper for the box, and what is played can be changed."""
    guest = await guests.arrive(is_new=True, viewport=LAPTOP)
    words, page = Words("en"), guest.page
    await HomePage(guest).open()
    for game, lesson, helper in (
        ("Cover Me", "web.tutorial", "web.alone.box.me"),
        ("Cover Up", "web.lesson", "web.alone.box.up"),
    ):
        article = page.get_by_role("article", name=game, exact=True)
        await expect(article.get_by_role("button", name=words("web.play-now"), exact=True)).to_be_in_viewport(ratio=1)
        await expect(article.get_by_role("link", name=words(lesson), exact=True)).to_be_in_viewport(ratio=1)
        await article.get_by_role("link", name=words(helper)).wait_for()
    assert await violations(guest) == []
    await resize(page, 844, 390)
    play = page.get_by_role("button", name=words("web.play-now"), exact=True)
    await expect(play.first).to_be_in_viewport(ratio=1)
    await resize(page, *LAPTOP.values())

    article = page.get_by_role("article", name="Cover Me", exact=True)
    await article.locator("summary").click()
    await article.get_by_role("combobox", name=words.capital("report.players"), exact=True).select_option("2")
    await article.get_by_role("combobox", name=words("web.play-now.strength"), exact=True).select_option("strong")
    await article.get_by_role("combobox", name=words.capital("option.length"), exact=True).select_option("shorter")
    await page.reload()
    summary = " · ".join([words("count.players", count=2), words("web.level.strong"), words("option.length.shorter")])
    await expect(article.locator("summary")).to_contain_text(summary)
    table = await HomePage(guest).play()
    await expect(table.magazines.get_by_role("article")).to_have_count(4)  # two of them fictional
    await expect(page.get_by_text(words("cover-me.year", year=1, years=4))).to_be_visible()


async def test_on_a_phone_the_note_about_giving_back_can_be_dismissed(guests: Guests, archive: Archive) -> None:
    """It lies over the bar with the cards."""
    saved, *_ = await archive.add(cover_up_game(gives_back))
    guest = await guests.arrive(saved, is_new=True, device=Device.PHONE, input_method=InputMethod.TOUCH)
    await CoverUpPage(guest).open(saved.table)
    await expect(guest.coach).to_contain_text(Words("en")("web.coach.cover-up.give-back"))
    await guest.press(guest.coach.get_by_role("button"))
    await expect(guest.coach).to_have_count(0)


NOTES = [
    pytest.param(asked(Take, phase="draft"), 4, {}, id="take"),
    pytest.param(asked(Feature), 4, {}, id="feature"),
    pytest.param(asked(Place), 5, {}, id="place"),
    pytest.param(asked(Place, cards=2), 2, {"two_player": "advanced"}, id="place-two"),
    pytest.param(asked(Take, phase="replenish"), 2, {}, id="replenish"),
    pytest.param(asked(Keep), 3, {}, id="keep"),
    pytest.param(asked(Swap, Stay), 4, {}, id="swap"),
    pytest.param(asked(Vote), 3, {"same_value": "G", "years": 1, "length": "shorter"}, id="vote"),
]


@pytest.mark.parametrize(("condition", "players", "options"), by_target(NOTES, every=len(NOTES)))
async def test_the_note_covers_neither_the_hand_nor_what_is_chosen(
    condition: Condition, players: int, options: Mapping[str, Any], guests: Guests, archive: Archive
) -> None:
    """At every size it is beside the choices, with the goal and the long words of Finnish."""
    [saved] = await archive.add(cover_me_game(condition, players=players, options=options))
    guest = await guests.arrive(saved, is_new=True, language="fi")
    await TablePage(guest).open(saved.table)
    await expect(guest.coach).to_contain_text(Words("fi")("web.goal.cover-me"))
    await expect_clear_note(guest, ".hand li", "main [aria-pressed]:not(.filters *)", ".bar .first")


async def test_the_note_of_cover_up_covers_no_card_in_hand(
    guests: Guests, archive: Archive, server: ServerProcess
) -> None:
    """At every size: before the first card is laid, when all are laid, and when a card is given back."""
    cards = (".slot:not(.left)", ".locks .first", ".give li button", ".give .first")
    words = Words("fi")
    async with AsyncExitStack() as stack:
        opened = await open_cover_up(stack, server.url, "Ada", bots=("novice",) * 2, assist=True, round_limit=None)
        [saved] = opened.saved_seats
        guest = await guests.arrive(saved, is_new=True, language="fi")
        table = CoverUpPage(guest)
        await table.open(saved.table)
        await opened.start()
        await table.may_lay()
        await expect(guest.coach).to_contain_text(words("web.coach.cover-up.lay"))
        await expect_clear_note(guest, *cards)
        await resize(guest.page, *LAPTOP.values())
        await table.lay_best()
        await expect(guest.coach).to_contain_text(words("web.coach.cover-up.flip"))
        await expect_clear_note(guest, *cards)
    saved, *_ = await archive.add(cover_up_game(gives_back))
    guest = await guests.arrive(saved, is_new=True, language="fi")
    await CoverUpPage(guest).open(saved.table)
    await expect(guest.coach).to_contain_text(words("web.coach.cover-up.give-back"))
    await expect_clear_note(guest, *cards)


@pytest.mark.parametrize("device", by_target([Device.DESKTOP, Device.PHONE], every=2))
async def test_the_first_game_of_cover_me_begins_with_the_goal(guests: Guests, device: Device) -> None:
    """Nine cards are dealt, a note says the goal and points at the hand, and it does not come back once it was read."""
    settings: dict[str, Any] = {"viewport": LAPTOP} if device is Device.DESKTOP else {}
    guest = await guests.arrive(is_new=True, device=device, **settings)
    words, note = Words("en"), guest.coach
    home = HomePage(guest)
    await home.open()
    table = await home.play()
    assert await table.question() is Question.PLACE
    await expect(table.hand.get_by_role("listitem")).to_have_count(9)
    await expect(note).to_contain_text(words("web.goal.cover-me"))
    await expect(note).to_contain_text(words("web.coach.cover-me.place"))
    await expect(note.locator("..")).to_have_attribute("data-side", "above")
    assert await is_clear_of(note, table.hand.get_by_role("button"))
    assert await violations(guest) == []
    await guest.press(note.get_by_role("button", name=words("web.coach.dismiss"), exact=True))
    await expect(note).to_have_count(0)
    assert await guest.page.locator(".coach").evaluate("coach => coach.offsetHeight") == 0
    await guest.page.reload()
    await table.begun()
    assert await table.question() is Question.PLACE
    await expect(note).to_have_count(0)

    await home.open()
    await home.play()  # the second game is dealt as the rules say, and what is new is explained
    assert await table.question() is Question.TAKE
    await expect(note).to_have_text(f"{words('web.coach.cover-me.take')} {words('web.coach.dismiss')}")


async def test_somebody_alone_with_bots_gets_a_hint(guests: Guests) -> None:
    """It names a card of the hand, the trends that it counts on and the chances; nothing is decided by looking."""
    guest = await guests.arrive(device=Device.PHONE)
    words = Words("en")
    home = HomePage(guest)
    await home.open()
    table = await home.play()
    while await table.question() is not Question.PLACE:
        await table.answer(Question.TAKE, random.Random(1))
    await guest.press(guest.page.get_by_role("button", name=words("web.alone.hint"), exact=True))
    await expect(table.sheet).to_contain_text(re.compile(words("web.hint.victory", chance="§").replace("§", r"\d+")))
    named = (await table.sheet.locator(".picks b").inner_text()).lower()
    hand = [(await card.inner_text()).lower() for card in await table.hand.get_by_role("button").all()]
    assert any(card.startswith(named) for card in hand), (named, hand)
    assert await violations(guest) == []
    assert await guest.overflow() <= 0
    await table.close_sheet()
    assert await table.question() is Question.PLACE


async def test_the_first_game_of_cover_up_has_no_clock(guests: Guests) -> None:
    """Mistakes are marked, no time is shown, and the note goes away with the first card."""
    guest = await guests.arrive(is_new=True, viewport=LAPTOP)
    words, page, note = Words("en"), guest.page, guest.coach
    await HomePage(guest).open()
    article = page.get_by_role("article", name="Cover Up", exact=True)
    await guest.press(article.get_by_role("button", name=words("web.play-now"), exact=True))
    table = CoverUpPage(guest)
    await table.may_lay()
    await expect(note).to_contain_text(words("web.goal.cover-up"))
    assert await is_clear_of(note, table.cards)
    first, second, *_ = await table.hand()
    await table.lay(Placement(DECK.card(first), flip=False, turn=0, x=0, y=0))
    await expect(note).to_have_count(0)
    await table.lay(Placement(DECK.card(second), flip=False, turn=0, x=0, y=3))
    await expect(table.board.locator("[data-unlinked='1']")).to_have_count(1)
    await expect(page.get_by_role("timer")).to_have_text("")


@pytest.mark.prove
@pytest.mark.parametrize(
    ("device", "input_method", "language"),
    by_target(
        [
            pytest.param(Device.PHONE, InputMethod.TOUCH, "fi", id="phone"),
            pytest.param(Device.DESKTOP, InputMethod.KEYBOARD, "da", id="keyboard"),
            pytest.param(Device.DESKTOP, InputMethod.MOUSE, "en", id="mouse"),
        ],
        every=3,
    ),
)
async def test_the_lesson_leads_from_the_first_card_to_a_game(
    guests: Guests, device: Device, input_method: InputMethod, language: str
) -> None:
    """Cards are dragged, linked, turned and flipped by hand; every task can be shown, skipped and returned to."""
    guest = await guests.arrive(device=device, input_method=input_method, language=language)
    words, page, table = Words(language), guest.page, CoverUpPage(guest)
    bar = page.get_by_role("region", name=words("web.lesson"), exact=True)
    following = bar.get_by_role("button", name=words("web.next"), exact=True)
    await page.goto("/alone/lesson")
    steps = len(STEPS) + 1
    for number, step in enumerate(STEPS, start=1):
        await expect(bar.locator("header")).to_contain_text(words("web.lesson.step", step=number, steps=steps))
        says = words(f"web.lesson.{step['name']}", hidden=step["hidden"], points=step["points"] or 0)
        await expect(bar.locator(".says")).to_have_text(says)
        await expect(following).to_have_count(0)
        assert await guest.overflow() <= 0
        if step["name"] in ("drag", "link", "turn", "flip"):
            at = step["solution"][-1]
            placed = Placement(DECK.card(at["card"]), flip=at["flip"], turn=at["turn"], x=at["x"], y=at["y"])
            await table.lay(placed)
        else:
            await guest.press(bar.get_by_role("button", name=words("web.lesson.show"), exact=True))
        if step["name"] == "hourglass":
            await guest.press(table.flip_hourglass)
        if number in (1, len(STEPS)):
            assert await violations(guest) == []
        await guest.press(following)
    await expect(bar.locator(".says")).to_have_text(words("web.lesson.end"))
    await guest.press(bar.get_by_role("button", name=words("web.lesson.back"), exact=True))
    await guest.press(bar.get_by_role("button", name=words("web.lesson.skip"), exact=True))
    await guest.press(bar.get_by_role("button", name=words("web.play-now"), exact=True))
    await page.wait_for_url("**/table/*")
