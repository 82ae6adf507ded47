"""Analyse a finished record with the module that its game's registration names."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from itertools import groupby
from typing import NamedTuple, Protocol, TypeAlias, cast

import msgspec

from covergames.bots.budget import Budget
from covergames.game import NotationError, Seat
from covergames.games import GAMES, AnyGame, game_named
from covergames.record import AnyMoment, Record, RecordError, replay
from covergames.text import Say

Progress: TypeAlias = Callable[[int, int], None]
"""Is called now and then with the number of steps done and the number of all steps."""


class NotAnalysable(ValueError):
    """A record that is sound but cannot be analysed: its game is not over, or has no analysis."""


class Analysis(msgspec.Struct, frozen=True, kw_only=True, tag_field="game"):
    """What the analyses of all games have in common."""

    players: list[str]
    scores: list[int]
    """By seat, as in the record."""
    places: list[int]
    """By seat, as in the record."""


class Sheet(NamedTuple):
    """A table for people: the first cell of a line is a name, the others are figures."""

    title: str
    headings: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]
    note: str = ""
    """What the figures mean; empty: they need no explanation."""


class GameAnalysis(Protocol):
    """What the module with a game's analysis offers."""

    VERSION: str
    """The value function and its default budget; another version means other figures."""
    RESULT: type[Analysis]
    """The type of its analyses."""

    def analyse(
        self,
        record: Record,
        moments: Sequence[AnyMoment],
        /,
        *,
        seats: Sequence[Seat],
        budget: Budget | None,
        progress: Progress,
    ) -> Analysis:
        """Analyse these seats of a finished game; no budget: the default."""
        ...

    def sheets(self, analyses: Sequence[Analysis], say: Say, /) -> list[Sheet]:
        """Return tables about one analysis in detail, or about several together."""
        ...


def no_progress(_done: int, _steps: int) -> None:
    """Ignore the progress."""


def analyse(
    record: Record,
    *,
    seats: Sequence[Seat] | None = None,
    budget: Budget | None = None,
    progress: Progress = no_progress,
) -> Analysis:
    """Analyse these seats of a finished game, by default all.

    A budget in playouts gives the same analysis on every machine.

    Raises:
        NotAnalysable: the game is not over, or there is no analysis for this game.
        RecordError: the record is damaged.
        ValueError: there is no such seat.
    """
    rules = _rules(record)
    moments = list(replay(record))
    if rules.result(moments[-1].state) is None:
        raise NotAnalysable(f"the game is not over after {len(record.events)} events: only finished games are analysed")
    chosen = [Seat(number) for number in range(len(record.players))] if seats is None else list(seats)
    for seat in chosen:
        if seat not in range(len(record.players)):
            raise ValueError(f"seat {seat}: the seats are 0 to {len(record.players) - 1}")
    return analysis_of(record.game).analyse(record, moments, seats=chosen, budget=budget, progress=progress)


def analysis_of(game: str) -> GameAnalysis:
    """Return the module with the analysis of that game; it is imported on first use.

    Raises:
        NotAnalysable: the game has none.
    """
    module = GAMES[game].analysis
    if module is None:
        raise NotAnalysable(f"there is no analysis of {game!r}")
    return cast("GameAnalysis", import_module(module))


@cache
def version_of(game: str) -> str:
    """Return what an analysis depends on besides its record: the game's `VERSION`, and the fields of the result.

    Raises:
        NotAnalysable: the game has no analysis.
    """
    module = analysis_of(game)
    fields = msgspec.json.encode(msgspec.json.schema(module.RESULT))
    return f"{module.VERSION} {hashlib.sha256(fields).hexdigest()[:8]}"


def encode(analysis: Analysis) -> bytes:
    """Return the analysis as JSON; equal analyses give equal bytes."""
    return msgspec.json.encode(analysis)


def sheets(analyses: Sequence[Analysis], say: Say) -> list[Sheet]:
    """Return tables about these analyses, game by game."""
    found: list[Sheet] = []
    for game, group in groupby(sorted(analyses, key=_game), key=_game):
        found += analysis_of(game).sheets(list(group), say)
    return found


def _game(analysis: Analysis) -> str:
    return str(analysis.__struct_config__.tag)


def _rules(record: Record) -> AnyGame:
    try:
        return game_named(record.game)
    except NotationError as error:
        raise RecordError(str(error)) from None
