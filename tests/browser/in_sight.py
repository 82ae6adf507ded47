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

PHONES: Final = tuple(size for size in SIZES if min(size) < 500)
"""The small ones."""

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


_BOXES: Final = """
(selectors) => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(
  Object.fromEntries(selectors.flatMap((selector) => [...document.querySelectorAll(selector)].map((element, place) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [`${selector} ${place}`, [x, y, width, height].map(Math.round).join(" ")];
  })))
))))
"""


async def boxes(page: Page, *selectors: str) -> dict[str, str]:
    """Return where each of these elements is and how large, in pixels, when two looks at the page agree."""
    before: dict[str, str] = {}
    for _ in range(MAX_LOOKS):
        now: dict[str, str] = await page.evaluate(_BOXES, list(selectors))
        if now == before:
            break
        before = now
    return before


_OVERLAPPING: Final = """
([cover, ...selectors]) => [...document.querySelectorAll(cover)].flatMap((above) => {
  const { left, top, right, bottom } = above.getBoundingClientRect();
  return selectors.flatMap((selector) => [...document.querySelectorAll(selector)].flatMap((element) => {
    const box = element.getBoundingClientRect();
    const isVisible = getComputedStyle(element).visibility === "visible" && box.width > 0;
    const isClear = box.left >= right || box.right <= left || box.top >= bottom || box.bottom <= top;
    return isClear || !isVisible ? [] : [`${cover} covers ${selector}`];
  }));
})
"""


async def overlapping(page: Page, cover: str, *selectors: str) -> list[str]:
    """Return which of these elements the cover lies over."""
    found: list[str] = await page.evaluate(_OVERLAPPING, [cover, *selectors])
    return found


_CUT_TEXT: Final = """
(selectors) => selectors.flatMap((selector) => [...document.querySelectorAll(selector)]).flatMap((root) => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const cut = [];
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node.parentElement;
    const range = document.createRange();
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    if (!node.textContent.trim() || text.width < 2 || element.closest(".visually-hidden, option, .back, dialog")) continue;
    if (getComputedStyle(element).visibility !== "visible" || element.closest("svg")) continue;
    for (let clip = element; clip !== null; clip = clip.parentElement) {
      const { overflowX, overflowY, clipPath, display } = getComputedStyle(clip);
      const box = clip.getBoundingClientRect();
      if (clipPath === "inset(50%)") break;
      if (display === "contents") continue;
      if (/auto|scroll/.test(overflowY)) break;
      const isCutX = /hidden|clip/.test(overflowX) && (text.left < box.left - 1 || text.right > box.right + 1);
      // The box of a letter is higher than what is drawn of it.
      const above = parseFloat(getComputedStyle(element).fontSize) / 3;
      const isCutY = /hidden|clip/.test(overflowY) && (text.top < box.top - above || text.bottom > box.bottom + above);
      if (isCutX || isCutY) {
        cut.push(`${node.textContent.trim()} (${element.className}) by ${clip.className || clip.tagName}`);
        break;
      }
    }
  }
  return cut;
})
"""


async def cut_text(page: Page, *selectors: str) -> list[str]:
    """Return the texts in these elements of which a part is cut off and cannot be scrolled to."""
    found: list[str] = await page.evaluate(_CUT_TEXT, list(selectors))
    return found


async def resize(page: Page, width: int, height: int) -> None:
    """Give the window another size, and wait until the page is drawn with it."""
    await page.set_viewport_size({"width": width, "height": height})
    await page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
