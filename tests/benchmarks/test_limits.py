"""The limit of open files."""

from __future__ import annotations

import resource

import pytest

from benchmarks.load.limits import SPARE_FILES, TooFewFiles, allow_sockets


def test_the_limit_is_raised_as_far_as_necessary() -> None:
    """It is never lowered."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (1000, before[1]))
        allow_sockets(1500)
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (1500 + SPARE_FILES, before[1])
        allow_sockets(10)
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (1500 + SPARE_FILES, before[1])
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_too_many_sockets_are_refused_with_the_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error comes before anything is started."""
    monkeypatch.setattr(resource, "getrlimit", lambda _which: (100, 1000))
    with pytest.raises(
        TooFewFiles, match=f"900 sockets need {900 + SPARE_FILES} open files, and the system allows 1000"
    ):
        allow_sockets(900)
