"""The building blocks of messages: frozen structs that are decoded strictly, and raw JSON whose type depends on the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Final, TypeAlias, TypeVar, cast

import msgspec

from covergames.game import Types
from covergames.games import AnyGame
from covergames.schema import Number, in_snake_case

__all__ = ["Number", "Part", "encode", "in_snake_case", "pre_encoded"]


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Base class of messages and their parts: immutable, without unknown fields and without reference cycles."""


@dataclass(frozen=True, slots=True)
class Holds:
    """Annotation of raw JSON: it contains a type that every game has, by its name in `Types`."""

    name: str
    is_list: bool = False

    def hint(self, types: Types) -> Any:
        """Return the type of one game."""
        inner = getattr(types, self.name)
        return tuple.__class_getitem__((inner, ...)) if self.is_list else inner


@dataclass(frozen=True, slots=True)
class HoldsTypeOf:
    """Annotation of raw JSON: it contains a type of one game."""

    game: AnyGame
    hint: Any


RawAction: TypeAlias = Annotated[msgspec.Raw, Holds("action")]
RawEvents: TypeAlias = Annotated[msgspec.Raw, Holds("event", is_list=True)]
RawPublic: TypeAlias = Annotated[msgspec.Raw, Holds("view")]
RawPrivate: TypeAlias = Annotated[msgspec.Raw, Holds("private")]
RawFaceUp: TypeAlias = Annotated[msgspec.Raw, Holds("face_up")]
HeldOptions: TypeAlias = Annotated[Any, Holds("options")]
"""Options as raw JSON, or as parsed JSON: Litestar parses the bodies of HTTP requests first."""

AnyPart = TypeVar("AnyPart")

_ENCODER: Final = msgspec.json.Encoder()


def encode(part: Any) -> bytes:
    """Return the part, or the message, as JSON."""
    return _ENCODER.encode(part)


def pre_encoded(part: AnyPart) -> AnyPart:
    """Return the part as raw JSON, typed as the part, so that many messages can contain it without encoding it again.

    Its fields cannot be read.
    """
    return cast("AnyPart", msgspec.Raw(_ENCODER.encode(part)))
