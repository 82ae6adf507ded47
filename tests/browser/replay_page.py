"""The replay of a finished game."""

from __future__ import annotations

from typing import Final

from tests.browser.guest import Guest
from tests.browser.words import Words

_CUT_OPTIONS: Final = """
(picker) => [...picker.options].filter((option) => {
  const alone = picker.cloneNode(false);
  alone.append(option.cloneNode(true));
  alone.style.cssText = "position: absolute; width: auto; max-width: none";
  picker.after(alone);
  const isCut = alone.offsetWidth > picker.offsetWidth;
  alone.remove();
  return isCut;
}).map(({ text }) => text)
"""


class ReplayPage:
    """The position in the game, and the ways to move."""

    def __init__(self, guest: Guest) -> None:
        self._guest = guest
        self._words = words = Words(guest.language)
        controls = guest.page.get_by_role("region", name=words("web.replay"), exact=True)
        self.slider = controls.get_by_role("slider", name=words("web.replay"), exact=True)
        self.on = controls.get_by_role("button", name=words("web.replay.on"), exact=True)
        self.back = controls.get_by_role("button", name=words("web.replay.back"), exact=True)
        self.chapter = controls.get_by_role("combobox", name=words("web.replay.jump"), exact=True)
        self._viewer = guest.page.get_by_role("combobox", name=words("web.replay.viewer"))

    async def cut_chapters(self) -> list[str]:
        """Return the names of chapters for which the picker is too narrow."""
        cut: list[str] = await self.chapter.evaluate(_CUT_OPTIONS)
        return cut

    async def step(self) -> int:
        """The number of decisions up to this position."""
        return int(await self.slider.input_value())

    async def last(self) -> int:
        """The number of all decisions."""
        return int(await self.slider.get_attribute("max") or "")

    async def see_as(self, key: str) -> None:
        """Change the viewer to that of this message, such as a spectator."""
        await self._viewer.select_option(self._words(key))
