"""A Griffe extension: prepare docstrings and attributes for the API reference."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import griffe

if TYPE_CHECKING:
    from collections.abc import Iterator


class Readable(griffe.Extension):
    """Show doctests as code, and no value for attributes that are set from an argument of the same name."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Change the docstring of a module, class, function or attribute."""
        if obj.docstring and ">>>" in obj.docstring.value:
            obj.docstring.value = "\n".join(fenced(obj.docstring.value.splitlines()))

    def on_attribute_instance(self, *, attr: griffe.Attribute, **_: Any) -> None:
        """Hide the value of an instance attribute: it is no constant."""
        if "instance-attribute" in attr.labels and "class-attribute" not in attr.labels:
            attr.value = None


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
