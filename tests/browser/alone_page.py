"""The pages for one person, or for the people around a box."""

from __future__ import annotations

from datetime import date, datetime, time

from playwright.async_api import Locator

from covergames import puzzle
from tests.browser.guest import Guest
from tests.browser.light_table import LightTable
from tests.browser.words import Words


class AlonePage:
    """What all of them have: a headline, buttons, and what is said."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.page = guest.page
        self.words = Words(guest.language)
        self.table = LightTable(guest)

    async def open(self, what: str) -> None:
        """Until its headline is there."""
        await self.page.goto(f"/alone/{what}")
        await self.page.get_by_role("heading", level=1).wait_for()

    def button(self, key: str) -> Locator:
        """The button that says this."""
        return self.page.get_by_role("button", name=self.words(key), exact=True)

    def said(self, key: str, **values: int | str) -> Locator:
        """What the page says, anywhere."""
        return self.page.get_by_text(self.words(key, **values), exact=True)

    async def wait_for_hand(self) -> None:
        """Until there are cards to lay."""
        await self.table.cards.nth(4).wait_for()

    async def be_on(self, day: date) -> None:
        """Let it be noon of that day in this browser."""
        await self.page.clock.set_fixed_time(datetime.combine(day, time(12)))

    async def solve(self, asked: puzzle.Puzzle) -> int:
        """Lay the solver's pile with the mouse, and hand it in; its points."""
        best = puzzle.best(asked)
        await self.table.lay_best()
        await self.said("web.alone.now", points=best.points).wait_for()
        await self.button("web.alone.hand-in").click()
        await self.said("web.alone.reached", points=best.points, best=best.points).wait_for()
        return best.points
