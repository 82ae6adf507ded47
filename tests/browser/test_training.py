"""Positions of Cover Me to solve: the daily one, and the player's own mistakes."""

from __future__ import annotations

import json
import os
from datetime import date
from pathlib import Path

import pytest
from playwright.async_api import expect

from covergames import cover_puzzle
from covergames.coverme import Card, parse_card
from covergames.server.coverme.puzzles import written
from covergames.wire import encode
from tests.browser.axe import violations
from tests.browser.guest import Device, Guest, Guests
from tests.browser.table_page import TablePage
from tests.browser.words import Words

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


async def shot(guest: Guest, name: str) -> None:
    """Take a picture for people to look at, if a folder for it is named."""
    if folder := os.environ.get("SHOTS"):
        await guest.page.screenshot(path=Path(folder) / f"{name}.png")


async def answer(guest: Guest, card: Card) -> None:
    """Pick the card in hand, and confirm."""
    table = TablePage(guest)
    await guest.press(table.card(table.hand, card))
    await guest.press(table.confirm)


async def test_the_daily_position_is_answered_and_explained(guests: Guests) -> None:
    """On a phone: a wrong answer says what it costs; what each cover is worth is a table; a reload remembers the answer."""
    guest = await guests.arrive(device=Device.PHONE)
    words, page = Words(guest.language), guest.page
    await page.goto("/")
    await guest.press(page.get_by_role("link", name=words("cover-me.place")))
    await expect(page.get_by_role("heading", name=words("cover-me.place"))).to_be_visible()
    today = date.fromisoformat(await page.evaluate("new Date().toLocaleDateString('sv')"))
    puzzle = cover_puzzle.daily(today)
    await shot(guest, "place")
    await answer(guest, puzzle.tempting)
    dialog = page.get_by_role("dialog")
    tempted = next(choice for choice in puzzle.choices if choice.card == puzzle.tempting)
    await expect(dialog.get_by_role("status")).to_have_text(
        words("review.train.wrong", points=f"{tempted.behind / 10:.1f}")
    )
    await expect(dialog.get_by_role("row")).to_have_count(len(puzzle.choices) + 1)
    await shot(guest, "placed")
    assert await violations(guest) == []
    await page.reload()
    await expect(dialog.get_by_role("status")).to_be_visible()


async def test_an_own_puzzle_is_solved_without_a_server(guests: Guests) -> None:
    """It is asked from what the browser keeps; a right answer comes back another day."""
    guest = await guests.arrive()
    words, page = Words(guest.language), guest.page
    daily = json.loads(encode(written(date(2026, 11, 16))))
    position = {"players": ["Ada", "Bo", "Cy", "Di", "Ed"][: daily["players"]], "options": {}, "history": []}
    best, *_, worst = daily["options"]
    own = {
        "id": "t/0/7",
        "position": {**position, "public": daily["public"], "private": daily["private"]},
        "choices": daily["options"],
        "chosen": worst["action"],
        "stage": 0,
        "due": "2026-11-16",
    }
    await page.goto("/alone/mine")
    await expect(page.get_by_text(words("review.train.none"))).to_be_visible()
    await page.evaluate("kept => localStorage.setItem('covergames.mine.1', kept)", json.dumps([own, {"id": 3}]))
    await page.reload()
    await answer(guest, parse_card(best["action"]["cards"][0]))
    dialog = page.get_by_role("dialog")
    await expect(dialog.get_by_role("status")).to_have_text(words("review.train.right"))
    await shot(guest, "mine")
    assert await violations(guest) == []
    await guest.press(dialog.get_by_role("button", name=words("review.train.done")))
    kept = json.loads(await page.evaluate("localStorage.getItem('covergames.mine.1')"))
    assert [(each["id"], each["stage"]) for each in kept] == [("t/0/7", 1)]
    await expect(page.get_by_text(words("review.train.later", count=1, day=kept[0]["due"]))).to_be_visible()
