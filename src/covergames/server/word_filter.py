"""The word filter: names, titles and messages that contain a word of the operator's list are refused."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING, Final

from covergames import wire
from covergames.game import NotationError
from covergames.table import Code, Refusal

if TYPE_CHECKING:
    from collections.abc import Iterable

MAX_FILE_BYTES: Final = 1024 * 1024
COMMENT: Final = "#"
_WORD: Final = re.compile(r"[^\W_]+")
_INVISIBLE: Final = frozenset({"Cf", "Mn", "Me"})
"""Format characters, and marks that no letter has: they would hide a word from the filter, but not from people."""


def read_word_list(path: Path) -> tuple[str, ...]:
    """Return the words in a file: one word or phrase in each line; empty lines and lines that begin with ``#`` do not count.

    Raises:
        NotationError: If the file cannot be read, is too large, or is not UTF-8; or if a line has no word.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise NotationError(f"the word list {path} cannot be read: {error.strerror}") from None
    if len(data) > MAX_FILE_BYTES:
        raise NotationError(f"the word list {path} has more than {MAX_FILE_BYTES} bytes")
    try:
        lines = [line.strip() for line in data.decode("utf-8-sig").splitlines()]
    except UnicodeDecodeError:
        raise NotationError(f"the word list {path} is not UTF-8") from None
    found = []
    for number, line in enumerate(lines, start=1):
        if line and not line.startswith(COMMENT):
            if not _words_in(line):
                raise NotationError(f"line {number} of the word list {path} has no letter or digit: {line!r}")
            found.append(line)
    return tuple(found)


class WordFilter:
    """Finds listed words in text: whole words, whatever their case and however Unicode writes them."""

    def __init__(self, listed: Iterable[str]) -> None:
        phrases = {tuple(_words_in(line)) for line in listed}
        self._words = frozenset(phrase[0] for phrase in phrases if len(phrase) == 1)
        self._phrases = tuple(f" {' '.join(phrase)} " for phrase in sorted(phrases) if len(phrase) > 1)

    def check(self, text: str, what: str) -> None:
        """Check that the text contains none of the words.

        Raises:
            Refusal: If it does; the reason does not repeat the word.
        """
        if not (self._words or self._phrases):
            return
        words = _words_in(text)
        line = f" {' '.join(words)} "
        if not self._words.isdisjoint(words) or any(phrase in line for phrase in self._phrases):
            raise Refusal(Code.WORD, f"{what} contains a word that this server does not allow")

    def check_order(self, order: wire.Order) -> None:
        """Check the text in a command of a client.

        Raises:
            Refusal: If it contains one of the words.
        """
        match order:
            case wire.Say(_, text):
                self.check(text, "the message")
            case wire.SeatBot(_, _, _, name):
                self.check(name, "the name")
            case _:
                pass


def _words_in(text: str) -> list[str]:
    """Return the words of the text, in lower case and normalised."""
    composed = unicodedata.normalize("NFKC", text)
    visible = "".join(character for character in composed if unicodedata.category(character) not in _INVISIBLE)
    return _WORD.findall(unicodedata.normalize("NFKC", visible.casefold()))
