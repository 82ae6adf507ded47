"""``covergames play``: tables for the browser, or a game in the terminal, you against bots."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from covergames.commands.decks import DeckFile
from covergames.commands.failure import FAILED, USAGE, fail
from covergames.commands.language import Language, chosen_language

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from covergames.bots import AnyBot
    from covergames.game import Dealer, Seat
    from covergames.record import Recording

BOT: Final = {"cover-me": "editor:200ms", "cover-up": "beginner"}
"""Who sits opposite unless somebody else is asked for, by game."""
NAMES: Final = ("Ada", "Bo", "Cy", "Di", "Ed")
"""What the bots are called, by seat."""


def play(
    game: Annotated[
        str | None, typer.Argument(help="cover-me or cover-up, in this terminal; without it, both in the browser.")
    ] = None,
    *,
    host: Annotated[
        str | None,
        typer.Option(help="In the browser: the address to listen on; 0.0.0.0 lets the local network in."),
    ] = None,
    port: Annotated[
        int | None, typer.Option(help="In the browser: the port, 8765 or another that is free.", min=0, max=65535)
    ] = None,
    database: Annotated[
        str | None, typer.Option(metavar="URL", help="In the browser: where tables are kept, such as sqlite:///FILE.")
    ] = None,
    browser: Annotated[bool, typer.Option(help="Open the browser, if there is one.")] = True,
    players: Annotated[int | None, typer.Option(help="How many play, you among them; 3 unless you say so.")] = None,
    seat: Annotated[int | None, typer.Option(help="Your seat, counted from 0.")] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME", help="Such as trend or editor:1s: one for all opponents, or one for each, in seat order."
        ),
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="A rule of the table, such as length=longer.")
    ] = None,
    deck: DeckFile = None,
    name: Annotated[str | None, typer.Option(help="What you are called.")] = None,
    language: Language = None,
    server: Annotated[
        str | None, typer.Option(metavar="URL", help="Play at a table of this server, with whoever joins.")
    ] = None,
    table: Annotated[
        str | None, typer.Option(metavar="ID", help="The server's table to join; without it, a new one is opened.")
    ] = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Where to keep the record.")] = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Go on with a game that you left.")] = None,
) -> None:
    """Play with friends and bots in the browser, or, with the name of a game, against bots in the terminal.

    In the terminal q leaves, and the game is kept.
    """
    import os
    import random
    from datetime import datetime

    from covergames import coverme, coverup
    from covergames.dealer import RandomDealer
    from covergames.game import Seat
    from covergames.terminal.console import is_live

    spoken = chosen_language(language)
    if game is None:
        from covergames.commands.browser import LOOPBACK, play_in_browser

        only: dict[str, object] = {"players": players, "seat": seat, "bot": bot, "option": option, "deck": deck}
        only |= {"name": name, "server": server, "table": table, "save": save, "resume": resume}
        _refuse(only, "of which game? In the browser you choose it there; in the terminal, name it: play cover-me")
        play_in_browser(host=host or LOOPBACK, port=port, database=database, is_opening=browser, language=spoken)
        return
    _refuse({"host": host, "port": port, "database": database}, f"{game} is played in the terminal; leave out the game")
    players = 3 if players is None else players
    if game not in (coverme.NAME, coverup.NAME):
        fail(f"game {game!r} is none of {coverme.NAME}, {coverup.NAME}", code=USAGE)
    if not is_live():
        fail("no terminal to play in: standard input and output have to be one", code=USAGE)
    if game != coverup.NAME and deck is not None:
        fail(f"--deck {deck}: only {coverup.NAME} can be played with another deck, not {game}", code=USAGE)
    if table is not None and server is None:
        fail(f"--table {table}: at which --server?", code=USAGE)
    if server is not None:
        from covergames.commands.online import play_online

        if resume is not None:
            fail(f"--resume {resume}: a server's table goes on by itself, --table brings you back to it", code=USAGE)
        play_online(
            game,
            server=server,
            table=table,
            players=players,
            bots=bot or (),
            options=option or (),
            deck=deck,
            name=name,
            seat=seat,
            language=spoken,
            save=save,
        )
        return
    dealer = RandomDealer(random.SystemRandom())
    if resume is not None:
        if option or name is not None or deck is not None:
            fail("--resume goes on as the game began: without --option, --deck and --name", code=USAGE)
        recording = _resumed(resume, dealer, game)
        own = _own_seat(recording, seat)
        path = save or resume
    else:
        from covergames.terminal.saving import default_path

        own = Seat(0 if seat is None else seat)
        if game == coverup.NAME:
            from covergames.commands.live import begun

            recording = begun(players, own, name=name, options=option or (), deck=deck, language=spoken, dealer=dealer)
        else:
            recording = _begun(players, own, name=name, options=option or (), language=spoken, dealer=dealer)
        path = save or default_path(game, datetime.now().astimezone(), os.environ)
    if path != resume and path.exists():
        fail(f"{path} exists already: go on with it by --resume, or save elsewhere", code=USAGE)
    bots = _bots(recording, own, bot or (recording.record.meta.get("bots") or BOT[game]).split())
    if game == coverup.NAME:
        from covergames.commands.live import sit_down
    else:
        sit_down = _sit_down
    is_over = sit_down(recording, own, bots, path, spoken, is_new=resume is None)
    _say_goodbye(game, path, spoken, is_over=is_over)


def _refuse(options: Mapping[str, object], why: str) -> None:
    """Say which of the options has no meaning here, if one was given."""
    for name, value in options.items():
        if value is not None:
            shown = " ".join(map(str, value)) if isinstance(value, list) else value
            fail(f"--{name} {shown}: {why}", code=USAGE)


def _begun(
    players: int, seat: Seat, *, name: str | None, options: Sequence[str], language: str, dealer: Dealer
) -> Recording:
    """A new game."""
    from covergames import coverme, schema
    from covergames.commands.options import read_options
    from covergames.game import NotationError, RuleError
    from covergames.record import Recording
    from covergames.terminal.words import capital
    from covergames.text import text

    if seat not in range(players) and players in coverme.PLAYERS:
        fail(f"seat {seat}: the seats are 0 to {players - 1}", code=USAGE)
    try:
        settings = schema.read_options(coverme, read_options(options), players)
    except (NotationError, RuleError) as error:
        fail(str(error), code=USAGE)
    own = capital(text("player", language)) if name is None else name
    names = [own if number == seat else NAMES[number] for number in range(players)]
    return Recording.begin(coverme, names, settings, dealer)


def _resumed(path: Path, dealer: Dealer, game: str) -> Recording:
    from covergames.commands.replay import load
    from covergames.record import RecordError, Recording

    record = load(path)
    if record.game != game:
        fail(f"{path}: this is a game of {record.game!r}, not of {game}", code=USAGE)
    try:
        return Recording.resume(record, dealer)
    except RecordError as error:
        fail(f"{path}: {error}", code=FAILED)


def _own_seat(recording: Recording, seat: int | None) -> Seat:
    """The seat asked for, or the one that the person had when the game was left."""
    from covergames.game import Seat

    players = len(recording.record.players)
    kept = recording.record.meta.get("seat", "0")
    found = seat if seat is not None else int(kept) if kept.isascii() and kept.isdecimal() else None
    if found not in range(players):
        fail(f"seat {kept if seat is None else seat}: the seats are 0 to {players - 1}", code=USAGE)
    return Seat(found or 0)


def _bots(recording: Recording, own: Seat, names: Sequence[str]) -> Mapping[Seat, AnyBot]:
    """A bot for every other seat; written down, so that resuming finds the same ones."""
    import random

    from covergames import bots
    from covergames.game import Seat

    opponents = [Seat(number) for number in range(len(recording.record.players)) if number != own]
    if len(names) not in (1, len(opponents)):
        fail(
            f"{len(names)} bots ({' '.join(names)}) for {len(opponents)} opponents: one for all, or each one",
            code=USAGE,
        )
    every = list(names) * len(opponents) if len(names) == 1 else list(names)
    try:
        makers = [bots.named(recording.game, name) for name in every]
    except bots.UnknownBot as error:
        fail(str(error), code=USAGE)
    recording.record.meta = {**recording.record.meta, "seat": str(own), "bots": " ".join(every)}
    chance = random.SystemRandom()
    return {seat: maker(random.Random(chance.getrandbits(64))) for seat, maker in zip(opponents, makers, strict=True)}


def _sit_down(
    recording: Recording, seat: Seat, bots: Mapping[Seat, AnyBot], path: Path, language: str, *, is_new: bool
) -> bool:
    """Play until the end, or until you leave. Whether the game is over."""
    from covergames.terminal import saving
    from covergames.terminal.chair import LocalChair
    from covergames.terminal.console import ask_on, live_console
    from covergames.terminal.coverme import Sitting
    from covergames.terminal.screen import Screen
    from covergames.terminal.words import Words

    console = live_console()
    words = Words(language, tuple(recording.record.players), seat)
    screen = Screen(console, words)
    greeting = words(
        "terminal.cover-me.welcome" if is_new else "terminal.welcome-back",
        name=words.name(seat),
        names=words.names(bots),
    )

    def save() -> None:
        saving.write(path, recording.record)

    chair = LocalChair(recording, seat=seat, bots=bots, save=save)
    sitting = Sitting(chair, screen=screen, ask=ask_on(console), greeting=greeting)
    try:
        save()
        return sitting.play()
    except OSError as error:
        fail(f"{path} cannot be written: {error.strerror}", code=FAILED)


def _say_goodbye(game: str, path: Path, language: str, *, is_over: bool) -> None:
    """Where the record is, and how to go on."""
    import shutil

    from covergames.terminal.console import live_console
    from covergames.terminal.saving import resume_command
    from covergames.text import text

    program = "covergames" if shutil.which("covergames") else sys.argv[0]
    say = live_console().out
    say()
    say(text("terminal.saved", language, path=str(path)))
    if not is_over:
        say(text("terminal.resume", language, command=resume_command(game, path, program)))
