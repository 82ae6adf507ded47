"""docs/glossary.md is right: its words are those of the catalogs."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from covergames.text import LANGUAGES, catalog

PAGE: Final = Path(__file__).parents[1] / "docs" / "glossary.md"
COLUMNS: Final = ["rulebook", "Python", "TypeScript", "message", *LANGUAGES]
EVERY_LANGUAGE: Final = pytest.mark.parametrize("language", LANGUAGES)

REPLACED: Final = {
    "en": r"\bfall\b|\bcolors?\b|flip\w* the hourglass|hourglass \w+ flipped|you are \w* ?locked|hands? (is|are) refilled|curtain",
    "nl": r"tijdschrift|maandblad|\bbladen\b|modelkaart|\bdeling|\bligt? (je|dan) vast\b|vastlegging|blokken|gordijn",
    "fi": r"\b(pane|panet|panee|pannaan|panna|pantu|pannut)\b|mittari|vaatevär|hiljen|sitoumus|\bsinut (on )?lukit|nostopino|esiri[pr]",
    "sv": r"tidning|turvis|poängspår|dolda? hög|(?<!\{)\bbot(ar)?\b|medurs|utfästelse|säsongsspecial|omgången|\bridå",
    "da": r"botter|pointspor|skjulte? bunke|forpligtelse|sæsonspecial|\bblade\b|givning(er)?\}|tilbage og tog|tæppe",
    "nb": r"tjener|klokka\b|poengspor|skjulte? bunke|forpliktelse|sesongspesial|\bgale?\b|rangering|snudde? timeglass|\bdrei|teppe|spillet er over",
}
"""Words that were replaced by others: each idea has one word."""


class Row(NamedTuple):
    """A line of the glossary: its words by language, and the messages that have them."""

    keys: tuple[str, ...]
    words: dict[str, str]


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split(" | ")]


def _rows() -> list[Row]:
    """Return the lines of all tables that have words of the six languages."""
    rows = []
    for table in re.findall(r"(?:^\|.*\n)+", PAGE.read_text("utf-8"), re.MULTILINE):
        heading, _, *lines = table.splitlines()
        if _cells(heading) == COLUMNS:
            for line in lines:
                named = dict(zip(COLUMNS, _cells(line), strict=True))
                words = {language: named[language].removesuffix(" °") for language in LANGUAGES}
                rows.append(Row(tuple(re.findall("`([^`]+)`", named["message"])), words))
    return rows


def _begins_a_word(found: str, message: str) -> bool:
    """Return whether a word of the text begins so, in upper or lower case."""
    return re.search(rf"(?<!\w){re.escape(found)}", message, re.IGNORECASE) is not None


ROWS: Final = _rows()


def test_every_row_names_messages() -> None:
    assert len(ROWS) > 90
    missing = [key for row in ROWS for key in row.keys if key not in catalog("en")]
    assert (missing, [row for row in ROWS if not row.keys]) == ([], [])


@EVERY_LANGUAGE
def test_every_word_is_in_the_named_messages(language: str) -> None:
    """A row that names several messages has a word for each of them."""
    wrong = []
    for row in ROWS:
        messages = [catalog(language)[key] for key in row.keys]
        words = [row.words[language]] if len(messages) == 1 else row.words[language].split(", ")
        wrong += [(row.keys, word) for word in words if not any(_begins_a_word(word, message) for message in messages)]
    assert wrong == []


@EVERY_LANGUAGE
def test_replaced_words_do_not_come_back(language: str) -> None:
    found = {
        key: match[0]
        for key, message in catalog(language).items()
        if (match := re.search(REPLACED[language], message, re.IGNORECASE))
    }
    assert found == {}
