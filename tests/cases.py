"""Cases of a test that come one at a time, or all of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from _pytest.mark import ParameterSet


def first_at_once(cases: Iterable[object]) -> list[ParameterSet]:
    """All cases; the fast tests have only the first of them."""
    return [pytest.param(case, marks=[pytest.mark.slow] if number else []) for number, case in enumerate(cases)]
