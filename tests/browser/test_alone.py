"""Pages for one person: the daily puzzle, practice, and helpers for the boxed games."""

from __future__ import annotations

import asyncio
import json
import math
from datetime import date, datetime, time, timedelta
from typing import Final

import pytest
from playwright.async_api import expect

from covergames import puzzle
from covergames.text import LANGUAGES
from tests.browser.alone_page import AlonePage
from tests.browser.archive import Archive
from tests.browser.axe import violations
from tests.browser.cover_up_page import DECK
from tests.browser.guest import Device, Guest, Guests
from tests.browser.unfilled import unfilled
from tests.cases import by_target
from tests.server.process import ServerProcess

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

MONDAY = date(2026, 11, 16)
PAGES = {"daily": "daily", "practice": "practice", "hourglass": "box.up", "trends": "box.me"}
"""The key of each page's headline."""
HANDS_IN_ORDER: Final = "let number = 2; crypto.getRandomValues = (numbers) => numbers.fill(number++)"
"""The number of the first practice hand."""


@pytest.mark.prove
async def test_a_week_of_daily_puzzles_solved_to_the_optimum_with_the_mouse(guest: Guest) -> None:
    """Every pile is the solver's, dragged card by card; the server scores it, and the page keeps the week and the streak."""
    await guest.context.grant_permissions(["clipboard-read", "clipboard-write"])
    alone = AlonePage(guest)
    for number in range(7):
        day = MONDAY + timedelta(days=number)
        await alone.be_on(day)
        await alone.open("daily")
        await alone.wait_for_hand()
        await alone.solve(puzzle.daily(day))
        await expect(alone.said("web.alone.unchecked")).to_have_count(0)
        await alone.said("web.alone.streak", count=number + 1).wait_for()
    week = alone.page.get_by_role("list", name=alone.words("web.alone.week"))
    assert "".join(await week.get_by_role("listitem").locator("b").all_inner_texts()) == "★" * 7

    await alone.button("web.lobby.share").click()
    await alone.button("web.lobby.copied").wait_for()
    shared = await alone.page.evaluate("navigator.clipboard.readText()")
    asked = puzzle.daily(MONDAY + timedelta(days=6))
    best = puzzle.best(asked).points
    assert shared.splitlines() == [
        alone.words("web.alone.shared", number=322, day="Nov 22, 2026", points=best, best=best),
        "🟩" * 5,
        f"{guest.page.url}",
    ]
    await alone.page.goto("/")
    await alone.page.get_by_text(alone.words("web.alone.reached", points=best, best=best)).wait_for()


async def test_handing_in_asks_first_and_trying_goes_on(guest: Guest) -> None:
    """A pile of four cards is handed in only after a yes; the first pile counts, and a better one later changes no result.

    The statistics know the result and its time, the archive has last week's puzzles, and the picture can be downloaded.
    """
    alone = AlonePage(guest)
    page = alone.page
    await page.clock.install(time=datetime.combine(MONDAY, time(12)))
    await alone.open("daily")
    await alone.wait_for_hand()
    *four, last = await alone.table.best_pile()
    for at in four:
        await alone.table.lay(at)
    points = int(await alone.points_now.inner_text())
    await page.clock.fast_forward(65_000)
    await alone.button("web.alone.hand-in").click()
    await page.get_by_role("dialog").get_by_text(alone.words("web.up.now.not-laid", count=1)).wait_for()
    await alone.button("web.alone.hand-in.no").click()
    await expect(alone.button("web.alone.hand-in")).to_be_enabled()
    await alone.hand_in()
    best = puzzle.best(puzzle.daily(MONDAY)).points
    reached = alone.said("web.alone.reached", points=points, best=best)
    await reached.wait_for()
    await alone.table.lay(last)
    await expect(alone.points_now).to_have_text(str(best))
    await expect(reached).to_have_count(1)
    async with page.expect_download() as download:
        await alone.button("web.alone.picture").click()
    assert (await download.value).suggested_filename == "cover-up-2026-11-16.png"

    await alone.button("web.alone.stats").click()
    statistics = page.get_by_role("dialog")
    terms = dict(
        zip(
            await statistics.get_by_role("term").all_inner_texts(),
            await statistics.get_by_role("definition").all_inner_texts(),
            strict=True,
        )
    )
    named = {name: terms[alone.words(f"web.alone.stats.{name}")] for name in ("played", "optima", "longest")}
    assert named == {"played": "1", "optima": "0", "longest": "1"}
    assert terms[alone.words("web.alone.stats.time")].startswith("1:")
    assert terms[alone.words("web.alone.stats.next")].startswith("11:5")
    assert await violations(guest) == []
    await statistics.get_by_role("button", name=alone.words("web.close"), exact=True).click()

    await alone.button("web.alone.week.before").click()
    await expect(alone.table.cards.first).to_have_attribute("data-card", hand_of("2026-11-09")[0])
    assert await alone.table.laid() == []
    await alone.button("web.alone.week.after").click()
    await reached.wait_for()
    assert len(await alone.table.laid()) == 5


