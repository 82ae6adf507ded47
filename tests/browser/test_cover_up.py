"""Cover Up in the browser: whole games by mouse, finger and keys; races, reloads, network outages, a killed server."""

from __future__ import annotations

import asyncio
import itertools
import re
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from typing import Final

import pytest
from playwright.async_api import expect

from covergames import coverup
from covergames.coverup.layout import Conflict, Unlinked, faults
from covergames.text import LANGUAGES
from tests.browser.archive import Archive, cover_up_game, gives_back
from tests.browser.axe import violations
from tests.browser.cover_up_page import DECK, CoverUpPage, CoverUpTable, open_cover_up
from tests.browser.guest import NO_CONNECTION, Device, Guest, Guests, InputMethod
from tests.browser.in_sight import hidden
from tests.browser.lobby_page import LobbyPage
from tests.browser.replay_page import ReplayPage
from tests.browser.sockets import HeldSockets
from tests.browser.table_page import TablePage
from tests.browser.unfilled import unfilled
from tests.browser.words import Words
from tests.server.process import ServerProcess

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

SAND: Final = 6
"""Seconds of sand, enough to kill and restart a server."""

Record = Callable[[str, object], None]


@pytest.fixture
async def stack() -> AsyncIterator[AsyncExitStack]:
    """The sockets of those who open a table."""
    async with AsyncExitStack() as opened:
        yield opened


async def seated(
    guests: Guests,
    opened: CoverUpTable,
    *,
    device: Device = Device.DESKTOP,
    input_method: InputMethod = InputMethod.MOUSE,
) -> list[CoverUpPage]:
    """Everybody at the table, each with a browser."""
    tables = []
    for saved in opened.saved_seats:
        table = CoverUpPage(await guests.arrive(saved, device=device, input_method=input_method))
        await table.open(saved.table)
        tables.append(table)
    return tables


