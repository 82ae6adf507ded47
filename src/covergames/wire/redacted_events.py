"""Events of a game, redacted for each viewer and encoded once for all viewers who see the same."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

import msgspec

from covergames.game import Seat
from covergames.games import AnyGame
from covergames.schema import Codec
from covergames.wire.part import encode


class RedactedEvents:
    """Events of a game, as JSON for each viewer."""

    def __init__(self, events: Iterable[Any], *, game: AnyGame, codec: Codec) -> None:
        self._redact = game.redact
        self._encode = codec.event.encode
        self._public: list[msgspec.Raw] = []
        """Each event as a spectator sees it."""
        self._hidden: list[tuple[int, Any, Any]] = []
        """The events that hide something from spectators: the index, the whole event, and the event as a spectator sees it."""
        for place, event in enumerate(events):
            public = self._redact(event, None)
            self._public.append(self._encode(public))
            if public is not event:  # an event that hides nothing from spectators hides nothing from seats
                self._hidden.append((place, event, public))

    @cached_property
    def public(self) -> msgspec.Raw:
        """The events as a spectator sees them."""
        return msgspec.Raw(encode(self._public))

    def seen_by(self, viewer: Seat | None) -> msgspec.Raw:
        """Return the events as the viewer sees them; `public` itself if that is the same."""
        if viewer is None or not self._hidden:
            return self.public
        own = self._public
        for place, event, public in self._hidden:
            seen = self._redact(event, viewer)
            if seen != public:
                own = [*own[:place], self._encode(seen), *own[place + 1 :]]
        return self.public if own is self._public else msgspec.Raw(encode(own))
