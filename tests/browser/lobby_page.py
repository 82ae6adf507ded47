"""A table before its game: the invitation, the seats, the link and the start."""

from __future__ import annotations

from playwright.async_api import Locator

from tests.browser.guest import Guest
from tests.browser.table_page import TablePage
from tests.browser.words import Words


class LobbyPage:
    """What people see and do before the game."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.words = words = Words(guest.language)
        self.seats = guest.page.get_by_role("region", name=words("web.lobby.seats"), exact=True)
        self._invitation = guest.page.get_by_role("region", name=words("web.lobby.invite"), exact=True)

    async def arrived(self) -> None:
        """Wait until the seats are visible."""
        await self.seats.wait_for()

    async def come(self, link: str, name: str) -> None:
        """Open an invitation, and take a seat."""
        page = self.guest.page
        await page.goto(link)
        await page.get_by_label(self.words("web.name")).fill(name)
        await self.guest.press(self._button("web.door.sit"))
        await self.arrived()

    async def link(self) -> str:
        """The table's link, as it is shown."""
        return await self._invitation.get_by_role("link").inner_text()

    def seat(self, name: str) -> Locator:
        """The seat of the person with this name."""
        return self.seats.get_by_role("listitem").filter(has_text=name)

    async def say_ready(self) -> None:
        """Declare the seat ready."""
        await self.guest.press(self._button("web.lobby.say-ready"))

    async def start(self) -> None:
        """Start the game as soon as everybody is ready."""
        await self.guest.press(self._button("web.lobby.start"))

    async def begun(self) -> TablePage:
        """Wait until the cards are dealt."""
        table = TablePage(self.guest)
        await table.begun()
        return table

    def _button(self, key: str) -> Locator:
        return self.guest.page.get_by_role("button", name=self.words(key), exact=True)
