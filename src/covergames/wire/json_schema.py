"""The JSON schemas of messages. For raw JSON in a message, the schema lists the types of all games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import NoneType
from typing import Any, NamedTuple, TypeAlias, get_args

import msgspec

from covergames.games import AnyGame
from covergames.wire.arrangement import Arrangement
from covergames.wire.description import Type, game_type_in, game_types_in, hints_of

Schema: TypeAlias = dict[str, Any]


class Schemas(NamedTuple):
    """The schemas of some types and of their parts."""

    types: list[Schema]
    """In the order in which the types were given."""
    components: dict[str, Schema]
    """The schemas of the parts, by name."""


def schemas_of(types: Sequence[Type], structs: Sequence[type], games: Sequence[AnyGame], *, template: str) -> Schemas:
    """Return the schemas of the types; `structs` are all structs that they may contain."""
    holes = [hole for struct in structs for hole in _holes(struct)]
    filling = [hint for hole in holes for _, hint in game_types_in(hole.annotation, games)]
    arrangements = [hint for _, hint in game_types_in(Arrangement, games)]
    asked = [*types, *(hole.struct for hole in holes), Arrangement, *arrangements, *filling]
    found, components = msgspec.json.schema_components(asked, ref_template=template)
    schemas = iter(found)
    answers = [next(schemas) for _ in types]
    holders = [_component(next(schemas), components) for _ in holes]
    whole = _component(next(schemas), components)
    whole.clear()
    whole["anyOf"] = [next(schemas) for _ in arrangements]
    for hole, holder in zip(holes, holders, strict=True):
        alternatives = [next(schemas) for _ in game_types_in(hole.annotation, games)]
        holder["properties"][hole.name] = {"anyOf": [*alternatives, *([{"type": "null"}] if hole.may_be_null else [])]}
    return Schemas(answers, components)


class _Hole(NamedTuple):
    """A field with raw JSON, whose type depends on the game."""

    struct: type
    name: str
    annotation: Type
    may_be_null: bool


def _holes(struct: type) -> Iterator[_Hole]:
    if struct is Arrangement or not issubclass(struct, msgspec.Struct):
        return
    hints = hints_of(struct)
    for field in msgspec.structs.fields(struct):
        hint = hints[field.name]
        for part in (hint, *get_args(hint)):
            if game_type_in(part) is not None:
                yield _Hole(struct, field.encode_name, part, NoneType in get_args(hint))
                break


def _component(reference: Schema, components: dict[str, Schema]) -> Schema:
    return components[reference["$ref"].rpartition("/")[2]]
