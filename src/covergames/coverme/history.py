"""What has happened, and what of it everybody saw."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from covergames.coverme.events import Event, redact


@dataclass(frozen=True)
class Chapter:
    """What happened in a season, or in the set-up."""

    events: tuple[Event, ...]

    def __hash__(self) -> int:
        return len(self.events)  # what events hold, such as tracks, has no hash

    @cached_property
    def public(self) -> tuple[Event, ...]:
        """It, as everybody saw it; worked out once, when somebody looks."""
        return public(self.events)


def public(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The events as everybody saw them."""
    return tuple([redact(event, None) for event in events])
