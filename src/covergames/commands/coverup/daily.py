"""``covergames daily``: the daily puzzle, the same hand as in the browser."""

from __future__ import annotations

from datetime import date, datetime
from functools import partial
from typing import Annotated

import typer
from rich.text import Text

from covergames import puzzle
from covergames.commands.coverup.solve import answer, draw
from covergames.commands.language import Language, chosen_language
from covergames.coverup import house_deck
from covergames.terminal.console import live_console
from covergames.terminal.coverup.cards import card_lines, glyphs_for
from covergames.text import text


def daily(
    *,
    day: Annotated[
        datetime | None, typer.Option("--date", formats=["%Y-%m-%d"], metavar="DATE", help="Another day than today.")
    ] = None,
    best: Annotated[bool, typer.Option("--best", help="Also show a best pile.")] = False,
    language: Language = None,
) -> None:
    """Show the daily puzzle of Cover Up: five cards, and the fewest possible points."""
    say = partial(text, language=chosen_language(language))
    asked = puzzle.daily(date.today() if day is None else day.date())
    solution = puzzle.best(asked)
    console = live_console()
    deck = house_deck()
    console.print(f"Cover Up, {asked.name}", style="bold")
    cards = [card_lines(card, deck, glyphs_for(console.encoding)) for card in asked.hand]
    for row in zip(*cards, strict=True):
        console.print(Text("   ").join(row))
    console.print(say("puzzle.goal", points=solution.points, ways=solution.ways))
    if best:
        console.print()
        draw(answer(asked.hand, deck), deck, say=say)
