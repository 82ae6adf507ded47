"""What people read, in six languages.

The catalogs in ``locales`` are flat JSON, key → ICU MessageFormat, one file per language, and the browser client reads
the same files. Of ICU we use plain arguments, ``number``, ``plural``, ``selectordinal`` (with ``=1`` and ``#``) and
``select``.
"""

from __future__ import annotations

import json
import re
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NotRequired, TypeAlias, TypedDict, cast

from babel import Locale
from babel.numbers import format_decimal
from pyicumessageformat import Parser  # type: ignore[import-untyped]

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

LANGUAGES: Final[Mapping[str, str]] = MappingProxyType(
    {"en": "English", "nl": "Nederlands", "fi": "suomi", "sv": "svenska", "da": "dansk", "nb": "norsk"}
)
"""The languages there are, each with its own name for itself."""

Value: TypeAlias = str | int
"""What may stand in for an argument of a message."""


class Placeholder(TypedDict):
    """An argument in a parsed message."""

    name: str
    type: NotRequired[str]
    offset: NotRequired[int]
    options: NotRequired[dict[str, Message]]


Message: TypeAlias = "list[str | Placeholder]"

_KINDS: Final = frozenset({None, "number", "plural", "select", "selectordinal"})


def text(key: str, language: str = "en", **values: Value) -> str:
    """Return the message of that key with its arguments filled in.

    >>> text("count.cards", "fi", count=2)
    '2 korttia'

    Raises:
        KeyError: no such language, key or value; there is no fallback to another language.
    """
    message = parsed(key, language)
    try:
        return _fill(message, language, values)
    except KeyError as missing:
        raise KeyError(f"{key} ({language}) needs a value for {missing.args[0]}") from None


def preferred_language(environ: Mapping[str, str]) -> str:
    """Return the language of a POSIX environment; English if it names none of ours.

    >>> preferred_language({"LANG": "sv_FI.UTF-8"})
    'sv'
    """
    locale = environ.get("LC_ALL") or environ.get("LC_MESSAGES") or environ.get("LANG") or "en"
    language = re.split(r"[-_.@]", locale, maxsplit=1)[0].lower()
    if language in {"no", "nn"}:
        return "nb"
    return language if language in LANGUAGES else "en"


@cache
def catalog(language: str) -> Mapping[str, str]:
    """Return all messages of a language, unparsed.

    Raises:
        KeyError: there is no such language.
    """
    if language not in LANGUAGES:
        raise KeyError(f"no such language: {language}")
    file = resources.files("covergames") / "locales" / f"{language}.json"
    messages: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
    return MappingProxyType(messages)


@cache
def parsed(key: str, language: str) -> Message:
    """Return a message as text and placeholders.

    Raises:
        KeyError: there is no such language or key.
        ValueError: the message is not valid, or uses a kind of argument that we do not support.
    """
    messages = catalog(language)
    if key not in messages:
        raise KeyError(f"no message {key} in {language}")
    try:
        message = cast("Message", Parser().parse(messages[key]))
    except SyntaxError as error:
        raise ValueError(f"{key} ({language}): {error}: {messages[key]}") from None
    for part in placeholders(message):
        if part.get("type") not in _KINDS or part.get("offset") or "format" in part:
            raise ValueError(f"{key} ({language}): not an argument that we use: {part}")
    return message


def placeholders(message: Message) -> Iterator[Placeholder]:
    """Yield every placeholder of a message, including those within options."""
    for part in message:
        if not isinstance(part, str):
            yield part
            for option in part.get("options", {}).values():
                yield from placeholders(option)


def _fill(message: Message, language: str, values: Mapping[str, Value]) -> str:
    return "".join(part if isinstance(part, str) else _argument(part, language, values) for part in message)


def _argument(part: Placeholder, language: str, values: Mapping[str, Value]) -> str:
    value = values[part["name"]]
    word = str(value).lower() if isinstance(value, bool) else str(value)  # true and false, as in the browser
    match part:
        case {"type": "plural" | "selectordinal" as kind, "options": options}:
            locale = Locale.parse(language)
            form = locale.plural_form if kind == "plural" else locale.ordinal_form
            chosen = options.get(form(int(value)), options["other"])
            return _fill(options.get(f"={word}", chosen), language, values)
        case {"type": "select", "options": options}:
            return _fill(options.get(word, options["other"]), language, values)
        case {"type": "number"}:
            return format_decimal(int(value), locale=language)
        case _:
            return word
