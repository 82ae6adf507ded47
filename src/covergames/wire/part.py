"""What the messages are made of: frozen structs, read strictly, and cards as text."""

from __future__ import annotations

import re
from typing import Annotated, Any, Final, NewType, TypeAlias, TypeVar, cast

import msgspec

CardText = NewType("CardText", str)
"""A card as records write it: ``Gkmd`` in Cover Me, its id in the deck (``g01``) in Cover Up."""

LONGEST_CARD: Final = 40
SpokenCard: TypeAlias = Annotated[CardText, msgspec.Meta(max_length=LONGEST_CARD)]
"""A card that a client names."""

Number: TypeAlias = Annotated[int, msgspec.Meta(ge=-(2**53) + 1, le=2**53 - 1)]
"""A whole number that every reader of JSON keeps exact."""


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A part of a message: a value, in which nothing is accepted that it does not name, and which never leads back to itself."""


def in_snake_case(name: str) -> str:
    """``season_began`` for ``SeasonBegan``: what a message calls the class."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Told(Part, frozen=True, tag_field="event", tag=in_snake_case):
    """A decision or an event, which says in ``event`` what it is, as the decisions of a record do."""


AnyPart = TypeVar("AnyPart")

_ENCODER: Final = msgspec.json.Encoder()


def encode(part: Any) -> bytes:
    """The part, or the message, as JSON."""
    return _ENCODER.encode(part)


def once(part: AnyPart) -> AnyPart:
    """The part already encoded, to stand in its own place in many messages; nobody can look into it any more."""
    return cast("AnyPart", msgspec.Raw(_ENCODER.encode(part)))
