"""Wilson score intervals."""

from __future__ import annotations

import pytest

from covergames.lab import Share, wilson
from covergames.lab.interval import margin


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [
        # Newcombe, "Two-sided confidence intervals for the single proportion" (1998), table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_known_intervals(count: int, of: int, low: float, high: float) -> None:
    """The published values, with four decimals."""
    share = wilson(count, of)
    assert [share.low, share.high] == pytest.approx([low, high], abs=5e-5)
    assert share.share == count / of


def test_it_is_symmetric() -> None:
    """The intervals of successes and of failures are mirrored."""
    some, others = wilson(3, 10), wilson(7, 10)
    assert [some.low, some.high] == pytest.approx([1 - others.high, 1 - others.low])


def test_shared_wins_may_be_parts() -> None:
    """Half a win is between none and one."""
    assert wilson(0, 4).low <= wilson(0.5, 4).low < wilson(1, 4).low


def test_without_cases_the_interval_is_0_to_1() -> None:
    """No games give no information."""
    assert wilson(0, 0) == Share(0, 0, 0.0, 0.0, 1.0)


@pytest.mark.parametrize(("count", "of"), [(3, 2), (-1, 2)])
def test_an_impossible_share_is_refused(count: int, of: int) -> None:
    """The count is larger than the number of cases."""
    with pytest.raises(ValueError, match=f"{count} of {of} is not a share"):
        wilson(count, of)


def test_the_margin_of_a_mean() -> None:
    """It is 1.96 standard errors: of 0, 0, 4, 4 the deviation is 2.309, its error half of that; of one number it is 0."""
    assert margin({0: 2, 4: 2}) == pytest.approx(1.96 * 2.3094 / 2, rel=1e-4)
    assert margin({7: 1}) == 0
