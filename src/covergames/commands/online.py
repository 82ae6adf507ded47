"""``covergames play --server``: a person in this terminal, at a table of a server."""

from __future__ import annotations

import asyncio
import os
import secrets
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from covergames import coverup, schema
from covergames.client import ConnectionFailed, Refusal, Server
from covergames.commands.decks import with_deck
from covergames.commands.failure import FAILED, USAGE, fail
from covergames.commands.options import read_options
from covergames.commands.ticket import Ticket
from covergames.game import RuleError, Seat
from covergames.games import AnyGame, game_named
from covergames.table import Stage, TableView
from covergames.terminal import saving
from covergames.terminal.console import ask_on, live_console
from covergames.terminal.coverme import Sitting
from covergames.terminal.coverup import CoverUpScreen
from covergames.terminal.line import Line
from covergames.terminal.online import RemoteChair, RemoteMatch
from covergames.terminal.screen import Screen
from covergames.terminal.words import Words, capital
from covergames.text import text
from covergames.wire import SeatBot, game_of

BOT_NAMES = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo")
"""What the bots are called, by seat; a name is skipped that somebody has."""


@dataclass(frozen=True)
class Wish:
    """What a player wants to play, and where."""

    game: AnyGame
    server: Server
    table: str | None
    """None: a new one."""
    players: int
    bots: Sequence[str]
    options: Sequence[str]
    deck: str | None
    name: str
    seat: Seat | None
    language: str


def play_online(
    game: str,
    *,
    server: str,
    table: str | None,
    players: int,
    bots: Sequence[str],
    options: Sequence[str],
    deck: str | None,
    name: str | None,
    seat: int | None,
    language: str,
    save: Path | None,
) -> None:
    """Open a table or join one, wait for the others, and play."""
    try:
        wish = Wish(
            game=game_named(game),
            server=Server(server),
            table=table,
            players=players,
            bots=bots,
            options=options,
            deck=deck,
            name=capital(text("player", language)) if name is None else name,
            seat=None if seat is None else Seat(seat),
            language=language,
        )
        ticket = asyncio.run(_opened(wish) if table is None else _joined(wish, table))
        ticket.keep()
        with Line(wish.server, ticket.table, ticket.token) as line:
            is_over = OnlineGame(wish, line, ticket.table).spend()
        _say_goodbye(wish, ticket, save, is_over=is_over)
    except (ValueError, RuleError) as error:
        fail(str(error), code=USAGE)
    except (Refusal, ConnectionFailed, OSError) as error:
        fail(f"{server}: {error}", code=FAILED)


async def _opened(wish: Wish) -> Ticket:
    """The host's seat at a new table."""
    options = schema.read_options(
        wish.game, with_deck(read_options(wish.options), wish.deck, wish.game.NAME), wish.players
    )
    if len(wish.bots) >= wish.players:
        raise ValueError(f"{len(wish.bots)} bots and you are too many for {wish.players} seats")
    opened = await wish.server.open_table(wish.game, wish.players, options)
    joined = await wish.server.join(
        opened.table, wish.name, seat=wish.seat, nonce=secrets.token_hex(16), token=opened.host_token
    )
    return Ticket(wish.server.url, opened.table, wish.name, joined.token)


async def _joined(wish: Wish, table: str) -> Ticket:
    """The seat that one had before at this table, or a free one."""
    found = await wish.server.find(table)
    if game_of(found.arrangement) is not wish.game:
        raise ValueError(f"table {table} plays {game_of(found.arrangement).NAME}, not {wish.game.NAME}")
    ticket = Ticket.found(wish.server.url, table, wish.name)
    if ticket is not None and any(place.name == wish.name and not place.present for place in found.table.seats):
        return ticket
    joined = await wish.server.join(table, wish.name, seat=wish.seat, nonce=secrets.token_hex(16))
    return Ticket(wish.server.url, table, wish.name, joined.token)


