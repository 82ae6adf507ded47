"""A match of Cover Me: one player's view of a table, local or on a server, and the way to act there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from covergames import coverme
from covergames.bots import LocalBots
from covergames.coverme.events import SeasonBegan
from covergames.record import replay

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from covergames.coverme.actions import Action
    from covergames.coverme.events import Event
    from covergames.coverme.view_types import View
    from covergames.game import Seat
    from covergames.terminal.local_game import LocalGame


class ActionRefused(Exception):
    """The table refused an action, for example because a bot has taken over the seat."""


class Match(Protocol):
    """A table as the game loop needs it."""

    @property
    def seat(self) -> Seat:
        """The player's seat."""
        ...

    @property
    def is_asked(self) -> bool:
        """Whether the player has to decide now."""
        ...

    def view(self) -> View:
        """Return what the player sees now."""
        ...

    def act(self, action: Action) -> Sequence[Event]:
        """Apply the player's action and return the events that the player sees.

        Raises:
            ActionRefused: the table refuses the action.
        """
        ...

    def wait(self) -> Sequence[Event]:
        """Wait for another player's action and return the events that the player sees."""
        ...

    def season(self) -> Sequence[Event]:
        """Return the events of this season that the player saw."""
        ...


class LocalMatch:
    """A match in this process against bots. It is saved after every action."""

    def __init__(self, game: LocalGame) -> None:
        self._game = game
        self._bots = LocalBots(coverme, game.bots)

    @property
    def seat(self) -> Seat:
        """The player's seat."""
        return self._game.seat

    @property
    def is_asked(self) -> bool:
        """Whether all bots have decided and the player has not."""
        return coverme.to_act(self._game.state) == (self.seat,)

    def view(self) -> View:
        """Return what the player sees now."""
        view: View = self._game.view()
        return view

    def act(self, action: Action) -> Sequence[Event]:
        """Apply the player's action."""
        return self._act(self.seat, action)

    def wait(self) -> Sequence[Event]:
        """Let one bot decide."""
        turn = self._bots.next(self._game.state)
        assert turn is not None, "a bot has to decide"
        return self._act(*turn)

    def season(self) -> Sequence[Event]:
        """Return the events of this season that the player saw."""
        events = (event for moment in replay(self._game.recording.record) for event in moment.events)
        return this_season(coverme.redact(event, self.seat) for event in events)

    def _act(self, seat: Seat, action: Action) -> Sequence[Event]:
        events = self._game.act(seat, action)
        self._game.save()
        return events


def this_season(events: Iterable[Event]) -> list[Event]:
    """Return the events since the last season began."""
    seen: list[Event] = []
    for event in events:
        if isinstance(event, SeasonBegan):
            seen = []
        seen.append(event)
    return seen
