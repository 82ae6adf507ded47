"""Annotations for the fields of a game's types that say how to write them as JSON.

`covergames.schema` derives messages and records from the types of a game. An annotation is needed where the type of a field is
not enough: ``source: Annotated[Source, Named("from")]``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, Final, NamedTuple, TypeVar


@dataclass(frozen=True, slots=True)
class Named:
    """Write the field with this name."""

    name: str


@dataclass(frozen=True, slots=True)
class Inlined:
    """Write the fields of this value as fields of the object that contains it."""


@dataclass(frozen=True, slots=True)
class Bounded:
    """Accept only numbers, or lengths of tuples, from `least` to `most`."""

    least: int | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class WrittenAs:
    """Write a value of another type instead: `write` converts to it, `read` converts back."""

    type: Any
    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Unwritten:
    """Omit the field, because readers must not see it; they get `value` instead."""

    value: Any = None


class Known(NamedTuple):
    """What the reader of a view already knows."""

    players: int
    options: Any
    events: Sequence[Any]
    """The events so far, redacted for spectators."""


@dataclass(frozen=True, slots=True)
class Recalled:
    """Omit the field, because readers already know it: `recall` returns it."""

    recall: Callable[[Known], Any]


KNOWN_PLAYERS: Final = Recalled(attrgetter("players"))
KNOWN_OPTIONS: Final = Recalled(attrgetter("options"))


@dataclass(frozen=True, slots=True)
class Stamped:
    """The table's clock sets this field of an action. Records contain it, messages of players do not."""


class ByClock:
    """The base class of actions of the clock. Records contain them without a seat; players cannot send them."""

    __slots__ = ()


Property = TypeVar("Property", bound=Callable[[Any], Any])
_WRITTEN: Final = "__written__"


def written(getter: Property) -> Property:
    """Write this property too, for readers that do not know the rules; a decorator below ``@property``."""
    setattr(getter, _WRITTEN, True)
    return getter


def is_written(member: object) -> bool:
    """Return whether a member of a class is a property that is written."""
    return isinstance(member, property) and hasattr(member.fget, _WRITTEN)
