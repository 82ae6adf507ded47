"""Plain HTML for the pages that describe the messages, without scripts, styles or other files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape


def page(title: str, body: str) -> str:
    """Return a page; the body is HTML, the title is plain text."""
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{escape(title)}</title>\n</head>\n<body>\n'
        f"<h1>{escape(title)}</h1>\n{body}\n</body>\n</html>\n"
    )


def table(rows: Iterable[Sequence[str]]) -> str:
    """Return a table whose cells are HTML; an empty text if there are no rows."""
    lines = ["<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows]
    return "\n".join(["<table>", *lines, "</table>"]) if lines else ""
