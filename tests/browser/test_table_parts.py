"""What a table of Cover Me shows and explains: signs, values, new cards, choices, stacks and the end of a season."""

from __future__ import annotations

import re
from typing import Final

import pytest
from playwright.async_api import Locator, Page, expect

from covergames.coverme import Feature, Keep, Place, Source, Take
from covergames.coverme.cards import Clothes, Hair, Length, Pattern
from covergames.table import Table
from tests.browser.archive import Archive, asked, cover_me_game
from tests.browser.guest import Device, Guests, InputMethod
from tests.browser.table_page import Question, TablePage
from tests.cases import by_target

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

SAME_VALUE: Final = {"same_value": "G", "years": 1, "length": "shorter"}
ENGLISH_LETTERS: Final = re.compile(r"^[brksmlqdt]$")


def in_summer(table: Table) -> bool:
    """The condition that the first seat chooses a cover in summer."""
    return table.state.season.value == "summer" and asked(Place)(table)


async def letters(page: Page) -> set[str]:
    """The letters on all cards and tracks."""
    return {*await page.locator(".table svg:not(.back, .seat-mark) > text, .table .letter").all_text_contents()}


@pytest.mark.parametrize("language", by_target(["fi", "en", "nl", "sv", "da", "nb"], every=6))
async def test_signs_are_pictures_and_letters_of_the_language(language: str, guests: Guests, archive: Archive) -> None:
    """Only clothes have letters, each colour its own; the legend has every characteristic with its name."""
    [saved] = await archive.add(cover_me_game(in_summer, players=4))
    guest = await guests.arrive(saved, language=language, device=Device.PHONE)
    table = TablePage(guest)
    await table.open(saved.table)
    expected = [table.words(f"web.letter.{colour.value}") for colour in Clothes]
    assert len({*expected}) == len(expected)
    found = await letters(guest.page) - {*"12345"}
    assert {*expected} == found
    assert not [letter for letter in found if ENGLISH_LETTERS.match(letter)]
    await guest.press_in_bar(guest.page.get_by_role("button", name=table.words("web.legend"), exact=True))
    said = await table.sheet.inner_text()
    for trait, characteristics in (("clothes", Clothes), ("hair", Hair), ("length", Length), ("pattern", Pattern)):
        for each in characteristics:
            assert table.words.capital(f"{trait}.{each.value}") in said
    assert table.words("web.explain.value") in said


async def test_same_value_shows_no_prestige_and_says_the_colour(guests: Guests, archive: Archive) -> None:
    """No card has a number, the bar says which colour is missing, and the log has no discard that was none (CM-V3)."""
    [saved] = await archive.add(cover_me_game(asked(Place), options={**SAME_VALUE, "same_value": "drawn"}))
    guest = await guests.arrive(saved)
    table = TablePage(guest)
    await table.open(saved.table)
    live = await archive.table(saved.table)
    removed = table.words(f"clothes.{live.state.options.same_value.value}")
    await expect(guest.page.get_by_text(table.words("web.same-value", colour=removed))).to_be_visible()
    await expect(guest.page.locator(".worth:is(text)")).to_have_count(0)
    await expect(guest.page.get_by_text(table.words("cover-me.event.reshuffled"))).to_have_count(0)


async def test_equally_trendy_covers_are_marked_and_the_rest_is_dimmed(guests: Guests, archive: Archive) -> None:
    """The covers that may be chosen have a frame, all others and the hand recede (CM-M2)."""
    [saved] = await archive.add(cover_me_game(asked(Feature)))
    guest = await guests.arrive(saved)
    table = TablePage(guest)
    await table.open(saved.table)
    choices = table.choices(Question.FEATURE)
    for choice in await choices.all():
        assert await choice.evaluate("node => getComputedStyle(node).outlineStyle") == "dashed"
        assert await choice.evaluate("node => getComputedStyle(node.closest('li')).opacity") == "1"
    idle = table.magazines.locator("ol > li:not(:has([aria-pressed])):has([data-card])")
    for cover in [*await idle.all(), table.hand]:
        assert float(await cover.evaluate("node => getComputedStyle(node).opacity")) < 1


async def test_cards_are_taken_for_the_coming_season(guests: Guests, archive: Archive) -> None:
    """Tracks say so; piles and cards to keep have trend values; a card drawn blind is marked in the hand (CM-N1, CM-R1)."""
    live = cover_me_game(lambda table: table.state.season.value == "winter" and asked(Take, phase="replenish")(table))
    keeping = cover_me_game(lambda table: table.state.season.value == "winter" and asked(Keep)(table))
    [saved], [keeper] = await archive.add(live), await archive.add(keeping)
    guest = await guests.arrive(saved, keeper)
    table = TablePage(guest)
    words = table.words
    await table.open(saved.table)
    tracks = guest.page.get_by_role("region", name=words.capital("fashion-tracks"), exact=True)
    await expect(tracks).to_contain_text(words("web.tracks.coming", season=words("season.spring")))
    await expect(tracks.get_by_role("heading", name=words("trait.clothes"))).to_be_visible()
    await expect(tracks.get_by_role("heading", name=words("trait.pattern"))).to_have_count(0)
    await expect(tracks.locator(".name:visible")).to_have_count(len(Hair) + len(Length) + len(Clothes))
    value = re.compile(words("report.trend-value", value=0).replace("0", "[0-3]"))
    open_piles = table.piles.get_by_role("button", name=value)
    assert await open_piles.count() == 3
    new = table.hand.get_by_text(words("web.hand.new"), exact=True)
    before = await new.count()
    await table.decide(Take(Source.FACE_DOWN))
    await expect(new).to_have_count(before + 1)

    await table.open(keeper.table)
    choices = table.choices(Question.KEEP_ONE)
    for choice in await choices.all():
        assert value.search(await choice.inner_text())
    looked, hand = await table.looked.bounding_box(), await table.hand.bounding_box()
    assert looked is not None
    assert hand is not None
    assert looked["x"] + looked["width"] <= hand["x"] + 1  # beside it


