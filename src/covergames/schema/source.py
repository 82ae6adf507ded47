"""The fields of a game's classes with their annotations, from which the JSON is derived."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from typing import Annotated, Any, NamedTuple, TypeAlias, get_origin, get_type_hints

from covergames.encoding import Named, is_written

Hint: TypeAlias = Any
"""A type, as in an annotation."""


class Tag(NamedTuple):
    """The tag of a class: the field and the value in JSON that identify its objects."""

    field: str
    value: str
    name: str
    """The name of the struct that is derived from the class."""


@dataclass(frozen=True, slots=True, eq=False)
class Dialect:
    """The rules for writing the types of one game for one purpose: messages or records."""

    name: str
    """The name of the game; it is part of the qualified names of structs."""
    card: Hint
    """The type of the game's cards, which are written as text."""
    tags: Mapping[type, Tag]
    """The tags of classes."""
    sparse: type | None = None
    """The class whose fields are all optional in JSON: a missing one has its default."""
    has_seats: bool = False
    """Whether tagged objects have a seat and a time, as actions in records."""
    derived: dict[type, Any] = field(default_factory=dict)
    """The structs and enumerations derived so far, by the class from which each was derived."""


class Member(NamedTuple):
    """A field of a class, or a property that is also written."""

    name: str
    hint: Hint
    is_property: bool

    def note(self, kind: type) -> Any:
        """Return the annotation of this class; None: there is none."""
        return next((note for note in plain(self.hint)[1] if isinstance(note, kind)), None)

    @property
    def json_name(self) -> str:
        """The name of the field in JSON."""
        named: Named | None = self.note(Named)
        return self.name if named is None else named.name


def members_of(python: type) -> Iterator[Member]:
    """Yield the fields of a dataclass or named tuple, then the properties that are also written."""
    hints = get_type_hints(python, include_extras=True)
    names = [each.name for each in fields(python)] if is_dataclass(python) else python._fields  # type: ignore[attr-defined]
    for name in names:
        yield Member(name, hints[name], is_property=False)
    for name, member in vars(python).items():
        if isinstance(member, property) and is_written(member):
            yield Member(name, get_type_hints(member.fget)["return"], is_property=True)


def plain(hint: Hint) -> tuple[Hint, tuple[Any, ...]]:
    """Return the type without `Annotated`, and its annotations."""
    origin: Any = get_origin(hint)
    return (hint.__origin__, hint.__metadata__) if origin is Annotated else (hint, ())


def is_record(hint: Hint) -> bool:
    """Return whether the type is a class with fields: a dataclass or a named tuple."""
    return isinstance(hint, type) and (is_dataclass(hint) or (issubclass(hint, tuple) and hasattr(hint, "_fields")))


def tag_of(python: type) -> Tag:
    """Return the tag of an action or event: its name in the field ``event``."""
    return Tag("event", in_snake_case(python.__name__), python.__name__)


def own_tag(python: type) -> Tag | None:
    """Return the tag of a class that has the attribute ``TAG_FIELD``; None: it has none."""
    name: str | None = getattr(python, "TAG_FIELD", None)
    return None if name is None else tag_of(python)._replace(field=name)


def words_for(hint: type[Enum]) -> Any:
    """Return an enumeration whose values are the names in JSON: ``red-brown`` for ``RED_BROWN``."""
    return Enum(hint.__name__, {name: name.lower().replace("_", "-") for name in hint.__members__})


def in_snake_case(name: str) -> str:
    """Return ``season_began`` for ``SeasonBegan``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
