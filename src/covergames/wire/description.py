"""The types of the messages as data: what there is, what each field holds and what it means.

The TypeScript types, the protocol page and the AsyncAPI document are made from this, and this from the types themselves: their
annotations, their docstrings and the docstrings of their fields. For what a game defines, that is the game's own classes.
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
HELD: Final[Mapping[str, str]] = {
    "action": "Action",
    "event": "Event",
    "view": "Public",
    "private": "Private",
    "face_up": "FaceUp",
}
"""What games define, by its name in `Types`: what it is called in all games together, and with the game's name before it in one."""
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
"""What requests and their answers hold for all games."""

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

    def __init__(self, games: Iterable[AnyGame] | None = None) -> None:
        self.games: Sequence[AnyGame] = [each.rules for each in GAMES.values()] if games is None else tuple(games)
        self._same: dict[tuple[type, object], type] = {}
        """The kind that stands for all that were derived from one class: both games have a `Result`."""
        self._owner: dict[type, str] = {}
        """All kinds in the order in which they are met, each with the prefix of the game that it belongs to."""
        for hint in (*get_args(ClientMessage), *get_args(ServerMessage), *OVER_HTTP, *_messages_of(self.games)):
            self._collect(hint, "")
        counts = Counter(python.__name__ for python in self._owner)
        counts.update(HELD.values())
        self._names = {
            python: f"{prefix}{python.__name__}" if counts[python.__name__] > 1 else python.__name__
            for python, prefix in self._owner.items()
        }

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """Everything with fields: messages first, then what they are made of."""
        return tuple([self._kind(python) for python in self._owner if not issubclass(python, Enum)])

    @property
    def enums(self) -> tuple[tuple[str, type[Enum]], ...]:
        """The words that some fields choose from, by name."""
        return tuple([(self._names[python], python) for python in self._owner if issubclass(python, Enum)])

    @property
    def unions(self) -> Mapping[str, Sequence[str]]:
        """What stands for one of several: the messages, and what a game defines, in each game and in all of them."""
        named = {name: [self.name(member) for member in get_args(union)] for name, union in MESSAGES.items()}
        named["Arrangement"] = [self.name(arrangement_of(game)) for game in self.games]
        for held, name in HELD.items():
            for game in self.games:
                own, wire = f"{prefix_of(game)}{name}", wire_type(game, getattr(game.TYPES, held))
                members = [self.name(member) for member in get_args(wire) or (wire,)]
                if members != [own]:
                    named[own] = members
            named[name] = [f"{prefix_of(game)}{name}" for game in self.games]
        return named

    def members(self, union: Any) -> tuple[Kind, ...]:
        """The kinds of message that a union consists of."""
        return tuple([self._kind(member) for member in get_args(union)])

    def name(self, python: type) -> str:
        """What the kind is called outside Python: with its game, where something else has the same name."""
        return self._names[self._same[_origin(python)]]

    def union_name(self, annotation: Type) -> str | None:
        """The name of a union of kinds that has one."""
        members = [self.name(member) for member in get_args(annotation) if _origin(member) in self._same]
        return next((name for name, union in self.unions.items() if union == members), None)

    def _collect(self, annotation: Type, prefix: str) -> None:
        """Note the type and all that it is made of, each once, in the order in which they are met."""
        held = held_by(annotation)
        if held is not None or annotation is Arrangement:
            for game, hint in held_in(annotation, self.games):
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
    """Return what the routes that games add to the server's take and answer."""
    modules = [GAMES[game.NAME].server for game in games]
    return [hint for module in modules if module is not None for hint in import_module(module).MESSAGES]


def prefix_of(game: AnyGame) -> str:
    """Return what stands before the names of a game's kinds: ``CoverMe`` for ``cover-me``."""
    return "".join(word.capitalize() for word in game.NAME.split("-"))


def held_by(annotation: Type) -> Holds | HoldsTypeOf | None:
    """Return what raw JSON in a message holds; None: the type is nothing of that kind."""
    if origin_of(annotation) is not Annotated:
        return None
    return next((note for note in get_args(annotation) if isinstance(note, Holds | HoldsTypeOf)), None)


def held_in(annotation: Type, games: Iterable[AnyGame]) -> list[tuple[AnyGame, Type]]:
    """Return the type that stands at the place of raw JSON, or of an arrangement, for each game that it may be of."""
    if annotation is Arrangement:
        return [(game, arrangement_of(game)) for game in games]
    match held_by(annotation):
        case HoldsTypeOf(game, hint):
            return [(game, wire_type(game, hint))]
        case Holds() as held:
            return [(game, wire_type(game, held.hint(game.TYPES))) for game in games]
        case None:
            return []


def arrangement_of(game: AnyGame) -> type[msgspec.Struct]:
    """Return the arrangement of that game alone."""
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
    """Return what tells kinds apart: the class that each was derived from, and its tag."""
    return getattr(python, SOURCE, python), _tag(python) if isinstance(python, type) else None


def _in_json_words(docstring: str) -> str:
    """Return a docstring for people who read JSON, where ``None`` is ``null``."""
    return re.sub(r"\bNone\b", "null", inspect.cleandoc(docstring))


def hints_of(python: type) -> dict[str, Type]:
    """The annotations of a kind's fields, resolved."""
    return get_type_hints(python, include_extras=True)


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
    """The docstrings that stand below the fields of a class, and those of properties that are written."""
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
