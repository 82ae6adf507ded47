"""A real Chromium, the one of this machine."""

from __future__ import annotations

import os
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from playwright.async_api import Browser, async_playwright

ROOT: Final = Path(__file__).resolve().parents[2]


def executable() -> str:
    """The path of Chromium; fails with instructions if there is none and none can be installed."""
    found = subprocess.run([ROOT / "scripts" / "chromium"], capture_output=True, text=True)
    assert found.returncode == 0, found.stderr
    return found.stdout.strip()


@asynccontextmanager
async def chromium(path: str) -> AsyncIterator[Browser]:
    """A running browser; as root it runs without its sandbox."""
    arguments = ["--no-sandbox"] if os.getuid() == 0 else []
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=arguments)
        yield browser
        await browser.close()
