"""How a game's types are written as JSON, where a type does not say enough by itself.

`covergames.schema` derives messages and records from the types of a game. What stands here is said about a field, beside its type:
``source: Annotated[Source, Named("from")]``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, Final, NamedTuple, TypeVar


@dataclass(frozen=True, slots=True)
class Named:
    """Write the field under this name."""

    name: str


@dataclass(frozen=True, slots=True)
class Inlined:
    """Write the fields of this value among those of the object that holds it."""


@dataclass(frozen=True, slots=True)
class Bounded:
    """Accept only numbers, or lengths of tuples, from `least` to `most`."""

    least: int | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class WrittenAs:
    """Write a value of another type instead, which `write` returns and `read` accepts."""

    type: Any
    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Unwritten:
    """Leave the field out, because readers must not see it; they get `value`."""

    value: Any = None


class Known(NamedTuple):
    """What the reader of a view knows already."""

    players: int
    options: Any
    events: Sequence[Any]
    """What has happened so far, as everybody saw it."""


@dataclass(frozen=True, slots=True)
class Recalled:
    """Leave the field out, because readers know it already: `recall` finds it."""

    recall: Callable[[Known], Any]


KNOWN_PLAYERS: Final = Recalled(attrgetter("players"))
KNOWN_OPTIONS: Final = Recalled(attrgetter("options"))


@dataclass(frozen=True, slots=True)
class Stamped:
    """The table's clock sets this field of an action: records hold it, players do not send it."""


class ByClock:
    """The base of actions that only time itself does: records hold them without a seat, players cannot send them."""

    __slots__ = ()


Property = TypeVar("Property", bound=Callable[[Any], Any])
_WRITTEN: Final = "__written__"


def written(getter: Property) -> Property:
    """Write this property as well, for readers that know no rules: ``@property`` stands above it."""
    setattr(getter, _WRITTEN, True)
    return getter


def is_written(member: object) -> bool:
    """Return whether a member of a class is a property that is written."""
    return isinstance(member, property) and hasattr(member.fget, _WRITTEN)
