"""A tie at the end of the game: everybody sees all stacks while the leaders vote, and while they play on (CM-X1, CM-X4)."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.async_api import expect

from covergames.coverme import Phase, Vote
from covergames.coverme.cards import Card
from covergames.coverme.scoring import leaders
from covergames.game import Seat
from covergames.table import Table
from tests.browser.archive import Archive, cover_me_game
from tests.browser.guest import Device, Guests
from tests.browser.table_page import Question, TablePage
from tests.table.kit import NAMES

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

SAME_VALUE: Final = {"same_value": "G", "years": 1, "length": "shorter"}
PLAYERS: Final = 3
LEADERS: Final = (Seat(0), Seat(1))

Stacks = tuple[tuple[Card, ...], ...]


def first_two_lead(table: Table) -> bool:
    """The condition that the first two of three players vote, and all three have scored."""
    state = table.state
    return state.phase is Phase.VOTE and leaders(state) == [*LEADERS] == [*table.to_act] and all(state.prestige_stacks)


async def sees_all_stacks(page: TablePage, stacks: Stacks, *, seat: Seat | None) -> None:
    """The page shows every card of every prestige stack at its owner's magazine, and the scores."""
    words = page.words
    for number, stack in enumerate(stacks):
        magazine = page.magazine(words.capital("you") if number == seat else NAMES[number])
        shown = magazine.get_by_role("list", name=words.capital("prestige-stack"), exact=True).get_by_role("img")
        await expect(shown).to_have_count(len(stack))
        labels = {await card.get_attribute("aria-label") for card in await shown.all()}
        assert labels == {words.card(card) for card in stack}
        await expect(magazine).to_contain_text(words("count.points", count=len(stack)))


@pytest.mark.rule("CM-X1", "CM-X4", "CM-I2")
@pytest.mark.prove
@pytest.mark.parametrize("device", Device)
async def test_all_see_all_stacks_in_the_vote_and_in_the_extra_season(
    device: Device, guests: Guests, archive: Archive
) -> None:
    """Leaders, another player and a spectator see every stack, what the vote needs, and the stacks again after it."""
    live = cover_me_game(first_two_lead, players=PLAYERS, people=PLAYERS, options=SAME_VALUE)
    stacks = live.table.state.prestige_stacks
    saved = await archive.add(live)
    pages: list[tuple[TablePage, Seat | None]] = []
    for number, own in enumerate(saved):
        page = TablePage(await guests.arrive(own, device=device))
        await page.open(own.table)
        pages.append((page, Seat(number)))
    spectator = TablePage(await guests.arrive(device=device))
    await spectator.watch(saved[0].table)
    pages.append((spectator, None))

    for page, seat in pages:
        await sees_all_stacks(page, stacks, seat=seat)
        needed = "cover-me.ask.vote" if seat in LEADERS else "cover-me.vote"
        await expect(page.guest.page.get_by_text(page.words(needed), exact=True)).to_be_visible()
        assert await page.guest.overflow() == 0

    for page, seat in pages:
        if seat in LEADERS:
            assert await page.question() is Question.VOTE
            await page.decide(Vote(play_on=True))
    for page, seat in pages:
        await expect(page.guest.page.get_by_text(page.words("cover-me.vote"), exact=True)).to_have_count(0)
        await expect(page.result).to_have_count(0)
        await sees_all_stacks(page, stacks, seat=seat)