class OnlineGame:
    """From sitting down at a server's table to the end of the game, or to leaving."""

    def __init__(self, wish: Wish, line: Line, table: str) -> None:
        self._wish = wish
        self._line = line
        self._table = table
        self._console = live_console()

    def spend(self) -> bool:
        """Wait for the others, then play; whether the game is over."""
        try:
            self._gather()
        except KeyboardInterrupt:
            return False
        seat = self._line.client.seat
        assert seat is not None
        places = self._line.mirror.table.seats
        words = Words(self._wish.language, tuple(place.name or "" for place in places), seat)
        others = words.names(Seat(number) for number in range(len(places)) if number != seat)
        greeting = words("terminal.online.welcome", name=words.name(seat), names=others)
        if self._wish.game.NAME == coverup.NAME:
            return self._lay(words, greeting)
        chair = RemoteChair(self._line, announce=lambda seats: self._say("waiting", names=words.names(seats)))
        return Sitting(chair, screen=Screen(self._console, words), ask=ask_on(self._console), greeting=greeting).play()

    def _lay(self, words: Words, greeting: str) -> bool:
        match = RemoteMatch(self._line)
        screen = CoverUpScreen(match, words, greeting=greeting, save=lambda: None)
        screen.is_waiting = False  # nobody else waits until the greeting is read
        error = screen.run()
        if error is not None:
            raise error
        return match.state.phase is coverup.Phase.OVER

    def _gather(self) -> None:
        """Until the game has begun: seat the bots, be ready, and, as the host, begin when everybody is."""
        if self._line.mirror.you.host and self._line.view() is None:
            self._say("invite", command=join_command(self._wish, self._table))
        seated = self._line.mirror.table.seats
        for bot in self._wish.bots if self._wish.table is None else ():
            free = max(number for number, place in enumerate(seated) if place.name is None)
            taken = {(place.name or "").casefold() for place in seated}
            name = next(name for name in (*BOT_NAMES[free:], *BOT_NAMES) if name.casefold() not in taken)
            client = self._line.client
            self._line.do(client.order(SeatBot(client.new_id(), Seat(free), bot, name)))
            seated = self._line.mirror.table.seats
        shown = None
        while self._line.view() is None:
            table = self._line.mirror.table
            if table.stage is Stage.CLOSED:
                raise ConnectionFailed("closed", f"table {self._table} was closed before the game began")
            if table.seats != shown:
                shown = table.seats
                names = ", ".join(place.name for place in table.seats if place.name is not None)
                self._say("lobby", names=names, free=sum(place.name is None for place in table.seats))
            if not self._take_part(table):
                self._line.wait()

    def _take_part(self, table: TableView) -> bool:
        """Do what the table waits for; False if that is somebody else's."""
        client, you = self._line.client, self._line.mirror.you
        assert you.seat is not None
        if you.host:
            others = [place for number, place in enumerate(table.seats) if number != you.seat]
            if not all(place.name is not None and (place.ready or place.bot is not None) for place in others):
                return False
            self._line.do(client.start())
            return True
        if table.seats[you.seat].ready:
            return False
        self._line.do(client.ready())
        return True

    def _say(self, key: str, **values: str | int) -> None:
        self._console.out(text(f"terminal.online.{key}", self._wish.language, **values))


def join_command(wish: Wish, table: str) -> str:
    """What others type to join."""
    parts = ("covergames", "play", wish.game.NAME, "--server", wish.server.url, "--table", table)
    return " ".join(shlex.quote(part) for part in parts)


def _say_goodbye(wish: Wish, ticket: Ticket, save: Path | None, *, is_over: bool) -> None:
    """Where the record is, or how to come back."""
    say = live_console().out
    say()
    if not is_over:
        say(text("terminal.online.come-back", wish.language, command=join_command(wish, ticket.table)))
        return
    path = save or saving.default_path(wish.game.NAME, datetime.now().astimezone(), os.environ)
    saving.write(path, asyncio.run(wish.server.record(ticket.table)))
    ticket.discard()
    say(text("terminal.saved", wish.language, path=str(path)))
