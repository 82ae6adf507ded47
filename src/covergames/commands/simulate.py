"""``covergames simulate``: complete games by bots, and what they say."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from covergames.commands.decks import DeckFile, with_deck
from covergames.commands.failure import USAGE, fail
from covergames.commands.language import Language, chosen_language
from covergames.commands.options import read_options
from covergames.game import NotationError
from covergames.lab import Outcome, Setup, Share, Summary, UnplayableSetup, summarize
from covergames.lab import simulate as simulate_games
from covergames.text import text


def simulate(
    game: Annotated[str, typer.Argument(help="The game, such as cover-me.")],
    *,
    players: Annotated[int, typer.Option(help="How many play.")] = 4,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="A rule of the table, such as length=longer.")
    ] = None,
    deck: DeckFile = None,
    bot: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="One for all seats, or one a seat, in order.")
    ] = None,
    rotate: Annotated[
        bool, typer.Option("--rotate/--no-rotate", help="Whether the bots move one seat on from game to game.")
    ] = False,
    records: Annotated[Path | None, typer.Option(help="A folder for the games' records, made if need be.")] = None,
    processes: Annotated[int, typer.Option(min=1, help="How many processes play; the games stay the same.")] = 1,
    json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON.")] = False,
    language: Language = None,
) -> None:
    """Let bots play complete games, and sum them up."""
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
        if records is not None:
            records.mkdir(parents=True, exist_ok=True)
        began = time.perf_counter()
        outcomes = list(
            _with_progress(
                simulate_games(setup, games, processes=processes, records=records), games, say("simulate.progress")
            )
        )
    except (NotationError, UnplayableSetup) as error:
        fail(str(error), code=USAGE)
    except OSError as error:
        fail(f"records cannot be written to {records}: {error.strerror}", code=USAGE)
    summary = summarize(setup, outcomes, seconds=time.perf_counter() - began)
    if json:
        print(msgspec.json.encode(summary).decode())
    else:
        _print(summary, Console(), say)


def _with_progress(outcomes: Iterable[Outcome], games: int, what: str) -> Iterator[Outcome]:
    """Pass the games on, with a bar on a terminal."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        yield from progress.track(outcomes, total=games, description=what)


def _print(summary: Summary, console: Console, say: Callable[..., str]) -> None:
    """The summary as tables."""
    title = say("simulate.title", game=summary.game, games=summary.games, players=summary.players, seed=summary.seed)
    headings = [say(f"simulate.{name}") for name in ("mean", "deviation", "lowest", "highest", "win-share")]
    table = _table(*headings, "95%", title=title)
    lines = []
    for seat in summary.seats:
        name = say("simulate.seat", seat=seat.seat)
        lines.append((name if summary.rotate else f"{name}: {summary.line_up[seat.seat]}", seat.scores, seat.wins))
    if len(summary.bots) > 1:
        lines += [(say("simulate.per-seat", bot=bot.bot), bot.scores, bot.wins) for bot in summary.bots]
    for number, (name, scores, wins) in enumerate(lines, start=1):
        figures = f"{scores.mean:.2f}", f"{scores.sd:.2f}", str(scores.min), str(scores.max)
        table.add_row(name, *figures, *_cells(wins), end_section=number == len(summary.seats))
    console.print(table)
    if summary.frequencies:
        table = _table(say("simulate.count"), say("simulate.share"), "95%")
        for name, share in summary.frequencies.items():
            count = say("simulate.of", count=int(share.count), of=share.of)
            table.add_row(say(f"simulate.{name.replace(' ', '-')}"), count, *_cells(share))
        console.print(table)
    pace = f"{summary.decisions_per_game:.1f}", f"{summary.games_per_second:.1f}"
    console.print(say("simulate.pace", decisions=pace[0], rate=pace[1]))


def _table(*headings: str, title: str | None = None) -> Table:
    """A table of figures, each line with a name."""
    table = Table("", title=title)
    for heading in headings:
        table.add_column(heading, justify="right")
    return table


def _cells(share: Share) -> tuple[str, str]:
    return f"{share.share:.1%}", f"{100 * share.low:.1f} - {share.high:.1%}"
