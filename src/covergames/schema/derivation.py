"""Derives from the types of a game the structs that msgspec encodes, and functions that convert values to them and back.

A dataclass or named tuple becomes a struct with the same fields. The functions are generated as source text, as `dataclasses`
generates `__init__`, so they are as fast as handwritten code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from functools import lru_cache, reduce
from operator import or_
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, NamedTuple, NewType, TypeAlias, Union, get_args, get_origin

import msgspec
from msgspec import UNSET, UnsetType

from covergames.encoding import Bounded, ByClock, Inlined, Recalled, Stamped, Unwritten, WrittenAs
from covergames.game import CLOCK
from covergames.schema.source import Dialect, Hint, Member, is_record, members_of, own_tag, plain, words_for

CardText = NewType("CardText", str)
"""A card in the notation of records: ``Gkmd`` in Cover Me, its id in the deck (``g01``) in Cover Up."""

SOURCE: Final = "__source__"
"""The attribute of a struct with the class from which it was derived."""
MAX_SHARED_BYTES: Final = 16
"""The longest JSON of a field that views with the same one share."""
MAX_SHARED_TEXTS: Final = 4096
MAX_SAFE_INTEGER: Final = 2**53 - 1
"""The largest integer that JavaScript represents exactly."""
Number: TypeAlias = Annotated[int, msgspec.Meta(ge=-MAX_SAFE_INTEGER, le=MAX_SAFE_INTEGER)]
SeatNumber: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=MAX_SAFE_INTEGER)]

Expression: TypeAlias = Callable[[str], str]
"""A function from the source text of an argument to the source text of an expression."""


class GeneratedFunctions(NamedTuple):
    """The generated functions for one type, bound to the cards of one deck."""

    write: Callable[..., Any]
    """Converts a value of the game to one that msgspec encodes."""
    read: Callable[..., Any]
    """Converts a decoded value to one of the game."""
    write_after: Callable[..., Any]
    """Like `write`, with an earlier object and its result: encodes only fields that have changed since."""


class Derived(NamedTuple):
    """What is derived from a type of a game."""

    wire: Hint
    """The type that msgspec encodes and decodes."""
    bind: Callable[[Any, Any], GeneratedFunctions]
    """Returns the functions for a deck, from the texts of the cards by number and the cards by text."""


class _Conversion(NamedTuple):
    """How to convert values of one type."""

    wire: Hint
    """The type that msgspec encodes and decodes."""
    write: Expression | None = None
    """Converts a value of the game to one of the type `wire`; None: the value is not changed."""
    read: Expression | None = None
    """The inverse of `write`."""


def derive(hint: Hint, dialect: Dialect) -> Derived:
    """Return the wire type and the generated functions for a type of a game.

    Raises:
        TypeError: the type contains a type that has no JSON form.
    """
    code = _Code(dialect)
    conversion = code.conversion(hint)
    code.function("write(v, seat=None)", f"return {_applied(conversion.write, 'v')}")
    code.function("read(v, known=None)", f"return {_applied(conversion.read, 'v')}")
    code.function("write_after(v, before, written)", f"return {code.by_parts(hint)}")
    return Derived(conversion.wire, code.bind)


class _Code:
    """The generated source text for one type and all types that it contains."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._names: dict[str, Any] = {
            "GeneratedFunctions": GeneratedFunctions,
            "UNSET": UNSET,
            "CLOCK": CLOCK,
            "raw": _raw,
            "same": _same,
        }
        self._lines: list[str] = []
        self._conversions: dict[Hint, _Conversion] = {}
        self._functions: dict[type, tuple[str, str]] = {}
        """For each class the names of the functions that write and read its objects."""
        self._count = 0

    @property
    def bind(self) -> Callable[[Any, Any], GeneratedFunctions]:
        """The compiled function that returns the generated functions for a deck; they are closures over the cards."""
        lines = ["def bind(TEXTS, CARDS):", *self._lines, "    return GeneratedFunctions(write, read, write_after)"]
        exec(compile("\n".join(lines), "<covergames.schema>", "exec"), self._names)
        bind: Callable[[Any, Any], GeneratedFunctions] = self._names["bind"]
        return bind

    def function(self, signature: str, *body: str) -> None:
        """Add a function to the source text."""
        self._lines += [f"    def {signature}:", *(f"        {line}" for line in body)]

    def conversion(self, hint: Hint) -> _Conversion:
        """Return how to convert values of the type."""
        if hint not in self._conversions:
            inner, notes = plain(hint)
            instead = next((note for note in notes if isinstance(note, WrittenAs)), None)
            conversion = self._of(inner) if instead is None else self._instead(instead)
            for note in notes:
                if isinstance(note, Bounded):
                    conversion = conversion._replace(wire=_bounded(conversion.wire, note))
            self._conversions[hint] = conversion
        return self._conversions[hint]

    def by_parts(self, hint: Hint) -> str:
        """Return the body of `GeneratedFunctions.write_after` as an expression."""
        if not is_record(hint):
            return _applied(self.conversion(hint).write, "v")
        values = [self._part(member, path, f"before{path.removeprefix('v')}") for member, path in self._written(hint)]
        return f"{self._constant(self._struct(hint))}({', '.join(values)})"

    def _part(self, member: Member, path: str, earlier: str) -> str:
        """Return the expression for one field: copied, reused from the earlier result, or encoded."""
        write = self.conversion(member.hint).write
        if write is None:
            return path
        is_same = f"{path} is {earlier} or {path} == {earlier}"
        return f"raw({write(path)}) if before is None else written.{member.name} if {is_same} else raw({write(path)})"

    def _of(self, hint: Hint) -> _Conversion:
        origin: Any = get_origin(hint)
        arguments = get_args(hint)
        if hint is self._dialect.card:
            return _Conversion(CardText, lambda v: f"TEXTS[{v}]", lambda v: f"CARDS[{v}]")
        if hint is int:
            return _Conversion(Number)
        if hint in (str, bool, float) or isinstance(hint, NewType) or origin is Literal:
            return _Conversion(hint)
        if isinstance(hint, type) and issubclass(hint, Enum):
            return self._enum(hint)
        if is_record(hint):
            return self._object(hint)
        if origin in (Union, UnionType):
            return self._union(arguments)
        if origin is tuple:
            return self._tuple(arguments)
        if isinstance(origin, type) and issubclass(origin, Mapping):
            key, value = (self.conversion(argument) for argument in arguments)
            if key.write is None and value.write is None:
                return _Conversion(dict.__class_getitem__((key.wire, value.wire)))
        raise TypeError(f"there is no JSON form of {hint!r}: annotate it with WrittenAs")

    def _instead(self, note: WrittenAs) -> _Conversion:
        inner, write, read = self.conversion(note.type), self._new("write"), self._new("read")
        self.function(f"{write}(v)", f"v = {self._constant(note.write)}(v)", f"return {_applied(inner.write, 'v')}")
        self.function(f"{read}(v, known)", f"return {self._constant(note.read)}({_applied(inner.read, 'v')})")
        return _Conversion(inner.wire, lambda v: f"{write}({v})", lambda v: f"{read}({v}, known)")

    def _enum(self, hint: type[Enum]) -> _Conversion:
        """Write the value of a member if all values are texts, otherwise its name."""
        if all(isinstance(member.value, str) for member in hint):
            return _Conversion(hint)
        words = self._dialect.derived.setdefault(hint, words_for(hint))
        write = self._constant({member: words[member.name] for member in hint})
        read = self._constant({words[member.name]: member for member in hint})
        return _Conversion(words, lambda v: f"{write}[{v}]", lambda v: f"{read}[{v}]")

    def _tuple(self, arguments: tuple[Hint, ...]) -> _Conversion:
        if arguments[-1] is Ellipsis:
            item = self.conversion(arguments[0])
            return _Conversion(tuple.__class_getitem__((item.wire, ...)), _for_all(item.write), _for_all(item.read))
        items = [self.conversion(argument) for argument in arguments]
        wire = tuple.__class_getitem__(tuple([item.wire for item in items]))
        return _Conversion(wire, _for_each([item.write for item in items]), _for_each([item.read for item in items]))

    def _union(self, arguments: tuple[Hint, ...]) -> _Conversion:
        hints = [hint for hint in arguments if hint is not NoneType and not self._is_left_to_the_clock(hint)]
        conversion = self.conversion(hints[0]) if len(hints) == 1 else self._one_of(hints)
        if NoneType not in arguments:
            return conversion
        return _Conversion(conversion.wire | None, _unless_none(conversion.write), _unless_none(conversion.read))

    def _one_of(self, hints: list[Hint]) -> _Conversion:
        """Convert records by their class; do not change other values."""
        conversions = [self.conversion(hint) for hint in hints]
        wire = reduce(or_, [conversion.wire for conversion in conversions])
        classes = [hint for hint in hints if is_record(hint)]
        if any(conversion.write for hint, conversion in zip(hints, conversions, strict=True) if hint not in classes):
            raise TypeError(f"there is no JSON form of one of {hints}: annotate it with WrittenAs")
        if not classes:
            return _Conversion(wire)
        write = self._table((self._constant(each), self._functions[each][0]) for each in classes)
        read = self._table((self._constant(self._struct(each)), self._functions[each][1]) for each in classes)
        if len(classes) < len(hints):
            return _Conversion(
                wire,
                lambda v: f"{write}.get(type({v}), same)({v}{self._seat})",
                lambda v: f"{read}.get(type({v}), same)({v}, known)",
            )
        return _Conversion(
            wire, lambda v: f"{write}[type({v})]({v}{self._seat})", lambda v: f"{read}[type({v})]({v}, known)"
        )

    def _object(self, python: type) -> _Conversion:
        write, read = self._functions[python] = self._new("write"), self._new("read")
        wire = self._constant(self._struct(python))
        values = [_applied(self.conversion(member.hint).write, path) for member, path in self._written(python)]
        if self._has_seat(python):
            values.insert(0, "seat")
        self.function(f"{write}(v{self._seat})", f"return {wire}({', '.join(values)})")
        self.function(f"{read}(v, known)", *self._reading(python))
        return _Conversion(self._struct(python), lambda v: f"{write}({v}{self._seat})", lambda v: f"{read}({v}, known)")

    def _reading(self, python: type) -> list[str]:
        """Return the body of the function that reads an object."""
        if python is self._dialect.sparse:
            given = [
                f"if v.{member.name} is not UNSET: given[{member.name!r}] = {self._value_of(member)}"
                for member in members_of(python)
            ]
            return ["given = {}", *given, f"return {self._constant(python)}(**given)"]
        made = self._constructed(python)
        if not self._dialect.has_seats or python not in self._dialect.tags:
            return [f"return {made}"]
        return [f"return {'v.seat' if self._has_seat(python) else 'CLOCK'}, {made}"]

    def _constructed(self, python: type) -> str:
        values = [self._value_of(member) for member in members_of(python) if not member.is_property]
        return f"{self._constant(python)}({', '.join(values)})"

    def _value_of(self, member: Member) -> str:
        """Return the expression for a field of an object that is being read."""
        if (unwritten := member.note(Unwritten)) is not None:
            return self._constant(unwritten.value)
        if (recalled := member.note(Recalled)) is not None:
            return f"{self._constant(recalled.recall)}(known)"
        if self._is_left_to_the_table(member):
            return "0"
        if member.note(Inlined) is not None:
            return self._constructed(plain(member.hint)[0])
        return _applied(self.conversion(member.hint).read, f"v.{member.name}")

    def _written(self, python: type, path: str = "v") -> Iterator[tuple[Member, str]]:
        """Yield the members that are written, each with the expression for its value."""
        for member in members_of(python):
            inner = f"{path}.{member.name}"
            if member.note(Inlined) is not None:
                yield from self._written(plain(member.hint)[0], inner)
            elif not (member.note(Unwritten) or member.note(Recalled) or self._is_left_to_the_table(member)):
                yield member, inner

    def _struct(self, python: type) -> type[msgspec.Struct]:
        """Return the struct for the class; all types that contain the class share it."""
        if python not in self._dialect.derived:
            tag = self._dialect.tags.get(python) or own_tag(python)
            may_be_missing = python is self._dialect.sparse
            fields = [self._field(member, may_be_missing=may_be_missing) for member, _ in self._written(python)]
            if self._has_seat(python):
                fields.insert(0, ("seat", SeatNumber, msgspec.field()))
            self._dialect.derived[python] = msgspec.defstruct(
                python.__name__ if tag is None else tag.name,
                fields,
                frozen=True,
                forbid_unknown_fields=True,
                gc=False,
                tag_field=None if tag is None else tag.field,
                tag=None if tag is None else tag.value,
                module=f"{__package__}.{self._dialect.name}",
                namespace={"__doc__": python.__doc__, SOURCE: python},
            )
        struct: type[msgspec.Struct] = self._dialect.derived[python]
        return struct

    def _field(self, member: Member, *, may_be_missing: bool) -> tuple[str, Hint, Any]:
        wire, name = self.conversion(member.hint).wire, member.json_name
        if may_be_missing:
            return member.name, wire | UnsetType, msgspec.field(default=UNSET, name=name)
        return member.name, wire, msgspec.field(name=name)

    def _has_seat(self, python: type) -> bool:
        return self._dialect.has_seats and python in self._dialect.tags and not issubclass(python, ByClock)

    def _is_left_to_the_clock(self, hint: Hint) -> bool:
        return not self._dialect.has_seats and isinstance(hint, type) and issubclass(hint, ByClock)

    def _is_left_to_the_table(self, member: Member) -> bool:
        return not self._dialect.has_seats and member.note(Stamped) is not None

    @property
    def _seat(self) -> str:
        """The additional argument of functions that write, if objects have seats."""
        return ", seat" if self._dialect.has_seats else ""

    def _new(self, stem: str) -> str:
        """Return an unused name."""
        self._count += 1
        return f"{stem}_{self._count}"

    def _constant(self, value: Any) -> str:
        """Make the value available to the functions, and return its name."""
        name = self._new(getattr(value, "__name__", "constant").strip("<>"))
        self._names[name] = value
        return name

    def _table(self, items: Iterable[tuple[str, str]]) -> str:
        """Add a dictionary to the source text, and return its name."""
        name = self._new("table")
        self._lines.append(f"    {name} = {{{', '.join(f'{key}: {value}' for key, value in items)}}}")
        return name


