"""What the messages are made of: frozen structs that are read strictly, and raw parts that only the table's game can read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Final, TypeAlias, TypeVar, cast

import msgspec

from covergames.game import Types
from covergames.games import AnyGame
from covergames.schema import Number, in_snake_case

__all__ = ["Number", "Part", "encode", "in_snake_case", "pre_encoded"]


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A part of a message: a value that accepts no field it does not name, and contains no reference cycles."""


@dataclass(frozen=True, slots=True)
class Holds:
    """What a raw part holds: a type that every game has, by its name in `Types`."""

    name: str
    is_list: bool = False

    def hint(self, types: Types) -> Any:
        """Return the type of that game."""
        inner = getattr(types, self.name)
        return tuple.__class_getitem__((inner, ...)) if self.is_list else inner


@dataclass(frozen=True, slots=True)
class HoldsTypeOf:
    """What a raw part holds: a type of one game."""

    game: AnyGame
    hint: Any


RawAction: TypeAlias = Annotated[msgspec.Raw, Holds("action")]
RawEvents: TypeAlias = Annotated[msgspec.Raw, Holds("event", is_list=True)]
RawPublic: TypeAlias = Annotated[msgspec.Raw, Holds("view")]
RawPrivate: TypeAlias = Annotated[msgspec.Raw, Holds("private")]
RawFaceUp: TypeAlias = Annotated[msgspec.Raw, Holds("face_up")]
HeldOptions: TypeAlias = Annotated[Any, Holds("options")]
"""Options also come in HTTP requests, which are parsed before msgspec sees their types: raw JSON, or parsed JSON."""

AnyPart = TypeVar("AnyPart")

_ENCODER: Final = msgspec.json.Encoder()


def encode(part: Any) -> bytes:
    """Return the part, or the message, as JSON."""
    return _ENCODER.encode(part)


def pre_encoded(part: AnyPart) -> AnyPart:
    """Return the part encoded already, to stand in its place in many messages; its fields cannot be read any more."""
    return cast("AnyPart", msgspec.Raw(_ENCODER.encode(part)))
