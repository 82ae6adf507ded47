"""The end of a season: tracks, trends, the value of each model, and where each season special goes."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final

from rich.console import Group
from rich.table import Table
from rich.text import Text

from covergames.coverme.cards import PRESTIGE
from covergames.coverme.events import Featured, Judged, Revealed, SeasonBegan
from covergames.coverme.phases import Phase
from covergames.coverme.places import Fate, Row
from covergames.coverme.trends import active_traits
from covergames.terminal.coverme.cards import chip, prose
from covergames.terminal.coverme.detail import Detail
from covergames.terminal.coverme.words import owner_of
from covergames.terminal.look import FAINT, HIGHLIGHT

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import RenderableType

    from covergames.coverme import Magazine
    from covergames.coverme.cards import Card
    from covergames.coverme.events import Event
    from covergames.coverme.view_types import View
    from covergames.terminal.coverme.screen import CoverMeScreen

PAUSE_LINES: Final = 1
"""The lines below the page, for the prompt."""


@dataclass(slots=True)
class SeasonEnd:
    """The public events of a season that is over."""

    began: SeasonBegan
    covers: dict[Magazine, list[Card]] = field(default_factory=dict)
    judged: Judged | None = None
    specials: list[Featured] = field(default_factory=list)


def last_season_end(events: Iterable[Event]) -> SeasonEnd | None:
    """Return the last season whose end is among the events; None: there is none."""
    running: SeasonEnd | None = None
    ended: SeasonEnd | None = None
    for event in events:
        match event:
            case SeasonBegan():
                running = SeasonEnd(event)
            case Revealed(_, covers) if running is not None:
                for magazine, card in covers:
                    running.covers.setdefault(magazine, []).append(card)
            case Judged() if running is not None:
                running.judged = event
            case Featured() if running is not None:
                running.specials.append(event)
                ended = running
            case _:
                pass
    return ended


def season_end(screen: CoverMeScreen, view: View) -> RenderableType:
    """Return the last season's end as a table; before a vote also all stacks, and what the vote needs (CM-X1, CM-X4)."""
    ended = last_season_end(event for season in view.history for event in season)
    if ended is None or ended.judged is None:
        return Text()
    return Group(*screen.fitting(partial(_draw, view, ended, ended.judged), below=PAUSE_LINES))


def _draw(view: View, ended: SeasonEnd, judged: Judged, screen: CoverMeScreen) -> list[RenderableType]:
    words = screen.words
    season = words.season(ended.began.season)
    title = screen.rule(words("cover-me.season-end.title", season=season, year=ended.began.year))
    tracks = screen.tracks(
        judged.tracks, judged.trends, active_traits(ended.began.season), without=view.options.same_value
    )
    grid = Table.grid(padding=(0, 1))
    grid.add_column(overflow="ellipsis", no_wrap=True, max_width=max(12, screen.console.width - 62))
    for _ in range(3):
        grid.add_column(no_wrap=True)
    for special in ended.specials:
        covers = ended.covers[special.magazine]
        cells = [
            _model(screen, card, value, is_special=card in special.cards)
            for card, value in zip(covers, judged.values[special.magazine], strict=True)
        ]
        cells += [Text()] * (3 - len(cells))
        grid.add_row(_name(screen, view, special.magazine), *cells, prose(_outcome(screen, view, special)))
    gap = [] if screen.is_compact else [Text()]
    notes = [] if screen.detail >= Detail.ESSENTIAL else [Text(words("cover-me.season-end.notes"), style=FAINT)]
    vote = [*gap, screen.stacks(view), Text(words("cover-me.vote"))] if view.phase is Phase.VOTE else []
    return [title, tracks, *gap, grid, *notes, *vote]


def _model(screen: CoverMeScreen, card: Card, value: int, *, is_special: bool) -> Text:
    mark = Text().append("*" if is_special else " ", style=HIGHLIGHT)
    return mark.append_text(chip(card)).append_text(screen.value(value))


def _name(screen: CoverMeScreen, view: View, magazine: Magazine) -> Text:
    is_pair = bool(view.side_stacks)
    owner = owner_of(magazine, view.players, is_pair=is_pair)
    row = Row.PRIMARY if magazine < view.players else Row.SECONDARY
    name = screen.words.magazine(magazine, owner, row, is_pair=is_pair)
    return Text(name, style="bold underline" if owner is not None and owner == view.seat else "")


def _outcome(screen: CoverMeScreen, view: View, special: Featured) -> str:
    words = screen.words
    cards = words.cards(special.cards)
    if special.fate is Fate.INFLUENCE_ROW:
        return words("influence-row") if screen.is_compact else words("cover-me.season-end.influence-row", cards=cards)
    same_value = view.options.same_value is not None
    points = len(special.cards) if same_value else sum(PRESTIGE[card] for card in special.cards)
    stack = words("prestige-stack" if special.fate is Fate.PRESTIGE_STACK else "side-stack")
    if screen.is_compact:
        return f"{stack} +{points}"
    key = "zero" if special.value == 0 else "three"
    return words(f"cover-me.season-end.{key}", cards=cards, points=points, stack=stack)
