"""The page that says how somebody played."""

from __future__ import annotations

from tests.browser.guest import Guest
from tests.browser.words import Words


class ReviewPage:
    """The headline, the seats and what is said about one of them."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.words = words = Words(guest.language)
        page = guest.page
        self.link = page.get_by_role("link", name=words("web.review"), exact=True)
        self.whose = page.get_by_role("combobox", name=words("review.whose"))
        self.progress = page.get_by_role("progressbar")
        self.result = page.locator(".review")
        self.refusal = page.get_by_role("alert")
        self.continue_buttons = page.get_by_role("button", name=words("review.train.take-seat"))

    def headline(self, name: str) -> str:
        """The headline about that player."""
        return self.words("review.headline", name=name)

    async def complete(self) -> None:
        """Wait until the analysis is there."""
        await self.result.wait_for()

    async def width_beyond(self) -> int:
        """By how many pixels the page is wider than the screen."""
        beyond: int = await self.guest.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        return beyond
