"""The home page."""

from __future__ import annotations

from tests.browser.guest import Guest
from tests.browser.new_table_page import NewTablePage
from tests.browser.table_page import TablePage
from tests.browser.words import Words


class HomePage:
    """Two games, and the ways to start them."""

    def __init__(self, guest: Guest) -> None:
        self._guest = guest
        self.words = words = Words(guest.language)
        self.continued = guest.page.get_by_role("region", name=words("web.home.continue"), exact=True)
        self.finished = guest.page.get_by_role("region", name=words("web.home.finished"), exact=True)
        game = guest.page.get_by_role("article", name="Cover Me", exact=True)
        self.play_now = game.get_by_role("button", name=words("web.play-now"), exact=True)
        self.level = game.locator("p.hint")
        self._invite = game.get_by_role("link", name=words("web.invite"), exact=True)
        self._pass = game.get_by_role("link", name=words("web.pass"), exact=True)

    async def open(self) -> None:
        """Open the page, and wait until it can be used."""
        await self._guest.page.goto("/")
        await self.play_now.wait_for()

    async def invite(self) -> NewTablePage:
        """Go to the page that opens a table for friends."""
        await self._guest.press(self._invite)
        return NewTablePage(self._guest)

    async def share_device(self) -> NewTablePage:
        """Go to the page that opens a table for several people at this device."""
        await self._guest.press(self._pass)
        return NewTablePage(self._guest)

    async def play(self) -> TablePage:
        """Start a table with bots, with one click."""
        await self._guest.press(self.play_now)
        table = TablePage(self._guest)
        await table.begun()
        return table
