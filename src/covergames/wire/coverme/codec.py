"""Cover Me, from views and events to what the wire carries, and back."""

from __future__ import annotations

from collections.abc import Iterable

from covergames import coverme
from covergames.coverme import Options, State, View
from covergames.game import Seat
from covergames.wire.coverme.actions import Action, read_action, write_action
from covergames.wire.coverme.events import Event, read_event, write_event
from covergames.wire.coverme.face_up import FaceUp, write_face_up
from covergames.wire.coverme.view import Private, Public, read_view, write_private, write_public


class Codec:
    """The wire's words for one game of Cover Me."""

    def __init__(self, players: int, options: Options) -> None:
        self._players = players
        self._options = options

    def spectator(self, state: State) -> View:
        """What a spectator sees, without the history: it grows, and is told event by event."""
        twin = state.copy()
        twin.past, twin.present = (), ()
        return coverme.view(twin, None)

    def write_public(self, spectator: View) -> Public:
        """What a spectator sees, in the wire's words."""
        return write_public(spectator)

    def write_private(self, state: State, seat: Seat, _spectator: View) -> Private:
        """What the seat sees on top of that."""
        return write_private(coverme.private(state, seat))

    def set_up_events(self, state: State) -> tuple[coverme.Event, ...]:
        """What happened before the first decision, nothing hidden, while no more than that has happened."""
        return (*(event for chapter in state.past for event in chapter.events), *state.present)

    def write_history(self, state: State) -> tuple[Event, ...]:
        """All that has happened, as everybody saw it."""
        return tuple([write_event(event) for chapter in coverme.view(state, None).history for event in chapter])

    def write_events(self, events: Iterable[coverme.Event], viewer: Seat | None) -> tuple[Event, ...]:
        """What has happened, as the viewer may see it."""
        return tuple([write_event(coverme.redact(event, viewer)) for event in events])

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
