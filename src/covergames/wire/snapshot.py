"""A position of a game as JSON: the public part is encoded once for everybody, the private part for each seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import UNSET, Raw, UnsetType

from covergames.game import Memory, Seat
from covergames.games import AnyGame
from covergames.schema import CachedEncoding, Codec, codec_of
from covergames.wire.redacted_events import RedactedEvents


class Snapshot:
    """A position of a game with the events that led to it. It reuses the encoding of unchanged fields of an earlier snapshot."""

    def __init__(
        self, game: AnyGame, state: Any, events: Sequence[Any] = (), *, before: Snapshot | None = None
    ) -> None:
        self.state = state
        self._game = game
        self._codec: Codec = codec_of(game, game.options_of(state)) if before is None else before._codec
        self._memory: Memory = Memory() if before is None else before._memory
        self._events: RedactedEvents | None = RedactedEvents(events, game=game, codec=self._codec)
        self._public: CachedEncoding = self._codec.public.encode_after(
            game.spectator(state, self._memory), None if before is None else before._public
        )
        self._private: dict[Seat, CachedEncoding] = {}
        self._earlier: dict[Seat, CachedEncoding] = {} if before is None else {**before._earlier, **before._private}
        """The private part that each seat got last, from an earlier snapshot."""

    @classmethod
    def of_new_game(cls, game: AnyGame, state: Any) -> Snapshot:
        """Return the position before the first decision, with the events of the set-up."""
        return cls(game, state, game.set_up_events(state))

    def forget_step(self) -> None:
        """Forget the events, and the private parts that the current ones have replaced: everybody has received the step."""
        self._events = None
        self._earlier = {seat: shown for seat, shown in self._earlier.items() if seat not in self._private}

    @property
    def public(self) -> Raw:
        """The public part: the view of a spectator, without the history."""
        return self._public.json

    def private(self, viewer: Seat | None) -> Raw | UnsetType:
        """Return the private part of the seat; a spectator has none."""
        return UNSET if viewer is None else self._shown_to(viewer).json

    def private_if_changed(self, viewer: Seat | None) -> Raw | UnsetType:
        """Return the private part of the seat if it differs from the one that the seat got before."""
        if viewer is None:
            return UNSET
        shown, earlier = self._shown_to(viewer), self._earlier.get(viewer)
        return UNSET if shown is earlier else shown.json

    def private_in_replay(self, viewer: Seat | None) -> Raw | UnsetType:
        """Return the private part of the seat without legal actions, for a replay."""
        if viewer is None:
            return UNSET
        own = self._codec.private.write(self._game.private(self.state, viewer, self._memory))
        return Raw(msgspec.json.encode(msgspec.structs.replace(own, legal=())))

    def events(self, viewer: Seat | None) -> Raw:
        """Return the events that led to the position, redacted for the viewer; they are forgotten after the step."""
        assert self._events is not None
        return self._events.seen_by(viewer)

    def history(self) -> Raw:
        """Return the events before the position, redacted for spectators."""
        return self._codec.events.encode(self._game.history(self.state))

    def _shown_to(self, viewer: Seat) -> CachedEncoding:
        if viewer not in self._private:
            seen = self._game.private(self.state, viewer, self._memory)
            self._private[viewer] = self._codec.private.encode_after(seen, self._earlier.get(viewer))
        return self._private[viewer]
