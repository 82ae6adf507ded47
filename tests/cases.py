"""Which cases of a test run in which target: `make fast`, `make test` or `make prove`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from _pytest.mark import ParameterSet


def by_target(cases: Iterable[object], *, fast: int = 1, test: int | None = None) -> list[ParameterSet]:
    """Return all cases, marked: the first `fast` run always, the first `test` in `make test`, the others in `make prove`.

    Without `test`, `make test` runs all of them.
    """
    return [
        pytest.param(
            case,
            marks=[
                *([pytest.mark.slow] if number >= fast else []),
                *([pytest.mark.prove] if test is not None and number >= test else []),
            ],
        )
        for number, case in enumerate(cases)
    ]


def examples(share: float) -> int:
    """Return a share of the examples that the current Hypothesis profile tries, for tests whose examples take long."""
    assert settings.default is not None
    return max(1, round(share * settings.default.max_examples))
