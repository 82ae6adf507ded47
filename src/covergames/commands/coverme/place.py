"""``covergames place``: the daily position of Cover Me, the same as in the browser."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated

import typer
from rich.table import Table

from covergames import cover_puzzle
from covergames.bots import free_name
from covergames.commands.language import Language, chosen_language
from covergames.coverme import Card
from covergames.coverme.notation import card_text
from covergames.record import AnyMoment, Moment
from covergames.terminal import coverme
from covergames.terminal.console import live_console
from covergames.terminal.coverme.words import CoverMeWords
from covergames.text import formatted


def place(
    *,
    day: Annotated[
        datetime | None, typer.Option("--date", formats=["%Y-%m-%d"], metavar="DATE", help="Another day than today.")
    ] = None,
    best: Annotated[bool, typer.Option("--best", help="Also show what each cover is worth.")] = False,
    language: Language = None,
) -> None:
    """Show the daily position of Cover Me: what would you place?"""
    spoken = chosen_language(language)
    puzzle = cover_puzzle.daily(date.today() if day is None else day.date())
    console = live_console()
    words = _words(puzzle, spoken)
    moment: AnyMoment = Moment(0, puzzle.state, None, None, ())
    coverme.replay([moment], words, console).draw(moment)
    console.print(f"Cover Me, {puzzle.name}: {words('cover-me.place')}", style="bold")
    if not best:
        return
    table = Table(*(words(f"review.train.{name}") for name in ("choice", "share", "behind")), box=None)
    for choice in puzzle.choices:
        lost, margin = (formatted(shown / 10, ".1f", words) for shown in (choice.behind, choice.margin))
        behind = f"-{lost} ± {margin}" if choice.behind else ""
        table.add_row(_name(choice.card, words), formatted(choice.share / 1000, ".1%", words), behind)
    console.print(table)
    tempting = next(choice for choice in puzzle.choices if choice.card == puzzle.tempting)
    for key, choice in (("best", puzzle.choices[0]), ("tempting", tempting)):
        console.print(words(f"review.train.{key}", card=_name(choice.card, words)), style="bold")
        console.print(_why(choice, words))
    rival = puzzle.rival
    figures = {"before": round(rival.after_best / 10), "after": round(rival.after_tempting / 10)}
    console.print(words("review.train.rival", name=words.name(rival.seat), **figures))
    console.print(words("review.train.method"))


def _name(card: Card, words: CoverMeWords) -> str:
    return f"{card_text(card)}  {', '.join(words.card(card))}"


def _why(choice: cover_puzzle.Choice, words: CoverMeWords) -> str:
    """Return what the cover is good for: three trends, or none at all."""
    star, three_trends, all_at_0 = choice.promise
    if all_at_0 > three_trends:
        return words("cover-me.hint.none", chance=round(100 * all_at_0))
    hope = words("cover-me.hint.star", card=", ".join(words.card(star)))
    return f"{hope} {words('cover-me.hint.three', chance=round(100 * three_trends))}"


def _words(puzzle: cover_puzzle.CoverPuzzle, language: str) -> CoverMeWords:
    names: list[str] = []
    for _ in range(puzzle.state.players):
        names.append(free_name(names))
    return CoverMeWords(language, tuple(names), puzzle.seat)