async def test_a_result_is_compared_with_those_of_other_players(guest: Guest, archive: Archive) -> None:
    """Of four others three had more points: "Better than 75%", also after a reload."""
    day = date(2026, 3, 2)
    alone = AlonePage(guest)
    await alone.be_on(day)
    await alone.open("daily")
    await alone.wait_for_hand()
    *four, _ = await alone.table.best_pile()
    for at in four:
        await alone.table.lay(at)
    points, best = int(await alone.points_now.inner_text()), puzzle.best(puzzle.daily(day)).points
    assert points > best
    for reached in (best, points, *(points + more for more in (1, 2, 2))):
        await archive.store.count_result(day.isoformat(), reached)
    await alone.hand_in()
    standing = alone.said("web.alone.standing", percent=75)
    await standing.wait_for()
    await alone.page.reload()
    await standing.wait_for()


async def test_a_practice_hand_is_still_there_after_a_reload(guest: Guest) -> None:
    """With the cards that were laid; a hand that was handed in makes room for another."""
    alone = AlonePage(guest)
    await alone.open("practice")
    await alone.wait_for_hand()
    hand = await alone.table.hand()
    pile = await alone.table.best_pile()
    await alone.table.lay(pile[0])
    await alone.page.reload()
    await alone.wait_for_hand()
    assert await alone.table.hand() == hand
    assert await alone.table.laid() == [DECK[pile[0].card].id]
    await alone.button("web.alone.hand-in").click()
    await alone.page.locator(".points").wait_for()
    await alone.page.reload()
    await alone.wait_for_hand()
    assert await alone.table.laid() == []


async def test_a_refused_pile_does_not_block_the_next(guest: Guest) -> None:
    """Of two piles that were handed in offline, the server refuses one and scores the other."""
    alone = AlonePage(guest)
    await alone.be_on(MONDAY)
    handed_in = {"points": 1, "best": 1, "ways": 1, "pile": [], "on": "2026-11-15", "isChecked": False}
    unknown = {"card": "zzz", "flip": False, "turn": 0, "x": 0, "y": 0}
    results = json.dumps({"2026-11-15": {**handed_in, "pile": [unknown]}, "2026-11-16": handed_in})
    await alone.page.add_init_script(f"localStorage.setItem('covergames.daily.results', {json.dumps(results)})")
    guest.expect("status of 400")
    await alone.open("daily")
    await alone.said("web.alone.reached", points=25, best=1).first.wait_for()
    await expect(alone.said("web.alone.unchecked")).to_have_count(0)


async def test_the_solution_is_not_in_the_browser_before_it_is_requested(guest: Guest) -> None:
    """Neither on the page nor in its storage; it is there after the request.

    Without a clipboard, as over plain HTTP, the result is selected, to be copied by hand.
    """
    alone = AlonePage(guest)
    await alone.page.add_init_script("Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined })")
    await alone.be_on(MONDAY)
    await alone.open("daily")
    await alone.wait_for_hand()
    await expect(alone.button("web.alone.best")).to_have_count(0)
    kept = await alone.page.evaluate("JSON.stringify(localStorage)")
    assert '"turn' not in kept.replace("\\", "")
    await alone.table.lay(await alone.table.on_mat(puzzle.best(puzzle.daily(MONDAY)).piles[0][0]))
    await alone.hand_in()
    await alone.button("web.lobby.share").click()
    await alone.page.wait_for_function("getSelection().toString().includes('/alone/daily')")
    assert "⬜" in await alone.page.evaluate("getSelection().toString()")
    await alone.button("web.alone.best").click()
    await alone.said("web.alone.best.which", number=1, count=10).wait_for()


