"""``covergames simulate``: complete games of bots, and their statistics."""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from covergames.commands.decks import DeckFile, with_deck
from covergames.commands.failure import USAGE, fail
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
from covergames.lab import Run, Setup, Share, StoredRun, Summary, summarize, write_results
from covergames.lab.results import check_results
from covergames.lab.simulate import bot_name
from covergames.text import Say, formatted, text


def simulate(
    game: Annotated[str, typer.Argument(help=f"The game: {' or '.join(GAMES)}.")],
    *,
    players: Annotated[int, typer.Option(help="How many play.")] = 4,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the game, such as length=longer.")
    ] = None,
    deck: DeckFile = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Such as trend or editor:50ms: one for all seats, or one for each seat in order. kernel-plan, "
            "kernel-trend and kernel-random play in the kernel, thousands of games a second.",
        ),
    ] = None,
    rotate: Annotated[
        bool, typer.Option("--rotate/--no-rotate", help="Move each bot one seat on after each game.")
    ] = False,
    records: Annotated[
        Path | None, typer.Option(help="A folder for the records of the games; it is created if necessary.")
    ] = None,
    results: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A .csv or .parquet file with a row for each seat of each game.")
    ] = None,
    out: Out = None,
    processes: Processes = None,
    cluster: Cluster = None,
    traceback: WithTraceback = False,
    json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON.")] = False,
    language: Language = None,
) -> None:
    """Let bots play complete games, and print statistics."""
    say = partial(text, language=chosen_language(language))
    try:
        setup = Setup(
            game=game,
            players=players,
            bots=tuple(bot or ("random",)),
            seed=seed,
            options=with_deck(read_options(option or ()), deck, game),
            rotate=rotate,
        )
        if results is not None:
            check_results(results)
        if records is not None and setup.is_in_kernel:
            fail(f"{setup.bots[0]} leaves no records: use --records with other bots", code=USAGE)
        if records is not None:
            records.mkdir(parents=True, exist_ok=True)
        with ExitStack() as open_folders:
            run = open_folders.enter_context(StoredRun(out, setup)) if out is not None else Run(setup)
            before = games - len(run.missing(games))
            done = run_with_progress(engine_for(processes, cluster, games), [run], games, records=records, say=say)
        if results is not None and run.games:
            write_results(results, [run])
    except (NotationError, *REFUSALS) as error:
        refuse(error, with_traceback=traceback)
    except OSError as error:
        fail(f"{_written(error, records, out, results)}: {error.strerror or error}", code=USAGE)
    wanted = [outcome for outcome in run.outcomes if outcome.number < games]  # the folder may have more
    if wanted:
        summary = summarize(setup, wanted, seconds=done.seconds, played_before=before)
        if json:
            print(msgspec.json.encode(summary).decode())
        else:
            _print(summary, Console(), say)
    if not done.is_complete:
        print_stopped([run], games, out=out, say=say)
        raise typer.Exit(INTERRUPTED)


def _written(error: OSError, records: Path | None, out: Path | None, results: Path | None) -> str:
    """Return which of the files cannot be written."""
    failed = str(error.filename or "")
    for what, path in (("records", records), ("games", out), ("results", results)):
        if path is not None and failed.startswith(str(path)):
            return f"{what} cannot be written to {path}"
    return f"{failed} cannot be written"


def _print(summary: Summary, console: Console, say: Say) -> None:
    """Print the summary as tables."""
    title = say("simulate.title", game=summary.game, games=summary.games, players=summary.players, seed=summary.seed)
    headings = [say(f"simulate.{name}") for name in ("mean", "deviation", "lowest", "highest", "win-share")]
    table = _table(*headings, "95%", title=title)
    lines = []
    for seat in summary.seats:
        name = say("simulate.seat", seat=seat.seat)
        lines.append(
            (name if summary.rotate else f"{name}: {bot_name(summary.line_up[seat.seat])}", seat.scores, seat.wins)
        )
    if len(summary.bots) > 1:
        lines += [(say("simulate.per-seat", bot=bot_name(bot.bot)), bot.scores, bot.wins) for bot in summary.bots]
    for number, (name, scores, wins) in enumerate(lines, start=1):
        figures = formatted(scores.mean, ".2f", say), formatted(scores.sd, ".2f", say), str(scores.min), str(scores.max)
        table.add_row(name, *figures, *_cells(wins, say), end_section=number == len(summary.seats))
    console.print(table)
    if summary.frequencies:
        table = _table(say("simulate.count"), say("simulate.share"), "95%")
        for name, share in summary.frequencies.items():
            count = say("simulate.of", count=int(share.count), of=share.of)
            table.add_row(say(f"simulate.{name.replace(' ', '-')}"), count, *_cells(share, say))
        console.print(table)
    if counted := summary.bots[0].figures:
        table = _table(*(say(f"figure.{name.replace(' ', '-')}") for name in counted))
        for bot in summary.bots:
            table.add_row(
                say("simulate.per-seat", bot=bot.bot), *(formatted(mean, ".2f", say) for mean in bot.figures.values())
            )
        console.print(table)
    pace = formatted(summary.decisions_per_game, ".1f", say), formatted(summary.games_per_second, ".1f", say)
    console.print(say("simulate.pace", decisions=pace[0], rate=pace[1]))


def _table(*headings: str, title: str | None = None) -> Table:
    """Return a table with a name and figures in each row."""
    table = Table("", title=title)
    for heading in headings:
        table.add_column(heading, justify="right")
    return table


def _cells(share: Share, say: Say) -> tuple[str, str]:
    return formatted(
        share.share, ".1%", say
    ), f"{formatted(100 * share.low, '.1f', say)} - {formatted(share.high, '.1%', say)}"
