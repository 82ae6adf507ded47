"""The end of the game: podium, scores and tie-breaks."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from rich import box
from rich.console import Group
from rich.table import Table
from rich.text import Text

from covergames.coverme.cards import PRESTIGE
from covergames.game import Seat
from covergames.terminal.look import HIGHLIGHT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType

    from covergames.coverme.view_types import View
    from covergames.terminal.coverme.screen import CoverMeScreen

WORTHS: Final = (5, 4, 3, 2)
"""The values of cards, in the order in which tie-breaks count them (CM-X3)."""
PODIUM_LINES: Final = {1: 3, 2: 2, 3: 1}
"""The height of each place, in lines."""
ENDING_LINES: Final = 4
"""The lines below the page: a blank one, the file of the record, and the next prompt."""


def game_end(screen: CoverMeScreen, view: View, news: Sequence[RenderableType] = ()) -> RenderableType:
    """Return the latest news and the result: podium, winner, scores, what decided ties, and all stacks."""
    return Group(*screen.fitting(partial(_draw, view, news), below=ENDING_LINES))


def _draw(view: View, news: Sequence[RenderableType], screen: CoverMeScreen) -> list[RenderableType]:
    assert view.result is not None, "the game is over"
    winner = Text(screen.words.winner(view.result), style=HIGHLIGHT)
    title = screen.rule(screen.words("result.title"))
    ties = [Text(tie) for tie in _ties(screen, view)]
    if screen.is_compact:
        return [*news, title, winner, _scores(screen, view), *ties, screen.stacks(view)]
    podium, scores = _podium(screen, view), _scores(screen, view)
    return [*news, title, podium, Text(), winner, Text(), scores, *ties, Text(), screen.stacks(view)]


def _podium(screen: CoverMeScreen, view: View) -> RenderableType:
    assert view.result is not None
    places = view.result.places
    order = sorted(range(view.players), key=places.__getitem__)
    on_podium = [number for number in order if places[number] in PODIUM_LINES]
    seats = [on_podium[1], on_podium[0], *on_podium[2:]] if len(on_podium) > 1 else on_podium
    bar = screen.signs.bar
    grid = Table.grid(padding=(0, 1))
    width = max(9, min(16, screen.console.width // len(seats) - 2))
    for _ in seats:
        grid.add_column(justify="center", width=width, overflow="ellipsis", no_wrap=True)
    for level in range(4, 0, -1):
        cells = []
        for number in seats:
            place = places[number]
            height = PODIUM_LINES[place]
            if level == height + 1:
                cells.append(
                    Text(screen.words.name(Seat(number)), style="bold underline" if number == view.seat else "bold")
                )
            elif level == height:
                cells.append(Text(f" {place} ".center(width, bar), style="#d4a017" if place == 1 else "#8a8a8a"))
            else:
                cells.append(Text(bar * width if level < height else "", style="#d4a017" if place == 1 else "#8a8a8a"))
        grid.add_row(*cells)
    return grid


def _columns(screen: CoverMeScreen, view: View, *, worth_key: str) -> list[str]:
    """Return the headings of the tie-breaks, in their order (CM-A6, CM-X3, CM-V3)."""
    words = screen.words
    columns = [words("side-stack")] if view.side_stacks else []
    if view.options.same_value is None:
        columns.append(words("cover-me.result.cards"))
        columns += [words(worth_key, worth=worth) for worth in WORTHS]
    return columns


def _comparison(view: View, number: int) -> list[int]:
    """Return the seat's value in each of the columns."""
    prestige = view.prestige_stacks[number].cards or ()
    side = view.side_stacks[number] if view.side_stacks else None
    found = [] if side is None else [side.worth or 0]
    if view.options.same_value is None:
        both = [*prestige, *((side.cards or ()) if side is not None else ())]
        values = [PRESTIGE[card] for card in both]
        found += [len(both), *(values.count(worth) for worth in WORTHS)]
    return found


def _scores(screen: CoverMeScreen, view: View) -> RenderableType:
    assert view.result is not None
    words = screen.words
    table = Table(box=box.ASCII if screen.console.options.ascii_only else box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("#", justify="right")
    table.add_column(words.heading("player"), overflow="fold")
    table.add_column(words.heading("score"), justify="right", style="bold")
    for column in _columns(screen, view, worth_key="cover-me.result.worth"):
        table.add_column(column, justify="right")
    for number in sorted(range(view.players), key=view.result.places.__getitem__):
        name = Text(words.name(Seat(number)), style="bold underline" if number == view.seat else "")
        values = [str(value) for value in _comparison(view, number)]
        table.add_row(str(view.result.places[number]), name, str(view.result.scores[number]), *values)
    return table


def _ties(screen: CoverMeScreen, view: View) -> list[str]:
    """Return a sentence for each pair of neighbours with equal scores: what decided, or that they are equal."""
    assert view.result is not None
    words = screen.words
    order = sorted(range(view.players), key=view.result.places.__getitem__)
    said = []
    for better, worse in pairwise(order):
        if view.result.scores[better] != view.result.scores[worse]:
            continue
        names = words.names((Seat(better), Seat(worse)))
        columns = _columns(screen, view, worth_key="cover-me.result.worth.long")
        compared = zip(columns, _comparison(view, better), _comparison(view, worse), strict=True)
        decisive = next((f"{column} {first}:{second}" for column, first, second in compared if first != second), None)
        if decisive is None:
            said.append(words("result.equal", names=names))
        else:
            said.append(words("result.tie", names=names, by=decisive))
    return said
