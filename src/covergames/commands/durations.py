"""Durations in command lines and configuration files: ``30m``, ``12h``, ``7d``, ``4w`` and ``ever``."""

from __future__ import annotations

import re
from typing import Final

SECONDS: Final = {"m": 60, "h": 3600, "d": 86_400, "w": 604_800}
FOR_EVER: Final = "ever"


def read_duration(text: str) -> int | None:
    """Return the seconds of a duration, such as ``30m``, ``12h``, ``7d`` or ``4w``; None for ``ever``.

    >>> read_duration("12h"), read_duration("ever")
    (43200, None)

    Raises:
        NotationError: If it is not a duration.
    """
    from covergames.game import NotationError

    if text == FOR_EVER:
        return None
    found = re.fullmatch(r"([1-9][0-9]{0,2})([mhdw])", text)
    if found is None:
        raise NotationError(f"{text!r} is not a duration: write 30m, 12h, 7d, 4w, or {FOR_EVER}")
    return int(found[1]) * SECONDS[found[2]]


def read_retention(text: str) -> int | None:
    """Return the seconds for which something is kept, at least a day; None for ``ever``.

    Raises:
        NotationError: If it is not a duration of at least a day.
    """
    from covergames.game import NotationError

    seconds = read_duration(text)
    if seconds is not None and seconds < SECONDS["d"]:
        raise NotationError(f"{text!r} is less than a day: write 1d or more, or {FOR_EVER}")
    return seconds
