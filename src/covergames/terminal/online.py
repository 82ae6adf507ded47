"""A person's place at a server's table: a chair for Cover Me, a match for Cover Up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from covergames.client import ConnectionFailed, Refusal
from covergames.coverup import Phase, State
from covergames.game import IllegalAction, Seat
from covergames.table.seats import StoodInFor
from covergames.terminal.chair import NotTaken, this_season

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from covergames import coverup
    from covergames.coverme.actions import Action
    from covergames.coverme.events import Event
    from covergames.coverme.view import View
    from covergames.terminal.line import Line


class RemoteChair:
    """A seat at a table of Cover Me on a server."""

    def __init__(self, line: Line, *, announce: Callable[[Sequence[Seat]], None]) -> None:
        seat = line.client.seat
        assert seat is not None, "a chair is for somebody who plays"
        self._line = line
        self._seat = seat
        self._announce = announce
        self._told: list[Event] = [event for chapter in self.view().history for event in chapter]

    @property
    def seat(self) -> Seat:
        """Which one."""
        return self._seat

    @property
    def is_asked(self) -> bool:
        """Whether the seat owes a decision; whoever comes back decides again."""
        place = self._line.mirror.table.seats[self._seat]
        if place.stood_in_for in (StoodInFor.AWAY, StoodInFor.LEFT):
            self._line.do(self._line.client.take_back())
        return self._seat in self.view().to_act

    def view(self) -> View:
        """The table from there, now."""
        view: View = self._line.view()
        return view

    def act(self, action: Action) -> Sequence[Event]:
        """Decide, or `NotTaken`."""
        try:
            self._line.do(self._line.client.act(action))
        except Refusal as refusal:
            raise NotTaken(refusal.reason) from None
        return self._heard()

    def wait(self) -> Sequence[Event]:
        """Until somebody has done something."""
        heard = self._heard()
        if not heard:
            self._announce(self.view().to_act)
            self._line.wait()
            heard = self._heard()
        return heard

    def season(self) -> Sequence[Event]:
        """What happened this season so far; what was before this connection, as everybody saw it."""
        return this_season(self._told)

    def _heard(self) -> list[Event]:
        heard = self._line.heard()
        self._told += heard
        return heard


class RemoteMatch:
    """A seat at a table of Cover Up on a server; what happens there happens by the server's clock."""

    def __init__(self, line: Line) -> None:
        seat = line.client.seat
        assert seat is not None, "a match is for somebody who plays"
        self.seat: Seat = seat
        self._line = line
        self._step = line.mirror.step
        self.state = state_of(line.view())

    @property
    def now(self) -> int:
        """Milliseconds since the round began; during the count of three, before it begins."""
        start = self._line.mirror.table.round_start
        return 0 if start is None else self._line.client.now() - start

    @property
    def has_begun(self) -> bool:
        """Whether the count of three is over."""
        return self.now >= 0

    @property
    def count(self) -> int:
        """Three, two, one; 0 when the round has begun (CU-R2)."""
        return max(0, -(self.now // 1000))

    def act(self, action: Any) -> None:
        """Do what you decided, or raise `IllegalAction`."""
        try:
            self._line.do(self._line.client.act(action))
        except Refusal as refusal:
            raise IllegalAction(refusal.rule or "", refusal.reason) from None
        except ConnectionFailed as error:
            raise ConnectionError(str(error)) from None
        finally:
            self.tick()

    def tick(self) -> bool:
        """Look what the server has told; whether the game went on. `ConnectionError` if it will tell nothing more."""
        if self._line.client.end is not None:
            raise ConnectionError(str(self._line.client.end))
        place = self._line.mirror.table.seats[self.seat]
        if place.stood_in_for in (StoodInFor.AWAY, StoodInFor.LEFT) and self.state.phase is not Phase.OVER:
            self._line.do(self._line.client.take_back())
        if self._line.mirror.step == self._step:
            return False
        self._step = self._line.mirror.step
        self.state = state_of(self._line.view())
        return True

    def begin_round(self) -> None:
        """It began when the server said so."""


def state_of(view: coverup.View) -> State:
    """The game as far as the viewer sees it; the draw piles, of which nobody sees more than the size, are left out."""
    return State(
        players=view.players,
        options=view.options,
        round=view.round,
        phase=view.phase,
        hands=tuple(seat.hand for seat in view.seats),
        piles=tuple(seat.pile for seat in view.seats),
        locked=tuple(seat.locked for seat in view.seats),
        flipped_by=view.flipped_by,
        flipped_at=view.flipped_at,
        now=view.now,
        giving_back=tuple(view.giving_back if number == view.seat else None for number in range(view.players)),
        green=(),
        yellow=(),
        red=(),
        scores=view.scores,
    )
