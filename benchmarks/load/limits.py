"""Limits that are in the way of one machine that plays for thousands of people."""

from __future__ import annotations

from typing import Final

PLENTY: Final = 1_000_000
ALLOWED: Final = tuple(f"{name}={PLENTY}" for name in ("messages", "burst", "connections", "requests", "request_burst"))
"""What a server is told to allow one address and one connection; all other limits stay as they are."""
SPARE: Final = 200
"""Open files that a process needs besides its sockets."""


class TooFewFiles(Exception):
    """The system allows a process fewer open files than it would need."""


def allow_sockets(wanted: int) -> None:
    """Let this process, and those that it starts, have so many sockets, or `TooFewFiles`."""
    import resource  # not on every system

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted + SPARE
    if soft != resource.RLIM_INFINITY and soft < needed:
        if hard != resource.RLIM_INFINITY and hard < needed:
            raise TooFewFiles(f"{wanted} sockets need {needed} open files, and the system allows {hard} (ulimit -Hn)")
        resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))
