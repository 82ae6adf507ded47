"""Run axe on a page without weakening the page's security policy."""

from __future__ import annotations

from typing import Final

from tests.browser.chromium import ROOT
from tests.browser.guest import Guest

AXE: Final = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
SET_TEXT_FILL: Final = """() => {
    if (!matchMedia("(forced-colors: active)").matches) return;
    for (const element of document.querySelectorAll("body *")) {
        element.style.webkitTextFillColor = getComputedStyle(element).color;
    }
}"""
"""A script: give all text the colour that forced colours paint. axe reads -webkit-text-fill-color, for which Chromium returns the
colour of the style sheet."""
RUN: Final = """async () => (await axe.run()).violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id}: ${target.join(" ")}`))"""


async def violations(guest: Guest) -> list[str]:
    """What axe finds, each with its place. It is injected through the debugger, because the page's policy forbids other scripts."""
    if not await guest.page.evaluate("'axe' in globalThis"):
        await guest.page.evaluate(AXE.read_text(encoding="utf-8"))
    await guest.page.evaluate(SET_TEXT_FILL)
    found: list[str] = await guest.page.evaluate(RUN)
    return found
