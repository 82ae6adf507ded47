"""The HTTP route for the daily position of Cover Me, as the seat sees it, with what each cover is worth."""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from typing import Annotated, Final

from litestar import get
from litestar.params import PathParameter
from msgspec import UNSET

from covergames import cover_puzzle, coverme
from covergames.game import Seat
from covergames.schema import CardText, codec_of
from covergames.server.coverme.hints import RawAction
from covergames.server.routes import PROBLEMS
from covergames.wire.part import Part, RawEvents, RawPrivate, RawPublic
from covergames.wire.snapshot import Snapshot


class CoverOption(Part, frozen=True, kw_only=True):
    """A cover that could be placed. Shares of the victory are in thousandths, chances in percent."""

    action: RawAction
    share: int
    behind: int
    """How much less than the best cover."""
    margin: int
    """Half of the 95% interval of that difference."""
    star: CardText
    """Of the own covers, this one included, the one that promises most."""
    three_trends: int
    """How likely the star is to show all three trends at the end of the season."""
    all_at_0: int
    """How likely none of the own covers is to show a trend."""


class CoverRival(Part, frozen=True, kw_only=True):
    """The seat to which the tempting cover would give most. Shares of the victory are in thousandths."""

    seat: Seat
    after_best: int
    after_tempting: int


class CoverPuzzle(Part, frozen=True, kw_only=True):
    """A position to solve: what would you place?"""

    name: str
    """Its day, such as ``2026-11-16``."""
    players: int
    public: RawPublic
    private: RawPrivate
    history: RawEvents
    options: tuple[CoverOption, ...]
    """All covers that can be placed, the best first."""
    tempting: CardText
    """The most fashionable card in hand, which is not the best cover."""
    rival: CoverRival


@get("/api/cover-puzzles/{day:date}", responses=PROBLEMS, summary="The position of Cover Me of a day.")
async def daily_position(
    day: Annotated[date, PathParameter(description="A date, such as `2026-11-16`.")],
) -> CoverPuzzle:
    """Return a position of a game of bots as one seat sees it, and what each cover is worth."""
    return written(day)


@lru_cache(maxsize=64)
def written(day: date) -> CoverPuzzle:
    """Return the position of that day as JSON."""
    puzzle = cover_puzzle.daily(day)
    options = coverme.options_of(puzzle.state)
    texts, codec = coverme.card_texts(options), codec_of(coverme, options)
    snapshot = Snapshot(coverme, puzzle.state)
    private = snapshot.private(puzzle.seat)
    assert private is not UNSET, "a seat has one"
    return CoverPuzzle(
        name=puzzle.name,
        players=puzzle.state.players,
        public=snapshot.public,
        private=private,
        history=snapshot.history(),
        options=tuple(
            CoverOption(
                action=codec.action.encode(coverme.Place((choice.card,))),
                share=choice.share,
                behind=choice.behind,
                margin=choice.margin,
                star=CardText(texts[choice.promise.star]),
                three_trends=round(100 * choice.promise.three_trends),
                all_at_0=round(100 * choice.promise.all_at_0),
            )
            for choice in puzzle.choices
        ),
        tempting=CardText(texts[puzzle.tempting]),
        rival=CoverRival(
            seat=puzzle.rival.seat,
            after_best=puzzle.rival.after_best,
            after_tempting=puzzle.rival.after_tempting,
        ),
    )


PUZZLE_ROUTES: Final = (daily_position,)
