"""What a check has found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from covergames.text import Value


class Status(StrEnum):
    """How good it is."""

    OK = "ok"
    WARNING = "warning"
    """The server works, but not as well as it could."""
    PROBLEM = "problem"
    """The server does not start, or people cannot play, or something may be lost."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What was looked at, what was seen, and what to do; the catalogs have the texts."""

    check: str
    """A short name, such as ``database``."""
    status: Status
    seen: str
    """The key of the message ``doctor.seen.…``."""
    advice: str | None = None
    """The key of the message ``doctor.do.…``; None: there is nothing to do."""
    values: Mapping[str, Value] = field(default_factory=dict)


def ok(check: str, seen: str, **values: Value) -> Finding:
    """Return that all is well."""
    return Finding(check, Status.OK, seen, None, values)


def warning(check: str, seen: str, advice: str, **values: Value) -> Finding:
    """Return that something could be better."""
    return Finding(check, Status.WARNING, seen, advice, values)


def problem(check: str, seen: str, advice: str, **values: Value) -> Finding:
    """Return that something has to be mended."""
    return Finding(check, Status.PROBLEM, seen, advice, values)
