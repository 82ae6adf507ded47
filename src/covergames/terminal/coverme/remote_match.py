"""A match of Cover Me at a server's table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from covergames.client import Refusal
from covergames.terminal.coverme.match import ActionRefused, this_season

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from covergames.coverme.actions import Action
    from covergames.coverme.events import Event
    from covergames.coverme.view_types import View
    from covergames.game import Seat
    from covergames.terminal.blocking_client import BlockingClient


class RemoteMatch:
    """A match at a server's table."""

    def __init__(self, client: BlockingClient, *, show_waiting: Callable[[Sequence[Seat]], None]) -> None:
        self._client = client
        self._show_waiting = show_waiting
        self._events: list[Event] = [event for season in self.view().history for event in season]

    @property
    def seat(self) -> Seat:
        """The player's seat."""
        return self._client.seat

    @property
    def is_asked(self) -> bool:
        """Whether the player has to decide now; takes the seat back from a bot that stood in."""
        if self._client.is_replaced:
            self._client.take_back()
        return self.seat in self.view().to_act

    def view(self) -> View:
        """Return what the player sees now."""
        view: View | None = self._client.view()
        assert view is not None, "the game has begun"
        return view

    def act(self, action: Action) -> Sequence[Event]:
        """Send the player's action.

        Raises:
            ActionRefused: the server refuses the action.
        """
        try:
            self._client.act(action)
        except Refusal as refusal:
            raise ActionRefused(refusal.reason) from None
        return self._new_events()

    def wait(self) -> Sequence[Event]:
        """Wait for the server's next message, unless there are events already."""
        events = self._new_events()
        if not events:
            self._show_waiting(self.view().to_act)
            self._client.wait()
            events = self._new_events()
        return events

    def season(self) -> Sequence[Event]:
        """Return the events of this season: from before the connection as everybody saw them, then as the player did."""
        return this_season(self._events)

    def _new_events(self) -> list[Event]:
        events: list[Event] = self._client.events()
        self._events += events
        return events
