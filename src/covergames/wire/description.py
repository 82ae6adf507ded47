"""The types of the wire as data: what there is, what each field holds and what it means.

The TypeScript types, the protocol page and the AsyncAPI document are all made from this, and this from the types
themselves: their annotations, their docstrings and the docstrings of their fields.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, is_dataclass
from enum import Enum
from functools import cache, reduce
from operator import or_
from types import UnionType
from typing import Annotated, Any, Final, Literal, NewType, TypeAlias, Union, get_args, get_origin, get_type_hints

import msgspec

from covergames.wire import http
from covergames.wire.arrangement import Arrangement
from covergames.wire.commands import Order, Sent
from covergames.wire.game import Action, Event, FaceUp, Private, Public
from covergames.wire.messages import Told
from covergames.wire.replay import Replay

NAMED_UNIONS: Final[Mapping[str, Any]] = {
    "Sent": Sent,
    "Told": Told,
    "Order": Order,
    "Arrangement": Arrangement,
    "Action": Action,
    "Event": Event,
    "Public": Public,
    "Private": Private,
    "FaceUp": FaceUp,
}
"""The unions that have a name of their own, what is sent and told first."""

OVER_HTTP: Final = (
    http.Opening,
    http.Opened,
    http.Joining,
    http.Joined,
    http.Offer,
    http.Found,
    Replay,
    http.Health,
    http.Problem,
)

Type: TypeAlias = Any
"""A type as an annotation spells it."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a message or a part of one."""

    name: str
    """As it stands in the JSON."""
    type: Type
    """Without what only says that it may be missing."""
    is_optional: bool
    """Whether it may be missing."""
    what: str


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of message, or of a part of one."""

    name: str
    python: type
    tag: tuple[str, str] | None
    """The field that says which kind it is, and what it says."""
    what: str
    fields: tuple[Field, ...]


class Description:
    """All kinds that can be reached from what is sent and told, by socket or by HTTP."""

    def __init__(self) -> None:
        self._order: list[type] = []
        for union in (Sent, Told):
            for member in get_args(union):
                self._collect(member)
        for member in OVER_HTTP:
            self._collect(member)
        counts = Counter(python.__name__ for python in self._order)
        self._names = {
            python: f"{_game(python)}{python.__name__}" if counts[python.__name__] > 1 else python.__name__
            for python in self._order
        }

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """Everything with fields: messages first, then what they are made of."""
        return tuple([self._kind(python) for python in self._order if not issubclass(python, Enum)])

    @property
    def enums(self) -> tuple[tuple[str, type[Enum]], ...]:
        """The words that some fields choose from, by name."""
        return tuple([(self._names[python], python) for python in self._order if issubclass(python, Enum)])

    def members(self, union: Any) -> tuple[Kind, ...]:
        """The kinds that a union consists of."""
        return tuple([self._kind(member) for member in get_args(union)])

    def name(self, python: type) -> str:
        """What the kind is called outside Python: with its game, where both games have one of that name."""
        return self._names[python]

    def _collect(self, annotation: Type) -> None:
        """The type and all that it is made of, each once, in the order in which they are met."""
        if (isinstance(annotation, type) and issubclass(annotation, msgspec.Struct | Enum)) or is_dataclass(annotation):
            if annotation in self._order:
                return
            assert isinstance(annotation, type)
            self._order.append(annotation)
            if not issubclass(annotation, Enum):
                for hint in hints_of(annotation).values():
                    self._collect(hint)
        elif not isinstance(annotation, NewType) and origin_of(annotation) is not Literal:
            for inner in get_args(annotation):
                self._collect(inner)

    def _kind(self, python: type) -> Kind:
        return Kind(
            name=self._names[python],
            python=python,
            tag=_tag(python),
            what=inspect.cleandoc(python.__doc__ or ""),
            fields=tuple(_fields(python)),
        )


def hints_of(python: type) -> dict[str, Type]:
    """The annotations of a kind's fields, resolved, without those of its ancestors' class variables."""
    return get_type_hints(python, include_extras=True)


def union_name(annotation: Type) -> str | None:
    """The name of a union that has one."""
    members = set(get_args(annotation))
    for name, union in NAMED_UNIONS.items():
        if members == set(get_args(union)):
            return name
    return None


def origin_of(annotation: Type) -> object:
    """What a type was made with: ``tuple`` of ``tuple[int, ...]``."""
    return get_origin(annotation)


def is_union(annotation: Type) -> bool:
    """Whether it is one of several types."""
    return origin_of(annotation) in (Union, UnionType)


def plain(annotation: Type) -> Type:
    """The type without limits, such as a greatest length."""
    plainer: Type = get_args(annotation)[0] if origin_of(annotation) is Annotated else annotation
    return plainer


def _fields(python: type) -> Iterator[Field]:
    hints, notes = hints_of(python), _notes(python)
    if not issubclass(python, msgspec.Struct):
        for name, hint in hints.items():
            yield Field(name, hint, is_optional=False, what=notes.get(name, ""))
        return
    may_be_missing = python.__struct_config__.omit_defaults or python in get_args(Sent)
    for field in msgspec.structs.fields(python):
        hint = hints[field.name]
        is_unset = is_union(hint) and msgspec.UnsetType in get_args(hint)
        if is_unset:
            hint = reduce(or_, [member for member in get_args(hint) if member is not msgspec.UnsetType])
        yield Field(
            name=field.encode_name,
            type=hint,
            is_optional=is_unset or (may_be_missing and not field.required),
            what=notes.get(field.name, ""),
        )


def _tag(python: type) -> tuple[str, str] | None:
    if not issubclass(python, msgspec.Struct):
        return None
    config = python.__struct_config__
    return None if config.tag_field is None else (config.tag_field, str(config.tag))


def _game(python: type) -> str:
    """The prefix of what belongs to one game."""
    module = python.__module__.split(".")
    return "CoverMe" if "coverme" in module else "CoverUp" if "coverup" in module else ""


@cache
def _notes(python: type) -> dict[str, str]:
    """The docstrings that stand below the fields of a class."""
    (definition,) = ast.parse(textwrap.dedent(inspect.getsource(python))).body
    assert isinstance(definition, ast.ClassDef)
    notes: dict[str, str] = {}
    for statement, following in zip(definition.body, definition.body[1:], strict=False):
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            match following:
                case ast.Expr(value=ast.Constant(value=str(note))):
                    notes[statement.target.id] = inspect.cleandoc(note)
                case _:
                    pass
    return notes
