"""Help for owners of the boxed game: the best pile of five cards on a table, and a deck of one's own."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest
from playwright.async_api import Locator, expect

from covergames.coverup import Card, house_deck, solve
from covergames.coverup.deck import to_json
from covergames.coverup.house import generate
from tests.browser.alone_page import AlonePage
from tests.browser.axe import violations
from tests.browser.guest import Guest

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

HAND: Final = [Card(number) for number in (3, 17, 40, 61, 90)]
"""Two green cards, two yellow ones and a red one."""


def card_editor(alone: AlonePage, number: int) -> Locator:
    """The card with this number, whose squares can be tapped."""
    return alone.page.get_by_role("group", name=alone.words("web.box.card", number=number), exact=True)


async def enter(alone: AlonePage, card: Locator, squares: tuple[int, ...]) -> None:
    """Tap the squares of a card, symbol by symbol."""
    for place, symbol in enumerate(squares):
        if symbol:
            await alone.page.locator(f'input[name="symbol"][value="{symbol}"]').check(force=True)
            await card.get_by_role("button").nth(place).click()


@pytest.mark.rule("CU-B1")
async def test_the_five_cards_on_a_table_are_solved(guest: Guest) -> None:
    """Tapped in, solved without a server, kept over a reload, and changed by a key."""
    deck = house_deck()
    best = solve(HAND, deck)
    alone = AlonePage(guest)
    await alone.open("solve")
    await alone.said("web.box.incomplete").wait_for()
    await guest.context.set_offline(True)
    for number, each in enumerate(HAND, start=1):
        await enter(alone, card_editor(alone, number), deck.squares(each))
    assert best.optimal_piles is not None
    await alone.said("web.box.best", points=best.points, ways=best.optimal_piles).wait_for()
    await guest.context.set_offline(False)
    await alone.page.reload()
    await alone.said("web.box.best", points=best.points, ways=best.optimal_piles).wait_for()
    assert await violations(guest) == []
    first = card_editor(alone, 1).get_by_role("button").first
    await first.focus()
    await alone.page.keyboard.press("5")
    heart = alone.words("web.box.square", row=1, column=1, symbol=alone.words("symbol.heart"))
    await expect(first).to_have_accessible_name(heart)


@pytest.mark.rule("CU-C1")
async def test_a_deck_of_ones_own_is_entered_saved_and_played_with(guest: Guest, tmp_path: Path) -> None:
    """One card by taps, the rest from a file; a file that is no deck changes nothing; the deck can be chosen for a table."""
    own = generate(5, "own")
    alone = AlonePage(guest)
    await alone.open("deck")
    await enter(alone, card_editor(alone, 1), own.squares(Card(0)))
    await alone.said("web.box.deck.progress", done=1, size=108).wait_for()
    await alone.button("web.box.deck.next").click()
    await alone.page.reload()
    await alone.said("web.box.deck.progress", done=1, size=108).wait_for()
    assert await violations(guest) == []

    wrong = tmp_path / "wrong.json"
    wrong.write_text(to_json(replace(own, faces=own.faces[1:])), "utf-8")
    await alone.page.locator("input[type=file]").set_input_files(wrong)
    await alone.said("web.box.deck.wrong-file", name="wrong.json").wait_for()
    await alone.said("web.box.deck.progress", done=1, size=108).wait_for()

    right = tmp_path / "own.json"
    right.write_text(to_json(own), "utf-8")
    await alone.page.locator("input[type=file]").set_input_files(right)
    await alone.said("web.box.deck.complete").wait_for()
    async with alone.page.expect_download() as download:
        await alone.button("web.box.deck.save").click()
    saved = json.loads(Path(await (await download.value).path()).read_text("utf-8"))
    assert [card["squares"] for card in saved["cards"]] == [list(face.squares) for face in own.faces]

    await alone.page.goto("/new/cover-up")
    deck = alone.page.get_by_label(alone.words("option.deck").capitalize())
    await expect(deck.locator("option")).to_have_text([alone.words("web.box.deck.house"), alone.words("web.box.deck")])
