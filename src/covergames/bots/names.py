"""Names of bots at a table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

TABLE_NAMES: Final = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gigi", "Hedda", "Iiris", "Jori", "Lotte", "Mads")


def free_name(taken: Iterable[str]) -> str:
    """Return the first name that is not taken, in upper or lower case.

    >>> free_name(["ada", "Bo"])
    'Cy'
    """
    others = {name.casefold() for name in taken}
    numbered = (f"{TABLE_NAMES[0]} {number}" for number in range(2, len(others) + 3))
    return next(name for name in (*TABLE_NAMES, *numbered) if name.casefold() not in others)
