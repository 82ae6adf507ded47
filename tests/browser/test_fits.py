"""The table of Cover Me fits every screen: all that a decision needs is in sight and uncovered, legible, and does not move."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import pytest
from playwright.async_api import Page, expect

from covergames.coverme import Feature, Keep, Place, Stay, Swap, Take, Vote
from covergames.table import Table
from tests.browser.archive import Archive, Condition, asked, cover_me_game
from tests.browser.guest import Guests
from tests.browser.in_sight import PHONES, SIZES, hidden, resize
from tests.browser.table_page import Question, TablePage
from tests.cases import by_target

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

ADVANCED: Final = {"two_player": "advanced"}
SAME_VALUE: Final = {"same_value": "G", "years": 1, "length": "shorter"}
TABLES: Final[Mapping[str, tuple[int, Mapping[str, Any]]]] = {
    "fictional": (2, {}),
    "advanced": (2, ADVANCED),
    "three": (3, {}),
    "four": (4, {}),
    "five": (5, {}),
}


def late(condition: Condition, season: str, *, year: int = 2) -> Condition:
    """The condition, in this season of a year in which stacks and the influence row have cards."""

    def is_late(table: Table) -> bool:
        state = table.state
        return state.year >= year and state.season.value == season and condition(table)

    return is_late


def third_month(cards: int) -> Condition:
    """The condition that the first seat chooses that many covers of the third month, when the table is fullest."""
    place = asked(Place, cards=cards)
    return lambda table: table.state.month == 3 and place(table)


def moments() -> Iterator[Any]:
    """Every decision, with every number of players and in every kind of season."""
    for name, (players, options) in TABLES.items():
        covers = 2 if options else 1
        for season in ("winter", "summer"):
            yield moment(f"place-{season}-{name}", players, options, late(third_month(covers), season))
        yield moment(f"first-hands-{name}", players, options, asked(Take, phase="draft"))
        yield moment(f"take-{name}", players, options, late(asked(Take, phase="replenish"), "winter"))
        yield moment(f"keep-{name}", players, options, late(asked(Keep, cards=covers), "winter", year=1))
        yield moment(f"feature-{name}", players, options, late(asked(Feature), "summer", year=1))
        yield moment(f"swap-{name}", players, options, asked(Swap, Stay))
    yield moment("vote-three", 3, SAME_VALUE, asked(Vote))
    yield moment("vote-advanced", 2, {**SAME_VALUE, **ADVANCED}, asked(Vote))
    yield moment("open-five", 5, {"open_scores": True}, late(third_month(1), "summer", year=3))


def moment(name: str, players: int, options: Mapping[str, Any], condition: Condition) -> Any:
    """One case of a test."""
    return pytest.param(players, options, condition, id=name)


NEEDED: Final = """() => {
    const parts = {
        magazine: "article", "magazine's name": "article h3", "stack or hand": ".head .fact", track: ".tracks li", influence: ".influence", "influence card": ".influence li",
        pile: ".pile", "card in hand": ".hand li", "card to keep": ".looked li", cover: ".covers li", "stack card": ".counted li",
        choice: "main [aria-pressed]:not(.filters *)", confirm: ".bar .first",
    };
    return Object.entries(parts).flatMap(([name, selector]) =>
        [...document.querySelectorAll(selector)].map((element, place) => ({ name: `${name} ${place}`, element })));
}"""
"""A script: what a decision needs, with a name for each part."""

UNSEEN: Final = f"""() => ({NEEDED})().flatMap(({{ name, element }}) => {{
    const {{ left, top, right, bottom, width, height }} = element.getBoundingClientRect();
    const size = `${{Math.round(left)}},${{Math.round(top)}} ${{Math.round(width)}}x${{Math.round(height)}}`;
    if (width < 8 || height < 8 || left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5) {{
        return [`${{name}} is outside: ${{size}}`];
    }}
    const head = element.closest(".head")?.getBoundingClientRect();
    if (head !== undefined && (left < head.left - 1 || top < head.top - 1 || right > head.right + 1 || bottom > head.bottom + 1)) {{
        return [`${{name}} (${{size}}) is cut off`];
    }}
    // The cards of the influence row and of a stack may lie over each other; the left edge shows.
    const points = /^(influence|stack) card/.test(name)
        ? [[left + 3, top + height / 2]]
        : [[(left + right) / 2, (top + bottom) / 2], [left + 3, top + 3], [right - 3, top + 3], [left + 3, bottom - 3], [right - 3, bottom - 3]];
    const part = element.closest(".head, li, .pile") ?? element;
    const covering = points.map(([x, y]) => document.elementFromPoint(x, y))
        .find((hit) => !(hit && (part.contains(hit) || (head === undefined && element.closest("article")?.contains(hit)))));
    return covering === undefined ? [] : [`${{name}} (${{size}}) is covered by ${{covering?.outerHTML.slice(0, 80)}}`];
}})"""
"""A script: the parts that are not in sight, or that something else covers."""

SMALL_TEXT: Final = """() => {
    const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    const small = [];
    while (walker.nextNode()) {
        const node = walker.currentNode;
        const element = node.parentElement;
        const range = document.createRange();
        range.selectNodeContents(node);
        const { width, height } = range.getBoundingClientRect();
        if (!node.textContent.trim() || width < 2 || height < 2 || element.closest(".visually-hidden, option, .back")) {
            continue;
        }
        const scale = element instanceof SVGElement ? element.getScreenCTM().a : 1;
        const size = parseFloat(getComputedStyle(element).fontSize) * scale;
        if (size < 11.9) {
            small.push(`${node.textContent.trim()} (${element.className.baseVal ?? element.className}): ${size.toFixed(1)} px`);
        }
    }
    return small;
}"""
"""A script: text below 12 pixels; the picture on the back of a card is no text."""

PLACES: Final = f"""() => Object.fromEntries(({NEEDED})()
    .filter(({{ element }}) => !element.closest("li")?.querySelector("[aria-pressed=true]"))
    .map(({{ name, element }}) => {{
        const {{ x, y, width, height }} = element.getBoundingClientRect();
        return [name, [x, y, width, height].map(Math.round).join(" ")];
    }}))"""
"""A script: where every part is. A picked card is left out, because it rises."""

OVERFLOW: Final = (
    "[document.scrollingElement.scrollHeight - innerHeight, document.scrollingElement.scrollWidth - innerWidth]"
)

PHONE_WIDTH: Final = 500


async def faults(page: Page, size: tuple[int, int]) -> list[str]:
    """What does not fit at this size."""
    found: list[str] = await page.evaluate(UNSEEN)
    if max(await page.evaluate(OVERFLOW)) > 0:
        found.append("the document scrolls")
    if min(size) < PHONE_WIDTH:
        found += await page.evaluate(SMALL_TEXT)
    return [f"{size[0]}x{size[1]}: {fault}" for fault in found]


async def moved_by(page: Page, table: TablePage, question: Question, size: tuple[int, int]) -> list[str]:
    """What moves when the first choice is picked."""
    before: dict[str, str] = await page.evaluate(PLACES)
    choice = table.choices(question).first
    await choice.click()
    await expect(choice).to_have_attribute("aria-pressed", "true")
    after: dict[str, str] = await page.evaluate(PLACES)
    await choice.click()
    await expect(choice).to_have_attribute("aria-pressed", "false")
    return [
        f"{size[0]}x{size[1]}: {name} moves from {place} to {after[name]}"
        for name, place in before.items()
        if name in after and after[name] != place
    ]


@pytest.mark.parametrize(("players", "options", "condition"), by_target(moments(), every=38, first=3))
async def test_all_that_a_decision_needs_is_in_sight(
    players: int, options: Mapping[str, Any], condition: Condition, guests: Guests, archive: Archive
) -> None:
    """At every size: inside the viewport, uncovered, legible on phones; and nothing moves when something is picked."""
    live = cover_me_game(condition, players=players, options=options)
    [saved] = await archive.add(live)
    guest = await guests.arrive(saved)
    table = TablePage(guest)
    await table.open(saved.table)
    question = await table.question()
    assert question is not None
    found: list[str] = []
    for size in SIZES:
        await guest.page.set_viewport_size({"width": size[0], "height": size[1]})
        found += await faults(guest.page, size)
        found += await moved_by(guest.page, table, question, size)
    assert not found, "\n".join(found)


SUMMARY_PARTS: Final = (
    "dialog .magazine",
    "dialog .magazine h3",
    "dialog .frame",
    "dialog li > .marks",
    "dialog .to",
    "dialog .tracks li",
    "dialog .first",
)
"""What the summary of a season shows: each magazine with its covers, the tracks, the old influence row and the button to go on."""


SUMMARIES: Final = [pytest.param(name, season) for season in ("summer", "winter") for name in [*TABLES][::-1]]


@pytest.mark.parametrize(("name", "season"), by_target(SUMMARIES, every=len(SUMMARIES)))
async def test_the_summary_of_a_season_shows_all_magazines_at_once(
    name: str, season: str, guests: Guests, archive: Archive
) -> None:
    """On a laptop, with the long words of Finnish and the six clothes of spring, everything is in sight without scrolling.

    On a phone the button to go on is, and nothing is wider than the screen.
    """
    players, options = TABLES[name]
    condition = late(asked(Place, cards=2 if options else 1), season)
    [saved] = await archive.add(cover_me_game(condition, players=players, options=options))
    table = TablePage(await guests.arrive(saved, language="fi"))
    page = table.guest.page
    await table.open(saved.table)
    await table.question()
    await table.last_season.click()
    await expect(page.locator("dialog .magazine")).to_have_count(4 if players == 2 else players)
    for size in ((1366, 650), (1366, 768), (1280, 600)):
        await resize(page, *size)
        assert await hidden(page, *SUMMARY_PARTS) == ([], 0, 0), size
    for size in PHONES:
        await resize(page, *size)
        assert await hidden(page, "dialog .first") == ([], 0, 0), size
        assert await page.locator("dialog").evaluate("dialog => dialog.scrollWidth - dialog.clientWidth") == 0, size
