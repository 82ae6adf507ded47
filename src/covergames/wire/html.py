"""Plain HTML for the pages that describe the wire: nothing is loaded from anywhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape


def page(title: str, body: str) -> str:
    """A whole page; the body is markup already, the title is text."""
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{escape(title)}</title>\n</head>\n<body>\n'
        f"<h1>{escape(title)}</h1>\n{body}\n</body>\n</html>\n"
    )


def table(rows: Iterable[Sequence[str]]) -> str:
    """A table of cells that are markup already; nothing if there are no rows."""
    lines = ["<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows]
    return "\n".join(["<table>", *lines, "</table>"]) if lines else ""
