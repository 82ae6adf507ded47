"""Errors in messages on a page: visible keys, and arguments that were not filled in."""

from __future__ import annotations

import re
from typing import Final

from covergames.text import catalog
from tests.browser.guest import Guest

SAID: Final = """() => {
    const named = [...document.querySelectorAll("[aria-label], [title], [placeholder], [alt]")].flatMap((node) =>
        ["aria-label", "title", "placeholder", "alt"].map((name) => node.getAttribute(name) ?? ""));
    return [document.title, document.body.textContent, ...named].join("\\n");
}"""
"""A script: all visible text, and all labels for screen readers."""
KEYS: Final = re.compile("|".join(rf"(?<![\w.]){re.escape(key)}(?![\w.])" for key in catalog("en") if "." in key))
PLACEHOLDER: Final = re.compile(r"\{\w+[,}]")


async def unfilled(guest: Guest) -> list[str]:
    """Return keys of messages and arguments in braces in the text."""
    said = await guest.page.evaluate(SAID)
    assert len(said) > 100
    return KEYS.findall(said) + PLACEHOLDER.findall(said)
