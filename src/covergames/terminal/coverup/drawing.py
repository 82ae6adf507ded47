"""The parts of the Cover Up screen, drawn from the player's view."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len
from rich.console import Group
from rich.style import Style
from rich.table import Table
from rich.text import Text

from covergames.coverup import Colour, Phase
from covergames.coverup.layout import faults, size, symbols_of
from covergames.coverup.options import ROUNDS
from covergames.game import Seat
from covergames.terminal.coverup.cards import GLYPHS, card_lines, ink, pile_lines
from covergames.terminal.coverup.story import removals

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from rich.console import RenderableType

    from covergames.coverup import Card, Placement, Solution, View
    from covergames.coverup.layout import Square
    from covergames.coverup.view import SeatView
    from covergames.terminal.words import Words

SQUARE_COLUMNS: Final = 3
"""The width of a square in the terminal."""
EMPTY_SQUARE: Final = "·  "
MAX_NAME_COLUMNS: Final = 10
PILE_GAP_COLUMNS: Final = 4


def own_side(view: View) -> SeatView:
    """Return the viewer's side of the table."""
    assert view.seat is not None, "a spectator has no side"
    return view.seats[view.seat]


def table(view: View, held: Placement, *, columns: int, rows: int) -> Text:
    """Draw the viewer's pile, that many squares of the table, with the held card on top.

    Where different symbols meet, both are visible, as through glass. A locked player holds no card.
    """
    own, deck = own_side(view), view.options.deck
    is_holding = not (view.phase is Phase.LAY and own.locked)
    pile = [at for at in own.pile if at.card != held.card] if is_holding else own.pile
    laid = {square for at in pile for square in _squares(at)}
    under_held = set(_squares(held)) if is_holding else set()
    symbols: defaultdict[Square, list[int]] = defaultdict(list)
    for at in (*pile, held) if is_holding else pile:
        for square, symbol in symbols_of(at, deck).items():
            if symbol not in symbols[square]:
                symbols[square].append(symbol)
    width, height = size(held)
    left = _first_shown(held.x, width, columns, middle=2)
    top = _first_shown(held.y, height, rows, middle=1)
    picture = Text(no_wrap=True)
    for y in range(top, top + rows):
        for x in range(left, left + columns):
            marks = symbols.get((x, y), [])
            colour = "grey37" if (x, y) in under_held else "grey15" if (x, y) in laid else None
            if view.options.assist and len(marks) > 1:
                colour = "dark_red"
            picture.append_text(_square(marks, colour))
        picture.append("\n")
    return picture


def _squares(at: Placement) -> Iterable[Square]:
    width, height = size(at)
    return [(at.x + dx, at.y + dy) for dx in range(width) for dy in range(height)]


def _square(marks: Sequence[int], colour: str | None) -> Text:
    """Draw a square with the last two of its symbols on the given ground."""
    ground = Style(bgcolor=colour)
    square = Text()
    for mark in marks[-2:]:
        square.append(GLYPHS[mark - 1], style=ink(mark) + ground)
    blank = " " * SQUARE_COLUMNS
    rest = blank[len(marks[-2:]) :] if marks else EMPTY_SQUARE if colour else blank
    return square.append(rest, style=ground + Style(dim=True))


def _first_shown(held: int, length: int, shown: int, *, middle: int) -> int:
    """Return the first column or row of the table to draw; it moves only when the held card would leave the screen."""
    first = middle - shown // 2
    return min(max(first, held + length + 1 - shown), held - 1) if length + 2 <= shown else held


def players(view: View, words: Words, *, clock: str, columns: int) -> Group:
    """Draw the round, the clock, and each player's laid cards, visible symbols and points."""
    headings = [words(f"cover-up.column.{heading}") for heading in ("laid", "visible", "total")]
    left_for_names = columns - sum(cell_len(heading) + 1 for heading in headings) - 2
    grid = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    grid.add_column("", no_wrap=True, overflow="ellipsis", max_width=min(MAX_NAME_COLUMNS, left_for_names))
    for heading in headings:
        grid.add_column(heading, justify="right", no_wrap=True, overflow="ellipsis")
    grid.add_column("", no_wrap=True, overflow="ellipsis")
    for number, side in enumerate(view.seats):
        mark = "⧗" if side.flipped else "✓" if side.locked and view.phase is Phase.LAY else ""
        name = _name(view, words, Seat(number))
        grid.add_row(name, str(len(side.pile)), str(side.visible), str(side.total), mark)
    title = Text(words.heading("cover-up.round", round=view.round, rounds=ROUNDS), style="bold")
    if clock:
        title.append("   ").append(clock, style="bold reverse" if view.flipped_by is not None else "bold")
    return Group(title, grid)


def _name(view: View, words: Words, seat: Seat) -> Text:
    return Text(words.name(seat), style="bold" if seat == view.seat else "")


