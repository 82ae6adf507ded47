"""The hand-over screen between two people who share a device."""

from __future__ import annotations

from playwright.async_api import Locator

from tests.browser.guest import Guest
from tests.browser.words import Words


class HandoverPage:
    """Shows whose turn it is, and nothing else."""

    def __init__(self, guest: Guest) -> None:
        self._guest = guest
        self._words = words = Words(guest.language)
        page = guest.page
        self._pass_on = page.get_by_role("button", name=words("web.pass.on"), exact=True)
        self._look = page.get_by_role("button", name=words("web.pass.look"), exact=True)
        self._name = page.get_by_role("main").get_by_role("heading", level=1)

    async def handed_over(self) -> str:
        """Close what all may see, and pass the device on; the name of the next person."""
        await self._pass_on.or_(self._look).first.wait_for()
        if await self._pass_on.count() > 0:
            await self._guest.press(self._pass_on)
        await self._look.wait_for()
        return await self._name.inner_text()

    async def comes_before(self, other: Locator) -> bool:
        """Whether the device has to be passed on before that element is visible."""
        await self._pass_on.or_(self._look).or_(other).first.wait_for()
        return await other.count() == 0

    async def take(self, name: str) -> None:
        """Confirm who holds the device."""
        button = self._guest.page.get_by_role("button", name=self._words("web.pass.take", name=name), exact=True)
        await self._guest.press(button)
