"""Parts of the table in as few lines as possible, for small terminals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.console import Group
from rich.table import Table
from rich.text import Text

from covergames.coverme import Magazine
from covergames.coverme.cards import CLOTHES, HAIR, LENGTH, PATTERN
from covergames.coverme.notation import LETTER, card_text
from covergames.coverme.places import Row
from covergames.coverme.trends import CHARACTERISTICS, Trait, trend_value
from covergames.terminal.coverme.cards import chip, colour_figure, prose
from covergames.terminal.coverme.detail import Detail
from covergames.terminal.look import FAINT, HIGHLIGHT
from covergames.terminal.words import capital

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.console import RenderableType

    from covergames.coverme.cards import Card, Characteristic
    from covergames.coverme.trends import Tracks, Trends
    from covergames.coverme.view_types import StackView, View
    from covergames.terminal.coverme.screen import CoverMeScreen


def flow(items: Iterable[Text], width: int, *, head: Text | None = None) -> list[Text]:
    """Return the items side by side in as few lines as possible; all lines are indented by the width of the head."""
    indent = 0 if head is None else head.cell_len
    lines = [Text() if head is None else head.copy()]
    for item in items:
        if lines[-1].cell_len > indent and lines[-1].cell_len + cell_len(item.plain.rstrip()) > width:
            lines.append(Text(" " * indent))
        lines[-1].append_text(item)
    return lines


def compact_tracks(
    screen: CoverMeScreen, tracks: Tracks, trends: Trends, traits: Sequence[Trait], *, without: object
) -> RenderableType:
    """Return the tracks as numbers, each with the letter of its characteristic; trends are marked (CM-T1, CM-T3).

    A page on which cards are only letters also explains those of the trait that does not count.
    """
    idle = [trait for trait in Trait if trait not in traits] if screen.detail is Detail.LETTERS else []
    shown = (*traits, *idle)
    labels = [capital(screen.words.trait(trait)) for trait in shown]
    label = max(map(cell_len, labels)) + 1
    lines: list[Text] = []
    for trait, text in zip(shown, labels, strict=True):
        known = [characteristic for characteristic in CHARACTERISTICS[trait] if characteristic is not without]
        items = [_track(screen, item, tracks.get(item), is_trend=item in trends) for item in known]
        even = [item.append(" ") for item in _even(items)]
        head = Text(text + " " * (label - cell_len(text)), style=FAINT)
        columns, tight = flow(even, screen.console.width, head=head), flow(items, screen.console.width, head=head)
        lines += tight if len(tight) < len(columns) else columns
    return Group(*lines)


def _track(screen: CoverMeScreen, characteristic: Characteristic, count: int | None, *, is_trend: bool) -> Text:
    style = HIGHLIGHT if is_trend else "" if count is not None else FAINT
    track = Text().append(screen.signs.trend if is_trend else " ", style=style)
    track.append(f"{LETTER[characteristic]} ", style=style or "bold")
    figure = screen.figure(characteristic).strip()
    if figure:
        track.append(figure)
        colour_figure(track, characteristic, at=track.cell_len - 1)
    track.append(screen.words.characteristic(characteristic), style=style)
    return track.append("" if count is None else f" {count}", style=style)


def compact_cards(
    screen: CoverMeScreen, cards: Sequence[Card], trends: Trends, *, labels: Sequence[str] | None = None
) -> RenderableType:
    """Return cards by their letters, with their trend values and the letters that are trends."""
    items: list[Text] = []
    for number, card in enumerate(cards):
        item = Text() if labels is None else Text(f"{labels[number]:>2} ", style="bold")
        item.append_text(chip(card)).append_text(screen.value(trend_value(card, trends)))
        shown = (CLOTHES[card], HAIR[card], LENGTH[card], PATTERN[card])
        letters = "".join(LETTER[characteristic] for characteristic in shown if characteristic in trends)
        items.append(item.append(letters, style=HIGHLIGHT).append(" "))
    return Group(*flow(_even(items), screen.console.width))


def _even(items: Sequence[Text]) -> list[Text]:
    """Return the items with blanks at their ends, all as wide as the widest."""
    width = max((item.cell_len for item in items), default=0)
    return [item.copy().append(" " * (width - item.cell_len)) for item in items]


def compact_stacks(screen: CoverMeScreen, view: View) -> RenderableType:
    """Return the cards and the worth of every stack that the viewer may see, with the owner's signs (CM-X1, CM-I2).

    The word for a stack is left out if it would make a line too long.
    """
    rows: list[tuple[Text, str, StackView, Text]] = []
    for number, magazine in sorted(enumerate(view.magazines), key=lambda each: (each[1].owner or 0, each[0])):
        if magazine.owner is not None:
            is_primary = magazine.row is Row.PRIMARY
            stack = (view.prestige_stacks if is_primary else view.side_stacks)[magazine.owner]
            if stack.cards is not None:
                cards = prose(" ".join(card_text(card) for card in sorted(stack.cards)))
                key = "prestige-stack" if is_primary else "side-stack"
                rows.append((screen.owner(view, Magazine(number), magazine), key, stack, cards))
    labelled = [(name, screen.stack(key, stack), cards) for name, key, stack, cards in rows]
    has_words = (
        sum(max(text.cell_len for text in column) + 1 for column in zip(*labelled, strict=True)) <= screen.console.width
    )
    grid = Table.grid(padding=(0, 1))
    grid.add_column(no_wrap=True)
    grid.add_column(no_wrap=True)
    for name, key, stack, cards in rows:
        grid.add_row(name, screen.stack(key if has_words else "", stack), cards)
    return grid
