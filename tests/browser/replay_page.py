"""A game that is over, looked back at."""

from __future__ import annotations

from tests.browser.guest import Guest
from tests.browser.words import Words


class ReplayPage:
    """Where one is in the game, and the ways to go elsewhere."""

    def __init__(self, guest: Guest) -> None:
        self._guest = guest
        self._words = words = Words(guest.language)
        controls = guest.page.get_by_role("region", name=words("web.replay"), exact=True)
        self.slider = controls.get_by_role("slider", name=words("web.replay"), exact=True)
        self.on = controls.get_by_role("button", name=words("web.replay.on"), exact=True)
        self.back = controls.get_by_role("button", name=words("web.replay.back"), exact=True)
        self._viewer = guest.page.get_by_role("combobox", name=words("web.replay.viewer"))

    async def step(self) -> int:
        """How many decisions have been made."""
        return int(await self.slider.input_value())

    async def last(self) -> int:
        """How many there were."""
        return int(await self.slider.get_attribute("max") or "")

    async def see_as(self, key: str) -> None:
        """As the one of that message sees it, such as a spectator."""
        await self._viewer.select_option(self._words(key))