@pytest.mark.parametrize("size", by_target([(390, 844), (1366, 650), (844, 390)], every=3))
async def test_the_end_of_a_season_goes_on_with_a_button_in_sight(
    size: tuple[int, int], guests: Guests, archive: Archive
) -> None:
    """The button is inside the viewport without scrolling, and leads back to the table; players keep their order (CM-A3)."""
    live = cover_me_game(
        lambda table: asked(Place, cards=2)(table) and table.state.season.value == "spring",
        players=2,
        options={"two_player": "advanced"},
    )
    [saved] = await archive.add(live)
    guest = await guests.arrive(saved, viewport={"width": size[0], "height": size[1]})
    table = TablePage(guest)
    await table.open(saved.table)
    await guest.press_in_bar(table.last_season)
    go_on = table.sheet.get_by_role("button", name=table.words("web.home.continue"), exact=True)
    box = await go_on.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= size[1]
    headings = await table.sheet.get_by_role("heading", level=3).all_inner_texts()
    owners = [heading.partition(":")[0] for heading in headings if ":" in heading]
    assert owners == sorted(owners, key=owners.index)
    assert len(owners) == 4
    assert owners[0] == owners[1]
    await go_on.click()
    await expect(table.sheet).to_have_count(0)


@pytest.mark.parametrize("input_method", by_target(InputMethod, every=3))
async def test_cards_and_parts_are_explained(input_method: InputMethod, guests: Guests, archive: Archive) -> None:
    """Pointing at a card, a long press or the key I shows it large, with its trends; a part of the table is said in words."""
    [saved] = await archive.add(cover_me_game(in_summer))
    device = Device.PHONE if input_method is InputMethod.TOUCH else Device.DESKTOP
    guest = await guests.arrive(saved, device=device, input_method=input_method)
    page = guest.page
    table = TablePage(guest)
    await table.open(saved.table)
    shown = page.get_by_role("tooltip")
    card = table.choices(Question.PLACE).first
    influence_row = page.get_by_role("heading", name=table.words("influence-row"))
    match input_method:
        case InputMethod.MOUSE:
            await card.hover()
            await expect(shown).to_contain_text(table.words("prestige"))
            await influence_row.hover()
        case InputMethod.TOUCH:
            await card.dispatch_event("pointerdown", await at(card))
            await expect(shown).to_contain_text(table.words("prestige"))
            await card.dispatch_event("click")
            await expect(card).to_have_attribute("aria-pressed", "false")
            await influence_row.dispatch_event("pointerdown", await at(influence_row))
        case InputMethod.KEYBOARD:
            await guest.walk_to(card)
            await page.keyboard.press("i")
            await expect(shown).to_contain_text(table.words("prestige"))
            await page.keyboard.press("Escape")
            await expect(shown).to_have_count(0)
            return
    await expect(shown).to_have_text(table.words("web.explain.influence-row"))


async def at(what: Locator) -> dict[str, object]:
    """A finger in the middle of an element."""
    box = await what.bounding_box()
    assert box is not None
    return {"pointerType": "touch", "clientX": box["x"] + box["width"] / 2, "clientY": box["y"] + box["height"] / 2}


async def test_the_own_stack_can_be_opened(guests: Guests, archive: Archive) -> None:
    """The name of a magazine opens it: the owner sees every card of the stack, of others only how many (CM-I2)."""

    def has_scored(table: Table) -> bool:
        return asked(Place)(table) and all(table.state.prestige_stacks)

    live = cover_me_game(has_scored)
    [saved] = await archive.add(live)
    guest = await guests.arrive(saved, device=Device.PHONE)
    table = TablePage(guest)
    await table.open(saved.table)
    await table.magazines.get_by_role("button", name=table.words.capital("you"), exact=True).click()
    stacks = live.table.state.prestige_stacks
    for card in stacks[0]:
        await expect(
            table.sheet.get_by_role("img", name=re.compile(f"^{re.escape(table.words.card(card))};"))
        ).to_have_count(1)
    await table.close_sheet()
    rival = table.magazines.get_by_role("heading", level=3).nth(1)
    await rival.get_by_role("button").click()
    await expect(table.sheet).to_contain_text(table.words("count.cards", count=len(stacks[1])))


async def test_forced_colours_keep_bars_and_dots(guests: Guests, archive: Archive) -> None:
    """The bars of the tracks and the filled dots of a value are drawn with borders, which forced colours keep."""
    [saved] = await archive.add(cover_me_game(in_summer))
    guest = await guests.arrive(saved, forced_colors="active")
    table = TablePage(guest)
    await table.open(saved.table)
    for selector in (".covered", ".value .filled"):
        part = guest.page.locator(selector).first
        colours = await part.evaluate(
            "node => [getComputedStyle(node).borderTopColor, getComputedStyle(node).borderTopWidth,"
            " getComputedStyle(node.closest('li, .value')).backgroundColor]"
        )
        assert colours[0] != colours[2]
        assert float(colours[1].removesuffix("px")) >= 2
