"""``covergames tournament``: ratings of bots, with confidence intervals."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from covergames.commands.failure import FAILED, USAGE, fail
from covergames.commands.language import Language, chosen_language
from covergames.commands.options import read_options
from covergames.commands.progress import (
    INTERRUPTED,
    REFUSALS,
    Cluster,
    Out,
    Processes,
    WithTraceback,
    engine_for,
    print_stopped,
    refuse,
    run_with_progress,
)
from covergames.game import NotationError
from covergames.games import GAMES
from covergames.lab import Estimate, Run, Setup, Standings, StoredRun, standings, write_results
from covergames.lab.extra import needed
from covergames.lab.results import check_results
from covergames.lab.tournament import setups, whole_deals
from covergames.text import Say, formatted, text


def tournament(
    game: Annotated[str, typer.Argument(help=f"The game: {' or '.join(GAMES)}.")],
    *,
    bots: Annotated[
        str, typer.Option(metavar="A,B,C", help="The bots, separated by commas, such as trend,editor:50ms.")
    ],
    players: Annotated[int, typer.Option(help="How many play at a table.")] = 4,
    games: Annotated[
        int, typer.Option(min=1, help="How many games each line-up plays; rounded up to a multiple of the seats.")
    ] = 100,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the game, such as length=longer.")
    ] = None,
    correct_luck: Annotated[
        int | None,
        typer.Option(
            metavar="PLAYOUTS",
            min=1,
            help="Also print win shares without luck; the luck of the deal and of each draw is measured with so many playouts.",
        ),
    ] = None,
    results: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A .csv or .parquet file with a row for each seat of each game.")
    ] = None,
    out: Out = None,
    processes: Processes = None,
    cluster: Cluster = None,
    traceback: WithTraceback = False,
    json: Annotated[bool, typer.Option("--json", help="Print the standings as JSON.")] = False,
    language: Language = None,
) -> None:
    """Let every line-up of bots play the same deals from every seat, and rate the bots."""
    say = partial(text, language=chosen_language(language))
    try:
        needed("openskill.models", "a tournament")
        template = Setup(game, players, ("random",), seed, read_options(option or ()), luck_playouts=correct_luck)
        line_ups = setups(template, [name for name in bots.split(",") if name])
        if results is not None:
            check_results(results)
        games = whole_deals(games, players)
        with ExitStack() as open_folders:
            runs = [
                open_folders.enter_context(StoredRun(out / folder_name(setup), setup))
                if out is not None
                else Run(setup)
                for setup in line_ups
            ]
            done = run_with_progress(engine_for(processes, cluster, games), runs, games, records=None, say=say)
        if results is not None and any(run.games for run in runs):
            write_results(results, runs)
    except (NotationError, *REFUSALS) as error:
        refuse(error, with_traceback=traceback)
    except OSError as error:
        fail(f"{error.filename} cannot be written: {error.strerror or error}", code=USAGE)
    try:
        table = standings(runs)
    except ValueError as error:
        if done.is_complete:
            fail(str(error), code=FAILED)
    else:
        if json:
            print(msgspec.json.encode(table).decode())
        else:
            _print(table, Console(), say)
    if not done.is_complete:
        print_stopped(runs, games, out=out, say=say)
        raise typer.Exit(INTERRUPTED)


def folder_name(setup: Setup) -> str:
    """Return the folder name of a line-up: the names of its bots, with other characters replaced."""
    name = "+".join(setup.bots)
    return "".join(letter if letter.isalnum() or letter in "+-" else "_" for letter in name)


CLOSE_COLUMNS: Final[Any] = {"box": SIMPLE_HEAD, "show_edge": False, "padding": (0, 1, 0, 0), "pad_edge": False}
"""Without lines between the columns there is room for the names of bots on 80 columns."""


def _print(table: Standings, console: Console, say: Say) -> None:
    """Print the standings as a table."""
    title = say("tournament.title", game=table.game, games=table.games, players=table.players, seed=table.seed)
    caption = say("tournament.caption", line_ups=table.line_ups, deals=table.deals)
    columns = Table(title=title, caption=caption, **CLOSE_COLUMNS)
    columns.add_column("", justify="right")
    columns.add_column(say("tournament.bot"), overflow="fold")
    for name in ("tournament.rating", "simulate.win-share", "95%", "score", "95%"):
        columns.add_column(name if name == "95%" else say(name), justify="right", no_wrap=True)
    for place, standing in enumerate(table.standings, start=1):
        rating = f"{formatted(standing.mu, '.2f', say)} ± {formatted(standing.sigma, '.2f', say)}"
        score = standing.score
        columns.add_row(
            str(place),
            standing.bot,
            rating,
            *_share(standing.wins, say),
            formatted(score.mean, ".2f", say),
            score.interval(lambda value: formatted(value, ".2f", say)),
        )
    console.print(columns)
    if any(standing.corrected for standing in table.standings):
        console.print(_without_luck(table, say))
    if names := list(table.standings[0].figures):
        console.print(_figures(table, names, say))


def _without_luck(table: Standings, say: Say) -> Table:
    """Return a table of the win shares, plain and luck-corrected."""
    columns = Table(say("tournament.bot"), **CLOSE_COLUMNS)
    for heading in (say("simulate.win-share"), "95%", say("analyse.corrected"), "95%"):
        columns.add_column(heading, justify="right", no_wrap=True)
    for standing in table.standings:
        shares = [share for share in (standing.wins, standing.corrected) if share is not None]
        columns.add_row(standing.bot, *(cell for share in shares for cell in _share(share, say)))
    return columns


def _share(share: Estimate, say: Say) -> tuple[str, str]:
    """Return a share and its interval as percentages."""
    return formatted(share.mean, ".1%", say), share.interval(lambda value: formatted(100 * value, ".1f", say))


def _figures(table: Standings, names: Sequence[str], say: Say) -> Table:
    """Return a table of each bot's figures per seat and game."""
    columns = Table(say("tournament.bot"), **CLOSE_COLUMNS)
    for name in names:
        heading = say(f"figure.{name.replace(' ', '-')}")
        columns.add_column(f"{heading} (95%)", justify="right", no_wrap=True)
    for standing in table.standings:
        columns.add_row(standing.bot, *(_plus_or_minus(standing.figures[name], say) for name in names))
    return columns


def _plus_or_minus(estimate: Estimate, say: Say) -> str:
    if estimate.high is None:
        return formatted(estimate.mean, ".2f", say)
    return f"{formatted(estimate.mean, '.2f', say)} ± {formatted(estimate.high - estimate.mean, '.2f', say)}"