@pytest.mark.prove
async def test_a_whole_game_by_mouse_by_finger_and_by_keys(
    guests: Guests, server: ServerProcess, stack: AsyncExitStack
) -> None:
    """All three lay the best pile of every hand; the first one flips, and has the optimum less a point each time.

    Also: sound is off until it is turned on; exchanged cards are shown during the countdown; symbols are counted on request;
    everybody's delay, and laps; a rematch; the replay.
    """
    table = await open_cover_up(stack, server.url, "Ada", "Bo", "Cy")
    players = [
        CoverUpPage(await guests.arrive(table.saved_seats[0], input_method=InputMethod.MOUSE)),
        CoverUpPage(await guests.arrive(table.saved_seats[1], input_method=InputMethod.KEYBOARD)),
        CoverUpPage(await guests.arrive(table.saved_seats[2], input_method=InputMethod.TOUCH, device=Device.PHONE)),
    ]
    ada, *others = players
    await ada.listen()
    for player, saved in zip(players, table.saved_seats, strict=True):
        await player.open(saved.table)
    await table.start()
    expected = 0
    for number in range(1, 6):
        for player in players:
            await player.may_lay()
            await player.lay_best()
        if number == 5:
            await expect(ada.rivals.first).to_contain_text(re.compile(r"≤ \d+ ms"))
            await expect(ada.guest.page.locator(".delay")).to_have_text(re.compile(r"^\d+ ms$"))
            count = ada.guest.page.get_by_label(ada.words("web.up.count"), exact=True)
            for is_wanted in (False, True):
                await count.set_checked(is_wanted)
                await expect(ada.board.locator(".count")).to_have_count(int(is_wanted))
        expected += coverup.solve([DECK.card(name) for name in await ada.hand()], DECK).points - 1
        await ada.guest.press(ada.flip_hourglass)
        for player in others:
            await player.guest.press(player.done)
        for player in players:
            end = await player.counted(number)
            await player.best.wait_for()
            assert await end.get_by_text(player.words("web.up.best.reached")).count() == 1
            assert await player.guest.overflow() <= 0
        if number == 1:
            assert await ada.heard() == []
            await ada.turn_sound_on()
            await ada.heard()
        if number == 2:
            heard = await ada.heard()
            once = {"go": 1047, "flip": 392, "up": 196}
            assert {sound: heard.count(pitch) for sound, pitch in once.items()} == dict.fromkeys(once, 1), heard
            assert 659 not in heard, "a season's end"
        if number < 5:
            for player in players:
                await player.give_back()
            await ada.guest.page.get_by_text(ada.words("web.up.passing.from", name="Cy")).wait_for()
            await ada.guest.page.get_by_text(ada.words("web.up.passing.took", name="Bo")).wait_for()
    await expect(await ada.counted(5)).to_contain_text(ada.words("web.up.lap", lap=1 + expected // 50))
    for player in players:
        await player.result.wait_for()
    points = ada.words("count.points", count=expected)
    assert await ada.result.get_by_text(points, exact=True).count() >= 1, await ada.result.inner_text()
    await TablePage(ada.guest).play_again()
    await TablePage(others[0].guest).follow_rematch()
    for player in players[:2]:
        await LobbyPage(player.guest).arrived()
    await TablePage(others[1].guest).look_back()
    await (
        others[1]
        .guest.page.get_by_role("heading", name=ada.words.capital("cover-up.round", round=1, rounds=5))
        .wait_for()
    )


@pytest.mark.prove
async def test_of_two_flips_at_the_same_time_one_wins(
    guests: Guests, server: ServerProcess, stack: AsyncExitStack
) -> None:
    """The other player is not locked, learns by how many milliseconds they lost, and goes on; the sand runs for both."""
    table = await open_cover_up(stack, server.url, "Ada", "Bo", hourglass=20)
    players = await seated(guests, table)
    ada = players[0]
    await table.start()
    for player in players:
        await player.may_lay()
        await player.lay_best()
        await expect(player.flip_hourglass).to_be_enabled()
    # At the same time, by each page's clock, because the test could not press both at once.
    moment: float = await ada.guest.page.evaluate("Date.now() + 700")
    press = "(button, at) => new Promise((done) => setTimeout(() => { button.click(); done() }, at - Date.now()))"
    await asyncio.gather(*[player.flip_hourglass.evaluate(press, moment) for player in players])
    locked = ada.words("web.up.locked")
    own = [player.guest.page.locator(".locks").get_by_text(locked) for player in players]
    for player in players:
        await player.guest.page.locator(".says").filter(has_text=re.compile("hourglass")).wait_for()
    counts = [await one.count() for one in own]
    assert sorted(counts) == [0, 1], counts
    second, first = players[counts.index(0)], players[counts.index(1)]
    await expect(second.flip_hourglass).to_be_disabled()
    name = "Ada" if first is ada else "Bo"
    lost = re.escape(second.words("web.up.flip.lost", name=name, milliseconds="§")).replace("§", r"\d+")
    await (
        second.guest.page.locator("[aria-live=assertive]").filter(has_text=re.compile(lost)).wait_for(state="attached")
    )
    await second.guest.press(second.done)
    for player in players:
        await player.counted(1)


async def test_a_rivals_flip_takes_the_whole_mat(guests: Guests, server: ServerProcess, stack: AsyncExitStack) -> None:
    """Sand along the edge of the mat, a message, vibration; in the last ten seconds one vibration each, and the edge is marked.

    Sound is offered once. All of it also without motion and in forced colours, where the mat keeps its border. No connection:
    no delay is claimed, and the buttons stay where they are.
    """
    table = await open_cover_up(stack, server.url, "Ada", "Bo", hourglass=12)
    ada = CoverUpPage(await guests.arrive(table.saved_seats[0], device=Device.PHONE, forced_colors="active"))
    bo = CoverUpPage(await guests.arrive(table.saved_seats[1]))
    page, words = ada.guest.page, ada.words
    await page.add_init_script(
        "globalThis.felt = []; Navigator.prototype.vibrate = (pattern) => { felt.push(pattern); return true; }"
    )
    wire = HeldSockets()
    await wire.install(ada.guest)
    for player, saved in zip((ada, bo), table.saved_seats, strict=True):
        await player.open(saved.table)
    await table.start()
    for player in (ada, bo):
        await player.may_lay()
    await page.get_by_role("button", name=words("web.up.sound.off"), exact=True).tap()
    await expect(page.get_by_role("group", name=words("web.sound"), exact=True)).to_have_count(0)
    assert await ada.board.locator(".mat").evaluate("mat => getComputedStyle(mat).outlineStyle") == "solid"
    count = page.get_by_label(words("web.up.count"), exact=True)
    await count.wait_for()
    assert await ada.board.locator(".sand").count() == 0

    await page.evaluate("felt.splice(0)")
    await bo.lay_best()
    await bo.guest.page.keyboard.press("h")
    flipped = words("cover-up.event.flipped", who="other", name="Bo")
    await page.locator(".notice").get_by_text(flipped).wait_for()
    await expect(page.locator(".locks .why")).to_have_text(flipped)
    gone = "frame => parseFloat(frame.style.getPropertyValue('--gone'))"
    frame = ada.board.locator(".sand").locator("..")
    before = await frame.evaluate(gone)
    await expect(frame).to_have_class(re.compile(r"\burgent\b"))
    assert await frame.evaluate(gone) > before
    await page.wait_for_function("() => felt.length > 2")
    assert await page.evaluate("felt.slice(0, 3)") == [[200, 80, 200], 40, 40]

    await wire.cut()
    await page.get_by_role("status").filter(has_text=words("web.reconnecting")).wait_for()
    await expect(page.locator(".delay")).to_have_count(0)
    found, _, down = await hidden(page, ".locks button")
    assert (found, down <= 0) == ([], True)
    wire.is_cut = False
    await ada.counted(1)


async def test_keys_work_at_once_and_a_covered_card_is_picked_at_its_slot(
    guests: Guests, server: ServerProcess, stack: AsyncExitStack
) -> None:
    """Without a click before, a number picks a card. A tap on the slot of a card below others selects it, and does not turn it."""
    table = await open_cover_up(stack, server.url, "Ada", bots=("random",), hourglass=600)
    (ada,) = await seated(guests, table, device=Device.PHONE, input_method=InputMethod.TOUCH)
    page = ada.guest.page
    await table.start()
    await ada.may_lay()
    names = await ada.hand()
    for number in (1, 2):
        await page.keyboard.press(str(number))
        await page.keyboard.press("Enter")
        await page.keyboard.press("Enter")
    below = ada.card(names[0])
    assert await ada.where(names[0]) == await ada.where(names[1])
    style = await below.get_attribute("style")
    await expect(below).to_have_attribute("aria-pressed", "false")
    slot = await ada.board.locator(".slot").first.bounding_box()
    assert slot is not None
    await page.touchscreen.tap(slot["x"] + slot["width"] / 2, slot["y"] + slot["height"] / 2)
    await expect(below).to_have_attribute("aria-pressed", "true")
    assert await below.get_attribute("style") == style


async def test_no_move_is_lost_by_a_refused_flip_or_a_cut_connection(
    guests: Guests, server: ServerProcess, stack: AsyncExitStack
) -> None:
    """The player who flipped second keeps what they laid meanwhile, and what they lay later offline."""
    table = await open_cover_up(stack, server.url, "Ada", "Bo", hourglass=120)
    wire = HeldSockets()
    ada, bo = [CoverUpPage(await guests.arrive(saved)) for saved in table.saved_seats]
    await wire.install(ada.guest)
    for player in (ada, bo):
        await player.open(table.saved_seats[0].table)
    await table.start()
    for player, other in ((ada, bo), (bo, ada)):
        await player.may_lay()
        await player.lay_best()
        await expect(other.rivals.first).to_contain_text(other.words("web.up.laid", laid=5, cards=5))

    wire.is_held = True
    await ada.guest.press(ada.flip_hourglass)
    card = ada.card((await ada.laid())[0])
    await card.press("Backspace")
    await bo.guest.press(bo.flip_hourglass)
    await expect(ada.rivals.first).to_contain_text(ada.words("web.up.standing.flipped"))
    wire.release()
    await expect(bo.rivals.first).to_contain_text(bo.words("web.up.laid", laid=4, cards=5))
    assert len(await ada.laid()) == 4

    await wire.cut()
    lost = ada.guest.page.get_by_role("status").filter(has_text=ada.words("web.reconnecting"))
    await lost.wait_for()
    await card.press("Enter")
    await card.press("Enter")
    assert len(await ada.laid()) == 5
    wire.is_cut = False
    await expect(bo.rivals.first).to_contain_text(bo.words("web.up.laid", laid=5, cards=5))
    assert len(await ada.laid()) == 5


async def test_laid_cards_survive_a_reload_and_a_network_outage(
    guests: Guests, server: ServerProcess, stack: AsyncExitStack
) -> None:
    """Two cards, a reload, a third card while the connection is lost: nothing waits, nothing is lost, and it can be undone."""
    table = await open_cover_up(stack, server.url, "Ada", "Bo")
    ada, bo = [CoverUpPage(await guests.arrive(saved)) for saved in table.saved_seats]
    wire = HeldSockets()
    await wire.install(ada.guest)
    for player, saved in zip((ada, bo), table.saved_seats, strict=True):
        await player.open(saved.table)
    await table.start()
    await ada.may_lay()
    pile = await ada.best_pile()
    for at in pile[:2]:
        await ada.lay(at)
    await expect(bo.rivals.first).to_contain_text(bo.words("web.up.laid", laid=2, cards=5))
    await ada.guest.page.reload()
    await ada.may_lay()
    for at in pile[:2]:
        await ada.lies_at(DECK[at.card].id, at)
    await wire.cut()
    await ada.guest.page.get_by_text(ada.words("web.reconnecting"), exact=True).wait_for()
    await ada.lay(pile[2])
    await ada.lay(pile[3])
    await ada.guest.press(ada.undo)
    await expect(ada.board.locator(".slot.left")).to_have_count(3)
    await wire.restore(ada.guest)
    await expect(bo.rivals.first).to_contain_text(bo.words("web.up.laid", laid=3, cards=5))


@pytest.mark.prove
async def test_the_sand_runs_on_while_the_server_restarts(
    killable: tuple[ServerProcess, Guests, Archive], stack: AsyncExitStack
) -> None:
    """The round ends on time, by the server's clock, and laid cards count."""
    process, guests, archive = killable
    table = await open_cover_up(stack, process.url, "Ada", "Bo", hourglass=SAND)
    ada, bo = await seated(guests, table)
    for player in (ada, bo):
        player.guest.expect(NO_CONNECTION)
    await table.start()
    for player, cards in ((ada, 5), (bo, 2)):
        await player.may_lay()
        for at in (await player.best_pile())[:cards]:
            await player.lay(at)
    await ada.guest.press(ada.flip_hourglass)
    await bo.guest.page.locator(".says").filter(has_text="hourglass").wait_for()
    process.kill()
    process.start()
    await ada.counted(1)
    end = await bo.counted(1)
    await expect(end).to_contain_text(bo.words("web.up.end.not-laid", count=3))
    state = (await archive.table(table.saved_seats[0].table)).state
    late = state.now - (state.flipped_at + 1000 * SAND)
    assert 0 <= late < 1000 * SAND, f"{late} ms late"


@pytest.mark.prove
async def test_the_page_is_in_every_language_and_axe_finds_nothing(
    guests: Guests, server: ServerProcess, stack: AsyncExitStack
) -> None:
    """While laying and after the round, on a phone in dark mode; a change of language changes no card.

    A spectator on a desktop in light mode sees both piles and no cards to lay.
    """
    table = await open_cover_up(stack, server.url, "Ada", bots=("perfect",), hourglass=600, assist=True)
    [saved] = table.saved_seats
    ada = CoverUpPage(await guests.arrive(saved, device=Device.PHONE, color_scheme="dark"))
    await ada.open(saved.table)
    page = ada.guest.page
    await table.start()
    await ada.may_lay()
    pile = await ada.best_pile()
    for at in pile[:3]:
        await ada.lay(at)

    async def speaks_all() -> None:
        for language in (*LANGUAGES, ada.guest.language):
            words = Words(ada.guest.language)
            await ada.guest.press_in_bar(page.get_by_role("button", name=words("web.preferences"), exact=True))
            await page.get_by_role("dialog").get_by_role("combobox", name=words("web.language")).select_option(language)
            await page.keyboard.press("Escape")
            ada.guest.language = language
            await expect(page.locator("html")).to_have_attribute("lang", language)
            await page.get_by_role(
                "heading", name=Words(language).capital("cover-up.round", round=1, rounds=5)
            ).wait_for()
            assert await unfilled(ada.guest) == []
            assert await ada.guest.overflow() <= 0, language

    await speaks_all()
    assert len(await ada.laid()) == 3
    assert await violations(ada.guest) == []
    spectator = CoverUpPage(await guests.arrive())
    await spectator.watch(saved.table)
    await expect(spectator.rivals).to_have_count(2)
    await expect(spectator.rivals.first).to_contain_text(spectator.words("web.up.laid", laid=3, cards=5))
    assert await spectator.cards.count() == 0
    assert await violations(spectator.guest) == []
    page.once("dialog", lambda dialog: asyncio.ensure_future(dialog.accept()))
    await ada.guest.press(ada.done)
    await ada.counted(1)
    await ada.best.wait_for()
    await speaks_all()
    assert await violations(ada.guest) == []


@pytest.mark.prove
async def test_five_cards_follow_the_finger_on_a_slow_phone(
    guests: Guests, server: ServerProcess, stack: AsyncExitStack, record_property: Record
) -> None:
    """With a processor slowed to a quarter, each frame of a drag is timed and reported; the cards end where they were dragged."""
    table = await open_cover_up(stack, server.url, "Ada", bots=("random",), hourglass=600)
    (ada,) = await seated(guests, table, device=Device.PHONE, input_method=InputMethod.TOUCH)
    page = ada.guest.page
    await table.start()
    await ada.may_lay()
    pile = await ada.best_pile()
    session = await ada.guest.context.new_cdp_session(page)
    await session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    await page.evaluate(
        """() => {
          globalThis.frames = [];
          let before = performance.now();
          const next = (now) => { frames.push(now - before); before = now; requestAnimationFrame(next); };
          requestAnimationFrame(next);
        }"""
    )
    times: list[float] = []
    for at in pile:
        await page.evaluate("frames.length = 0")
        await ada.lead(at, moves=40)
        times += (await page.evaluate("frames"))[1:]
    await session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    times.sort()
    median, slow = times[len(times) // 2], times[len(times) * 95 // 100]
    figure = f"{1000 / median:.0f} frames a second, 95 of 100 within {slow:.1f} ms, of {len(times)}"
    record_property("dragging five cards on a phone, processor slowed 4 times", figure)


STROKES: Final = "(lines) => lines.map((line) => getComputedStyle(line)).map((style) => [style.stroke, parseFloat(style.strokeWidth)])"
"""A script: the colour and the width of lines, from the lowest to the highest."""


async def test_two_fingers_turn_a_card_a_pen_drags_it_and_assist_marks_errors(
    guests: Guests, server: ServerProcess, stack: AsyncExitStack
) -> None:
    """A card turns a quarter for every eighth of a turn; cards apart from the pile or over other symbols are marked, and cannot be flipped."""
    table = await open_cover_up(stack, server.url, "Ada", bots=("random",), hourglass=600, assist=True)
    (ada,) = await seated(guests, table, device=Device.PHONE, input_method=InputMethod.TOUCH)
    await table.start()
    await ada.may_lay()
    *linked, last = await ada.best_pile()
    for at in linked:
        await ada.lay(at)
    marks = ada.board.locator("svg[data-unlinked]")
    await expect(marks).to_have_attribute("data-unlinked", "0")
    corners = [
        await ada.on_mat(coverup.Placement(last.card, flip=False, turn=0, x=x, y=y)) for x in (0, 99) for y in (0, 99)
    ]
    apart = next(at for at in corners if any(isinstance(fault, Unlinked) for fault in faults((*linked, at), DECK)))
    await ada.lay(apart)
    await expect(marks).to_have_attribute("data-unlinked", "1")
    await expect(ada.flip_hourglass).to_be_disabled()
    name = DECK[last.card].id
    await ada.twist(name)
    turned = await ada.on_mat(coverup.Placement(last.card, flip=False, turn=1, x=apart.x + 1, y=apart.y - 1))
    assert await ada.where(name) == (turned.x, turned.y), "it is not turned about its middle, or not on the mat"

    columns, rows = await ada.mat()
    wrong = next(
        at
        for x, y in itertools.product(range(columns - 1), range(rows - 3))
        for at in [coverup.Placement(last.card, flip=False, turn=1, x=x, y=y)]
        if any(isinstance(fault, Conflict) for fault in faults((*linked, at), DECK))
    )
    found = faults((*linked, wrong), DECK)
    await ada.guest.page.evaluate(
        "globalThis.pointers = new Set(); addEventListener('pointermove', (event) => pointers.add(event.pointerType))"
    )
    await ada.lead_by_pen(wrong)
    assert await ada.guest.page.evaluate("[...pointers]") == ["pen"]
    squares = {(fault.x, fault.y) for fault in found if isinstance(fault, Conflict)}
    await expect(marks).to_have_attribute("data-conflicts", str(len(squares)))
    around, cross = await ada.board.locator(".conflict").first.locator("path").evaluate_all(STROKES)
    assert around[0] == "rgb(255, 255, 255)", "the cross vanishes on a red heart"
    assert around[1] > cross[1]
    await expect(ada.flip_hourglass).to_be_disabled()

    why = await ada.guest.page.locator(".locks .why").inner_text()
    counted = coverup.layout.score((*linked, wrong), [DECK.card(card) for card in await ada.hand()], DECK)
    await expect(ada.points_now).to_have_text(str(counted.points))
    await ada.board.locator(".count .number").tap()
    explained = ada.board.locator(".count .fault")
    assert why == await explained.first.inner_text()
    await explained.first.tap()
    await expect(ada.board.locator("rect.pointed")).to_have_count(1)


async def test_the_round_is_counted_card_by_card(guests: Guests, archive: Archive) -> None:
    """First the removed cards, one after the other; then the points; then the optimum, and laps at the end.

    The optimum is requested once, and again after a while if there is no answer.
    """
    [first, *_] = await archive.add(cover_up_game(gives_back))
    [last, *_] = await archive.add(live := cover_up_game(lambda table: table.is_over))
    guest = await guests.arrive(first, last, reduced_motion="no-preference")
    table = CoverUpPage(guest)
    page = guest.page
    guest.expect("ERR_FAILED")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    await page.route("**/rounds/1/best", lambda route: route.abort(), times=1)
    await page.clock.install(time=0)
    await page.clock.pause_at(1000)
    await table.open(first.table)
    end = await table.counted(1)
    own = end.get_by_role("listitem").filter(has=page.get_by_role("heading", name=table.words.capital("you"))).first
    await expect(table.removed(2, "unlinked")).to_have_count(0)
    await expect(own).to_contain_text(table.words("web.up.end.checking"))
    await page.clock.run_for(1200)
    await expect(table.removed(2, "unlinked")).to_have_count(3)
    points = own.locator(".points b")
    await expect(points).to_have_text("0")
    await page.clock.run_for(1600)
    counted = int(await points.inner_text())
    await page.clock.run_for(1000)
    assert 0 < counted < int(await points.inner_text())
    assert (await table.best.count(), asked.count("best")) == (0, 1)
    await guest.pass_time_until_visible(table.best)
    assert asked.count("best") == 2
    await table.open(last.table)
    total = live.table.state.totals[0]
    laps = re.compile(rf"\b{total},\s*{table.words('web.up.lap', lap=1 + total // 50)}")
    await guest.pass_time_until_visible((await table.counted(5)).filter(has_text=laps))


async def test_a_verdict_points_at_squares(guests: Guests, archive: Archive) -> None:
    """A removed card shows the pile as it lay, the squares of its mistake, and says what is wrong."""
    [saved, *_] = await archive.add(cover_up_game(gives_back))
    table = CoverUpPage(await guests.arrive(saved))
    await table.open(saved.table)
    await table.counted(1)
    removed = table.removed(2, "unlinked").first
    await removed.hover()
    await expect(table.guest.page.locator("rect.pointed")).to_have_count(8)
    await table.guest.page.get_by_text(table.words("web.up.fault.unlinked", count=1, cards="2")).wait_for()


async def test_a_replay_plays_in_real_time_or_faster(guests: Guests, archive: Archive) -> None:
    """0.4 s from card to card, 0.1 s at four times the speed; rounds can be jumped to."""
    [saved, *_] = await archive.add(cover_up_game(lambda table: table.is_over))
    guest = await guests.arrive()
    page, words = guest.page, Words("en")
    await page.clock.install(time=0)
    await page.goto(f"/replay/{saved.table}")
    replay = ReplayPage(guest)
    await replay.slider.wait_for()
    await page.clock.pause_at(60_000)
    await page.get_by_role("button", name=words("web.replay.play"), exact=True).click()
    await page.clock.run_for(390)
    assert await replay.step() == 0
    await page.clock.run_for(20)
    assert await replay.step() == 1
    await page.get_by_role("combobox", name=words("web.replay.speed")).select_option(value="4")
    await page.clock.run_for(90)
    assert await replay.step() == 1
    await page.clock.run_for(20)
    assert await replay.step() == 2
    await page.get_by_role("combobox", name=words("web.replay.jump")).select_option(
        words("cover-up.round", round=3, rounds=5)
    )
    await page.get_by_role("heading", name=words.capital("cover-up.round", round=3, rounds=5)).wait_for()

    hands = page.get_by_role("list", name=words("hand"), exact=True)
    await expect(hands).to_have_count(3)
    await expect(hands.first.locator("svg")).to_have_count(5)
    await page.clock.resume()
    await replay.slider.press("End")
    await CoverUpPage(guest).counted(5)
    await CoverUpPage(guest).best.wait_for()


async def test_a_wrong_record_file_is_answered_in_words(guest: Guest) -> None:
    """No validation text: neither for something that is no JSON, nor for JSON that is no record."""
    page, words = guest.page, Words("en")
    guest.expect("status of 400")
    await page.goto("/replay")
    for name, content in (("picture.json", b"\x89PNG"), ("table.json", b'{"game": "cover-up"}')):
        await page.locator("input[type=file]").set_input_files(
            {"name": name, "mimeType": "application/json", "buffer": content}
        )
        await page.get_by_text(words("web.replay.bad-file", name=name), exact=True).wait_for()
