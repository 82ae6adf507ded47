"""Cover Up, from views and events to what the wire carries, and back."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from covergames import coverup
from covergames.coverup import Options, State, View
from covergames.coverup.events import RoundScored as Scored
from covergames.game import Seat
from covergames.wire.cached_view import CachedView
from covergames.wire.coverup.actions import Action, read_action, write_action
from covergames.wire.coverup.cards import CardNames
from covergames.wire.coverup.events import Event, read_event, write_event
from covergames.wire.coverup.face_up import FaceUp, write_face_up
from covergames.wire.coverup.view import Private, Public, read_view, write_private, write_public
from covergames.wire.part import once
from covergames.wire.redacted_events import RedactedEvents


class Codec:
    """The wire's words for one game of Cover Up."""

    def __init__(self, players: int, options: Options) -> None:
        self._players = players
        self._options = options
        self._names = CardNames(options.deck)

    def show(self, state: State, _before: CachedView | None) -> CachedView:
        """What a spectator sees."""
        spectator = coverup.view(state, None)
        return CachedView(state, spectator, write_public(spectator, self._names))

    def show_private(self, seat: Seat, public: CachedView, before: CachedView | None) -> CachedView:
        """What the seat sees on top of that, encoded."""
        view = coverup.with_private(public.view, coverup.private(public.state, seat))
        written = once(write_private(view, self._names))
        return CachedView(
            public.state, view, before.written if before is not None and written == before.written else written
        )

    def set_up_events(self, _state: State) -> tuple[coverup.Event, ...]:
        """Nothing: the hands lie open from the beginning."""
        return ()

    def write_history(self, state: State) -> tuple[Event, ...]:
        """The rounds that were scored: of what has happened, all that a view remembers."""
        rounds = enumerate(coverup.view(state, None).scores, start=1)
        return tuple([write_event(Scored(number, scores), self._names) for number, scores in rounds])

    def redacted_events(self, events: Iterable[coverup.Event]) -> RedactedEvents[coverup.Event, Event]:
        """What has happened, for whoever may see how much of it."""
        return RedactedEvents(events, redact=coverup.redact, write=partial(write_event, names=self._names))

    def write_face_up(self, state: State) -> FaceUp:
        """All that lay hidden, once the game is over."""
        return write_face_up(coverup.face_up(state), self._names)

    def write_events_face_up(self, events: Iterable[coverup.Event]) -> tuple[Event, ...]:
        """What happened, nothing hidden, once the game is over."""
        return tuple([write_event(event, self._names) for event in events])

    def write_action(self, action: coverup.Action) -> Action:
        """The action as a client sends it."""
        return write_action(action, self._names)

    def read_action(self, action: Action, t: int) -> coverup.Action:
        """The action that a client sent, done at that time of the round."""
        return read_action(action, self._names, t)

    def read_public_event(self, event: Event) -> coverup.Event:
        """The event as everybody saw it, which is what a view remembers."""
        return coverup.redact(read_event(event, self._names), None)

    def read_view(self, public: Public, private: Private | None, history: Iterable[coverup.Event]) -> View:
        """The view that the parts were written from."""
        return read_view(public, private, history, players=self._players, options=self._options, names=self._names)
