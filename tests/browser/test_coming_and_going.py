"""Another game with the same people, leaving a game and coming back to it, and the games on the home page."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, replace
from typing import Final

import pytest
from playwright.async_api import Dialog, Locator, ViewportSize, expect

from covergames.coverme import Place
from covergames.game import Seat
from covergames.table import Table
from covergames.table.seats import Person, StoodInFor
from tests.browser.archive import ME, Archive, asked, cover_me_game, cover_up_game
from tests.browser.guest import Device, Guest, Guests
from tests.browser.handover_page import HandoverPage
from tests.browser.home_page import HomePage
from tests.browser.lobby_page import LobbyPage
from tests.browser.table_page import Question, TablePage
from tests.cases import by_target
from tests.table.kit import Live

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

SHORTEST: Final = {"same_value": "G", "years": 1, "length": "shorter"}
LAPTOP: Final = ViewportSize(width=1366, height=768)
BO: Final = Seat(1)


def is_over(table: Table) -> bool:
    """The condition that the game is over."""
    return table.is_over


def finished(game: str, people: int, *, is_first: bool = False) -> Live:
    """A finished game of these people with bots in the other seats, with the options of a first game or without them."""
    if game == "cover-me":
        return cover_me_game(is_over, people=people, options={**SHORTEST, **({"first_game": True} if is_first else {})})
    patient = {"hourglass": 600, "round_limit": None, "assist": True} if is_first else None
    return cover_up_game(is_over, players=3, people=people, options=patient)


async def stored(archive: Archive, guest: Guest) -> Table:
    """The table whose page is open."""
    return await archive.table(guest.page.url.rpartition("/")[2])


async def centre(what: Locator) -> tuple[float, float]:
    """The middle of an element in the window."""
    box = await what.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("device", by_target(Device, every=2))
@pytest.mark.parametrize("game", ["cover-me", "cover-up"])
async def test_alone_with_bots_play_again_deals_at_once(
    game: str, device: Device, guests: Guests, archive: Archive
) -> None:
    """The button is in sight; the new game is dealt without a lobby; the end of the last one is a step back."""
    [saved] = await archive.add(finished(game, people=1))
    guest = await guests.arrive(saved, device=device)
    table = TablePage(guest)
    await guest.page.goto(f"/table/{saved.table}")
    await table.result.wait_for()
    await expect(table.again).to_be_in_viewport(ratio=1)
    await guest.press(table.again)
    await expect(table.result).to_have_count(0)
    await guest.page.get_by_role("heading", level=1).wait_for()
    dealt = await stored(archive, guest)
    assert (dealt.rematch_of, dealt.state is not None) == (saved.table, True)
    await expect(LobbyPage(guest).seats).to_have_count(0)
    await guest.page.go_back()
    await table.result.wait_for()
    await table.look_back()
    await expect(guest.page).to_have_url(re.compile(f"/replay/{saved.table}"))


@pytest.mark.parametrize("game", ["cover-me", "cover-up"])
async def test_after_a_first_game_the_ordinary_game_is_dealt(game: str, guests: Guests, archive: Archive) -> None:
    """The page says how the next game differs; its other options are those of the first one."""
    live = finished(game, people=1, is_first=True)
    [saved] = await archive.add(live)
    guest = await guests.arrive(saved, device=Device.PHONE)
    table = TablePage(guest)
    await guest.page.goto(f"/table/{saved.table}")
    await table.result.wait_for()
    await expect(guest.page.get_by_text(table.words(f"web.rematch.next.{game}"))).to_be_in_viewport(ratio=1)
    await guest.press(table.again)
    await expect(table.result).to_have_count(0)
    await guest.page.get_by_role("heading", level=1).wait_for()
    dealt = await stored(archive, guest)
    assert dealt.state is not None
    if game == "cover-me":
        assert dealt.state.phase.value == "draft"
        assert replace(dealt.options, start=None) == replace(live.table.options, first_game=False, start=None)
    else:
        usual = type(dealt.options)()
        assert dealt.options == replace(usual, assist=True)


async def test_a_double_click_on_play_again_opens_one_game(guests: Guests, archive: Archive) -> None:
    """The button stays where it is, so that the second click does not hit the replay or anything else."""
    [saved] = await archive.add(finished("cover-me", people=1))
    guest = await guests.arrive(saved)
    table = TablePage(guest)
    await table.open(saved.table)
    await expect(table.again).to_be_visible()
    await guest.page.mouse.dblclick(*await centre(table.again))
    await expect(table.result).to_have_count(0)
    await table.begun()
    assert (await stored(archive, guest)).rematch_of == saved.table


async def test_people_at_one_device_play_again_at_once(guests: Guests, archive: Archive) -> None:
    """Nobody else is waited for, so the cards are dealt and the device is handed over."""
    ada, bo = await archive.add(finished("cover-me", people=2))
    guest = await guests.arrive()
    local = [{"token": bo.token, "seat": BO, "name": "Bo"}]
    seats = json.dumps([{**asdict(ada), "title": "", "at": 0, "localSeats": local}])
    await guest.page.goto("/")
    await guest.page.evaluate("seats => localStorage.setItem('covergames.seats', seats)", seats)
    table = TablePage(guest)
    await guest.page.goto(f"/table/{ada.table}")
    await guest.page.add_locator_handler(table.sheet, lambda _: table.close_sheet())  # the last season, if it is shown
    await table.result.wait_for()
    await guest.press(table.again)
    assert await HandoverPage(guest).handed_over() in ("Ada", "Bo")
    dealt = await stored(archive, guest)
    assert (dealt.rematch_of, dealt.state is not None) == (ada.table, True)


@pytest.mark.parametrize("game", ["cover-me", "cover-up"])
async def test_the_host_leads_the_others_to_the_new_table(game: str, guests: Guests, archive: Archive) -> None:
    """The host is there at once; a friend has the choice in sight, takes it with one press, and is ready for the start."""
    ada, bo = await archive.add(finished(game, people=2))
    host, friend = TablePage(await guests.arrive(ada)), TablePage(await guests.arrive(bo, device=Device.PHONE))
    for table in (host, friend):
        await table.guest.page.goto(f"/table/{ada.table}")
        await table.result.wait_for()
    await expect(friend.again).to_be_disabled()
    before = await centre(friend.again)
    await expect(friend.guest.page.get_by_text(friend.words("web.rematch.wait", name="Ada"))).to_be_in_viewport()
    await host.play_again()
    lobby = LobbyPage(host.guest)
    await lobby.arrived()
    await expect(friend.guest.page.get_by_text(friend.words("web.rematch.open"))).to_be_in_viewport(ratio=1)
    assert await centre(friend.again) == before
    await friend.follow_rematch()
    await expect(lobby.seats.get_by_role("listitem").nth(BO)).to_contain_text(f"✓ {lobby.words('web.lobby.ready')}")
    replay = friend.guest.page.get_by_role("link", name=friend.words("web.replay.last"), exact=True)
    await expect(replay).to_have_attribute("href", f"/replay/{ada.table}")
    await lobby.start()
    await expect(lobby.seats).to_have_count(0)
    dealt = await stored(archive, friend.guest)
    assert (dealt.rematch_of, dealt.state is not None) == (ada.table, True)
    assert all(person.nonce for _, person in dealt.people)


async def test_a_player_opens_the_new_table_if_the_host_has_gone(guests: Guests, archive: Archive) -> None:
    """Nobody waits for a host who has closed the page; the player hosts the new table."""
    ada, bo = await archive.add(finished("cover-me", people=2))
    host, friend = TablePage(await guests.arrive(ada)), TablePage(await guests.arrive(bo))
    for table in (host, friend):
        await table.guest.page.goto(f"/table/{ada.table}")
        await table.result.wait_for()
    await expect(friend.again).to_be_disabled()
    await host.guest.page.close()
    await friend.play_again()
    lobby = LobbyPage(friend.guest)
    await lobby.arrived()
    assert (await stored(archive, friend.guest)).host == BO


async def test_somebody_who_watches_may_watch_the_next_game(guests: Guests, archive: Archive) -> None:
    [saved] = await archive.add(finished("cover-me", people=1))
    host, watcher = TablePage(await guests.arrive(saved)), TablePage(await guests.arrive())
    await host.open(saved.table)
    await watcher.watch(saved.table)
    await expect(watcher.again).to_have_count(0)
    await host.play_again()
    await host.begun()
    go = watcher.guest.page.get_by_role("button", name=watcher.words("web.rematch.go"), exact=True)
    await watcher.guest.press(go)
    await expect(watcher.guest.page).to_have_url(host.guest.page.url)


@pytest.mark.parametrize("device", by_target(Device, every=2))
async def test_alone_a_game_is_saved_and_continued_from_home(device: Device, guests: Guests, archive: Archive) -> None:
    """Nobody is asked, nobody plays on, and the same choice is still to be made."""
    [saved] = await archive.add(cover_me_game(asked(Place)))
    guest = await guests.arrive(saved, device=device)
    table, home = TablePage(guest), HomePage(guest)
    await table.open(saved.table)
    assert await guest.overflow() <= 0
    await guest.press_in_bar(table.save)
    await guest.press(home.continued.get_by_role("link"))
    assert await table.question() is Question.PLACE
    person = (await archive.table(saved.table)).seats[ME]
    assert isinstance(person, Person)
    assert person.stood_in_for is None


async def test_a_seat_that_was_left_can_be_taken_back(guests: Guests, archive: Archive) -> None:
    """Home leads back to the table; the others read in the chat who left and who is back."""
    ada, bo = await archive.add(cover_me_game(asked(Place), people=2))
    host, guest = TablePage(await guests.arrive(ada)), await guests.arrive(bo)
    table, home = TablePage(guest), HomePage(guest)
    await host.open(ada.table)
    await table.open(bo.table)
    asked_first: list[str] = []

    async def agree(dialog: Dialog) -> None:
        asked_first.append(dialog.message)
        await dialog.accept()

    guest.page.on("dialog", agree)
    await guest.press(table.leave)
    entry = home.continued.get_by_role("link")
    await expect(entry).to_contain_text(table.words("web.stood-in"))
    assert asked_first == [table.words("web.leave.sure")]
    person = (await archive.table(ada.table)).seats[BO]
    assert isinstance(person, Person)
    assert person.stood_in_for is StoodInFor.LEFT
    await expect(host.chat_button).to_contain_text("1")
    await host.guest.press(host.chat_button)
    await host.sheet.get_by_text(host.words("web.notice.left", name="Bo")).wait_for()
    await guest.press(entry)
    await guest.press(guest.page.get_by_role("button", name=table.words("web.take-back"), exact=True))
    await host.sheet.get_by_text(host.words("web.notice.back", name="Bo")).wait_for()
    person = (await archive.table(ada.table)).seats[BO]
    assert isinstance(person, Person)
    assert person.stood_in_for is None


async def test_home_continues_running_games_only(guests: Guests, archive: Archive) -> None:
    """Finished games are apart, below the games; with four games to continue, both can still be started without scrolling."""
    running = [(await archive.add(cover_me_game(asked(Place))))[0] for _ in range(4)]
    over = [(await archive.add(finished(game, people=1)))[0] for game in ("cover-me", "cover-up")]
    guest = await guests.arrive(*over, *running, viewport=LAPTOP)
    home = HomePage(guest)
    await home.open()
    await expect(home.finished.get_by_role("link")).to_have_count(2)
    await expect(home.continued.get_by_role("link")).to_have_count(4)
    for link, saved in zip(await home.continued.get_by_role("link").all(), running, strict=True):
        await expect(link).to_have_attribute("href", f"/table/{saved.table}")
    for button in await guest.page.get_by_role("button", name=home.words("web.play-now"), exact=True).all():
        await expect(button).to_be_in_viewport(ratio=1)


async def test_a_game_against_bots_is_kept_for_a_month(guest: Guest, archive: Archive) -> None:
    """A table at which nobody is present closes after six hours; this one has nobody else to wait for."""
    home = HomePage(guest)
    await home.open()
    await home.play()
    assert (await stored(archive, guest)).settings.abandoned_after == 30 * 24 * 3600
