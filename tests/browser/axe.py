"""Run axe on a page without weakening the page's security policy."""

from __future__ import annotations

from typing import Final

from tests.browser.chromium import ROOT
from tests.browser.guest import Guest

AXE: Final = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
RUN: Final = """async () => (await axe.run()).violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id}: ${target.join(" ")}`))"""


async def violations(guest: Guest) -> list[str]:
    """What axe finds, each with its place. It is injected through the debugger, because the page's policy forbids other scripts."""
    if not await guest.page.evaluate("'axe' in globalThis"):
        await guest.page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[str] = await guest.page.evaluate(RUN)
    return found
