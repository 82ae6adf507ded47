"""The table as a player or a spectator sees it, drawn from a view."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len
from rich.console import Group
from rich.panel import Panel
from rich.segment import SegmentLines
from rich.table import Table
from rich.text import Text

from covergames.coverme import Magazine
from covergames.coverme.cards import CLOTHES, HAIR, LENGTH, PATTERN, Hair
from covergames.coverme.notation import card_text
from covergames.coverme.phases import Decision, Phase
from covergames.coverme.places import Row
from covergames.coverme.trends import CHARACTERISTICS, Trait, tracks_of, trend_value, trends_of
from covergames.game import Seat
from covergames.terminal.coverme.cards import EDGE, chip, colour_figure, figure, uncounted
from covergames.terminal.coverme.compact import compact_cards, compact_stacks, compact_tracks
from covergames.terminal.coverme.detail import Detail
from covergames.terminal.coverme.words import CoverMeWords
from covergames.terminal.look import FAINT, HIGHLIGHT, TITLE
from covergames.terminal.screen import Screen
from covergames.terminal.words import capital

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from rich.console import RenderableType

    from covergames.coverme.cards import Card, Characteristic
    from covergames.coverme.trends import Season, Tracks, Trends
    from covergames.coverme.view_types import MagazineView, StackView, View

TRAITS: Final[Mapping[Trait, tuple[Characteristic, ...]]] = {
    Trait.CLOTHES: CLOTHES,
    Trait.HAIR: HAIR,
    Trait.LENGTH: LENGTH,
    Trait.PATTERN: PATTERN,
}
"""The characteristics of all cards by trait, in the order of a card's letters."""
MONTHS: Final = 3
TRACKS_PER_LINE: Final = 3
"""Characteristics side by side on the fashion tracks."""
ROOMY_COLUMNS: Final = 100
ROOMY_LINES: Final = 34
"""A terminal of this size has space for frames and for cards that look like cards."""
NARROW_COLUMNS: Final = 76
"""In a narrower terminal a heading replaces the repeated words of a column."""


