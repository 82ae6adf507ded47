"""We format a message as ICU does, so that Python and the browser show the same text."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Final

import pytest
from icu4py.messageformat import MessageFormat

from covergames import text as module
from covergames.text import LANGUAGES, Message, Value, catalog, parsed, placeholders, text

if TYPE_CHECKING:
    from collections.abc import Iterator

NUMBERS: Final = (0, 1, 2, 3, 4, 11, 21, 101, 12345)

MADE_UP: Final = {
    "plain": "{who} plays",
    "twice": "{who} and {who}",
    "apostrophes": "it's {who}, don''t '{'quote'}'",
    "exact": "{n, plural, =0 {none} =2 {a pair} one {# card} other {# cards}}",
    "empty": "{n, plural, =0 {} one {one} other {#}}",
    "ordinal": "{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}",
    "select": "{who, select, ann {she} bo {} other {they}} took {n, plural, one {# card} other {# cards}}",
    "nested": "{who, select, ann {{n, plural, one {her card} other {her # cards}}} other {{n, number} of {who}}}",
}


@pytest.fixture
def messages(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """Replace the catalog of every language by an empty one, and return it."""
    messages: dict[str, str] = {}
    monkeypatch.setattr(module, "catalog", lambda _: messages)
    parsed.cache_clear()
    yield messages
    parsed.cache_clear()


def samples(message: Message) -> Iterator[dict[str, Value]]:
    """Return values that reach every option of a message."""
    parts = list(placeholders(message))
    words = {option for part in parts if part.get("type") == "select" for option in part["options"]} | {"x"}
    names = [part["name"] for part in parts]
    numeric = [part["name"] for part in parts if part.get("type") in {"plural", "selectordinal", "number"}]
    for number, word in product(NUMBERS, sorted(words)):
        yield {**dict.fromkeys(names, word), **dict.fromkeys(numeric, number)}


def check_against_icu(key: str, pattern: str, language: str) -> None:
    icu = MessageFormat(pattern, language)
    for values in samples(parsed(key, language)):
        assert text(key, language, **values) == icu.format({**values}), (key, values)


@pytest.mark.parametrize("language", LANGUAGES)
def test_icu_formats_every_message_equally(language: str) -> None:
    for key, pattern in catalog(language).items():
        check_against_icu(key, pattern, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_icu_formats_difficult_messages_equally(language: str, messages: dict[str, str]) -> None:
    messages.update(MADE_UP)
    for key, pattern in MADE_UP.items():
        check_against_icu(key, pattern, language)


@pytest.mark.parametrize(
    "pattern",
    ["{n", "{n, plural, one {x}}", "{n, plural, offset:1 other {#}}", "{n, date}", "{n, number, percent}", "}"],
)
def test_the_error_names_a_message_that_cannot_be_formatted(pattern: str, messages: dict[str, str]) -> None:
    messages["broken"] = pattern
    with pytest.raises(ValueError, match="broken"):
        text("broken", n=1)


def test_booleans_are_formatted_in_lower_case(messages: dict[str, str]) -> None:
    """The browser formats them so too."""
    messages["answer"] = "{yes, select, true {yes} other {no}}"
    assert [text("answer", yes=True), text("answer", yes=False)] == ["yes", "no"]
