"""What has happened in a game, redacted for each viewer, and written once for all who see the same of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from covergames.game import Seat

Happened = TypeVar("Happened")
Written = TypeVar("Written")


class Happening(Generic[Happened, Written]):
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

    def seen_by(self, viewer: Seat | None) -> tuple[Written, ...]:
        """What has happened, as the viewer may see it."""
        return tuple([self._seen_by(viewer, *event) for event in self._events])

    def _seen_by(self, viewer: Seat | None, event: Happened, public: Happened, written: Written) -> Written:
        if viewer is None or public is event:  # what hides nothing from a spectator hides nothing from anybody
            return written
        seen = self._redact(event, viewer)
        return written if seen == public else self._write(seen)
