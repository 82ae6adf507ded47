"""A description of all message types: their names, fields and docstrings.

The TypeScript types, the protocol page and the AsyncAPI document are generated from it. It is built from the types themselves:
their annotations, their docstrings and the docstrings of their fields. The types of a game are the game's own classes.
"""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, is_dataclass
from enum import Enum
from functools import cache, reduce
from importlib import import_module
from operator import or_
from types import UnionType
from typing import Annotated, Any, Final, Literal, NewType, TypeAlias, Union, get_args, get_origin, get_type_hints

import msgspec

from covergames.encoding import Inlined
from covergames.games import GAMES, AnyGame
from covergames.schema import SOURCE, members_of, wire_type
from covergames.wire import http
from covergames.wire.arrangement import Arrangement
from covergames.wire.commands import ClientMessage, Order
from covergames.wire.messages import ServerMessage
from covergames.wire.part import Holds, HoldsTypeOf, Part
from covergames.wire.replay import Replay

MESSAGES: Final[Mapping[str, Any]] = {"ClientMessage": ClientMessage, "ServerMessage": ServerMessage, "Order": Order}
"""The unions of messages."""
GAME_UNIONS: Final[Mapping[str, str]] = {
    "action": "Action",
    "event": "Event",
    "view": "Public",
    "private": "Private",
    "face_up": "FaceUp",
}
"""The names of the unions over all games, by the field of `Types`. With a prefix they are those of one game: ``CoverMeAction``."""
OVER_HTTP: Final = (
    http.Opening,
    http.Opened,
    http.Joining,
    http.Joined,
    http.Offer,
    http.Found,
    http.Reporting,
    Replay,
    http.Computing,
    http.Health,
    http.ConnectionSeen,
    http.Problem,
)
"""The types of HTTP requests and responses that do not depend on a game."""

Type: TypeAlias = Any
"""A type annotation."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a type."""

    name: str
    """The name in JSON."""
    type: Type
    """The annotation without `UnsetType`."""
    is_optional: bool
    """Whether it may be missing."""
    what: str
    """The docstring of the field."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A message type, or a type inside a message."""

    name: str
    python: type
    tag: tuple[str, str] | None
    """The name and the value of the tag field; None: the type has no tag."""
    what: str
    """The docstring of the type."""
    fields: tuple[Field, ...]


class Description:
    """All types that messages and HTTP bodies contain."""

    def __init__(self, games: Iterable[AnyGame] | None = None) -> None:
        self.games: Sequence[AnyGame] = [each.rules for each in GAMES.values()] if games is None else tuple(games)
        self._same: dict[tuple[type, object], type] = {}
        """The first of several types that are derived from the same class, such as the `Result` of each game."""
        self._owner: dict[type, str] = {}
        """All types in the order of their first use, each with the prefix of its game."""
        for hint in (*get_args(ClientMessage), *get_args(ServerMessage), *OVER_HTTP, *_messages_of(self.games)):
            self._collect(hint, "")
        counts = Counter(python.__name__ for python in self._owner)
        counts.update(GAME_UNIONS.values())
        self._names = {
            python: f"{prefix}{python.__name__}" if counts[python.__name__] > 1 else python.__name__
            for python, prefix in self._owner.items()
        }

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """All types with fields: messages first, then the types inside them."""
        return tuple([self._kind(python) for python in self._owner if not issubclass(python, Enum)])

    @property
    def enums(self) -> tuple[tuple[str, type[Enum]], ...]:
        """All enumerations by name."""
        return tuple([(self._names[python], python) for python in self._owner if issubclass(python, Enum)])

    @property
    def unions(self) -> Mapping[str, Sequence[str]]:
        """All unions by name: those of the messages, and those of the game types, for each game and for all games."""
        named = {name: [self.name(member) for member in get_args(union)] for name, union in MESSAGES.items()}
        named["Arrangement"] = [self.name(arrangement_of(game)) for game in self.games]
        for held, name in GAME_UNIONS.items():
            for game in self.games:
                own, wire = f"{prefix_of(game)}{name}", wire_type(game, getattr(game.TYPES, held))
                members = [self.name(member) for member in get_args(wire) or (wire,)]
                if members != [own]:
                    named[own] = members
            named[name] = [f"{prefix_of(game)}{name}" for game in self.games]
        return named

    def members(self, union: Any) -> tuple[Kind, ...]:
        """Return the message types of a union."""
        return tuple([self._kind(member) for member in get_args(union)])

    def name(self, python: type) -> str:
        """Return the name of the type outside Python: with the prefix of its game if another type has the same name."""
        return self._names[self._same[_origin(python)]]

    def union_name(self, annotation: Type) -> str | None:
        """Return the name of a union; None: it has no name."""
        members = [self.name(member) for member in get_args(annotation) if _origin(member) in self._same]
        return next((name for name, union in self.unions.items() if union == members), None)

    def _collect(self, annotation: Type, prefix: str) -> None:
        """Add the type and all types inside it, each once."""
        held = game_type_in(annotation)
        if held is not None or annotation is Arrangement:
            for game, hint in game_types_in(annotation, self.games):
                self._collect(hint, prefix_of(game))
        elif isinstance(annotation, type) and (
            issubclass(annotation, msgspec.Struct | Enum) or is_dataclass(annotation)
        ):
            if self._same.setdefault(_origin(annotation), annotation) is annotation and annotation not in self._owner:
                self._owner[annotation] = prefix
                if not issubclass(annotation, Enum):
                    for hint in hints_of(annotation).values():
                        self._collect(hint, prefix)
        elif not isinstance(annotation, NewType) and origin_of(annotation) is not Literal:
            for inner in get_args(annotation):
                self._collect(inner, prefix)

    def _kind(self, python: type) -> Kind:
        return Kind(
            name=self._names[python],
            python=python,
            tag=_tag(python),
            what=_in_json_words(python.__doc__ or ""),
            fields=tuple(_fields(python)),
        )


