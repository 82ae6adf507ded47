"""A position of a game, ready to be sent: what is public is written and encoded once, the rest for each seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET, UnsetType

from covergames.game import Seat
from covergames.wire.game import Codec, Event, Private, Public
from covergames.wire.part import once


class Showing:
    """One position, with the events that led to it."""

    def __init__(self, codec: Codec, state: Any, events: Sequence[Any] = ()) -> None:
        self._codec = codec
        self._state = state
        self._events = events
        self._spectator = codec.spectator(state)
        self.public: Public = once(codec.write_public(self._spectator))
        """What everybody sees, encoded."""

    @classmethod
    def of_new_game(cls, codec: Codec, state: Any) -> Showing:
        """The position before the first decision, with all that led to it."""
        return cls(codec, state, codec.set_up_events(state))

    def private(self, viewer: Seat | None) -> Private | UnsetType:
        """What only this seat sees; nothing for a spectator."""
        if viewer is None:
            return UNSET
        private: Private = self._codec.write_private(self._state, viewer, self._spectator)
        return private

    def events(self, viewer: Seat | None) -> tuple[Event, ...]:
        """What happened, as the viewer may see it."""
        return self._codec.write_events(self._events, viewer)

    def history(self) -> tuple[Event, ...]:
        """What has happened before and is remembered, as everybody saw it."""
        return self._codec.write_history(self._state)
