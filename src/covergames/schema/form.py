"""The JSON form of one type, with the cards of one deck. Decoding is strict: an error names the field and shows its value."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

import msgspec

from covergames.encoding import Known
from covergames.game import NotationError
from covergames.schema.derivation import Derived
from covergames.schema.error_messages import explain

Value = TypeVar("Value")
Json: TypeAlias = bytes | bytearray | memoryview | str | msgspec.Raw


class Cards(dict[str, Any]):
    """The cards of a deck by text."""

    def __missing__(self, text: str) -> Any:
        raise _UnknownCard(text)


class CachedEncoding(NamedTuple):
    """A value with its encoding, so that the next value needs to encode only what has changed."""

    value: Any
    written: Any
    """The struct that msgspec encodes; its fields are already encoded as raw JSON."""

    @property
    def json(self) -> msgspec.Raw:
        """The value as JSON. It is not stored, because the fields are: a table would keep both until its next step."""
        return msgspec.Raw(_ENCODE(self.written))


class Form(Generic[Value]):
    """Encodes and decodes the values of one type as JSON."""

    def __init__(self, derived: Derived, texts: tuple[str, ...], cards: Cards) -> None:
        self.wire = derived.wire
        """The type that msgspec encodes and decodes."""
        bound = derived.bind(texts, cards)
        self.write: Callable[..., Any] = bound.write
        """Converts a value to one that msgspec encodes."""
        self._read = bound.read
        self._write_after = bound.write_after
        self._decoder: msgspec.json.Decoder[Any] | None = None

    def data(self, value: Value) -> Any:
        """Return the value as parsed JSON: dictionaries, lists, texts and numbers."""
        return msgspec.json.decode(_ENCODE(self.write(value)))

    def encode(self, value: Value) -> msgspec.Raw:
        """Return the value as JSON."""
        return msgspec.Raw(_ENCODE(self.write(value)))

    def encode_after(self, value: Value, before: CachedEncoding | None) -> CachedEncoding:
        """Return the value as JSON, reusing the encoding of unchanged fields; return `before` itself if all are unchanged."""
        if before is None:
            written = self._write_after(value, None, None)
        elif before.value is value:
            return before
        else:
            written = self._write_after(value, before.value, before.written)
        return CachedEncoding(value, written) if before is None or written != before.written else before

    def decode(self, data: Json, *, at: str = "$", known: Known | None = None) -> Value:
        """Return the value that was encoded as this JSON, which is at the path `at` of a message.

        Raises:
            NotationError: the JSON is not such a value; the message names the field and its value.
        """
        if self._decoder is None:
            self._decoder = msgspec.json.Decoder(self.wire)
        decoder = self._decoder
        return self._strictly(lambda: decoder.decode(data), lambda: msgspec.json.decode(data), at, known)

    def convert(self, data: object, *, at: str = "$", known: Known | None = None) -> Value:
        """Return the value of parsed JSON: dictionaries, lists, texts and numbers.

        Raises:
            NotationError: the data are not such a value; the message names the field and its value.
        """
        return self._strictly(lambda: msgspec.convert(data, self.wire), lambda: data, at, known)

    def _strictly(self, decoded: Callable[[], Any], parsed: Callable[[], Any], at: str, known: Known | None) -> Value:
        try:
            wire = decoded()
        except msgspec.ValidationError as error:
            raise NotationError(explain(str(error), parsed(), self.wire, at=at)) from None
        except NOT_JSON as error:
            raise NotationError(f"not JSON - at `{at}`: {error}") from None
        try:
            value: Value = self._read(wire, known)
        except _UnknownCard as error:
            place = next((place for place, text in _texts_in(msgspec.to_builtins(wire)) if text == error.text), "")
            raise NotationError(f"there is no card {error.text!r} - at `{at}{place}`") from None
        return value


NOT_JSON: Final = (msgspec.DecodeError, UnicodeError, RecursionError)
"""The exceptions of msgspec for text that is not JSON."""

_ENCODE: Final = msgspec.json.Encoder().encode


class _UnknownCard(Exception):
    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


def _texts_in(data: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield all texts in the data, each with its path."""
    if isinstance(data, str):
        yield path, data
    elif isinstance(data, Mapping):
        for name, value in data.items():
            yield from _texts_in(value, f"{path}.{name}")
    elif isinstance(data, list | tuple):
        for index, value in enumerate(data):
            yield from _texts_in(value, f"{path}[{index}]")
