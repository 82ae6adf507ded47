"""Measure whether elements are in sight: completely inside the window, and not covered by others."""

from __future__ import annotations

from typing import Final

from playwright.async_api import Page

SIZES: Final = (
    (1366, 650),
    (1366, 768),
    (1920, 1080),
    (2560, 1440),
    (3440, 1440),
    (390, 844),
    (360, 640),
    (844, 390),
    (683, 384),
)
"""Widths and heights of windows: laptops, large screens, phones upright and on their side, and a laptop at 200% zoom."""

MAX_LOOKS: Final = 60
"""How often a page is measured before something counts as hidden; a look takes two frames."""

_MEASURE: Final = """
(selectors) => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
  const hidden = [];
  for (const selector of selectors) {
    const found = [...document.querySelectorAll(selector)];
    if (found.length === 0) hidden.push(`${selector}: missing`);
    for (const element of found) {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      const box = [left, top, right, bottom].map(Math.round).join(" ");
      if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1 || right <= left || bottom <= top) {
        hidden.push(`${selector}: at ${box}`);
        continue;
      }
      const on = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      if (on === null || !(element.contains(on) || on.contains(element) || on.closest('.stage')?.contains(element))) {
        hidden.push(`${selector}: at ${box}, covered by ${on?.className || on?.tagName}`);
      }
    }
  }
  const { scrollWidth, scrollHeight } = document.documentElement;
  done([hidden, scrollWidth - innerWidth, scrollHeight - innerHeight]);
})))
"""


async def hidden(page: Page, *selectors: str, may_scroll: bool = False) -> tuple[list[str], int, int]:
    """Return the elements that are not in sight, and by how many pixels the page is wider and higher than the window.

    After a change of size the page may need some frames on a busy machine, so it is measured until all is in sight.
    """
    looks = 0
    while True:
        found, across, down = await page.evaluate(_MEASURE, list(selectors))
        looks += 1
        if looks == MAX_LOOKS or (not found and across <= 0 and (may_scroll or down <= 0)):
            return found, across, down


async def resize(page: Page, width: int, height: int) -> None:
    """Give the window another size."""
    await page.set_viewport_size({"width": width, "height": height})
