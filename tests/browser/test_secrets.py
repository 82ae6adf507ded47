"""No browser contains a card that its player may not see: not in the page, not in its storage, not in the frames it received."""

from __future__ import annotations

import json
import re
from typing import Final

import pytest
from playwright.async_api import expect

from covergames import coverme
from covergames.coverme import Card, Keep, State
from covergames.coverme.cards import CARDS
from covergames.coverme.notation import card_text
from covergames.game import Seat
from covergames.table import Table
from tests.browser.archive import ME, Archive, asked, cover_me_game
from tests.browser.guest import Guest, Guests
from tests.browser.table_page import TablePage
from tests.browser.words import Words
from tests.cases import by_target
from tests.table.kit import NAMES, Live

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

RIVAL: Final = Seat(1)
GREEN: Final = 27
"""The cards of the first next pile (CM-S3)."""
STORED: Final = """async () => {
    const databases = await indexedDB.databases();
    const caches_ = await caches.keys();
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, databases, caches_, history.state, name]);
}"""
"""A script that reads the browser's storage."""


async def found(guest: Guest) -> dict[str, set[Card]]:
    """The cards that are in this browser, as letters or as words, by place."""
    places = {
        "page": await guest.page.content(),
        "storage": await guest.page.evaluate(STORED),
        "frames": "\n".join(_without_unseen(frame) for frame in guest.frames),
    }
    words = Words(guest.language)
    return {
        place: {card for card in CARDS if re.search(rf"\b{card_text(card)}\b", text) or words.card(card) in text}
        for place, text in places.items()
    }


def _without_unseen(frame: str) -> str:
    """A frame without the list of all unseen cards, which is in the order of the cards."""
    message = json.loads(frame)
    for part in (message.get("public"), message.get("private")):
        unseen = (part or {}).pop("unseen", None) or []
        assert unseen == [text for text in map(card_text, CARDS) if text in unseen]
    return json.dumps(message)


def face_up(state: State) -> set[Card]:
    """The cards that have been face up before the end of the first month, by CM-I1: the influence row and the open piles."""
    return {*state.influence_row, *(card for pile in state.open_piles for card in pile)}


async def opponents(watcher: str, live: Live, guests: Guests, archive: Archive) -> tuple[TablePage, TablePage]:
    """Ada at her table, and a rival or a spectator at the same one."""
    mine, theirs = await archive.add(live)
    own = TablePage(await guests.arrive(mine))
    await own.open(mine.table)
    if watcher == "rival":
        other = TablePage(await guests.arrive(theirs))
        await other.open(mine.table)
    else:
        other = TablePage(await guests.arrive())
        await other.watch(mine.table)
    return own, other


@pytest.mark.parametrize("watcher", by_target(["rival", "spectator"], every=2))
async def test_a_hand_and_a_chosen_card_are_in_no_other_browser(watcher: str, guests: Guests, archive: Archive) -> None:
    """No pile is in another browser either. Ada's browser contains the cards, which proves that the search works."""
    live = cover_me_game(lambda _: True, people=2, options={"first_game": True})
    state = live.table.state
    own, other = await opponents(watcher, live, guests, archive)
    await own.decide(coverme.legal(state, ME)[0])
    await other.face_down(NAMES[ME]).wait_for()

    hand = {*state.hands[ME]}
    known = face_up(state) | ({*state.hands[RIVAL]} if watcher == "rival" else set())
    assert not hand & known
    control = await found(own.guest)
    assert hand <= control["page"]
    assert hand <= control["frames"]
    searched = await found(other.guest)
    assert known <= searched["frames"]
    assert {place: cards - known for place, cards in searched.items()} == {place: set() for place in searched}


def looks_first(table: Table) -> bool:
    """Return the condition that Ada looks at two cards of a next pile of which no player has seen a card."""
    return asked(Keep)(table) and len(table.state.looked) + len(table.state.next_pile) == GREEN


@pytest.mark.prove
@pytest.mark.parametrize("watcher", ["rival", "spectator"])
async def test_cards_that_were_looked_at_are_in_no_other_browser(
    watcher: str, guests: Guests, archive: Archive
) -> None:
    """Two cards of the next pile, of which Ada keeps one."""
    live = cover_me_game(looks_first, people=2)
    state = live.table.state
    own, other = await opponents(watcher, live, guests, archive)
    assert {*state.looked} <= (await found(own.guest))["page"]
    await expect(other.choosing(NAMES[ME])).to_have_count(1)
    await own.decide(coverme.legal(state, ME)[0])
    await expect(other.choosing(NAMES[ME])).to_have_count(0)
    for place, cards in (await found(other.guest)).items():
        assert not cards & {*state.looked}, place
