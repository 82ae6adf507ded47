"""Messages for people, in every language of ``locales/languages.json``.

A catalog is a flat JSON object in ``locales``: message key → ICU MessageFormat. The browser client reads the same files. Messages
use these parts of ICU: plain arguments, ``number``, ``plural``, ``selectordinal`` (with ``=1`` and ``#``) and ``select``.
"""

from __future__ import annotations

import json
import re
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NotRequired, TypeAlias, TypedDict, cast
from unicodedata import category

from babel import Locale
from babel.numbers import format_decimal
from pyicumessageformat import Parser  # type: ignore[import-untyped]

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping


def _read(name: str) -> Mapping[str, str]:
    """Return the contents of a file in ``locales``."""
    file = resources.files("covergames") / "locales" / f"{name}.json"
    contents: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
    return MappingProxyType(contents)


LANGUAGES: Final = _read("languages")
"""The code of each language → its own name, in the order of a menu."""

Value: TypeAlias = str | int
"""The value of an argument of a message."""
Say: TypeAlias = "Callable[..., str]"
"""Returns the text of a message key, with its values, in the reader's language."""


class Placeholder(TypedDict):
    """An argument in a parsed message."""

    name: str
    type: NotRequired[str]
    offset: NotRequired[int]
    options: NotRequired[dict[str, Message]]


Message: TypeAlias = "list[str | Placeholder]"

_CONTROL_CATEGORIES: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Unicode's categories of control characters, of halves of surrogate pairs, and of line and paragraph separators."""
_BIDIRECTIONAL_CONTROLS: Final = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_KINDS: Final = frozenset({None, "number", "plural", "select", "selectordinal"})


def text(key: str, language: str = "en", **values: Value) -> str:
    """Return the message with its arguments filled in.

    >>> text("count.cards", "fi", count=2)
    '2 korttia'

    Raises:
        KeyError: the language, the key or a value is missing. There is no fallback to another language.
    """
    message = parsed(key, language)
    try:
        return _fill(message, language, {name: _printable_value(value) for name, value in values.items()})
    except KeyError as missing:
        raise KeyError(f"{key} ({language}) needs a value for {missing.args[0]}") from None


def formatted(value: float, form: str, say: Say) -> str:
    """Return the number in a format such as ``.1f``, ``+.1f`` or ``.2%``, as the language of `say` writes it.

    >>> from functools import partial
    >>> formatted(12.345, ".1f", partial(text, language="sv"))
    '12,3'
    """
    figures = format(value, form).replace(".", say("number.decimal-mark"))
    return say("number.percent", number=figures.removesuffix("%")) if form.endswith("%") else figures


def printable(text: str) -> str:
    r"""Return the text with control characters escaped: it may come from anybody, and goes to a terminal.

    Otherwise it could move the cursor, add lines, or turn the direction of writing around.

    >>> print(printable("Ada\x1b[2J"))
    Ada\x1b[2J
    """
    if text.isprintable():
        return text
    return "".join(_escaped(letter) if _is_control(letter) else letter for letter in text)


def _printable_value(value: Value) -> Value:
    return printable(value) if isinstance(value, str) else value


def _is_control(letter: str) -> bool:
    return category(letter) in _CONTROL_CATEGORIES or letter in _BIDIRECTIONAL_CONTROLS


def _escaped(letter: str) -> str:
    return letter.encode("unicode_escape").decode()


def preferred_language(environ: Mapping[str, str]) -> str:
    """Return the language of a POSIX environment, or English if there is no catalog for it.

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
        KeyError: the language is unknown.
    """
    if language not in LANGUAGES:
        raise KeyError(f"no such language: {language}")
    return _read(language)


@cache
def parsed(key: str, language: str) -> Message:
    """Return a message as a list of text and placeholders.

    Raises:
        KeyError: the language or the key is unknown.
        ValueError: the message is not valid, or uses a part of ICU that the browser client does not support.
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
            raise ValueError(f"{key} ({language}): unsupported argument: {part}")
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
