"""Error messages about JSON, for people: they name the field, its value and the allowed values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import inspect

MAX_SHOWN_VALUE_LENGTH: Final = 60
"""How many characters of a wrong value a message shows."""

Node: TypeAlias = inspect.Type
_ENCODE: Final = msgspec.json.Encoder().encode
_STEP: Final = re.compile(r"\.(\w+)|\[(\d+)\]")
_WRONG_WORD: Final = re.compile(r"Invalid (?:enum )?value")
_WRONG_FIELD: Final = re.compile(r"Object contains unknown field `(.*)`")


def explain(message: str, data: Any, wire: Any, *, at: str = "$") -> str:
    """Return msgspec's error message with the wrong value and the allowed values added.

    `data` is the parsed JSON, `wire` the type that it should have, and `at` its path in the whole message.

    >>> explain("Expected `int`, got `str` - at `$[1]`", [7, "8"], list[int], at="$.cards")
    'Expected `int`, got `str` - at `$.cards[1]`: "8"'
    >>> from typing import Literal
    >>> explain("Invalid enum value 'green' - at `$`", "green", Literal["red", "blue"], at="$.colour")
    "'green' is none of blue, red - at `$.colour`"
    """
    what, _, path = message.partition(" - at ")
    path = path.strip("`").removeprefix("$")
    nodes = [_type_info(wire)]
    for name, index in _STEP.findall(path):
        nodes = list(_inside(nodes, data, name))
        try:
            data = data[int(index)] if index else data[name]
        except (KeyError, IndexError, TypeError):
            return f"{what} - at `{at}{path}`"
    if _WRONG_WORD.match(what) and (words := list(dict.fromkeys(_words(nodes)))):
        return f"{_brief(data, quote=repr)} is none of {', '.join(words)} - at `{at}{path}`"
    if (found := _WRONG_FIELD.match(what)) and (names := [field.encode_name for field in _fields(nodes, data)]):
        return f"unknown field `{found[1]}`, which is none of {', '.join(names)} - at `{at}{path}`"
    return f"{what} - at `{at}{path}`: {_brief(data)}"


@cache
def _type_info(wire: Any) -> Node:
    """Return the description of the type, cached: invalid messages must not cost the server much."""
    return inspect.type_info(wire)


def _inside(nodes: Sequence[Node], data: Any, name: str) -> Iterator[Node]:
    """Yield the types that a field, or an item, of the data may have."""
    for node in _alternatives(nodes):
        match node:
            case inspect.StructType(tag_field=tag_field, tag=tag) if name and name == tag_field:
                yield inspect.LiteralType((tag,))
            case inspect.VarTupleType(item_type=item) if not name:
                yield item
            case inspect.TupleType(item_types=items) if not name:
                yield from items
            case inspect.DictType(value_type=value):
                yield value
            case _:
                pass
    yield from [field.type for field in _fields(nodes, data) if field.encode_name == name]


def _fields(nodes: Sequence[Node], data: Any) -> list[inspect.Field]:
    """Return the fields that the data may have; of several classes only those of the class that the tag names."""
    return [
        field
        for node in _alternatives(nodes)
        if isinstance(node, inspect.StructType)
        and (node.tag_field is None or (isinstance(data, dict) and data.get(node.tag_field) == node.tag))
        for field in node.fields
    ]


def _words(nodes: Sequence[Node]) -> Iterator[str]:
    for node in _alternatives(nodes):
        match node:
            case inspect.EnumType(cls=enum):
                yield from [str(member.value) for member in enum]
            case inspect.LiteralType(values=values):
                yield from map(str, values)
            case _:
                pass


def _alternatives(nodes: Sequence[Node]) -> Iterator[Node]:
    for node in nodes:
        match node:
            case inspect.UnionType(types=types):
                yield from _alternatives(types)
            case inspect.Metadata(type=inner):
                yield from _alternatives([inner])
            case _:
                yield node


def _brief(value: Any, *, quote: Any = None) -> str:
    try:
        text = _ENCODE(value).decode() if quote is None or not isinstance(value, str) else quote(value)
    except UnicodeEncodeError:  # half of a surrogate pair, which Python's own reader of JSON accepts
        text = ascii(value)
    return text if len(text) <= MAX_SHOWN_VALUE_LENGTH else f"{text[: MAX_SHOWN_VALUE_LENGTH - 3]}..."
