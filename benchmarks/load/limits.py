"""Limits that one machine with thousands of clients would exceed."""

from __future__ import annotations

from dataclasses import fields
from typing import Final

from covergames.server.limits import Limits

_UNLIMITED: Final = 1_000_000_000
_KEPT: Final = frozenset(
    {
        "analysis_memory",
        "analysis_seconds",
        "backlog",
        "body",
        "calculation_memory",
        "calculation_seconds",
        "headers",
        "replay_size",
        "replay_steps",
        "size",
        "table_entries",
        "table_size",
        "thinking",
        "unreadable",
        "url",
    }
)
"""Limits of one message, request, calculation or table, which are as high for many clients as for one."""
SERVER_LIMITS: Final = tuple(f"{field.name}={_UNLIMITED}" for field in fields(Limits) if field.name not in _KEPT)
"""The server's limits for one address and one connection, raised; the other limits keep their defaults."""
SPARE_FILES: Final = 200
"""Open files that a process needs besides its sockets."""


class TooFewFiles(Exception):
    """The system allows a process fewer open files than it would need."""


def allow_sockets(wanted: int) -> None:
    """Raise the limit of open files for that many sockets in this process and its children.

    Raises:
        TooFewFiles: the system does not allow that many.
    """
    import resource  # not on every system

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted + SPARE_FILES
    if soft != resource.RLIM_INFINITY and soft < needed:
        if hard != resource.RLIM_INFINITY and hard < needed:
            raise TooFewFiles(f"{wanted} sockets need {needed} open files, and the system allows {hard} (ulimit -Hn)")
        resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))
