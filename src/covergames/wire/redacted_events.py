"""What has happened in a game, redacted for each viewer, and encoded once for all who see the same of it."""

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
    """Events of a game, and the JSON of what each viewer may see of them."""

    def __init__(self, events: Iterable[Any], *, game: AnyGame, codec: Codec) -> None:
        self._redact = game.redact
        self._encode = codec.event.encode
        self._public: list[msgspec.Raw] = []
        """What a spectator sees of each event."""
        self._hidden: list[tuple[int, Any, Any]] = []
        """The events that hide anything from a spectator: their place, nothing hidden, and as a spectator sees them."""
        for place, event in enumerate(events):
            public = self._redact(event, None)
            self._public.append(self._encode(public))
            if public is not event:  # what hides nothing from a spectator hides nothing from anybody
                self._hidden.append((place, event, public))

    @cached_property
    def public(self) -> msgspec.Raw:
        """What has happened, as everybody may see it."""
        return msgspec.Raw(encode(self._public))

    def seen_by(self, viewer: Seat | None) -> msgspec.Raw:
        """Return what has happened, as the viewer may see it; `public` itself if that is no more."""
        if viewer is None:
            return self.public
        own = self._public
        for place, event, public in self._hidden:
            seen = self._redact(event, viewer)
            if seen != public:
                own = [*own[:place], self._encode(seen), *own[place + 1 :]]
        return self.public if own is self._public else msgspec.Raw(encode(own))
