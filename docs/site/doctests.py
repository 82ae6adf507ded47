"""A Griffe extension: show the doctests of a docstring as code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import griffe

if TYPE_CHECKING:
    from collections.abc import Iterator


class DoctestBlocks(griffe.Extension):
    """Put a fence around every doctest, which Markdown would otherwise take for a quotation."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Change the docstring of a module, class, function or attribute."""
        if obj.docstring and ">>>" in obj.docstring.value:
            obj.docstring.value = "\n".join(fenced(obj.docstring.value.splitlines()))


def fenced(lines: list[str]) -> Iterator[str]:
    """Yield the lines of a docstring, with a fence around each doctest: from its prompt to the next empty line."""
    inside = False
    for line in lines:
        if not inside and line.lstrip().startswith(">>>"):
            inside = True
            yield "```pycon"
        elif inside and not line.strip():
            inside = False
            yield "```"
        yield line
    if inside:
        yield "```"
