"""Refusals have a text for people."""

from __future__ import annotations

import pytest

from covergames.table import Code, Refusal
from covergames.text import LANGUAGES, text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_a_text_in_every_language(language: str) -> None:
    sentences = {code: text(f"refusal.{code.value}", language) for code in Code}
    assert all(sentence.endswith(".") for sentence in sentences.values())
    assert len(set(sentences.values())) == len(Code)


def test_a_refusal_has_code_and_reason() -> None:
    refusal = Refusal(Code.FULL, "seat 3 is taken")
    assert str(refusal) == "full: seat 3 is taken"