async def test_hints_lead_to_a_best_pile_and_name_the_card_in_the_way(guest: Guest) -> None:
    """A misplaced card has to be taken away; hint by hint the pile becomes a best one, and counts as one.

    The hand is fixed: with some hands a moved card belongs to another best pile. After the best pile was shown, which lies
    elsewhere, the first hint of the next hand is on the mat.
    """
    await guest.page.add_init_script(HANDS_IN_ORDER)
    alone = AlonePage(guest)
    await alone.open("practice")
    await alone.wait_for_hand()
    hint, do = alone.button("web.alone.hint"), alone.button("web.alone.hint.do")
    for _ in range(5):
        await hint.click()
        await do.or_(alone.said("web.alone.hint.best")).first.wait_for()
        if await do.count() == 0:
            break
        await do.click()
    await hint.click()
    await alone.said("web.alone.hint.best").wait_for()

    first = alone.table.cards.first
    await first.press("ArrowDown")
    await first.press("Enter")
    await hint.click()
    await alone.said("web.alone.hint.take-away", number=1).wait_for()
    await first.press("Backspace")
    await hint.click()
    await do.click()
    await alone.button("web.alone.hand-in").click()
    points = alone.page.locator(".points")
    you, best = [int(word) for word in (await points.inner_text()).replace(",", "").split() if word.isdecimal()]
    assert you == best

    await alone.button("web.alone.best").click()
    await alone.button("web.alone.best.mine").click()
    await alone.button("web.alone.next-hand").click()
    await hint.click()
    await do.wait_for()
    shown, mat = [await alone.table.board.locator(part).bounding_box() for part in (".ghost.hint", ".mat")]
    assert shown is not None
    assert mat is not None
    assert mat["x"] - 1 <= shown["x"] <= mat["x"] + mat["width"] - shown["width"] + 1
    assert mat["y"] - 1 <= shown["y"] <= mat["y"] + mat["height"] - shown["height"] + 1


MIDDLES: Final = """([corner, parts]) => {
    const { left, top } = document.querySelector(corner).getBoundingClientRect();
    return [...document.querySelectorAll(parts)].map((part) => {
        const box = part.getBoundingClientRect();
        return [(box.left + box.right) / 2 - left, (box.top + box.bottom) / 2 - top];
    });
}"""
"""A script: the middles of these parts, in pixels from the corner of an element."""


async def test_a_hint_shows_how_the_card_lies(guest: Guest) -> None:
    """Each of its symbols is where the card has it once it is laid, turned and flipped; merged symbols lie on theirs, also after a reload."""
    await guest.page.add_init_script(HANDS_IN_ORDER.replace("2", "4"))  # this hand has turned and flipped cards
    alone = AlonePage(guest)
    page = alone.page
    await alone.open("practice")
    await alone.wait_for_hand()
    laid: set[str] = set()
    for number in range(1, 6):
        await alone.button("web.alone.hint").click()
        await page.locator(".ghost.hint").wait_for()
        hinted = await page.evaluate(MIDDLES, [".ghost.hint", ".ghost.hint .symbol"])
        await alone.button("web.alone.hint.do").click()
        await expect(page.locator(".laid")).to_have_count(number)
        [name] = {await card.get_attribute("data-card") or "" for card in await page.locator(".laid").all()} - laid
        laid.add(name)
        card = f"[data-card='{name}']"
        symbols = await page.evaluate(MIDDLES, [card, f"{card} .symbol"])
        assert [near(*pair) for pair in zip(hinted, symbols, strict=True)] == [True] * len(hinted), (hinted, symbols)

    for _ in range(2):
        merged = await page.evaluate(MIDDLES, [".laid", ".merged rect"])
        symbols = await page.evaluate(MIDDLES, [".laid", ".laid .symbol"])
        assert merged
        assert [any(near(mark, symbol) for symbol in symbols) for mark in merged] == [True] * len(merged)
        await page.reload()
        await expect(page.locator(".laid")).to_have_count(5)
        await expect(page.locator(".merged")).to_have_count(len(merged))


def near(one: list[float], other: list[float]) -> bool:
    """Whether two points are less than three pixels apart."""
    return math.dist(one, other) < 3


