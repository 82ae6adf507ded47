"""After a game: the browser proves the deal, and every step can be replayed."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Final

import pytest
from playwright.async_api import Route, expect

from covergames import coverme
from covergames.client import Server
from covergames.game import Seat
from covergames.schema import read_options
from covergames.wire import SeatBot, compare, read_seen
from covergames.wire.seen import SEEN_FORMAT
from tests.browser.archive import Archive, cover_me_game
from tests.browser.guest import Guest, Guests
from tests.browser.in_sight import resize
from tests.browser.lobby_page import LobbyPage
from tests.browser.replay_page import ReplayPage
from tests.browser.table_page import Question, TablePage
from tests.browser.words import Words
from tests.server.process import ServerProcess

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

SHORTEST: Final = {"same_value": "G", "years": 1, "length": "shorter"}


async def test_an_invited_friend_sees_that_the_deal_was_fair(guest: Guest, server: ServerProcess) -> None:
    """A friend joins by a link, reloads the page and plays two seasons; the browser compares everything that it was shown."""
    house = Server(server.url)
    options = read_options(coverme, SHORTEST, 3)
    opened = await house.open_table(coverme, 3, options)
    lobby = LobbyPage(guest)
    async with house.client(opened.table, opened.host_token) as host:
        for seat, name in ((1, "Bo"), (2, "Cy")):
            await host.order(SeatBot(host.new_id(), Seat(seat), "random", name))
        await lobby.come(f"/table/{opened.table}", "Ada")
        await lobby.say_ready()
        await expect(lobby.seat("Ada")).to_contain_text(lobby.words("web.lobby.ready"))
        await host.start()
    table = await lobby.begun()
    assert await table.question() is not None  # the bots wait for Ada, so that she misses nothing
    await guest.page.reload()
    asked = await table.play(random.Random(1))
    assert asked.count(Question.PLACE) >= 6
    await expect(table.fairness).to_be_visible()
    record = await house.record(opened.table)
    steps = 1 + sum(event["event"] != "shuffle" for event in record.events)
    compared = guest.page.get_by_role("listitem")
    for key in ("verify.seen.commitment", "verify.seen.nonce"):
        await expect(compared.filter(has_text=table.words(key))).to_be_visible()
    await expect(compared.filter(has_text=table.words("verify.seen.cards", steps=steps))).to_be_visible()
    async with guest.page.expect_download() as saving:
        await guest.press(guest.page.get_by_role("button", name=table.words("web.fair.save-seen")))
    seen = read_seen(Path(await (await saving.value).path()).read_bytes())
    result = compare(record, seen)
    assert (result.commitment, result.nonce, result.steps, result.differs) == (True, True, steps, None)


async def test_a_game_is_checked_once(guests: Guests, archive: Archive, server: ServerProcess) -> None:
    """What is said after the game does not make the browser check it again."""
    live = cover_me_game(lambda table: table.is_over, people=2, options=SHORTEST)
    saved, other = await archive.add(live)
    guest = await guests.arrive(saved)
    records: list[str] = []
    guest.page.on("request", lambda request: records.append(request.url) if request.url.endswith("/record") else None)
    table = TablePage(guest)
    await table.open(saved.table)
    await expect(table.fairness).to_be_visible()
    async with Server(server.url).client(other.table, other.token) as friend:
        await friend.say("Good game!")
    await guest.page.get_by_text("Good game!").first.wait_for()
    await expect(table.fairness).to_be_visible()
    assert len(records) == 1


async def test_only_what_differs_from_the_record_is_marked(guests: Guests, archive: Archive) -> None:
    """By a sign, not only by a colour: here another commitment than the one that was shown before the game."""
    live = cover_me_game(lambda table: table.is_over, people=2, options=SHORTEST)
    saved, _ = await archive.add(live)
    guest = await guests.arrive(saved)
    known = json.dumps([{"table": saved.table, "commitment": "0" * 64, "nonce": None}])
    await guest.page.goto("/rules")
    await guest.page.evaluate("known => localStorage.setItem('covergames.commitments', known)", known)
    table = TablePage(guest)
    await table.open(saved.table)
    lines = guest.page.get_by_role("alert").get_by_role("listitem")
    await expect(lines).to_have_count(3)
    looks = "lines => lines.map((line) => [getComputedStyle(line, '::marker').content, getComputedStyle(line).color])"
    wrong, *right = await lines.evaluate_all(looks)
    await expect(lines.first).to_have_text(table.words("verify.seen.other-commitment"))
    assert wrong[0] == '"✗ "'
    assert right[0] == right[1]
    assert wrong[1] != right[0][1]


async def test_a_replay_goes_step_by_step(guests: Guests, archive: Archive) -> None:
    """From the end of the game to its deal and back, by buttons and keys, face up and as a spectator; the podium stays the same."""
    live = cover_me_game(lambda table: table.is_over, options=SHORTEST)
    [saved] = await archive.add(live)
    guest = await guests.arrive(saved)
    table = TablePage(guest)
    await table.open(saved.table)
    podium = await table.podium()
    await table.look_back()
    replay = ReplayPage(guest)
    await replay.slider.wait_for()
    last = await replay.last()
    assert (await replay.step(), await table.result.count()) == (0, 0)
    await guest.press(replay.on)
    await guest.press(replay.on)
    await guest.press(replay.back)
    assert await replay.step() == 1
    await guest.page.keyboard.press("End")
    assert await replay.step() == last
    assert await table.podium() == podium
    for width, height in ((360, 640), (844, 390)):
        await resize(guest.page, width, height)
        assert (await replay.cut_chapters(), await guest.overflow()) == ([], 0)
    await replay.see_as("replay.spectator")
    await guest.page.reload()
    await replay.slider.wait_for()
    assert await replay.step() == last


async def test_of_two_replay_requests_the_later_one_counts(guests: Guests, archive: Archive) -> None:
    """The earlier one fails after the later one was answered: the page shows no error."""
    [saved] = await archive.add(cover_me_game(lambda table: table.is_over, options=SHORTEST))
    guest = await guests.arrive(saved)
    guest.expect("ERR_FAILED")
    is_answered = asyncio.Event()

    async def fail_late(route: Route) -> None:
        await is_answered.wait()
        await route.abort()

    page, replay = guest.page, ReplayPage(guest)
    await page.route("**/replay?viewer=spectator", fail_late)
    await page.goto(f"/replay/{saved.table}")
    await replay.slider.wait_for()
    await replay.see_as("replay.spectator")
    async with page.expect_response("**/replay?viewer=face-up") as answer:
        await replay.see_as("web.replay.face-up")
    await (await answer.value).finished()
    async with page.expect_event("requestfailed"):
        is_answered.set()
    await expect(page.get_by_role("alert")).to_have_count(0)


async def test_another_game_than_the_one_seen_is_shown_in_every_language(guests: Guests, archive: Archive) -> None:
    """The browser saw another commitment before the game, and other cards; a change of language translates the warning."""
    [saved] = await archive.add(cover_me_game(lambda table: table.is_over, options=SHORTEST))
    guest = await guests.arrive(saved)
    table = TablePage(guest)
    promise = json.dumps([{"table": saved.table, "commitment": "another", "nonce": None}])
    await guest.context.add_init_script(f"localStorage.setItem('covergames.commitments', {json.dumps(promise)})")
    shown = {"format": SEEN_FORMAT, "table": saved.table, "seat": 0, "chain": "0" * 64}
    key = f"covergames.seen.{saved.table}.0"
    for name, value in (
        ("covergames.seen", [key]),
        (key, shown | {"observations": [[0, "told", "00000000"]]}),
    ):
        await guest.context.add_init_script(
            f"localStorage.getItem('{name}') ?? localStorage.setItem('{name}', {json.dumps(json.dumps(value))})"
        )
    await table.open(saved.table)
    failure = guest.page.get_by_role("alert")
    for words in (table.words, Words("fi")):
        if words is not table.words:
            await guest.page.get_by_role("combobox", name=table.words("web.language")).select_option("suomi")
        await expect(failure).to_contain_text(words("web.fair.failed"))
        await expect(failure).to_contain_text(words("verify.seen.other-commitment"))
        await expect(failure).to_contain_text(words("verify.seen.no-nonce"))
        await expect(failure).to_contain_text(words("verify.seen.differs", step=0))
