"""The page of ``covergames report``, measured in a browser 1,100 pixels wide."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from playwright.async_api import Browser

from covergames.lab.report import report
from covergames.text import text
from tests.lab.test_report import tournament

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

TOO_WIDE = """() => [document.documentElement, ...document.querySelectorAll(".wide")]
    .filter(part => part.scrollWidth > part.clientWidth + 1)
    .map(part => `${part.scrollWidth} of ${part.clientWidth}: ${part.textContent.slice(0, 80)}`)"""


@pytest.mark.parametrize(
    ("width", "language"), [(1100, "fi"), pytest.param(1100, "en", marks=pytest.mark.prove)]
)  # Finnish has the longest words
async def test_charts_and_tables_fit(width: int, language: str, browser: Browser, tmp_path: Path) -> None:
    """With all figures open, nothing has to be scrolled sideways, and every chart has its whole width."""
    runs = tournament(("random", "novice", "plan"), {"length": "longer"}, games=2)
    page_file = tmp_path / "report.html"
    page_file.write_text(report(runs, partial(text, language=language), language=language).page, encoding="utf-8")
    page = await browser.new_page(viewport={"width": width, "height": 900})
    await page.goto(page_file.as_uri())
    await page.evaluate("document.querySelectorAll('details').forEach(part => { part.open = true; })")
    assert await page.evaluate(TOO_WIDE) == []
    widths = await page.evaluate("[...document.images].map(image => [image.complete, image.naturalWidth, image.width])")
    assert len(widths) > 30
    assert all(is_complete and natural > 600 and shown > 900 for is_complete, natural, shown in widths)
    await page.close()
