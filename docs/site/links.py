"""Check the built pages: every link leads somewhere, and nothing is loaded from another host."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote, urldefrag, urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LOADED: Final = frozenset({"script", "link", "img", "source", "iframe", "video", "audio"})
"""Elements whose address the browser fetches without a click."""


class Page(HTMLParser):
    """The anchors of a page, and the addresses that it names."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.addresses: list[tuple[str, str]] = []
        """Each with the element that names it."""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the anchor and the address of an element."""
        found = dict(attrs)
        self.anchors.update(anchor for name in ("id", "name") if (anchor := found.get(name)))
        self.addresses += [(tag, address) for name in ("href", "src") if (address := found.get(name))]


def problems(site: Path) -> Iterator[str]:
    """Yield every link to a missing file or anchor, and every file that would be loaded from another host."""
    pages = {path.resolve(): Page(path.read_text("utf-8")) for path in site.rglob("*.html")}
    for path, page in sorted(pages.items()):
        for tag, address in page.addresses:
            where = f"{path.relative_to(site.resolve())}: {address}"
            parts = urlsplit(address)
            if parts.scheme or parts.netloc:
                if tag in LOADED and parts.scheme != "data":
                    yield f"{where} would be loaded from another host"
                continue
            file, anchor = urldefrag(address)
            folder = site.resolve() if file.startswith("/") else path.parent
            target = (folder / unquote(file).lstrip("/")).resolve() if file else path
            target = target / "index.html" if target.is_dir() else target
            if not target.exists():
                yield f"{where} does not exist"
            elif anchor and target in pages and unquote(anchor) not in pages[target].anchors:
                yield f"{where} has no such anchor"
