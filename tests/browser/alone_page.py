"""The pages for one person: puzzles, practice and helpers for the boxed games."""

from __future__ import annotations

from datetime import date, datetime, time

from playwright.async_api import Locator, expect

from covergames import puzzle
from tests.browser.cover_up_page import CoverUpPage
from tests.browser.guest import Guest
from tests.browser.words import Words


class AlonePage:
    """What all of these pages have: a headline, buttons and messages."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.page = guest.page
        self.words = Words(guest.language)
        self.table = CoverUpPage(guest)
        self.points_now = self.table.points_now

    async def open(self, what: str) -> None:
        """Open the page, and wait for its headline."""
        await self.page.goto(f"/alone/{what}")
        await self.page.get_by_role("heading", level=1).wait_for()

    def button(self, key: str) -> Locator:
        """The button with this text."""
        return self.page.get_by_role("button", name=self.words(key), exact=True)

    def button_with(self, key: str, **values: int | str) -> Locator:
        """The button with this text, filled in."""
        return self.page.get_by_role("button", name=self.words(key, **values), exact=True)

    def said(self, key: str, **values: int | str) -> Locator:
        """The message of this key, anywhere on the page."""
        return self.page.get_by_text(self.words(key, **values), exact=True)

    async def wait_for_hand(self) -> None:
        """Wait until there are cards to lay."""
        await self.table.cards.nth(4).wait_for()

    async def be_on(self, day: date) -> None:
        """Set the browser's clock to noon of that day."""
        await self.page.clock.set_fixed_time(datetime.combine(day, time(12)))

    async def solve(self, asked: puzzle.Puzzle) -> int:
        """Lay the solver's pile with the mouse, and hand it in; its points."""
        best = puzzle.best(asked)
        await self.table.lay_best()
        await expect(self.points_now).to_have_text(str(best.points))
        await self.hand_in()
        await self.said("web.alone.reached", points=best.points, best=best.points).wait_for()
        return best.points

    async def hand_in(self) -> None:
        """Hand in the pile, and confirm it."""
        await self.button("web.alone.hand-in").click()
        await self.button("web.alone.hand-in.yes").click()