async def test_practice_needs_no_server(guest: Guest) -> None:
    """Without a network, hands are dealt, hints given, best piles shown and points counted, as the server would."""
    await guest.page.add_init_script(HANDS_IN_ORDER)
    alone = AlonePage(guest)
    await alone.open("practice")
    await alone.wait_for_hand()
    await guest.context.set_offline(True)
    await alone.button("web.alone.next-hand").click()
    await expect(alone.table.cards.first).to_have_attribute("data-card", hand_of("1-3")[0])
    assert await alone.table.hand() == hand_of("1-3")
    best = puzzle.best(puzzle.named("1-3"))
    await alone.said("puzzle.goal", points=best.points, ways=best.ways).wait_for()
    await alone.button("web.alone.hint").click()
    await alone.button("web.alone.hint.do").click()
    assert len(await alone.table.laid()) == 1
    await alone.button("web.alone.best").click()
    await alone.said("web.alone.best.which", number=1, count=min(best.ways, 12)).wait_for()
    await alone.button("web.alone.best.mine").click()
    await alone.page.locator(".points").wait_for()
    await guest.context.set_offline(False)


def hand_of(name: str) -> list[str]:
    """The cards of that puzzle."""
    return [DECK[card].id for card in puzzle.named(name).hand]


async def test_the_pile_is_handed_in_when_time_is_up(guest: Guest) -> None:
    """Its cards cannot be moved any more; those of the next hand can."""
    alone = AlonePage(guest)
    await alone.page.clock.install()
    await alone.open("practice")
    await alone.wait_for_hand()
    await alone.page.get_by_label(alone.words("web.alone.clock")).select_option(alone.words("count.seconds", count=30))
    await alone.page.get_by_role("timer").wait_for()
    await guest.stop_clock()
    await alone.page.clock.run_for(10_000)
    await expect(alone.table.cards.first).to_be_enabled()
    await alone.page.clock.run_for(20_500)
    await alone.page.locator(".points").wait_for()
    await expect(alone.table.cards.first).to_be_disabled()
    await alone.button("web.alone.next-hand").click()
    await expect(alone.table.cards.first).to_be_enabled()


async def test_the_hourglass_survives_a_reload_and_keeps_the_screen_awake(guest: Guest) -> None:
    """It runs thirty seconds from the flip."""
    await guest.page.add_init_script(
        "const ask = WakeLock.prototype.request; globalThis.awake = 0;"
        "WakeLock.prototype.request = function (kind) { globalThis.awake += 1; return ask.call(this, kind); };"
    )
    alone = AlonePage(guest)
    await alone.page.clock.install()
    await alone.open("hourglass")
    await guest.stop_clock()
    await alone.button("web.up.flip-hourglass").click()
    assert await alone.page.evaluate("globalThis.awake") == 1
    await alone.page.clock.fast_forward(10_000)
    await alone.page.reload()
    timer = alone.page.get_by_role("timer")
    await expect(timer).to_have_text("20")
    await alone.page.clock.fast_forward(20_000)
    await alone.said("web.alone.time-up").wait_for()
    await expect(timer).to_have_text("0")


async def test_the_score_pad_counts_and_remembers(guests: Guests) -> None:
    """On a phone: points, the hourglass's point, laps and the winner; all of it survives a reload."""
    alone = AlonePage(await guests.arrive(device=Device.PHONE))
    await alone.open("hourglass")
    page = alone.page
    await page.get_by_label("Players").select_option("2")
    await page.get_by_label("Player 1", exact=True).fill("Ada")
    await page.keyboard.press("Tab")
    for number in range(1, 6):
        await page.get_by_label(f"Ada, round {number}").fill("12")
        await page.get_by_label(f"Player 2, round {number}").fill("12")
    await page.get_by_label(f"{alone.words('web.alone.flipper')}, round 3").select_option("Ada")
    for _ in range(2):
        totals = page.get_by_role("row", name=alone.words("web.alone.total")).get_by_role("cell")
        assert "59" in await totals.nth(0).inner_text()
        assert alone.words("web.alone.lap", lap=2, step=10) in await totals.nth(1).inner_text()
        await alone.said("web.alone.won", name="Ada").first.wait_for()
        await page.reload()
        await totals.nth(1).wait_for()
    await page.get_by_label(f"{alone.words('web.alone.flawed')}, round 3").check()
    await alone.said("web.alone.won", name="Player 2").first.wait_for()


