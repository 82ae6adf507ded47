"""``covergames play GAME``: a person against bots in this terminal."""

from __future__ import annotations

import os
import random
import shutil
import sys
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from covergames import bots
from covergames.bots.sharing import Processes, SharedBot
from covergames.commands.failure import FAILED, USAGE, fail
from covergames.commands.replay import load
from covergames.continuing import beginning
from covergames.dealer import RandomDealer
from covergames.game import NotationError, RuleError, Seat
from covergames.record import RecordError, Recording, decisions
from covergames.table import ORIGIN, origin_at
from covergames.terminal import saving
from covergames.terminal.console import live_console
from covergames.terminal.local_game import LocalGame
from covergames.terminal.screens import NoScreens, screens_of
from covergames.terminal.words import Words
from covergames.text import text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from covergames.bots import AnyBot
    from covergames.commands.play_request import PlayRequest
    from covergames.game import Dealer
    from covergames.record import Record


class Continued(NamedTuple):
    """The finished game that a new one continues."""

    path: Path
    events: int
    """How many events of its record had happened."""
    is_anew: bool
    """Whether the cards that the person's seat had not seen are dealt anew."""


def play_local(request: PlayRequest, resume: Path | None, continued: Continued | None = None) -> None:
    """Play a new game, or one that continues a finished one, or the saved one in the file `resume`, and save it."""
    try:
        screens = screens_of(request.game)
    except NoScreens as error:
        fail(str(error), code=USAGE)
    dealer = RandomDealer(random.SystemRandom())
    if continued is not None:
        if resume is not None:
            fail(f"--resume {resume}: --from begins another game", code=USAGE)
        seat = Seat(request.seat or 0)
        recording = _continued_game(request, continued, seat, dealer)
    elif resume is None:
        seat = Seat(request.seat or 0)
        recording = new_game(request, seat, dealer)
    else:
        recording = _saved_game(request, resume, dealer)
        seat = _own_seat(recording, request.seat)
    path = request.save or resume or saving.default_path(request.game.NAME, datetime.now().astimezone(), os.environ)
    if path != resume and path.exists():
        fail(f"{path} exists already: resume it with --resume, or save to another file", code=USAGE)
    opponents = _opponents(recording, seat, request.bots)
    game = LocalGame(
        recording=recording,
        seat=seat,
        bots=opponents,
        save=lambda: saving.write(path, recording.record),
        is_new=resume is None,
    )
    try:
        game.save()
        screens.play(game, Words(request.language, tuple(recording.record.players), seat), live_console())
        game.save()
    except bots.BotFault as error:
        fail(str(error), code=FAILED)
    except OSError as error:
        fail(f"{path} cannot be written: {error.strerror}", code=FAILED)
    _print_ending(request, path, is_over=recording.record.result is not None)


def new_game(request: PlayRequest, seat: Seat, dealer: Dealer) -> Recording:
    """Set up a new game for the person and bots.

    Raises:
        typer.Exit: an option is wrong, or there is no such seat.
    """
    try:
        options = request.read_options()
    except (NotationError, RuleError) as error:
        fail(str(error), code=USAGE)
    if seat not in range(request.players):
        fail(f"seat {seat}: the seats are 0 to {request.players - 1}", code=USAGE)
    return Recording.begin(request.game, _names(request, seat, request.players), options, dealer)


def _names(request: PlayRequest, seat: Seat, players: int) -> list[str]:
    """Return the names by seat: the person's, and those of the bots."""
    taken = [request.player_name]
    for _ in range(players - 1):
        taken.append(bots.free_name(taken))
    person, *names = taken
    return [*names[:seat], person, *names[seat:]]


def _continued_game(request: PlayRequest, continued: Continued, seat: Seat, dealer: Dealer) -> Recording:
    """Begin a game where a finished one was at that step; its record says so."""
    if request.options or request.deck is not None:
        fail("--from continues the game as it began: use it without --option and --deck", code=USAGE)
    path, is_anew = continued.path, continued.is_anew
    original = _record(request, path)
    try:
        step = decisions(original, continued.events)
        begun = beginning(original, step=step, seat=seat, dealer=dealer if is_anew else None)
    except RecordError as error:
        fail(f"{path}: {error}", code=FAILED)
    record = begun.record
    origin = origin_at(begun, table=None, seat=seat, anew=is_anew)
    record.meta = {ORIGIN: msgspec.json.encode(origin).decode()}
    record.players = _names(request, seat, len(record.players))
    return Recording.resume(record, dealer)


def _record(request: PlayRequest, path: Path) -> Record:
    record = load(path)
    if record.game != request.game.NAME:
        fail(f"{path}: this is a game of {record.game!r}, not of {request.game.NAME}", code=USAGE)
    return record


def _saved_game(request: PlayRequest, path: Path, dealer: Dealer) -> Recording:
    if request.options or request.name is not None or request.deck is not None:
        fail("--resume continues the game as it began: use it without --option, --deck and --name", code=USAGE)
    record = _record(request, path)
    try:
        return Recording.resume(record, dealer)
    except RecordError as error:
        fail(f"{path}: {error}", code=FAILED)


def _own_seat(recording: Recording, seat: int | None) -> Seat:
    """Return the given seat, or the one in which the person saved the game."""
    players = len(recording.record.players)
    saved = recording.record.meta.get("seat", "0")
    found = seat if seat is not None else int(saved) if saved.isascii() and saved.isdecimal() else None
    if found not in range(players):
        fail(f"seat {saved if seat is None else seat}: the seats are 0 to {players - 1}", code=USAGE)
    return Seat(found or 0)


def _opponents(recording: Recording, own: Seat, names: Sequence[str]) -> Mapping[Seat, AnyBot]:
    """Return a bot for each other seat: the named ones, those of the saved game, or the default.

    The record keeps their names, so that the resumed game has the same bots.
    """
    saved = recording.record.meta.get("bots")
    names = names or (saved or bots.bots_of(recording.game).OPPONENT).split()
    seats = [Seat(number) for number in range(len(recording.record.players)) if number != own]
    if len(names) not in (1, len(seats)):
        fail(f"{len(names)} bots ({' '.join(names)}) for {len(seats)} opponents: name one, or one for each", code=USAGE)
    each = list(names) * len(seats) if len(names) == 1 else list(names)
    try:
        makers = [bots.named(recording.game, name) for name in each]
    except bots.UnknownBot as error:
        fail(str(error), code=USAGE)
    recording.record.meta = {**recording.record.meta, "seat": str(own), "bots": " ".join(each)}
    chance = random.SystemRandom()
    processes = Processes()
    opponents: dict[Seat, AnyBot] = {}
    for seat, name, maker in zip(seats, each, makers, strict=True):
        generator = random.Random(chance.getrandbits(64))
        is_shared = bots.can_share(recording.game, name)
        opponents[seat] = SharedBot(recording.game, name, generator, processes) if is_shared else maker(generator)
    return opponents


def _print_ending(request: PlayRequest, path: Path, *, is_over: bool) -> None:
    """Print the file of the record and, before the end of the game, the command that resumes it."""
    program = "covergames" if shutil.which("covergames") else sys.argv[0]
    write = live_console().out
    write()
    write(text("terminal.saved", request.language, path=str(path)))
    if not is_over:
        command = saving.resume_command(request.game.NAME, path, program)
        write(text("terminal.resume", request.language, command=command))
