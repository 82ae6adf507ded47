"""Which cases of a test run in which target: `make fast`, `make test` or `make prove`."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from _pytest.mark import ParameterSet
from hypothesis import settings


def by_target(cases: Iterable[object], *, fast: int = 1, every: int = 1) -> list[ParameterSet]:
    """Return the cases as parameters with marks.

    The first `fast` cases run in `make fast`. The first and then every `every`-th run in `make test`, all others only in
    `make prove`.
    """
    return [
        pytest.param(
            *(case.values if isinstance(case, ParameterSet) else (case,)),
            marks=[
                *([pytest.mark.slow] if number >= fast else []),
                *([pytest.mark.prove] if number % every else []),
            ],
            id=case.id if isinstance(case, ParameterSet) else None,
        )
        for number, case in enumerate(cases)
    ]


def examples(share: float) -> int:
    """Return a share of the examples that the current Hypothesis profile tries, for tests whose examples take long."""
    assert settings.default is not None
    return max(1, round(share * settings.default.max_examples))
