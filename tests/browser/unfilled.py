"""What is on a page where there should be words: keys of messages, and arguments that nobody filled in."""

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
"""All that a page says to eyes and ears."""
KEYS: Final = re.compile("|".join(rf"(?<![\w.]){re.escape(key)}(?![\w.])" for key in catalog("en") if "." in key))
PLACEHOLDER: Final = re.compile(r"\{\w+[,}]")


async def unfilled(guest: Guest) -> list[str]:
    """Keys of messages, and arguments in braces, where there should be words."""
    said = await guest.page.evaluate(SAID)
    assert len(said) > 100
    return KEYS.findall(said) + PLACEHOLDER.findall(said)
