"""A game in this process: one person against bots, recorded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from covergames.bots import BotFault
from covergames.game import IllegalAction

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from covergames.bots import AnyBot
    from covergames.game import Seat
    from covergames.record import Recording
    from covergames.terminal.words import Words


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalGame:
    """The recorded game, the person's seat and the bots in the other seats."""

    recording: Recording
    seat: Seat
    bots: Mapping[Seat, AnyBot]
    save: Callable[[], None]
    """Write the record to its file; raises `OSError`."""
    is_new: bool = True
    """False: the person resumes a game."""

    @property
    def state(self) -> Any:
        """The state of the game. Screens draw views, not this."""
        return self.recording.state

    def view(self) -> Any:
        """Return what the person sees."""
        return self.recording.game.view(self.recording.state, self.seat)

    def act(self, seat: Seat, action: Any) -> Sequence[Any]:
        """Apply and record an action, and return the events as the person sees them.

        Raises:
            IllegalAction: the person may not do this; nothing has changed.
            BotFault: a bot may not do this; nothing has changed.
        """
        try:
            step = self.recording.act(seat, action)
        except IllegalAction as error:
            if seat not in self.bots:
                raise
            name = self.recording.record.players[seat]
            raise BotFault(f"{name}, the bot in seat {seat}: {error}") from error
        return [self.recording.game.redact(event, self.seat) for event in step.events]

    def greeting(self, words: Words, welcome: str) -> str:
        """Return the message with the key `welcome` or, in a resumed game, a shorter one."""
        key = welcome if self.is_new else "terminal.welcome-back"
        return words(key, name=words.name(self.seat), names=words.names(self.bots))
