"""A position of a game, ready to be sent: what is public is written and encoded once, the rest for each seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET, UnsetType

from covergames.game import Seat
from covergames.wire.cached_view import CachedView
from covergames.wire.game import Codec, Event, Private, Public
from covergames.wire.part import once


class Snapshot:
    """One position, with the events that led to it. By the one before it, no part is written again that has not changed."""

    def __init__(self, codec: Codec, state: Any, events: Sequence[Any] = (), *, before: Snapshot | None = None) -> None:
        self.state = state
        self._codec = codec
        self._public: CachedView = codec.show(state, None if before is None else before._public)
        self._private: dict[Seat, CachedView] = {} if before is None else before._private.copy()
        """What every seat was shown last, if it was shown anything; perhaps of an earlier state."""
        self._events = codec.redacted_events(events)
        self.public: Public = once(self._public.written)
        """What everybody sees, encoded."""

    @classmethod
    def of_new_game(cls, codec: Codec, state: Any) -> Snapshot:
        """The position before the first decision, with all that led to it."""
        return cls(codec, state, codec.set_up_events(state))

    def private(self, viewer: Seat | None) -> Private | UnsetType:
        """What only this seat sees, encoded; nothing for a spectator."""
        if viewer is None:
            return UNSET
        shown = self._private.get(viewer)
        if shown is None or shown.state is not self.state:
            shown = self._codec.show_private(viewer, self._public, shown)
            self._private[viewer] = shown
        private: Private = shown.written
        return private

    def news(self, viewer: Seat | None, since: Snapshot | None) -> Private | UnsetType:
        """The same, unless it is just what the seat was last shown of that earlier position."""
        private = self.private(viewer)
        known = None if viewer is None or since is None else since._private.get(viewer)
        return UNSET if known is not None and known.written is private else private

    def events(self, viewer: Seat | None) -> tuple[Event, ...]:
        """What happened, as the viewer may see it."""
        return self._events.seen_by(viewer)

    def history(self) -> tuple[Event, ...]:
        """What has happened before and is remembered, as everybody saw it."""
        return self._codec.write_history(self.state)
