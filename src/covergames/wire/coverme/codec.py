"""Cover Me, from views and events to what the wire carries, and back."""

from __future__ import annotations

from collections.abc import Iterable

from covergames import coverme
from covergames.coverme import Options, State, View
from covergames.coverme.view_cache import ViewCache
from covergames.game import Seat
from covergames.wire.cached_view import CachedView
from covergames.wire.coverme.actions import Action, read_action, write_action
from covergames.wire.coverme.events import Event, read_event, write_event
from covergames.wire.coverme.face_up import FaceUp, write_face_up
from covergames.wire.coverme.view import Private, Public, read_view, write_private, write_public, write_public_after
from covergames.wire.part import once
from covergames.wire.redacted_events import RedactedEvents


class Codec:
    """The wire's words for one game of Cover Me."""

    def __init__(self, players: int, options: Options) -> None:
        self._players = players
        self._options = options

    def show(self, state: State, before: CachedView | None) -> CachedView:
        """What a spectator sees, without the history: it grows, and is told event by event."""
        if before is None:
            view_cache = ViewCache(state)
            return CachedView(state, view_cache, write_public(view_cache.spectator))
        view_cache = ViewCache(state, before.view)
        return CachedView(
            state, view_cache, write_public_after(view_cache.spectator, before.view.spectator, before.written)
        )

    def show_private(self, seat: Seat, public: CachedView, before: CachedView | None) -> CachedView:
        """What the seat sees on top of that, encoded."""
        view_cache: ViewCache = public.view
        if before is None:
            private = view_cache.private(seat)
            return CachedView(public.state, (view_cache, private), once(write_private(private)))
        earlier, seen = before.view
        private = view_cache.private_after(seat, earlier, seen)
        written = before.written if private is seen else once(write_private(private))
        return CachedView(public.state, (view_cache, private), written)

    def set_up_events(self, state: State) -> tuple[coverme.Event, ...]:
        """What happened before the first decision, nothing hidden, while no more than that has happened."""
        return (*(event for chapter in state.past for event in chapter.events), *state.present)

    def write_history(self, state: State) -> tuple[Event, ...]:
        """All that has happened, as everybody saw it."""
        return tuple([write_event(event) for chapter in coverme.view(state, None).history for event in chapter])

    def redacted_events(self, events: Iterable[coverme.Event]) -> RedactedEvents[coverme.Event, Event]:
        """What has happened, for whoever may see how much of it."""
        return RedactedEvents(events, redact=coverme.redact, write=write_event)

    def write_face_up(self, state: State) -> FaceUp:
        """All that lay hidden, once the game is over."""
        return write_face_up(coverme.face_up(state))

    def write_events_face_up(self, events: Iterable[coverme.Event]) -> tuple[Event, ...]:
        """What happened, nothing hidden, once the game is over."""
        return tuple([write_event(event) for event in events])

    def write_action(self, action: coverme.Action) -> Action:
        """The decision as a client sends it."""
        return write_action(action)

    def read_action(self, action: Action, _t: int) -> coverme.Action:
        """The decision that a client sent."""
        return read_action(action)

    def read_public_event(self, event: Event) -> coverme.Event:
        """The event as everybody saw it, which is what a view remembers."""
        return coverme.redact(read_event(event), None)

    def read_view(self, public: Public, private: Private | None, history: Iterable[coverme.Event]) -> View:
        """The view that the parts were written from."""
        return read_view(public, private, history, players=self._players, options=self._options)
