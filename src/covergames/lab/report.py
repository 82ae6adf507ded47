"""A page about one or more runs: a single HTML file with all charts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

import matplotlib as mpl

from covergames.lab.figure import STYLE, Picture, Table
from covergames.lab.pictures import pictures
from covergames.lab.ratings import is_tournament, ratings
from covergames.lab.run import Run
from covergames.lab.side_by_side import overviews
from covergames.lab.simulate import bot_name
from covergames.text import Say

MAX_LINE_LENGTH: Final = 36
"""Characters of a cell that stay on one line."""
CSS: Final = """
:root { color-scheme: light dark; --ink: #1a1a1a; --ground: #fff; --line: #ddd; --link: #005a8d; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e4e4; --ground: #17191c; --line: #3c4046; --link: #7cc4f0; } }
body { font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground); max-width: 62rem; margin: 0 auto; padding: 1rem; }
h1, h2, h3 { line-height: 1.2; }
h2 { margin-top: 3rem; border-bottom: 2px solid #0072b2; padding-bottom: .3rem; overflow-wrap: anywhere; }
figure { margin: 1.5rem 0 2.5rem; }
figcaption { margin: 0 0 .5rem; }
figcaption h3 { margin: 0 0 .2rem; }
figcaption p { margin: 0; }
.wide { overflow-x: auto; }
img { display: block; width: 100%; min-width: 40rem; height: auto; background: #fff; border-radius: .3rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .9rem; }
th, td { text-align: right; padding: .2rem .6rem; border-bottom: 1px solid var(--line); }
td { white-space: nowrap; }
td.long { white-space: normal; min-width: 12rem; overflow-wrap: anywhere; }
th:first-child, td:first-child { text-align: left; }
code { font-size: .9rem; overflow-wrap: anywhere; }
a, summary { color: var(--link); }
summary { cursor: pointer; }
nav li { overflow-wrap: anywhere; }
@media print { img { min-width: 0; } figure { break-inside: avoid; } }
"""


@dataclass(frozen=True, slots=True)
class Report:
    """All charts about some runs, and the page that shows them."""

    page: str
    pictures: dict[str, Picture]
    """By a name that no other picture of the report has."""


def report(runs: Sequence[Run], say: Say, *, language: str) -> Report:
    """Make the report of these runs; the same runs and language give the same report."""
    with mpl.rc_context(STYLE):
        overview = ratings(runs, say) if is_tournament(runs) else []
        overview += overviews(runs, say) if len(runs) > 1 else []
        of_runs = [pictures(run, say) for run in runs]
    named = {picture.name: picture for picture in overview}
    for run, drawings in zip(runs, of_runs, strict=True):
        place = run.name.replace("/", "-").replace("\\", "-")
        named |= {f"{place}-{picture.name}": picture for picture in drawings}
    return Report(_page(runs, overview, of_runs, say, language), named)


def _page(
    runs: Sequence[Run], overview: Sequence[Picture], of_runs: Sequence[Sequence[Picture]], say: Say, language: str
) -> str:
    games = sum(run.games for run in runs)
    title = escape(say("report.title", games=games))
    links = "".join(f'<li><a href="#run-{number}">{escape(run.name)}</a></li>' for number, run in enumerate(runs))
    parts = [
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title}</title>\n<style>{CSS}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>",
        f"<p>{escape(say('report.intro', runs=len(runs)))}</p>",
        _table(_played(runs, say)),
        f"<nav><ul>{links}</ul></nav>" if len(runs) > 1 else "",
        *(_figure(picture, say) for picture in overview),
        *(_section(number, run, of_runs[number], say) for number, run in enumerate(runs)),
        "</main>\n</body>\n</html>\n",
    ]
    return "\n".join(part for part in parts if part)


def _played(runs: Sequence[Run], say: Say) -> Table:
    """Return the table of what was played."""
    lines = []
    for run in runs:
        setup = run.setup
        bots = ", ".join(map(bot_name, setup.bots))
        lines.append(
            (
                run.name,
                setup.game,
                str(setup.players),
                setup.written_options or "-",
                bots,
                str(setup.seed),
                str(run.games),
            )
        )
    keys = ("run", "game", "players", "options", "bots", "seed")
    return Table((*(say(f"report.{key}") for key in keys), say("simulate.progress")), tuple(lines))


def _section(number: int, run: Run, drawings: Sequence[Picture], say: Say) -> str:
    figures = "\n".join(_figure(picture, say) for picture in drawings)
    return f'<section id="run-{number}">\n<h2>{escape(run.name)}</h2>\n{figures}\n</section>'


def _figure(picture: Picture, say: Say) -> str:
    return (
        f'<figure class="{picture.name}">\n<figcaption><h3>{escape(picture.title)}</h3>'
        f"<p>{escape(picture.caption)}</p></figcaption>\n"
        f'<div class="wide"><img src="{picture.source}" alt="{escape(picture.title)}"></div>\n'
        f"<details><summary>{escape(say('report.figures'))}</summary>{_table(picture.table)}</details>\n</figure>"
    )


def _table(table: Table) -> str:
    head = "".join(f'<th scope="col">{escape(heading)}</th>' for heading in table.headings)
    body = "".join("<tr>" + "".join(map(_cell, line)) + "</tr>\n" for line in table.lines)
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table></div>'


def _cell(text: str) -> str:
    """Return a cell; a long text may have several lines, a figure never."""
    return f'<td class="long">{escape(text)}</td>' if len(text) > MAX_LINE_LENGTH else f"<td>{escape(text)}</td>"
