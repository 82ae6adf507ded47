"""The types of the messages in TypeScript."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import NoneType
from typing import Any, Final, Literal, NewType, get_args

import msgspec

from covergames.schema import wire_type
from covergames.table.user_text import MAX_CHAT_LENGTH, MAX_NAME_LENGTH, MAX_REASON_LENGTH, MAX_TITLE_LENGTH
from covergames.wire.arrangement import Arrangement
from covergames.wire.commands import PROTOCOL
from covergames.wire.description import GAME_UNIONS, Description, Field, Kind, game_type_in, is_union, origin_of, plain
from covergames.wire.part import Holds, HoldsTypeOf

ALIASES: Final = {
    "Seat": "A place at the table, counted clockwise from 0.",
    "CardText": "A card in the notation of records.",
}
LIMITS: Final = {
    "MAX_NAME_LENGTH": MAX_NAME_LENGTH,
    "MAX_TITLE_LENGTH": MAX_TITLE_LENGTH,
    "MAX_CHAT_LENGTH": MAX_CHAT_LENGTH,
    "MAX_REASON_LENGTH": MAX_REASON_LENGTH,
}
PLAIN: Final = {int: "number", float: "number", str: "string", bool: "boolean", NoneType: "null", Any: "unknown"}


class TypeScript:
    """Translates the types of the messages to TypeScript."""

    def __init__(self, described: Description) -> None:
        self._described = described
        self._aliases: dict[str, str] = {}

    def file(self) -> str:
        """Return the text of the TypeScript file."""
        parts = [self._kind(kind) for kind in self._described.kinds]
        unions = [_union(name, members) for name, members in self._described.unions.items()]
        enums = [
            f"export type {name} = {' | '.join(_quoted(member.value) for member in enum)};"
            for name, enum in self._described.enums
        ]
        aliases = [
            f"/** {ALIASES[name]} */\nexport type {name} = {target};" for name, target in sorted(self._aliases.items())
        ]
        protocol = f"/** The version of the protocol that this client speaks. */\nexport const PROTOCOL = {PROTOCOL};"
        limits = [f"export const {name} = {most};" for name, most in LIMITS.items()]
        head = "// Written by scripts/wire_types.py from the types of covergames.wire. Do not edit."
        limit_comment = "/** How many characters a name, a title and a chat message may have. */"
        return (
            "\n\n".join(
                [head, protocol, "\n".join([limit_comment, *limits]), *aliases, "\n".join(enums), *unions, *parts]
            )
            + "\n"
        )

    def type(self, annotation: Any) -> str:
        """Return the type in TypeScript."""
        match game_type_in(annotation):
            case Holds(name, is_list):
                return f"{GAME_UNIONS[name]}[]" if is_list else GAME_UNIONS[name]
            case HoldsTypeOf(game, hint):
                return self.type(wire_type(game, hint))
            case None:
                pass
        annotation = plain(annotation)
        if annotation is Arrangement:
            return Arrangement.__name__
        if isinstance(annotation, NewType):
            target = self.type(annotation.__supertype__)
            if annotation.__name__ not in ALIASES:
                return target
            self._aliases[annotation.__name__] = target
            return annotation.__name__
        if annotation in PLAIN:
            return PLAIN[annotation]
        if is_union(annotation):
            return self._union_of(annotation)
        origin, arguments = origin_of(annotation), get_args(annotation)
        if origin is Literal:
            return " | ".join(_quoted(word) for word in arguments)
        if origin in (tuple, list):
            if origin is list or arguments[-1] is Ellipsis:
                inner = self.type(arguments[0])
                return f"({inner})[]" if " | " in inner else f"{inner}[]"
            return f"[{', '.join(self.type(argument) for argument in arguments)}]"
        if isinstance(origin, type) and issubclass(origin, Mapping):
            key, value = arguments
            record = f"Record<{self.type(key)}, {self.type(value)}>"
            return record if key is str else f"Partial<{record}>"
        return self._described.name(annotation)

    def _union_of(self, annotation: Any) -> str:
        name = self._described.union_name(annotation)
        return name or " | ".join(self.type(member) for member in get_args(annotation))

    def _kind(self, kind: Kind) -> str:
        tag = [] if kind.tag is None else [f"  {kind.tag[0]}: {_quoted(kind.tag[1])};"]
        fields = [line for field in kind.fields for line in self._field(field)]
        return "\n".join([*_comment(kind.what), f"export interface {kind.name} {{", *tag, *fields, "}"])

    def _field(self, field: Field) -> Iterator[str]:
        yield from _comment(field.what, indent="  ")
        yield f"  {field.name}{'?' if field.is_optional else ''}: {self.type(field.type)};"


def _union(name: str, members: Iterable[str]) -> str:
    listed = "\n".join(f"  | {member}" for member in members)
    return f"export type {name} =\n{listed};"


def _quoted(word: object) -> str:
    return msgspec.json.encode(word).decode()


def _comment(text: str, indent: str = "") -> Iterator[str]:
    if text:
        yield f"{indent}/** {' '.join(text.split())} */"
