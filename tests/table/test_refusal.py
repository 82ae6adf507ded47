"""Refusals can be told to people."""

from __future__ import annotations

import pytest

from covergames.table import Code, Refusal
from covergames.text import LANGUAGES, text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_is_told_in_every_language(language: str) -> None:
    told = {code: text(f"refusal.{code.value}", language) for code in Code}
    assert all(sentence.endswith(".") for sentence in told.values())
    assert len(set(told.values())) == len(Code)


def test_a_refusal_names_what_it_is_about() -> None:
    refusal = Refusal(Code.FULL, "seat 3 is taken")
    assert str(refusal) == "full: seat 3 is taken"
