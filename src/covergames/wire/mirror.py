"""A client's copy of a table, which every message updates."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Raw, UnsetType

from covergames.encoding import Known
from covergames.games import AnyGame
from covergames.schema import Codec, codec_of
from covergames.table.user_text import Message
from covergames.table.view import TableView
from covergames.wire.arrangement import Arrangement, game_of, read_options
from covergames.wire.messages import Update, Welcome, You


class TableMirror:
    """What a client knows about a table: the latest version of every part, and the history."""

    def __init__(self, welcome: Welcome) -> None:
        self.you: You = welcome.you
        self.sequence = welcome.sequence
        self.step = welcome.sequence
        """The sequence number of the latest update that changed the game."""
        self.table: TableView = welcome.table
        self.chat: tuple[Message, ...] = welcome.chat
        self._public: Raw | UnsetType = welcome.public
        self._private: Raw | UnsetType = welcome.private
        self._view: Any = None
        """The cached result of `view`; None: it has to be built."""
        self._arrange(welcome.arrangement)
        self._history: list[Any] = []
        self._remember(welcome.history)

    def update(self, update: Update) -> None:
        """Apply an update."""
        self.sequence = update.sequence
        self.you = update.you or self.you
        self.table = update.table or self.table
        if update.arrangement is not UNSET:
            self._arrange(update.arrangement)
        if update.public is not UNSET:
            self._public = update.public
            self.step = update.sequence
        if update.private is not UNSET:
            self._private = update.private
        self.chat += update.said or ()
        if update.events is not UNSET:
            self._remember(update.events)
        self._view = None

    @property
    def game(self) -> AnyGame:
        """The rules of the game."""
        return self._game

    @property
    def codec(self) -> Codec:
        """The codec of the game, with the options of the table."""
        return self._codec

    def view(self) -> Any | None:
        """Return the game as this client sees it; None: the game has not started."""
        if self._public is UNSET:
            return None
        if self._view is None:
            known = Known(self.arrangement.players, self._options, self._history)
            self._view = self._codec.public.decode(self._public, known=known)
            if self._private is not UNSET:
                self._view = self._game.with_private(self._view, self._codec.private.decode(self._private))
        return self._view

    def _arrange(self, arrangement: Arrangement) -> None:
        self.arrangement: Arrangement = arrangement
        self._game = game_of(arrangement)
        self._options = read_options(arrangement)
        self._codec = codec_of(self._game, self._options)
        self._view = None

    def _remember(self, events: Raw) -> None:
        self._history += [self._game.redact(event, None) for event in self._codec.events.decode(events)]
