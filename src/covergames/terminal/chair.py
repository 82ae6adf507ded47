"""Where a person sits at a table of Cover Me: what they see from there, and where their decisions go."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from covergames import coverme
from covergames.coverme import events as happened
from covergames.record import replay

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from covergames.bots import AnyBot
    from covergames.coverme.actions import Action
    from covergames.coverme.events import Event
    from covergames.coverme.view import View
    from covergames.game import Seat
    from covergames.record import Recording


class NotTaken(Exception):
    """A decision that the table did not take, and why: it is not this one's turn any more, or somebody else decides."""


class Chair(Protocol):
    """A seat at some table, be it here or elsewhere."""

    @property
    def seat(self) -> Seat:
        """Which one."""
        ...

    @property
    def is_asked(self) -> bool:
        """Whether it is time for the person to decide."""
        ...

    def view(self) -> View:
        """The table from there, now."""
        ...

    def act(self, action: Action) -> Sequence[Event]:
        """Decide; what happened then, as it is seen from there. Or `NotTaken`."""
        ...

    def wait(self) -> Sequence[Event]:
        """Let others do something; what happened, as it is seen from there."""
        ...

    def season(self) -> Sequence[Event]:
        """What happened this season so far, as it was seen from there."""
        ...


class LocalChair:
    """A seat at a table in this very process, with bots in all the others; everything is saved at once."""

    def __init__(
        self, recording: Recording, *, seat: Seat, bots: Mapping[Seat, AnyBot], save: Callable[[], None]
    ) -> None:
        self._recording = recording
        self._seat = seat
        self._bots = bots
        self._save = save

    @property
    def seat(self) -> Seat:
        """Which one."""
        return self._seat

    @property
    def is_asked(self) -> bool:
        """Whether all bots have decided."""
        return coverme.to_act(self._recording.state) == (self._seat,)

    def view(self) -> View:
        """The table from there, now."""
        return coverme.view(self._recording.state, self._seat)

    def act(self, action: Action) -> Sequence[Event]:
        """Decide."""
        return self._act(self._seat, action)

    def wait(self) -> Sequence[Event]:
        """Let one bot decide."""
        state = self._recording.state
        seat = next(seat for seat in coverme.to_act(state) if seat != self._seat)
        return self._act(seat, self._bots[seat].choose(coverme.view(state, seat)))

    def season(self) -> Sequence[Event]:
        """What happened this season so far."""
        events = (event for moment in replay(self._recording.record) for event in moment.events)
        return this_season(coverme.redact(event, self._seat) for event in events)

    def _act(self, seat: Seat, action: Action) -> Sequence[Event]:
        step = self._recording.act(seat, action)
        self._save()
        return [coverme.redact(event, self._seat) for event in step.events]


def this_season(events: Iterable[Event]) -> list[Event]:
    """Those since the last season began."""
    seen: list[Event] = []
    for event in events:
        if isinstance(event, happened.SeasonBegan):
            seen = []
        seen.append(event)
    return seen
