"""The page of rules and the tests that prove them."""

from __future__ import annotations

from collections import Counter

from scripts.rules_coverage import Proof, page, problems

from covergames.rulebook import rule_ids


def proofs(*rules: str) -> list[Proof]:
    return [Proof(rule, "tests/rules/test_it.py", "test_it", "It is so.") for rule in rules]


def test_a_rule_without_a_test_is_named() -> None:
    """Every rule of a covered game needs a test."""
    ids = [rule for rule in rule_ids("cover-me") if rule != "CM-T3"]
    assert list(problems(proofs(*ids))) == ["CM-T3 has no test"]


def test_a_test_of_an_unknown_rule_is_named() -> None:
    """A marker with an id that is in no game's rules is a mistake."""
    wrong = list(problems(proofs(*rule_ids("cover-me"), "CM-T9")))
    assert wrong == ["tests/rules/test_it.py: test_it names CM-T9, which does not exist"]


def test_tests_of_both_games_are_known() -> None:
    """The rules of Cover Up have ids too."""
    assert list(problems(proofs(*rule_ids("cover-me"), "CU-C1"))) == []


def test_the_page_lists_rules_tests_and_cases() -> None:
    """A function is one test, even if it has several cases."""
    written = page(Counter(proofs("CM-T3", "CM-T3", "CM-T4")))
    assert "| [CM-T3](#cm-t3) | What is a trend | 1 | 2 |" in written
    assert "- It is so. (2)" in written
    assert "| [CM-A6](#cm-a6) |" in written
    assert "CU-" not in written
