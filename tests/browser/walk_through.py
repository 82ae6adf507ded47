"""Take pictures of somebody's first games, step by step, at every size of screen: ``make walk-through``.

The pictures are in web/screenshots/walk-through, with a contact sheet for each size and game. Arguments choose sizes, such as
``390x844``. A person looks at them; what can be measured is measured in the tests.
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from playwright.async_api import Browser, Page

from tests.browser.chromium import ROOT, chromium, executable
from tests.browser.cover_up_page import CoverUpPage
from tests.browser.guest import Guest, Guests
from tests.browser.home_page import HomePage
from tests.browser.in_sight import SIZES
from tests.browser.table_page import Question, TablePage
from tests.server.process import ServerProcess

FOLDER: Final = ROOT / "web/screenshots/walk-through"
PHONE_SHORT_SIDE: Final = 500
SHEET_WIDTH: Final = 1800
WALKS_AT_ONCE: Final = 4
"""In most of its time a walk waits for bots."""
MAX_WAIT_MILLISECONDS: Final = 600_000
"""How long bots may lay cards in somebody's first round, and how long a busy machine may take for a contact sheet."""
SHOWS_PRESENT: Final = "() => document.querySelector('dialog[open]') || !document.querySelector('.scene-caption')"
"""A script: whether the table no longer shows what happened before, or waits for somebody who reads about it."""


class Walk:
    """One person's way through a game, with a picture of every step."""

    def __init__(self, guest: Guest, name: str) -> None:
        self.guest = guest
        self.name = name
        self.pictures: list[Path] = []

    async def picture(self, step: str) -> None:
        """Take a picture of what is on the screen."""
        path = FOLDER / f"{self.name}-{len(self.pictures) + 1:02}-{step}.png"
        await self.guest.page.screenshot(path=path)
        self.pictures.append(path)

    async def dismiss_note(self) -> None:
        """Close the note for beginners, if there is one."""
        note = self.guest.coach.get_by_role("button")
        if await note.count() > 0:
            await note.first.click()


async def cover_me(walk: Walk) -> None:
    """The first season, its end, and the first cards that are taken."""
    guest = walk.guest
    home = HomePage(guest)
    await home.open()
    await walk.picture("home")
    table = await home.play()
    await table.question()
    await walk.picture("first-table")
    await walk.dismiss_note()
    chance = random.Random(1)
    seen: set[Question] = set()
    for number in range(20):
        question = await asked(table, walk)
        if question is None:
            return
        await walk.picture(f"asked-{question.name.lower()}")
        await walk.dismiss_note()
        await table.pick(question, chance)
        if question not in seen:
            await walk.picture(f"picked-{question.name.lower()}")
        await table.confirm.click()
        await table.settled()
        if question is Question.PLACE:
            await walk.picture("revealed")
        if len(seen) > 2 and number > 8:
            break
        seen.add(question)
    for opener in ("web.legend", "web.table.panel", "web.rules"):
        await guest.press_in_bar(guest.page.get_by_role("button", name=table.words(opener), exact=True))
        await table.sheet.wait_for()
        await walk.picture(opener.partition(".")[2])
        await table.close_sheet()


async def asked(table: TablePage, walk: Walk) -> Question | None:
    """Wait until the table shows the next question; the end of a season is in a picture."""
    while True:
        await walk.guest.page.wait_for_function(SHOWS_PRESENT)
        if await table.sheet.count() == 0:
            return await table.question()
        await walk.picture("season-end")
        await table.close_sheet()


async def cover_up(walk: Walk) -> None:
    """The first round, its count, and the card that is given back."""
    guest = walk.guest
    words, page = CoverUpPage(guest).words, guest.page
    await HomePage(guest).open()
    article = page.get_by_role("article", name="Cover Up", exact=True)
    await article.get_by_role("button", name=words("web.play-now"), exact=True).click()
    table = CoverUpPage(guest)
    await table.cards.first.wait_for()
    await walk.picture("countdown")
    await table.may_lay()
    await walk.picture("laying")
    await walk.dismiss_note()
    pile = await table.best_pile()
    for number, at in enumerate(pile, start=1):
        await table.lay(at)
        if number in (1, 3):
            await walk.picture(f"laid-{number}")
    await walk.picture("all-laid")
    await walk.dismiss_note()
    await table.flip_hourglass.click()
    await page.locator(".waiting").or_(table.best).first.wait_for()
    await walk.picture("flipped")
    await table.counted(1, timeout_milliseconds=MAX_WAIT_MILLISECONDS)
    await table.best.wait_for()
    await walk.picture("counted")
    await walk.dismiss_note()
    await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    await walk.picture("counted-below")


WAYS: Final = {"cover-me": cover_me, "cover-up": cover_up}


async def contact_sheet(browser: Browser, walk: Walk, width: int) -> None:
    """Put all pictures of a walk beside each other."""
    page: Page = await browser.new_page(viewport={"width": SHEET_WIDTH, "height": 900})
    shown = max(180, min(600, width // 2))
    figures = "".join(
        f'<figure><img src="{path.as_uri()}" width="{shown}"><figcaption>{path.stem}</figcaption></figure>'
        for path in walk.pictures
    )
    sheet = FOLDER / f"sheet-{walk.name}.html"
    sheet.write_text(
        "<style>body{display:flex;flex-wrap:wrap;gap:8px;margin:8px;font:12px sans-serif}figure{margin:0}</style>"
        + figures
    )
    await page.goto(sheet.as_uri(), wait_until="load")
    await page.screenshot(path=FOLDER / f"sheet-{walk.name}.png", full_page=True, timeout=MAX_WAIT_MILLISECONDS)
    await page.close()


async def main(wanted: Sequence[str]) -> None:
    """Walk through both games at each size, some at a time."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(f"sqlite:///{Path(folder) / 'tables.sqlite3'}", "--limit", "requests=1000")
        server.start()
        try:
            async with chromium(executable()) as browser:
                limit = asyncio.Semaphore(WALKS_AT_ONCE)
                await asyncio.gather(
                    *(
                        walk_at(browser, server.url, size, game, limit)
                        for size in SIZES
                        for game in WAYS
                        if not wanted or f"{size[0]}x{size[1]}" in wanted
                    )
                )
        finally:
            server.stop()
    print(f"the pictures are in {FOLDER}")


async def walk_at(browser: Browser, url: str, size: tuple[int, int], game: str, limit: asyncio.Semaphore) -> None:
    """Walk through a game at this size."""
    async with limit:
        width, height = size
        guests = Guests(browser, url)
        touch: dict[str, Any] = {"has_touch": True, "is_mobile": True} if min(size) < PHONE_SHORT_SIDE else {}
        guest = await guests.arrive(pace="calm", is_new=True, viewport={"width": width, "height": height}, **touch)
        walk = Walk(guest, f"{game}-{width}x{height}")
        await WAYS[game](walk)
        await contact_sheet(browser, walk, width)
        await guests.leave()
        print(f"{walk.name}: {len(walk.pictures)} pictures", flush=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