@dataclass(frozen=True, slots=True)
class CoverMeScreen(Screen):
    """Draws the parts of the table as fine as there is space."""

    words: CoverMeWords
    detail: Detail = Detail.CARDS

    @property
    def is_roomy(self) -> bool:
        """Whether frames fit on the terminal and are wanted."""
        return self.detail <= Detail.FRAMES and self._has_room

    @property
    def _has_room(self) -> bool:
        return self.console.width >= ROOMY_COLUMNS and self.console.height >= ROOMY_LINES

    @property
    def is_compact(self) -> bool:
        """Whether each part takes as few lines as possible."""
        return self.detail >= Detail.COMPACT

    @property
    def is_narrow(self) -> bool:
        """Whether headings replace the repeated words of a column."""
        return self.console.width < NARROW_COLUMNS

    def fitting(
        self, draw: Callable[[CoverMeScreen], Sequence[RenderableType]], *, below: int
    ) -> Sequence[RenderableType]:
        """Return the most detailed drawing that leaves this many lines free, or the shortest one."""
        parts: Sequence[SegmentLines] = ()
        for detail in Detail:
            if self.detail <= detail and (self._has_room or detail > Detail.FRAMES):
                parts = self.rendered(draw(replace(self, detail=detail)))
                if height(parts) + below <= self.console.height:
                    break
        return parts

    def rendered(self, parts: Sequence[RenderableType]) -> Sequence[SegmentLines]:
        """Return the parts as lines, which are measured and printed without drawing them again."""
        return [
            part
            if isinstance(part, SegmentLines)
            else SegmentLines(self.console.render_lines(part, pad=False), new_lines=True)
            for part in parts
        ]

    def title(self, view: View) -> RenderableType:
        """Return a line with the year, the season and the phase."""
        return self.rule(self.signs.separator.join(("Cover Me", self._moment(view))))

    def table(self, view: View) -> list[RenderableType]:
        """Return everything on the table except the viewer's hand; what scrolls out of view last comes last."""
        tracks = self.tracks(view.tracks, view.trends, view.traits, without=view.options.same_value)
        stacks = [self.stacks(view)] if view.phase is Phase.VOTE else []
        if self.is_compact:
            return [*self._compact_piles(view), self.influence_row(view), *(stacks or [self.magazines(view)]), tracks]
        if not self.is_roomy:
            return [self.piles(view), self.influence_row(view), self.magazines(view), tracks, *stacks]
        below = Table.grid(expand=True, padding=(0, 1, 0, 0))
        below.add_column(width=max(24, 7 * len(view.magazines) + 5))
        below.add_column(ratio=1)
        below.add_row(
            self._framed("influence-row", Group(self.influence_row(view), Text())),
            self._framed("cover-me.piles", self.piles(view)),
        )
        return [
            self._framed("fashion-tracks", tracks),
            self._framed("cover-me.magazines", self.magazines(view)),
            below,
            *stacks,
        ]

    def _compact_piles(self, view: View) -> list[RenderableType]:
        """Return the piles unless the decision does not concern them and lines are scarce."""
        is_dispensable = view.decision in (Decision.PLACE, Decision.FEATURE, Decision.VOTE)
        return [] if is_dispensable and self.detail >= Detail.ESSENTIAL else [self.piles(view)]

    def _framed(self, heading: str, content: RenderableType) -> RenderableType:
        title = Text(self.words.heading(heading), style=TITLE)
        return Panel(content, title=title, title_align="left", box=self.signs.box, border_style=FAINT)

    def tracks(
        self, tracks: Tracks, trends: Trends, traits: Sequence[Trait], *, without: object = None
    ) -> RenderableType:
        """Return the fashion tracks of the active traits as bars, with the trends marked (CM-T1, CM-T3)."""
        if self.is_compact:
            return compact_tracks(self, tracks, trends, traits, without=without)
        name = max(cell_len(self.words.characteristic(characteristic)) for characteristic in tracks)
        labels = [capital(self.words.trait(trait)) for trait in traits]
        label = max(cell_len(text) for text in labels) + 2
        width = self.console.width - (4 if self.is_roomy else 0)
        beside = width - label >= TRACKS_PER_LINE * (name + 10)
        space = (width - (label if beside else 0)) // TRACKS_PER_LINE
        bar = max(2, min(space - name - 7, 20))
        highest = max(tracks.values())
        grid = Table.grid(padding=(0, 1))
        for least in ([label - 2] if beside else []) + [space - 1] * TRACKS_PER_LINE:
            grid.add_column(min_width=least, no_wrap=True)
        for trait, text in zip(traits, labels, strict=True):
            known = [characteristic for characteristic in CHARACTERISTICS[trait] if characteristic is not without]
            rows = [known[first : first + TRACKS_PER_LINE] for first in range(0, len(known), TRACKS_PER_LINE)]
            if not beside:
                grid.add_row(Text(text, style=FAINT))
            for number, row in enumerate(rows):
                cells = [
                    self._bar(item, tracks[item], is_trend=item in trends, name=name, width=bar, highest=highest)
                    for item in row
                ]
                grid.add_row(*([Text(text if number == 0 else "", style=FAINT)] if beside else []), *cells)
        return grid

    def _bar(
        self, characteristic: Characteristic, count: int, *, is_trend: bool, name: int, width: int, highest: int
    ) -> Text:
        """Return a characteristic with its bar and its count; bars are scaled down together if they do not fit."""
        eighths = 8 * count if highest <= width else round(8 * count * width / highest)
        cells = self.signs.bar * (eighths // 8) + self.signs.parts[eighths % 8]
        style = HIGHLIGHT if is_trend else ""
        word = self.words.characteristic(characteristic)
        bar = Text().append(self.signs.trend if is_trend else " ", style=style).append(self.figure(characteristic))
        colour_figure(bar, characteristic, at=1)
        bar.append(word + " " * (name - cell_len(word) + 1), style=style)
        bar.append(cells, style=style or "#8a8a8a")
        bar.append(f" {count}" if cells else str(count), style=style)
        return bar

    def influence_row(self, view: View) -> RenderableType:
        """Return the models of the last season that count again."""
        row = Text() if self.is_roomy else Text().append(f"{self.words.heading('influence-row')}  ", style=FAINT)
        if not view.influence_row:
            row.append(self.words("none"), style=FAINT)
        for card in view.influence_row:
            row.append_text(chip(card)).append(" ")
        return row

    def magazines(self, view: View) -> RenderableType:
        """Return the covers of each magazine with their trend values, and its owner's hand and stack."""
        grid = Table.grid(padding=(0, 1))
        grid.add_column(overflow="ellipsis", no_wrap=True, max_width=self.name_columns)
        for _ in range(MONTHS):
            grid.add_column(no_wrap=True, min_width=9)
        grid.add_column(no_wrap=True)
        grid.add_column(no_wrap=True)
        if self.is_narrow:
            headings = ("hand", "prestige")
            grid.add_row(*[""] * (1 + MONTHS), *(Text(self.words(key), style=FAINT) for key in headings))
        for number in sorted(range(len(view.magazines)), key=lambda number: _place(view, number)):
            magazine = view.magazines[number]
            owner = self.owner(view, Magazine(number), magazine)
            grid.add_row(owner, *self._covers(magazine), *self._belongings(view, magazine))
        return grid

    @property
    def name_columns(self) -> int:
        """The width of the column with the magazines' names."""
        return max(12, self.console.width - 62)

    def owner(self, view: View, number: Magazine, magazine: MagazineView) -> Text:
        """Return the name of a magazine, with the signs of the starting player, the viewer, and who still chooses."""
        owner = magazine.owner
        waits = owner is not None and owner in view.to_act and not magazine.has_placed and magazine.featured is None
        is_own = owner is not None and owner == view.seat
        mark = self.signs.start if owner == view.start and magazine.row is Row.PRIMARY else " "
        after = f" ({self.words('you')})" if is_own and magazine.row is Row.PRIMARY else ""
        waiting = f" {self.signs.waiting}" if waits and view.phase is not Phase.OVER else ""
        space = self.name_columns - 2 - cell_len(after + waiting)
        name = Text(self.words.magazine(number, owner, magazine.row, is_pair=bool(view.side_stacks)))
        if owner is not None and name.cell_len > space and view.side_stacks:
            # The secondary magazine is below the primary one of the same player.
            is_primary = magazine.row is Row.PRIMARY
            name = Text(self.words.name(owner) if is_primary else f"  {self.words('magazine.secondary')}")
        name.truncate(space, overflow="ellipsis")
        name.stylize("bold underline" if is_own else "")
        return Text(f"{mark} ").append_text(name).append(after).append(waiting, style=FAINT)

    def _covers(self, magazine: MagazineView) -> list[Text]:
        cells = [
            chip(card).append_text(self.value(value))
            for card, value in zip(magazine.covers, magazine.values, strict=True)
        ]
        if magazine.has_placed:
            cells.append(uncounted(magazine.placed))
        return cells + [Text("  -", style=FAINT)] * (MONTHS - len(cells))

    def value(self, value: int) -> Text:
        """Return a trend value."""
        return Text().append(f" {value}{self.signs.trend if value else ' '}", style=HIGHLIGHT if value else FAINT)

    def _belongings(self, view: View, magazine: MagazineView) -> tuple[Text, Text]:
        owner = magazine.owner
        if owner is None:
            return Text(), Text()
        if magazine.row is Row.SECONDARY:
            return Text(), self.stack("side-stack", view.side_stacks[owner])
        hand = Text() if self.is_narrow else Text().append(f"{self.words('hand')} ", style=FAINT)
        hand.append(str(view.hands[owner].size))
        return hand, self.stack("" if self.is_narrow else "prestige-stack", view.prestige_stacks[owner])

    def stacks(self, view: View) -> RenderableType:
        """Return the cards and the worth of every stack that the viewer may see (CM-X1, CM-I2)."""
        if self.is_compact:
            return compact_stacks(self, view)
        grid = Table.grid(padding=(0, 1))
        grid.add_column(overflow="ellipsis", no_wrap=True, max_width=max(12, self.console.width // 4))
        grid.add_column(no_wrap=True)
        for number in range(view.players):
            seat = Seat(number)
            name = Text(self.words.name(seat), style="bold underline" if seat == view.seat else "")
            for key, stacks in (("prestige-stack", view.prestige_stacks), ("side-stack", view.side_stacks)):
                if stacks and (cards := stacks[seat].cards) is not None:
                    chips = Text(" ").join(map(chip, sorted(cards)))
                    grid.add_row(name, self.stack(key, stacks[seat]), chips)
                    name = Text()
        return grid

    def stack(self, key: str, stack: StackView) -> Text:
        """Return the size of a stack and its worth, if the viewer may know it."""
        shown = Text().append(f"{self.words(key)} " if key else "", style=FAINT).append(str(stack.size))
        if stack.worth is not None:
            worth = self.words("count.points", count=stack.worth) if self.is_roomy else str(stack.worth)
            shown.append(f" = {worth}")
        return shown

    def piles(self, view: View) -> RenderableType:
        """Return the open piles with their top cards and sizes, and the sizes of the other piles."""
        lines = [Text(), Text()]
        if not self.is_roomy:
            lines[0].append(f"{self.words('cover-me.open-piles')}  ", style=FAINT)
        for hair, pile in zip(Hair, view.open_piles, strict=True):
            lines[0].append(f"{self.words.characteristic(hair)} ")
            if pile.top is not None:
                lines[0].append_text(chip(pile.top))
            lines[0].append(f"{self.signs.times}{pile.size}  ", style=FAINT)
        sizes = [self._size("pile.face-down", len(view.face_down))]
        colour = "" if view.next_clothes is None else f" ({self.words.characteristic(view.next_clothes)})"
        if view.options.same_value is None:
            sizes.append(self._size("pile.next", len(view.next_pile)) + colour)
        sizes.append(self._size("pile.discard", len(view.discard)))
        if view.fictional_pile is not None:
            sizes.append(self._size("pile.fictional", view.fictional_pile.size))
        lines[1].append(capital(self.signs.separator.join(sizes)), style=FAINT)
        return Group(*lines)

    def _size(self, key: str, size: int) -> str:
        return f"{self.words(key)} {size}"

    def _moment(self, view: View) -> str:
        """Return the year, the season and the phase."""
        years = view.options.number_of_years
        year = (
            self.words("cover-me.year", year=view.year, years=years)
            if view.year <= years
            else self.words("cover-me.year.extra")
        )
        coming = self.words.season(coming_season(view))
        phase = self.words(f"cover-me.phase.{view.phase.value.replace(' ', '-')}", month=view.month, next=coming)
        return self.signs.separator.join((year, self.words.season(view.season), phase))

    def cards(self, cards: Sequence[Card], view: View, *, labels: Sequence[str] | None = None) -> RenderableType:
        """Return cards with their letters, characteristics and present trend values; labels number the choices."""
        if self.is_roomy and self.detail is Detail.CARDS:
            return self._cards_in_full(cards, view, labels)
        if self.detail is Detail.LETTERS:
            return compact_cards(self, cards, view.trends, labels=labels)
        return self.strips(cards, view, labels=labels)

    def strips(
        self,
        cards: Sequence[Card],
        view: View,
        *,
        labels: Sequence[str] | None = None,
        notes: Sequence[str] | None = None,
    ) -> RenderableType:
        """Return cards, one line each."""
        grid = Table.grid(padding=(0, 1))
        grid.add_column(justify="right", style="bold")
        shown = [self._with_figure(self.words.card(card), card) for card in cards]
        if _width(shown) + 16 > self.console.width:
            shown = [self._with_figure(self.words.short_card(card), card) for card in cards]
        for number, card in enumerate(cards):
            words = [self._word(card, trait, word, view) for trait, word in zip(TRAITS, shown[number], strict=True)]
            value = self.value(trend_value(card, view.trends))
            note = Text("" if notes is None else notes[number], style=FAINT)
            grid.add_row("" if labels is None else labels[number], chip(card), *words, value, note)
        return grid

    def figure(self, characteristic: Characteristic) -> str:
        """Return the sign of a pattern, and a blank for any other characteristic."""
        return figure(characteristic, ascii_only=self.console.options.ascii_only)

    def _with_figure(self, words: tuple[str, str, str, str], card: Card) -> tuple[str, str, str, str]:
        clothes, hair, length, pattern = words
        return clothes, hair, length, f"{self.figure(PATTERN[card])} {pattern}"

    def _word(self, card: Card, trait: Trait, word: str, view: View) -> Text:
        characteristic = TRAITS[trait][card]
        if characteristic in view.trends:
            shown = Text().append(f"{self.signs.trend}{word}", style=HIGHLIGHT)
        else:
            shown = Text().append(f" {word}", style="" if trait in view.traits else FAINT)
        colour_figure(shown, characteristic, at=1)
        return shown

    def _cards_in_full(self, cards: Sequence[Card], view: View, labels: Sequence[str] | None) -> RenderableType:
        words = [self._with_figure(self.words.card(card), card) for card in cards]
        width = max((cell_len(word) for shown in words for word in shown), default=0) + 4
        fitting = max(1, (self.console.width + 1) // (width + 1))
        in_a_row = -(-len(cards) // -(-len(cards) // fitting)) if cards else 1
        rows: list[RenderableType] = []
        for first in range(0, len(cards), in_a_row):
            grid = Table.grid(padding=(0, 1, 0, 0))
            grid.add_row(
                *(
                    self._card(cards[number], words[number], view, "" if labels is None else labels[number], width)
                    for number in range(first, min(first + in_a_row, len(cards)))
                )
            )
            rows.append(grid)
        return Group(*rows)

    def _card(self, card: Card, words: Sequence[str], view: View, label: str, width: int) -> RenderableType:
        lines = [self._word(card, trait, word, view) for trait, word in zip(TRAITS, words, strict=True)]
        edge = EDGE[CLOTHES[card]]
        head = (
            Text()
            .append(f" {card_text(card)}", style=f"bold {edge}")
            .append_text(self.value(trend_value(card, view.trends)))
        )
        return Panel(
            Group(head, *lines),
            title=Text(f" {label} ", style="bold reverse") if label else None,
            title_align="left",
            box=self.signs.box,
            border_style=edge,
            width=width,
            padding=0,
        )

    def legend(self) -> Text:
        """Return the legend of the signs."""
        signs = self.signs
        return Text(
            self.words("terminal.cover-me.legend", trend=signs.trend, start=signs.start, waiting=signs.waiting).replace(
                " · ", signs.separator
            ),
            style=FAINT,
        )


def height(parts: Sequence[SegmentLines]) -> int:
    """Return the number of lines of the parts."""
    return sum(len(part.lines) for part in parts)


def _place(view: View, number: int) -> tuple[int, int]:
    """Return the sort key of a magazine: by owner, the fictional ones last."""
    owner = view.magazines[number].owner
    return (view.players if owner is None else owner, number)


def _width(rows: Sequence[tuple[str, ...]]) -> int:
    """Return the width of a grid with these words, in columns, with marks and gaps."""
    return sum(max(cell_len(word) for word in column) + 2 for column in zip(*rows, strict=True))


def coming_season(view: View) -> Season:
    """Return the season after this one."""
    seasons = view.options.seasons
    return seasons[(seasons.index(view.season) + 1) % len(seasons)]


def looking_ahead(view: View) -> View:
    """Return the view with the tracks and trends of the coming season, while hands are refilled for it (CM-N1)."""
    if view.phase is not Phase.REPLENISH:
        return view
    season = coming_season(view)
    tracks = tracks_of(view.influence_row, season)
    return view._replace(tracks=tracks, trends=trends_of(tracks))
