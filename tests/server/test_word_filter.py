"""The word filter."""

from __future__ import annotations

from pathlib import Path

import pytest

from covergames.game import NotationError
from covergames.server.word_filter import WordFilter, read_word_list
from covergames.table import Code, Refusal
from covergames.wire import Say, SeatBot, Start

WORDS = WordFilter(("darn", "Straße", "höyry", "bad word"))


@pytest.mark.parametrize(
    "text",
    [
        "darn",
        "Oh DARN!",
        "\uff44\uff41\uff52\uff4e",  # full width
        "da\u00adrn",  # with a soft hyphen
        "d\u0336a\u0336r\u0336n\u0336",  # struck through
        "darn_it",
        "STRASSE",
        "ho\u0308yry",
        "a bad  Word here",
        "bad-word",
    ],
)
def test_listed_words_are_found(text: str) -> None:
    """Whatever their case, and however Unicode writes them. The reason does not repeat the word."""
    with pytest.raises(Refusal) as refused:
        WORDS.check(text, "the message")
    assert refused.value.code is Code.WORD
    assert refused.value.reason == "the message contains a word that this server does not allow"


@pytest.mark.parametrize("text", ["", "darning", "bedarn", "hoyry", "bad", "word bad", "a badword", "🙂"])
def test_parts_of_words_are_not_words(text: str) -> None:
    """Nor are letters without their marks the same letters."""
    WORDS.check(text, "the message")
    WordFilter(()).check("darn", "the message")


def test_messages_and_names_of_bots_are_checked() -> None:
    """They are the only texts that commands contain."""
    for order in (Say("1", "darn"), SeatBot("1", 0, "random", "Darn")):  # type: ignore[arg-type]
        with pytest.raises(Refusal):
            WORDS.check_order(order)
    WORDS.check_order(Start("1"))


def test_a_list_is_read_from_a_file(tmp_path: Path) -> None:
    """Comments and empty lines do not count."""
    file = tmp_path / "words.txt"
    file.write_text("\ufeff# rude\ndarn\n\n bad word \r\n", "utf-8")
    assert read_word_list(file) == ("darn", "bad word")


@pytest.mark.parametrize(
    ("data", "said"),
    [(b"\xff", "not UTF-8"), (b"a\n--\n", "line 2"), (b"a" * 1_100_000, "more than"), (None, "No such")],
)
def test_a_bad_list_is_refused_with_its_name(data: bytes | None, said: str, tmp_path: Path) -> None:
    """Before the server starts."""
    file = tmp_path / "words.txt"
    if data is not None:
        file.write_bytes(data)
    with pytest.raises(NotationError, match=said) as refused:
        read_word_list(file)
    assert "words.txt" in str(refused.value)
