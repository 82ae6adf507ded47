"""Budgets: how long a bot may think."""

from __future__ import annotations

import pytest

from covergames.bots import Budget, BudgetError


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("50ms", Budget(seconds=0.05)),
        ("1s", Budget(seconds=1.0)),
        ("0.5s", Budget(seconds=0.5)),
        ("2.5ms", Budget(seconds=0.0025)),
        ("500p", Budget(playouts=500)),
    ],
)
def test_a_budget_is_time_or_playouts(text: str, budget: Budget) -> None:
    """It is written as in a bot's name."""
    assert Budget.parse(text) == budget
    assert Budget.parse(str(budget)) == budget


@pytest.mark.parametrize("text", ["", "fast", "50", "ms", "-1s", "1.5p", "1 s", "1s ", "1S", "1e3p", "50ms1s", "٣s"])
def test_anything_else_is_refused(text: str) -> None:
    """The error shows the text, and examples."""
    with pytest.raises(BudgetError, match=r"is not a budget: write 50ms, 1s or 500p \(playouts\)$") as refused:
        Budget.parse(text)
    assert repr(text) in str(refused.value)


@pytest.mark.parametrize("text", ["0p", "0ms", "0s", "0.0s"])
def test_zero_is_no_budget(text: str) -> None:
    """No bot can think with it."""
    with pytest.raises(BudgetError, match=r"^0(p|ms) is not a budget: it must be more than 0$"):
        Budget.parse(text)


def test_a_budget_is_not_both() -> None:
    """It needs exactly one of the two."""
    with pytest.raises(BudgetError, match="seconds or playouts"):
        Budget(seconds=1.0, playouts=5)
    with pytest.raises(BudgetError, match="seconds or playouts"):
        Budget()


def test_time_is_spent_by_the_clock() -> None:
    """The number of playouts does not matter."""
    now = 100.0
    spending = Budget(seconds=2.0).begin(lambda: now)
    assert spending.share(10**6) == 0.0
    now = 101.0
    assert spending.share(0) == 0.5
    now = 103.0
    assert spending.share(0) == 1.5


def test_playouts_are_spent_without_a_clock() -> None:
    """The result does not depend on the machine's speed."""

    def no_clock() -> float:
        raise AssertionError("somebody looked at the clock")

    spending = Budget(playouts=200).begin(no_clock)
    assert [spending.share(playouts) for playouts in (0, 50, 200)] == [0.0, 0.25, 1.0]
