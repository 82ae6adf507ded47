"""``covergames replay``: step through recorded games, or check them."""

from __future__ import annotations

import sys
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from covergames.commands.failure import FAILED, USAGE, fail, sentence
from covergames.commands.language import Language, chosen_language

if TYPE_CHECKING:
    from collections.abc import Sequence

    from covergames.record import Record


def replay(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE", help="The record; several only with --check."),
    ],
    *,
    check: Annotated[bool, typer.Option("--check", help="Check the records: print a line for each bad one.")] = False,
    at: Annotated[int | None, typer.Option(metavar="N", min=0, help="Show the position after N events.")] = None,
    seat: Annotated[
        int | None,
        typer.Option("--from", metavar="SEAT", help="As this seat saw it, counted from 0; as a spectator by default."),
    ] = None,
    language: Language = None,
) -> None:
    """Step through a recorded game as a seat or a spectator saw it, or check records."""
    if check:
        if at is not None or seat is not None:
            fail("--check cannot be combined with --at and --from", code=USAGE)
        raise typer.Exit(_check(files))
    if len(files) > 1:
        fail(f"{len(files)} files: show one of them, or check them all with --check", code=USAGE)
    is_tty = sys.stdin.isatty() and sys.stdout.isatty()
    if not is_tty and at is None:
        fail("there is no terminal to step through the game in: show one position with --at N", code=USAGE)
    _show(files[0], at=at, seat=seat, language=chosen_language(language), is_tty=is_tty)


def load(path: Path) -> Record:
    """Return the record in the file.

    Raises:
        typer.Exit: the file cannot be read or is not a record.
    """
    from covergames.record import RecordError, read

    try:
        return read(path.read_bytes())
    except OSError as error:
        fail(f"{path}: {error.strerror}", code=USAGE)
    except RecordError as error:
        fail(f"{path}: {error}", code=FAILED)


def _check(files: Sequence[Path]) -> int:
    """Check every file and return the exit code."""
    from covergames.record import RecordError, position, read

    bad = 0
    for path in files:
        try:
            position(read(path.read_bytes()))
        except OSError as error:
            bad += 1
            print(sentence(f"{path}: {error.strerror}"))
        except RecordError as error:
            bad += 1
            print(sentence(f"{path}: {error}"))
    return FAILED if bad else 0


def _show(path: Path, *, at: int | None, seat: int | None, language: str, is_tty: bool) -> None:
    """Show one position or, in a terminal, step through the game."""
    from covergames import record as records
    from covergames.game import Seat
    from covergames.games import game_named
    from covergames.terminal.console import ask_on, live_console
    from covergames.terminal.screens import NoScreens, screens_of
    from covergames.terminal.words import Words

    record = load(path)
    if seat is not None and seat not in range(len(record.players)):
        fail(f"seat {seat}: the seats are 0 to {len(record.players) - 1}", code=USAGE)
    if at is not None and at > len(record.events):
        fail(f"--at {at}: the record has {len(record.events)} events", code=USAGE)
    try:
        moments = list(records.replay(record))
        screens = screens_of(game_named(record.game))
    except (NoScreens, records.RecordError) as error:
        fail(f"{path}: {error}", code=FAILED)
    console = live_console()
    words = Words(language, tuple(record.players), None if seat is None else Seat(seat))
    shown = screens.replay(moments, words, console)
    if at is not None and not is_tty:
        shown.show(shown.at(at))
    else:
        review = partial(_review, path, record, seat, language)
        shown.walk(0 if at is None else shown.at(at), ask_on(console), review)


def _review(path: Path, record: Record, seat: int | None, language: str) -> None:
    """Print the analysis of the seat, or of all seats."""
    from covergames.analysis import sheets
    from covergames.commands.analyse import print_sheets, with_progress
    from covergames.game import Seat
    from covergames.text import text

    say = partial(text, language=language)
    seats = None if seat is None else [Seat(seat)]
    with suppress(typer.Exit):  # what is not analysed, such as an unfinished game, can still be stepped through
        print_sheets(sheets(with_progress([path], [record], seats, None, say), say))
