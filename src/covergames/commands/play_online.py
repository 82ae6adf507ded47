"""``covergames play GAME --server URL``: a person in this terminal at a server's table."""

from __future__ import annotations

import asyncio
import os
import secrets
import shlex
from datetime import datetime
from typing import TYPE_CHECKING

from covergames.client import ConnectionFailed, Refusal, Server
from covergames.commands.failure import FAILED, USAGE, fail
from covergames.commands.seat_token import SeatToken
from covergames.commands.verify import check
from covergames.game import RuleError, Seat
from covergames.terminal import saving
from covergames.terminal.blocking_client import BlockingClient
from covergames.terminal.console import live_console
from covergames.terminal.lobby import seat_bots, wait_for_start
from covergames.terminal.screens import screens_of
from covergames.terminal.words import Words
from covergames.text import text
from covergames.wire import Seen, game_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from covergames.commands.play_request import PlayRequest


def play_online(request: PlayRequest, *, server: str, table: str | None) -> None:
    """Join the table, or open a new one, wait for the other players, and play."""
    try:
        game = OnlineGame(request, Server(server))
        token = asyncio.run(game.open_table() if table is None else game.join_table(table))
        token.store()
        witness = token.witness()
        try:
            with BlockingClient(game.server, token.table, token.token, witness=witness) as client:
                is_over = game.play(client, bots=request.bots if table is None else ())
        finally:
            token.store_seen(witness.seen)
        game.print_ending(token, witness.seen, is_over=is_over)
    except (ValueError, RuleError) as error:
        fail(str(error), code=USAGE)
    except (Refusal, ConnectionFailed, OSError) as error:
        fail(f"{server}: {error}", code=FAILED)


class OnlineGame:
    """A game at a server's table, as the command line asks for it."""

    def __init__(self, request: PlayRequest, server: Server) -> None:
        self.server = server
        self._request = request
        self._screens = screens_of(request.game)
        self._console = live_console()

    async def open_table(self) -> SeatToken:
        """Open a table as its host, and take a seat there.

        Raises:
            ValueError: there are more bots than free seats, or an option cannot be read.
            RuleError: the rules do not allow an option, or this number of players.
            Refusal: the server refuses.
            ConnectionFailed: the server cannot be reached.
        """
        request = self._request
        options = request.read_options()
        if len(request.bots) >= request.players:
            raise ValueError(f"{len(request.bots)} bots and you are too many for {request.players} seats")
        opened = await self.server.open_table(request.game, request.players, options)
        return await self._join(opened.table, host_token=opened.host_token)

    async def join_table(self, table: str) -> SeatToken:
        """Return to the seat that the player had at this table, or take a free one.

        Raises:
            ValueError: the table plays another game.
            Refusal: the server refuses.
            ConnectionFailed: the server cannot be reached.
        """
        game, name = self._request.game, self._request.player_name
        found = await self.server.find(table)
        if game_of(found.arrangement) is not game:
            raise ValueError(f"table {table} plays {game_of(found.arrangement).NAME}, not {game.NAME}")
        token = SeatToken.load(self.server.url, table, name)
        if token is not None and any(place.name == name and not place.present for place in found.table.seats):
            return token
        return await self._join(table)

    async def _join(self, table: str, *, host_token: str | None = None) -> SeatToken:
        name, nonce = self._request.player_name, secrets.token_hex(16)
        seat = None if self._request.seat is None else Seat(self._request.seat)
        joined = await self.server.join(table, name, seat=seat, nonce=nonce, token=host_token)
        return SeatToken(self.server.url, table, name, joined.token, nonce)

    def play(self, client: BlockingClient, *, bots: Sequence[str]) -> bool:
        """Seat bots, wait for the start, and play; return whether the game is over."""
        if client.mirror.you.host and client.view() is None:
            self.print("terminal.online.invite", command=self.join_command(client.table_id))
        try:
            seat_bots(client, bots)
            wait_for_start(client, lambda names, free: self.print("terminal.online.lobby", names=names, free=free))
        except KeyboardInterrupt:
            return False
        names = tuple(place.name or "" for place in client.mirror.table.seats)
        self._screens.play_online(client, Words(self._request.language, names, client.seat), self._console)
        view = client.view()
        return view is not None and view.result is not None

    def print_ending(self, token: SeatToken, seen: Seen | None, *, is_over: bool) -> None:
        """Save the record of a finished game and what the player saw, and print whether they agree.

        If the game is not over, print the command that returns to the table.
        """
        self._console.out()
        if not is_over:
            self.print("terminal.online.come-back", command=self.join_command(token.table))
            return
        request = self._request
        path = request.save or saving.default_path(request.game.NAME, datetime.now().astimezone(), os.environ)
        record = asyncio.run(self.server.record(token.table))
        saving.write(path, record)
        self.print("terminal.saved", path=str(path))
        if seen is not None:
            seen_path = path.with_suffix(".seen.json")
            saving.write(seen_path, seen)
            self.print("terminal.seen", path=str(seen_path))
        token.delete()
        for line in check(record, seen, file=path.name, language=self._request.language).lines:
            self._console.out(line)

    def join_command(self, table: str) -> str:
        """Return the command with which others join and the player returns."""
        parts = ("covergames", "play", self._request.game.NAME, "--server", self.server.url, "--table", table)
        return " ".join(shlex.quote(part) for part in parts)

    def print(self, key: str, **values: str | int) -> None:
        """Print a message in the player's language."""
        self._console.out(text(key, self._request.language, **values))