def hand(view: View, words: Words, *, chosen: Card | None) -> Group:
    """Draw the viewer's cards, two abreast: an arrow at the chosen one, a tick at those that are laid."""
    own, deck = own_side(view), view.options.deck
    laid = {at.card for at in own.pile} if view.phase is Phase.LAY else set()
    cells: list[Text] = []
    for number, card in enumerate(own.hand, start=1):
        name, *rows = card_lines(card, deck)
        name.rstrip()
        arrow, style = ("▶", "bold reverse") if card == chosen else (" ", "")
        head = Text(f"{arrow} {number} ", style=style) + name + (" ✓" if card in laid else "")
        cells.append(Text("\n").join([head, *(Text("    ") + row for row in rows)]))
    grid = Table.grid(padding=(0, 2, 0, 0))
    for first in range(0, len(cells), 2):
        grid.add_row(*cells[first : first + 2])
    parts: list[RenderableType] = [Text(), grid]
    if view.options.assist and view.phase is Phase.LAY and own.pile:
        count = len(faults(own.pile, deck))
        parts.append(Text(words("cover-up.faults", count=count), style="red" if count else "green"))
    return Group(*parts)


def scores(view: View, words: Words, best: Sequence[Solution], *, columns: int) -> Iterator[Group]:
    """Draw the end of a round, from the most detailed page to the shortest.

    A page has the points, the removed cards, the next decision, and the viewer's pile and the best one. Shorter pages
    have no blank lines, then no sentences about the cards of others; the points show how many were removed. `best` holds
    the best pile of each seat.
    """
    assert view.seat is not None
    latest, deck = view.scores[-1], view.options.deck
    lines = [removals(scored, Seat(number), words, deck) for number, scored in enumerate(latest)]
    points, outcome = _points(view, words, best), Text(_outcome(view, words), style="bold")
    piles = _piles(
        {
            words.heading("cover-up.your-pile"): pile_lines(latest[view.seat].score.pile, deck),
            words.heading("cover-up.best-pile"): pile_lines(best[view.seat].pile, deck),
        },
        columns=columns,
    )
    every = [Text(line, style="red") for of_seat in lines for line in of_seat]
    own = [Text(line, style="red") for line in lines[view.seat]]
    parts: tuple[RenderableType, ...] = (points, *every, outcome, piles)
    yield Group(*(each for part in parts for each in (part, Text())))
    yield Group(*parts)
    yield Group(points, *own, outcome, piles)


def _piles(piles: Mapping[str, Sequence[Text]], *, columns: int) -> Table:
    """Draw piles under their headings: side by side, or one below the other if that is too wide."""
    grid = Table.grid(padding=(0, PILE_GAP_COLUMNS, 0, 0), pad_edge=False)
    headings = [Text(heading, style="bold") for heading in piles]
    pictures = [Text("\n", no_wrap=True).join(lines) for lines in piles.values()]
    width = sum(
        max([heading.cell_len, *(line.cell_len for line in lines)])
        for heading, lines in zip(headings, piles.values(), strict=True)
    )
    if width + PILE_GAP_COLUMNS * (len(piles) - 1) <= columns:
        grid.add_row(*headings)
        grid.add_row(*pictures)
    else:
        for heading, picture in zip(headings, pictures, strict=True):
            grid.add_row(heading)
            grid.add_row(picture)
    return grid


def _points(view: View, words: Words, best: Sequence[Solution]) -> Table:
    grid = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    grid.add_column("", no_wrap=True, overflow="ellipsis", max_width=MAX_NAME_COLUMNS)
    headings = [words("cover-up.column.visible"), words("aside"), "⧗", words("cover-up.column.points")]
    for heading in (*headings, words("cover-up.column.best")):
        grid.add_column(heading, justify="right", no_wrap=True, overflow="ellipsis")
    for number, (scored, solution) in enumerate(zip(view.scores[-1], best, strict=True)):
        score = scored.score
        grid.add_row(
            _name(view, words, Seat(number)),
            str(score.visible),
            str(score.aside_symbols + len(score.aside)),
            f"{scored.hourglass:+}" if scored.hourglass else "",
            Text(str(scored.points), style="bold"),
            str(solution.points) if solution.proven else f"{solution.lower_bound}-{solution.points}",
        )
    return grid


def _outcome(view: View, words: Words) -> str:
    """Return who has won or, before the end, which cards can be given back."""
    if view.result is not None:
        points = words("count.points", count=min(view.result.scores))
        return f"{words.winner(view.result)} ({points})"
    assert view.seat is not None
    cards = enumerate(own_side(view).hand, start=1)
    keys = ", ".join(str(number) for number, card in cards if view.options.deck[card].colour is Colour.GREEN)
    following = words.name(Seat((view.seat + 1) % view.players))
    return words("terminal.cover-up.give-back", keys=keys, colour=view.next_colour.value, next=following)
