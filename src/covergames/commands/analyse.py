"""``covergames analyse``: what luck and what decisions made of finished games."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from html import escape
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from covergames.analysis import Analysis, NotAnalysable, Say, Sheet, encode, sheets
from covergames.analysis import analyse as analysed
from covergames.bots.budget import Budget, BudgetError
from covergames.commands.failure import FAILED, USAGE, fail
from covergames.commands.language import Language, chosen_language
from covergames.commands.replay import load
from covergames.game import Seat
from covergames.record import Record, RecordError
from covergames.text import printable, text

CSS: Final = """
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 70rem; margin: 0 auto; padding: 1rem; }
p { max-width: 45rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: .2rem .6rem; border-bottom: 1px solid #8888; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
"""


def analyse(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="Records of finished games.")],
    *,
    seat: Annotated[
        int | None, typer.Option(metavar="SEAT", help="Only this seat, counted from 0; all seats by default.")
    ] = None,
    budget: Annotated[
        str | None,
        typer.Option(
            metavar="BUDGET",
            help="Such as 400p, playouts for each decision, or 5s for each game. Only for games with hidden cards.",
        ),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object per game.")] = False,
    html: Annotated[Path | None, typer.Option(metavar="OUT", help="Write the tables to an HTML page.")] = None,
    language: Language = None,
) -> None:
    """Judge the decisions of finished games by what the players knew, and separate luck from skill."""
    spoken = chosen_language(language)
    say = partial(text, language=spoken)
    try:
        allowed = None if budget is None else Budget.parse(budget)
    except BudgetError as error:
        fail(f"--budget: {error}", code=USAGE)
    records = [load(path) for path in files]
    if seat is not None:
        for path, record in zip(files, records, strict=True):
            if seat not in range(len(record.players)):
                fail(f"{path}: seat {seat}: the seats are 0 to {len(record.players) - 1}", code=USAGE)
    analyses = with_progress(files, records, None if seat is None else [Seat(seat)], allowed, say)
    if json:
        for analysis in analyses:
            print(encode(analysis).decode())
    else:
        print_sheets(sheets(analyses, say))
    if html is not None:
        try:
            html.write_text(page(sheets(analyses, say), say("analyse.title"), spoken), encoding="utf-8")
        except OSError as error:
            fail(f"{html}: {error.strerror}", code=USAGE)


def with_progress(
    files: Sequence[Path], records: Sequence[Record], seats: Sequence[Seat] | None, budget: Budget | None, say: Say
) -> list[Analysis]:
    """Analyse the records and show the progress on a terminal."""
    console = Console(stderr=True)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    found = []
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        games = progress.add_task(say("simulate.progress"), total=len(files))
        steps = progress.add_task(say("analyse.steps"))
        for path, record in zip(files, records, strict=True):
            try:
                found.append(
                    analysed(
                        record,
                        seats=seats,
                        budget=budget,
                        progress=lambda done, all_steps: progress.update(steps, completed=done, total=all_steps),
                    )
                )
            except (NotAnalysable, RecordError) as error:
                fail(f"{path}: {error}", code=FAILED)
            progress.advance(games)
    return found


def print_sheets(tables: Sequence[Sheet]) -> None:
    """Print the tables on the terminal."""
    console = Console()
    for sheet in tables:
        table = Table(title=Text(printable(sheet.title)))
        for number, heading in enumerate(sheet.headings):
            table.add_column(heading, justify="right" if number else "left")
        for line in sheet.lines:
            table.add_row(*(Text(printable(cell)) for cell in line))
        console.print(table)
        if sheet.note:
            console.print(Text(printable(sheet.note)))


def page(tables: Sequence[Sheet], title: str, language: str) -> str:
    """Return a self-contained HTML page with these tables."""
    parts = [
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title>\n<style>{CSS}</style>\n</head>\n<body>\n<main>\n<h1>{escape(title)}</h1>",
        *map(_section, tables),
        "</main>\n</body>\n</html>\n",
    ]
    return "\n".join(parts)


def _section(sheet: Sheet) -> str:
    head = "".join(f'<th scope="col">{escape(heading)}</th>' for heading in sheet.headings)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in line) + "</tr>\n" for line in sheet.lines)
    table = f'<div class="wide"><table><thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table></div>'
    note = f"\n<p>{escape(sheet.note)}</p>" if sheet.note else ""
    return f"<h2>{escape(sheet.title)}</h2>\n{table}{note}"
