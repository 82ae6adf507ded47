"""What goes wrong at a table is said where it happened, and leaves nothing behind."""

from __future__ import annotations

import json

import pytest
from playwright.async_api import expect

from covergames.coverme import Place
from covergames.table.seats import Person, StoodInFor
from tests.browser.archive import ME, Archive, asked, evening
from tests.browser.guest import NO_CONNECTION, Guest, Guests
from tests.browser.lobby_page import LobbyPage
from tests.browser.table_page import Question, TablePage
from tests.table.kit import Live

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


async def waiting_host(guests: Guests, archive: Archive, *, players: int = 2) -> LobbyPage:
    """Ada, who has opened a table and waits for others."""
    live = Live(players=players)
    live.sit(ME)
    [chair] = await archive.keep(live)
    lobby = LobbyPage(await guests.arrive(chair))
    await lobby.guest.page.goto(f"/table/{chair.table}")
    await lobby.arrived()
    return lobby


async def test_all_that_the_host_arranges_in_one_breath_counts(guests: Guests, archive: Archive) -> None:
    """The game for two goes when a third seat comes; the first game is added before the server has answered."""
    lobby = await waiting_host(guests, archive)
    words, page = lobby.words, lobby.guest.page
    await page.get_by_role("button", name=words("web.lobby.arrange"), exact=True).click()
    sheet = page.get_by_role("dialog")
    advanced = sheet.get_by_role("checkbox", name=words.capital("option.two-player.advanced"))
    await advanced.check()
    await sheet.get_by_role("combobox", name=words.capital("report.players")).select_option("3")
    await sheet.get_by_role("checkbox", name=words.capital("option.first-game")).check()
    await expect(advanced).to_have_count(0)
    arranged = lobby.seats.get_by_text(words("count.players", count=3))
    await expect(arranged).to_contain_text(words("option.first-game"))
    await expect(page.get_by_role("alert")).to_have_count(0)


async def test_whoever_is_removed_stands_at_the_door_and_can_come_in_again(guests: Guests, archive: Archive) -> None:
    """With the reason; the old seat is forgotten, and another one can be taken."""
    host = await waiting_host(guests, archive)
    friend = LobbyPage(await guests.arrive())
    await friend.come(await host.link(), "Bo")
    name = f"{host.words('web.lobby.remove')}: Bo"
    await host.guest.press(host.guest.page.get_by_role("button", name=name, exact=True))
    await expect(friend.guest.page.get_by_role("alert").first).to_have_text(friend.words("refusal.removed"))
    await friend.come(friend.guest.page.url, "Bob")
    await expect(host.seat("Bob")).to_have_count(1)


async def test_a_seat_is_given_up_although_the_network_was_gone(guests: Guests, archive: Archive) -> None:
    """The wish to leave waits for the network as a card does; then the seat is a bot's, and the home page is there."""
    live = evening(asked(Place))
    [chair] = await archive.keep(live)
    guest = await guests.arrive(chair)
    guest.expect(NO_CONNECTION)
    guest.page.on("dialog", lambda dialog: dialog.accept())
    await guest.page.clock.install()
    table = TablePage(guest)
    await table.open(chair.table)
    await guest.context.set_offline(True)
    await guest.page.clock.fast_forward("00:10")  # longer than an answer may take
    await table.lost.wait_for()
    leave = guest.page.get_by_role("button", name=table.words("web.leave"), exact=True)
    await guest.press(leave)
    await expect(leave).to_be_disabled()
    assert guest.page.url.endswith(chair.table)
    await guest.context.set_offline(False)
    await expect(guest.page).not_to_have_url(f"/table/{chair.table}")
    person = (await archive.table(chair.table)).seats[ME]
    assert isinstance(person, Person)
    assert person.stood_in_for is StoodInFor.LEFT


async def at_the_chat(guests: Guests, archive: Archive) -> tuple[TablePage, Guest, str]:
    """A card is picked, and the chat lies over the table."""
    [chair] = await archive.keep(evening(asked(Place)))
    guest = await guests.arrive(chair)
    table = TablePage(guest)
    await table.open(chair.table)
    await guest.press(table.choices(Question.PLACE).first)
    await guest.press(table.chat_button)
    return table, guest, chair.table


async def test_keys_in_the_chat_decide_nothing(guests: Guests, archive: Archive) -> None:
    """Neither is the picked card confirmed from there, nor is it dropped when Escape closes the sheet."""
    table, guest, name = await at_the_chat(guests, archive)
    before = await archive.decided(name, ME)
    await table.sheet.get_by_label(table.words("web.chat.words")).press("Control+Enter")
    await guest.page.keyboard.press("Escape")
    await expect(table.sheet).to_have_count(0)
    await expect(table.confirm).to_be_enabled()
    await expect(table.sending).to_have_count(0)
    assert await archive.decided(name, ME) == before


async def test_a_refused_word_is_no_refused_card(guests: Guests, archive: Archive) -> None:
    """Who talks too much is told so in the chat; beside the picked card nothing is said of it, and it can be confirmed."""
    table, guest, _ = await at_the_chat(guests, archive)
    words = table.sheet.get_by_label(table.words("web.chat.words"))
    for number in range(7):
        await words.fill(f"word {number}")
        await words.press("Enter")
    await expect(table.sheet.get_by_role("alert")).to_have_text(table.words("refusal.too-many"))
    await table.close_sheet()
    await expect(table.decision).not_to_contain_text(table.words("refusal.too-many"))
    await expect(table.chat_button).to_have_text(table.words("web.chat"))  # and all that was said is read
    await guest.press(table.confirm)
    await table.settled()


async def test_the_host_of_a_rematch_has_a_part_in_the_deal(guests: Guests, archive: Archive) -> None:
    """And keeps what the new table had committed itself to, to compare it after the game."""
    over = evening(lambda table: table.is_over, options={"same_value": "G", "years": 1, "length": "shorter"})
    [chair] = await archive.keep(over)
    guest = await guests.arrive(chair)
    table = TablePage(guest)
    await table.open(chair.table)
    await table.play_again()
    await table.follow_rematch()
    lobby = LobbyPage(guest)
    await lobby.arrived()
    await lobby.start()
    await lobby.begun()
    rematch = await archive.table(guest.page.url.rpartition("/")[2])
    promises = json.loads(await guest.page.evaluate("localStorage.getItem('covergames.commitments')"))
    kept = {promise["table"]: promise for promise in promises}[rematch.id]
    person = rematch.seats[ME]
    assert isinstance(person, Person)
    assert (kept["commitment"], kept["nonce"]) == (rematch.commitment, person.nonce)
