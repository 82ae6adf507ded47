"""Errors at a table are shown where they happened, and have no other effect."""

from __future__ import annotations

import json

import pytest
from playwright.async_api import expect

from covergames.coverme import Place
from covergames.table.seats import Person, StoodInFor
from tests.browser.archive import ME, Archive, asked, cover_me_game
from tests.browser.guest import NO_CONNECTION, Guest, Guests
from tests.browser.lobby_page import LobbyPage
from tests.browser.table_page import Question, TablePage
from tests.browser.words import Words
from tests.table.kit import Live

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


async def waiting_host(guests: Guests, archive: Archive, *, players: int = 2) -> LobbyPage:
    """Ada, who has opened a table and waits for others."""
    live = Live(players=players)
    live.sit(ME)
    [saved] = await archive.add(live)
    lobby = LobbyPage(await guests.arrive(saved))
    await lobby.guest.page.goto(f"/table/{saved.table}")
    await lobby.arrived()
    return lobby


async def test_quick_changes_of_the_arrangement_all_count(guests: Guests, archive: Archive) -> None:
    """A third seat ends the variant for two; an option is added before the server has answered."""
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


async def test_a_removed_player_sees_why_and_can_join_again(guests: Guests, archive: Archive) -> None:
    """The browser forgets the old seat, and the player takes another one."""
    host = await waiting_host(guests, archive)
    friend = LobbyPage(await guests.arrive())
    await friend.come(await host.link(), "Bo")
    name = f"{host.words('web.lobby.remove')}: Bo"
    await host.guest.press(host.guest.page.get_by_role("button", name=name, exact=True))
    await expect(friend.guest.page.get_by_role("alert").first).to_have_text(friend.words("refusal.removed"))
    await friend.come(friend.guest.page.url, "Bob")
    await expect(host.seat("Bob")).to_have_count(1)


async def test_leaving_offline_is_sent_later(guests: Guests, archive: Archive) -> None:
    """When the network is back, the seat belongs to a bot, and the home page opens."""
    saved, _ = await archive.add(cover_me_game(asked(Place), people=2))
    guest = await guests.arrive(saved)
    guest.expect(NO_CONNECTION)
    guest.page.on("dialog", lambda dialog: dialog.accept())
    await guest.page.clock.install()
    table = TablePage(guest)
    await table.open(saved.table)
    await guest.context.set_offline(True)
    await guest.page.clock.fast_forward("00:10")  # longer than an answer may take
    await table.lost.wait_for()
    await guest.press(table.leave)
    await expect(table.leave).to_be_disabled()
    assert guest.page.url.endswith(saved.table)
    await guest.context.set_offline(False)
    await expect(guest.page).not_to_have_url(f"/table/{saved.table}")
    person = (await archive.table(saved.table)).seats[ME]
    assert isinstance(person, Person)
    assert person.stood_in_for is StoodInFor.LEFT


async def at_the_chat(guests: Guests, archive: Archive) -> tuple[TablePage, Guest, str]:
    """A table with a picked card and the chat open over it."""
    [saved] = await archive.add(cover_me_game(asked(Place)))
    guest = await guests.arrive(saved)
    table = TablePage(guest)
    await table.open(saved.table)
    await guest.press(table.choices(Question.PLACE).first)
    await guest.press(table.chat_button)
    return table, guest, saved.table


async def test_keys_in_the_chat_do_not_decide(guests: Guests, archive: Archive) -> None:
    """They neither confirm the picked card, nor unpick it when Escape closes the sheet."""
    table, guest, name = await at_the_chat(guests, archive)
    before = await archive.decided(name, ME)
    await table.sheet.get_by_label(table.words("web.chat.words")).press("Control+Enter")
    await guest.page.keyboard.press("Escape")
    await expect(table.sheet).to_have_count(0)
    await expect(table.confirm).to_be_enabled()
    await expect(table.sending).to_have_count(0)
    assert await archive.decided(name, ME) == before


async def test_a_refused_chat_message_does_not_affect_the_card(guests: Guests, archive: Archive) -> None:
    """The refusal is shown in the chat and not beside the picked card, which can be confirmed."""
    table, guest, _ = await at_the_chat(guests, archive)
    words = table.sheet.get_by_label(table.words("web.chat.words"))
    for number in range(7):
        await words.fill(f"word {number}")
        await words.press("Enter")
    await expect(table.sheet.get_by_role("alert")).to_have_text(table.words("refusal.too-many"))
    await table.close_sheet()
    await expect(table.decision).not_to_contain_text(table.words("refusal.too-many"))
    await expect(table.chat_button).to_have_text(table.words("web.chat"))  # all messages are read
    await guest.press(table.confirm)
    await table.settled()


async def test_the_host_of_a_rematch_sends_a_nonce(guests: Guests, archive: Archive) -> None:
    """The browser also keeps the new table's commitment, to compare it after the game."""
    over = cover_me_game(lambda table: table.is_over, options={"same_value": "G", "years": 1, "length": "shorter"})
    [saved] = await archive.add(over)
    guest = await guests.arrive(saved)
    table = TablePage(guest)
    await table.open(saved.table)
    await table.play_again()
    await expect(table.result).to_have_count(0)
    await table.begun()
    rematch = await archive.table(guest.page.url.rpartition("/")[2])
    promises = json.loads(await guest.page.evaluate("localStorage.getItem('covergames.commitments')"))
    kept = {promise["table"]: promise for promise in promises}[rematch.id]
    person = rematch.seats[ME]
    assert isinstance(person, Person)
    assert (kept["commitment"], kept["nonce"]) == (rematch.commitment, person.nonce)


async def test_a_wrong_link_and_a_table_without_a_free_seat_say_what_to_do(guests: Guests, archive: Archive) -> None:
    """Nobody reads only that something is refused."""
    [saved, *_] = await archive.add(cover_me_game(asked(Place), people=2))
    stranger = await guests.arrive()
    stranger.expect("404")
    words = Words(stranger.language)
    await stranger.page.goto("/table/nowhere")
    await expect(stranger.page.get_by_role("alert")).to_have_text(words("refusal.no-such-table"))
    await stranger.page.goto(f"/table/{saved.table}")
    await stranger.page.get_by_text(words("web.door.begun")).wait_for()
