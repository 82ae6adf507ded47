"""The cases of a test that run in each target: `make fast`, `make test` or `make prove`."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from _pytest.mark import ParameterSet
from hypothesis import settings


def by_target(cases: Iterable[object], *, fast: int = 1, every: int = 1, first: int = 0) -> list[ParameterSet]:
    """Return the cases as parameters with marks.

    The `fast` cases at the beginning run in `make fast`. Every `every`-th runs in `make test`, counted from the `first`,
    all others only in `make prove`.
    """
    return [
        pytest.param(
            *(case.values if isinstance(case, ParameterSet) else (case,)),
            marks=[
                *([pytest.mark.slow] if number >= fast else []),
                *([pytest.mark.prove] if number % every != first else []),
            ],
            id=case.id if isinstance(case, ParameterSet) else None,
        )
        for number, case in enumerate(cases)
    ]


def examples(share: float) -> int:
    """Return a fraction of the number of examples of the current Hypothesis profile, for tests with slow examples."""
    assert settings.default is not None
    return max(1, round(share * settings.default.max_examples))
