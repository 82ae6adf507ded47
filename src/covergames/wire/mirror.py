"""A table as a client knows it, from one message to the next."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from covergames.games import AnyGame
from covergames.wire.arrangement import Arrangement, game_of, read_options
from covergames.wire.game import Codec, Event, Private, Public, codec_of
from covergames.wire.messages import Update, Welcome, You
from covergames.wire.table import Message, TableView


class TableMirror:
    """What a client was told so far: the latest of every part, and the history."""

    def __init__(self, welcome: Welcome) -> None:
        self.you: You = welcome.you
        self.sequence = welcome.sequence
        self.step = welcome.sequence
        """The sequence number with which the game was last told anew."""
        self.table: TableView = welcome.table
        self.chat: tuple[Message, ...] = welcome.chat
        self._public: Public | None = welcome.public or None
        self._private: Private | None = welcome.private or None
        self._arrange(welcome.arrangement)
        self._history: list[Any] = []
        self._remember(welcome.history)

    def update(self, update: Update) -> None:
        """Something happened."""
        self.sequence = update.sequence
        self.you = update.you or self.you
        self.table = update.table or self.table
        if update.arrangement is not UNSET:
            self._arrange(update.arrangement)
        if update.public is not UNSET:
            self._public = update.public
            self.step = update.sequence
        self._private = update.private or self._private
        self.chat += update.said or ()
        self._remember(update.events or ())

    @property
    def game(self) -> AnyGame:
        """The game that is played."""
        return game_of(self.arrangement)

    @property
    def codec(self) -> Codec:
        """The wire's words for it."""
        return self._codec

    def view(self) -> Any | None:
        """The view of the game, as the server has it for this client; None: the game has not begun."""
        if self._public is None:
            return None
        return self._codec.read_view(self._public, self._private, self._history)

    def _arrange(self, arrangement: Arrangement) -> None:
        self.arrangement: Arrangement = arrangement
        self._codec = codec_of(self.game, arrangement.players, read_options(arrangement))

    def _remember(self, events: tuple[Event, ...]) -> None:
        self._history += [self._codec.read_public_event(event) for event in events]
