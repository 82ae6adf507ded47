"""HTTP routes for puzzles: the hand of a day or of a seed, the points of a pile, advice, and the best piles.

A client names a puzzle and the server deals its hand. The server does not solve hands that a client chooses, because such a
hand may be in play at a table.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from datetime import date, timedelta
from typing import Annotated, Final, TypeAlias, TypeVar

from litestar import get, post
from litestar.params import JSONBody, PathParameter, QueryParameter

from covergames import puzzle
from covergames.coverup import Pile, house_deck, score
from covergames.coverup.state import SeatScore
from covergames.game import NotationError
from covergames.server.calculator import Calculator
from covergames.server.coverup.messages import (
    Attempt,
    BestPiles,
    Puzzle,
    RawScore,
    Step,
    read_attempt,
    write_best,
    write_puzzle,
    write_score,
    write_step,
)
from covergames.server.hang_up import while_connected
from covergames.server.routes import PROBLEMS, AnyRequest
from covergames.server.security import address_of
from covergames.table import Code, Refusal

Result = TypeVar("Result")

MAX_DAYS: Final = 14
"""Days in one request."""

Name: TypeAlias = Annotated[
    str, PathParameter(description="A date, or round and seed: `2026-11-16`, `3-4711`.", max_length=20)
]


@get("/api/puzzles", responses=PROBLEMS, summary="The puzzles of some days.")
async def daily_puzzles(
    request: AnyRequest,
    first: Annotated[date, QueryParameter(description="The first day.")],
    days: Annotated[int, QueryParameter(description="How many days.", ge=1, le=MAX_DAYS)] = 1,
) -> list[Puzzle]:
    """Return the puzzles of consecutive days; a browser stores some days ahead for when it is offline."""
    try:
        asked = [puzzle.daily(first + timedelta(days=day)) for day in range(days)]
    except OverflowError:
        raise Refusal(Code.UNREADABLE, f"{days} days from {first} go beyond the calendar") from None
    return await while_connected(request, asyncio.gather(*[_written(one, request) for one in asked]))


@get("/api/puzzles/{name:str}", responses=PROBLEMS, summary="A puzzle.")
async def find_puzzle(name: Name, request: AnyRequest) -> Puzzle:
    """Return the hand and its fewest possible points."""
    return await while_connected(request, _written(named_puzzle(name), request))


@post("/api/puzzles/{name:str}/score", responses=PROBLEMS, status_code=200, summary="The points of a pile.")
async def score_attempt(name: Name, data: JSONBody[Attempt]) -> RawScore:
    """Score a pile as at the end of a round, without the hourglass."""
    asked = named_puzzle(name)
    pile = read_pile(data, asked)
    return write_score(SeatScore(score(pile, asked.hand, house_deck()), 0), house_deck())


@post("/api/puzzles/{name:str}/step", responses=PROBLEMS, status_code=200, summary="The next step to a best pile.")
async def next_step(name: Name, data: JSONBody[Attempt], request: AnyRequest) -> Step:
    """Return a card to lay or to take away; neither if the pile is a best one."""
    asked = named_puzzle(name)
    advice = _calculated(request, puzzle.advice, asked, read_pile(data, asked))
    return write_step(await while_connected(request, advice), house_deck())


@get("/api/puzzles/{name:str}/best", responses=PROBLEMS, summary="Best piles of a puzzle.")
async def find_best(name: Name, request: AnyRequest) -> BestPiles:
    """Return the best piles. A client requests them when the player wants to see the solution."""
    best = _calculated(request, puzzle.best, named_puzzle(name))
    return write_best(await while_connected(request, best), house_deck())


async def _written(asked: puzzle.Puzzle, request: AnyRequest) -> Puzzle:
    return write_puzzle(asked, await _calculated(request, puzzle.best, asked), house_deck())


async def _calculated(request: AnyRequest, function: Callable[..., Result], *arguments: Hashable) -> Result:
    calculator: Calculator = request.app.state.calculator
    return await calculator.of(function, *arguments, client=address_of(request.scope))


def named_puzzle(name: str) -> puzzle.Puzzle:
    """Return the puzzle of that name, or refuse the request."""
    try:
        return puzzle.named(name)
    except NotationError as error:
        raise Refusal(Code.UNREADABLE, str(error)) from None


def read_pile(attempt: Attempt, asked: puzzle.Puzzle) -> Pile:
    """Return the pile of an attempt, or refuse the request."""
    try:
        return read_attempt(attempt, asked, house_deck())
    except NotationError as error:
        raise Refusal(Code.UNREADABLE, str(error)) from None


PUZZLE_ROUTES: Final = (daily_puzzles, find_puzzle, score_attempt, next_step, find_best)