def _messages_of(games: Iterable[AnyGame]) -> list[Type]:
    """Return the types of the requests and responses of the games' own routes."""
    modules = [GAMES[game.NAME].server for game in games]
    return [hint for module in modules if module is not None for hint in import_module(module).MESSAGES]


def prefix_of(game: AnyGame) -> str:
    """Return the prefix of the names of a game's types: ``CoverMe`` for ``cover-me``."""
    return "".join(word.capitalize() for word in game.NAME.split("-"))


def game_type_in(annotation: Type) -> Holds | HoldsTypeOf | None:
    """Return which type of a game a field with raw JSON contains; None: the field has another type."""
    if origin_of(annotation) is not Annotated:
        return None
    return next((note for note in get_args(annotation) if isinstance(note, Holds | HoldsTypeOf)), None)


def game_types_in(annotation: Type, games: Iterable[AnyGame]) -> list[tuple[AnyGame, Type]]:
    """Return, for each game, the type that a field with raw JSON, or an arrangement, contains."""
    if annotation is Arrangement:
        return [(game, arrangement_of(game)) for game in games]
    match game_type_in(annotation):
        case HoldsTypeOf(game, hint):
            return [(game, wire_type(game, hint))]
        case Holds() as held:
            return [(game, wire_type(game, held.hint(game.TYPES))) for game in games]
        case None:
            return []


def arrangement_of(game: AnyGame) -> type[msgspec.Struct]:
    """Return the type of the game's arrangements."""
    return _arrangement(game.NAME, prefix_of(game), wire_type(game, game.TYPES.options))


@cache
def _arrangement(game: str, name: str, options: Any) -> type[msgspec.Struct]:
    fields = [
        ("players", hints_of(Arrangement)["players"]),
        ("options", options, msgspec.field(default_factory=options)),
    ]
    return msgspec.defstruct(
        name,
        fields,  # type: ignore[arg-type]
        bases=(Part,),
        frozen=True,
        tag_field="game",
        tag=game,
        namespace={"__doc__": Arrangement.__doc__, SOURCE: Arrangement},
    )


def _origin(python: Any) -> tuple[Any, object]:
    """Return the identity of a type: the class that it is derived from, and its tag."""
    return getattr(python, SOURCE, python), _tag(python) if isinstance(python, type) else None


def _in_json_words(docstring: str) -> str:
    """Return a docstring for people who read JSON, where ``None`` is ``null``."""
    return re.sub(r"\bNone\b", "null", inspect.cleandoc(docstring))


def hints_of(python: type) -> dict[str, Type]:
    """Return the resolved annotations of a type's fields."""
    return get_type_hints(python, include_extras=True)


def origin_of(annotation: Type) -> object:
    """Return the generic type: ``tuple`` for ``tuple[int, ...]``."""
    return get_origin(annotation)


def is_union(annotation: Type) -> bool:
    """Return whether the annotation is a union."""
    return origin_of(annotation) in (Union, UnionType)


def plain(annotation: Type) -> Type:
    """Return the type without constraints, such as a maximum length."""
    plainer: Type = get_args(annotation)[0] if origin_of(annotation) is Annotated else annotation
    return plainer


def _fields(python: type) -> Iterator[Field]:
    hints, notes = hints_of(python), _notes(getattr(python, SOURCE, python))
    if not issubclass(python, msgspec.Struct):
        for name, hint in hints.items():
            yield Field(name, hint, is_optional=False, what=_in_json_words(notes.get(name, "")))
        return
    may_be_missing = python.__struct_config__.omit_defaults or python in get_args(ClientMessage)
    for field in msgspec.structs.fields(python):
        hint = hints[field.name]
        is_unset = is_union(hint) and msgspec.UnsetType in get_args(hint)
        if is_unset:
            hint = reduce(or_, [member for member in get_args(hint) if member is not msgspec.UnsetType])
        yield Field(
            name=field.encode_name,
            type=hint,
            is_optional=is_unset or (may_be_missing and not field.required),
            what=_in_json_words(notes.get(field.name, "")),
        )


def _tag(python: type) -> tuple[str, str] | None:
    if not issubclass(python, msgspec.Struct):
        return None
    config = python.__struct_config__
    return None if config.tag_field is None else (config.tag_field, str(config.tag))


@cache
def _notes(python: type) -> dict[str, str]:
    """Return the docstrings of a class's fields, and of its properties that are part of the JSON."""
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
    if not issubclass(python, msgspec.Struct):
        for member in members_of(python):
            if member.is_property:
                notes[member.name] = inspect.getdoc(getattr(python, member.name)) or ""
            elif member.note(Inlined) is not None:
                notes |= _notes(plain(member.hint))
    return notes
