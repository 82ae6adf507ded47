"""What has happened in a game, redacted for each viewer, and written once for all who see the same of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import is_
from typing import Generic, TypeVar

from covergames.game import Seat

Happened = TypeVar("Happened")
Written = TypeVar("Written")


class RedactedEvents(Generic[Happened, Written]):
    """Events of a game, nothing hidden, with the words for what each viewer may see of them."""

    def __init__(
        self,
        events: Iterable[Happened],
        *,
        redact: Callable[[Happened, Seat | None], Happened],
        write: Callable[[Happened], Written],
    ) -> None:
        self._redact = redact
        self._write = write
        self._events: list[tuple[Happened, Happened, Written]] = []
        """Each event, what a spectator sees of it, and that in the wire's words."""
        for event in events:
            public = redact(event, None)
            self._events.append((event, public, write(public)))
        self.public: tuple[Written, ...] = tuple([written for _, _, written in self._events])
        """What has happened, as everybody may see it."""

    def seen_by(self, viewer: Seat | None) -> tuple[Written, ...]:
        """What has happened, as the viewer may see it; the very same as everybody, if that is no more."""
        if viewer is None:
            return self.public
        seen = [self._seen_by(viewer, *event) for event in self._events]
        return self.public if all(map(is_, seen, self.public)) else tuple(seen)

    def _seen_by(self, viewer: Seat, event: Happened, public: Happened, written: Written) -> Written:
        if public is event:  # what hides nothing from a spectator hides nothing from anybody
            return written
        seen = self._redact(event, viewer)
        return written if seen == public else self._write(seen)