def _bounded(wire: Hint, note: Bounded) -> Hint:
    inner, _ = plain(wire)
    if inner is not int:
        return Annotated[inner, msgspec.Meta(min_length=note.least, max_length=note.most)]
    least = -MAX_SAFE_INTEGER if note.least is None else note.least
    most = MAX_SAFE_INTEGER if note.most is None else note.most
    return Annotated[int, msgspec.Meta(ge=least, le=most)]


def _applied(expression: Expression | None, v: str) -> str:
    return v if expression is None else expression(v)


def _for_all(item: Expression | None) -> Expression | None:
    return None if item is None else lambda v: f"tuple([{item('e')} for e in {v}])"


def _for_each(items: list[Expression | None]) -> Expression | None:
    if not any(items):
        return None
    return lambda v: f"({', '.join(_applied(item, f'{v}[{place}]') for place, item in enumerate(items))},)"


def _unless_none(inner: Expression | None) -> Expression | None:
    return None if inner is None else lambda v: f"(None if {v} is None else {inner(v)})"


_ENCODE: Final = msgspec.json.Encoder().encode


def _raw(value: Any) -> msgspec.Raw:
    """Return the value as raw JSON. Short JSON is shared: a table keeps 80 fields, most of them as short as ``null``."""
    encoded = _ENCODE(value)
    return msgspec.Raw(encoded) if len(encoded) > MAX_SHARED_BYTES else _shared(encoded)


@lru_cache(maxsize=MAX_SHARED_TEXTS)
def _shared(encoded: bytes) -> msgspec.Raw:
    return msgspec.Raw(encoded)


def _same(value: Any, *_: Any) -> Any:
    return value
