"""``covergames simulate``: complete games by bots, and what they say."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, NoReturn

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from covergames.game import Data
from covergames.lab import Outcome, Setup, Share, Summary, UnplayableSetup, summarize
from covergames.lab import simulate as simulate_games


def simulate(
    game: Annotated[str, typer.Argument(help="The game, such as cover-me.")],
    *,
    players: Annotated[int, typer.Option(help="How many play.")] = 4,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="A rule of the table, such as length=longer.")
    ] = None,
    bot: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="One for all seats, or one a seat, in order.")
    ] = None,
    rotate: Annotated[
        bool, typer.Option("--rotate/--no-rotate", help="Whether the bots move one seat on from game to game.")
    ] = False,
    records: Annotated[Path | None, typer.Option(help="A folder for the games' records, made if need be.")] = None,
    processes: Annotated[int, typer.Option(min=1, help="How many processes play; the games stay the same.")] = 1,
    json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON.")] = False,
) -> None:
    """Let bots play complete games, and sum them up."""
    try:
        setup = Setup(
            game=game,
            players=players,
            bots=tuple(bot or ("random",)),
            seed=seed,
            options=read_options(option or ()),
            rotate=rotate,
        )
        if records is not None:
            records.mkdir(parents=True, exist_ok=True)
        began = time.perf_counter()
        outcomes = list(_with_progress(simulate_games(setup, games, processes=processes, records=records), games))
    except UnplayableSetup as error:
        _fail(str(error))
    except OSError as error:
        _fail(f"records cannot be written to {records}: {error.strerror}")
    summary = summarize(setup, outcomes, seconds=time.perf_counter() - began)
    if json:
        print(msgspec.json.encode(summary).decode())
    else:
        _print(summary, Console())


def _fail(reason: str) -> NoReturn:
    print(f"covergames: {reason}", file=sys.stderr)
    raise typer.Exit(2) from None


def read_options(texts: Iterable[str]) -> Data:
    """Options as a record holds them: ``years=2`` is a number, ``first_game=true`` a truth, all else text."""
    options: Data = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise UnplayableSetup(f"option {text!r} is not like length=longer")
        if name in options:
            raise UnplayableSetup(f"option {name!r} is given twice")
        try:
            options[name] = msgspec.json.decode(value)
        except msgspec.DecodeError:
            options[name] = value
    return options


def _with_progress(outcomes: Iterable[Outcome], games: int) -> Iterator[Outcome]:
    """Pass the games on, with a bar on a terminal."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        yield from progress.track(outcomes, total=games, description="games")


def _print(summary: Summary, console: Console) -> None:
    """The summary as tables."""
    title = f"{summary.game}: {summary.games} games, {summary.players} players, seed {summary.seed}"
    table = Table(title=title)
    for column in ("", "mean", "sd", "min", "max", "win share", "95%"):
        table.add_column(column, justify="right" if column else "left")
    lines = []
    for seat in summary.seats:
        name = f"seat {seat.seat}" if summary.rotate else f"seat {seat.seat}: {summary.line_up[seat.seat]}"
        lines.append((name, seat.scores, seat.wins))
    if len(summary.bots) > 1:
        lines += [(f"{bot.bot}, per seat", bot.scores, bot.wins) for bot in summary.bots]
    for number, (name, scores, wins) in enumerate(lines, start=1):
        figures = f"{scores.mean:.2f}", f"{scores.sd:.2f}", str(scores.min), str(scores.max)
        table.add_row(name, *figures, *_cells(wins), end_section=number == len(summary.seats))
    console.print(table)
    if summary.frequencies:
        table = Table()
        for column in ("", "count", "share", "95%"):
            table.add_column(column, justify="right" if column else "left")
        for name, share in summary.frequencies.items():
            table.add_row(name, f"{share.count} of {share.of}", *_cells(share))
        console.print(table)
    console.print(f"{summary.decisions_per_game:.1f} decisions a game, {summary.games_per_second:.1f} games/s")


def _cells(share: Share) -> tuple[str, str]:
    return f"{share.share:.1%}", f"{share.low:.1%} to {share.high:.1%}"
