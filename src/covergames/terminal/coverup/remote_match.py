"""A match of Cover Up at a server's table, by the server's clock."""

from __future__ import annotations

from typing import TYPE_CHECKING

from covergames.client import ConnectionFailed, Refusal
from covergames.coverup import Phase
from covergames.game import IllegalAction

if TYPE_CHECKING:
    from covergames.coverup import Action, View
    from covergames.game import Seat
    from covergames.terminal.blocking_client import BlockingClient


class RemoteMatch:
    """A match at a server's table."""

    def __init__(self, client: BlockingClient) -> None:
        self._client = client
        self._step = client.mirror.step
        self._view = self._read_view()

    @property
    def seat(self) -> Seat:
        """The player's seat."""
        return self._client.seat

    @property
    def view(self) -> View:
        """What the player sees now."""
        return self._view

    @property
    def now(self) -> int:
        """The time by the server's clock; negative before the round begins."""
        start = self._client.mirror.table.round_start
        return 0 if start is None else self._client.now() - start

    @property
    def countdown(self) -> int:
        """The seconds until the round begins."""
        return max(0, -(self.now // 1000))

    def begin_round(self) -> None:
        """Do nothing: the server starts the countdown."""

    def act(self, action: Action) -> None:
        """Send the player's action.

        Raises:
            IllegalAction: the server refuses the action.
            ConnectionError: the server cannot be reached any more.
        """
        try:
            self._client.act(action)
        except Refusal as refusal:
            raise IllegalAction(refusal.rule or "", refusal.reason) from None
        except ConnectionFailed as error:
            raise ConnectionError(str(error)) from None
        finally:
            self.tick()

    def tick(self) -> None:
        """Read the server's latest messages; take the seat back from a bot that stood in.

        Raises:
            ConnectionError: the server cannot be reached any more.
        """
        if self._client.end is not None:
            raise ConnectionError(str(self._client.end))
        if self._client.is_replaced and self._view.phase is not Phase.OVER:
            self._client.take_back()
        if self._client.mirror.step != self._step:
            self._step = self._client.mirror.step
            self._view = self._read_view()

    def save(self) -> None:
        """Do nothing: the server keeps the game."""

    def _read_view(self) -> View:
        view: View | None = self._client.view()
        assert view is not None, "the game has begun"
        return view