async def test_the_trend_counter_counts_what_is_tapped(guest: Guest) -> None:
    """Three covers and a card of the influence row; their values survive a reload, and some cards stay for the next season."""
    alone = AlonePage(guest)
    await alone.open("trends")
    page = alone.page

    async def tap(clothes: str, hair: str, length: str, pattern: str, *, into: str) -> None:
        for trait, name in (("clothes", clothes), ("hair", hair), ("length", length), ("pattern", pattern)):
            group = page.get_by_role("group", name=alone.words(f"trait.{trait}"))
            await group.get_by_role("button", name=alone.words(f"{trait}.{name}"), exact=True).click()
        await alone.button(f"web.alone.add-{into}").click()

    await tap("green", "black", "long", "diamond", into="influence")
    await tap("red", "black", "long", "striped", into="cover")
    await tap("white", "blonde", "long", "striped", into="cover")
    covers = page.get_by_role("region", name="Covers")
    for _ in range(2):
        labels = [str(await image.get_attribute("aria-label")) for image in await covers.get_by_role("img").all()]
        assert [label.rsplit(" ", 1)[1] for label in labels] == ["3", "2"]
        await page.reload()
        await covers.wait_for()
    await covers.get_by_role("checkbox").nth(1).check()
    await alone.button("web.alone.next-season").click()
    spring = alone.page.get_by_role("button", name=alone.words.capital("season.spring"), exact=True)
    await expect(spring).to_have_attribute("aria-pressed", "true")
    row = page.get_by_role("region", name=alone.words.capital("influence-row"))
    await expect(row.get_by_role("img")).to_have_count(1)
    await expect(covers).to_have_count(0)

    page.once("dialog", lambda dialog: asyncio.ensure_future(dialog.accept()))
    await tap("red", "black", "long", "striped", into="cover")
    await covers.get_by_role("checkbox").check()
    await alone.button("web.alone.new-game").click()
    await tap("red", "black", "long", "striped", into="cover")
    await expect(covers.get_by_role("checkbox")).not_to_be_checked()


async def test_a_race_against_bots_is_one_click_away(guest: Guest) -> None:
    """A table with two bots of that level, where cards can be laid after the countdown."""
    await guest.page.goto("/")
    race = guest.page.get_by_role("group", name="Race two bots")
    await race.get_by_role("button", name="good").click()
    alone = AlonePage(guest)
    await alone.wait_for_hand()
    await expect(alone.table.cards.first).to_be_enabled()


async def test_the_pages_work_offline_once_loaded(
    killable: tuple[ServerProcess, Guests, Archive],
) -> None:
    """The page opens, and tomorrow's puzzle can be solved; when the server is back, it scores the pile."""
    process, guests, _ = killable
    guest = await guests.arrive()
    alone = AlonePage(guest)
    await alone.be_on(MONDAY)
    await alone.open("daily")
    await alone.wait_for_hand()
    await alone.page.evaluate("navigator.serviceWorker.ready.then(() => null)")

    process.stop()
    guest.expect("ERR_CONNECTION_REFUSED")
    tuesday = MONDAY + timedelta(days=1)
    await alone.be_on(tuesday)
    await alone.open("daily")
    await alone.wait_for_hand()
    await alone.solve(puzzle.daily(tuesday))
    await alone.said("web.alone.unchecked").wait_for()
    for what in ("hourglass", "trends"):
        await alone.open(what)

    process.start()
    await alone.open("daily")
    await alone.said("web.alone.streak", count=1).wait_for()
    await expect(alone.said("web.alone.unchecked")).to_have_count(0)


@pytest.mark.parametrize("language", by_target(LANGUAGES, every=3, first=2))
async def test_every_page_is_in_every_language(language: str, guests: Guests) -> None:
    """The page's lang and headline are right, and no key of a message is visible."""
    guest = await guests.arrive(language=language, device=Device.PHONE)
    alone = AlonePage(guest)
    for what, headline in PAGES.items():
        await alone.open(what)
        if what in ("daily", "practice"):
            await alone.wait_for_hand()
        assert await alone.page.get_attribute("html", "lang") == language
        heading = alone.page.get_by_role("heading", level=1)
        assert await heading.inner_text() == alone.words(f"web.alone.{headline}")
        assert await unfilled(guest) == []


@pytest.mark.parametrize("scheme", by_target(["light", "dark"], every=2, first=1))
async def test_axe_finds_nothing(scheme: str, guests: Guests) -> None:
    """The pages are checked in light mode on a desktop, and in dark mode on a phone."""
    device = Device.DESKTOP if scheme == "light" else Device.PHONE
    guest = await guests.arrive(device=device, color_scheme=scheme)
    alone = AlonePage(guest)
    for what in PAGES:
        await alone.open(what)
        if what in ("daily", "practice"):
            await alone.wait_for_hand()
        assert await violations(guest) == [], what
