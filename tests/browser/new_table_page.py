"""The page that opens a table."""

from __future__ import annotations

from playwright.async_api import Locator

from tests.browser.guest import Guest
from tests.browser.lobby_page import LobbyPage
from tests.browser.table_page import TablePage
from tests.browser.words import Words


class NewTablePage:
    """The form: who plays, and which game."""

    def __init__(self, guest: Guest) -> None:
        self._guest = guest
        self._words = Words(guest.language)

    async def open_table(self, name: str, *, title: str, players: int, length: str = "standard") -> LobbyPage:
        """Fill in the form, and open the table."""
        page, words = self._guest.page, self._words
        await page.get_by_label(words("web.name")).fill(name)
        await page.get_by_label(words("web.new.table-title")).fill(title)
        await self._box("report.players").select_option(str(players))
        await self._box("option.length").select_option(words(f"option.length.{length}"))
        await self._guest.press(page.get_by_role("button", name=words("web.new.open"), exact=True))
        lobby = LobbyPage(self._guest)
        await lobby.arrived()
        return lobby

    async def open_shared(self, name: str, other: str, *, players: int) -> TablePage:
        """Open a table for two people at this device with bots in the other seats, and start it."""
        await self.ask_shared(name, other, players=players)
        table = TablePage(self._guest)
        await table.begun()
        return table

    async def ask_shared(self, name: str, other: str, *, players: int) -> None:
        """Fill in the form for two people at this device, and submit it."""
        page, words = self._guest.page, self._words
        await page.get_by_label(words("web.name")).fill(name)
        await self._box("report.players").select_option(str(players))
        await page.get_by_label(words("web.seat.name")).fill(other)
        await page.get_by_role("checkbox", name=words("option.first-game")).check()
        await self._guest.press(page.get_by_role("button", name=words("web.lobby.start"), exact=True))

    def _box(self, key: str) -> Locator:
        return self._guest.page.get_by_role("combobox", name=self._words(key))
