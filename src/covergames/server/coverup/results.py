"""HTTP routes for the results of a day's puzzle: how many players reached how many points. Nothing is stored about who they are."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final

from litestar import Request, get, post
from litestar.datastructures import State
from litestar.params import JSONBody

from covergames.coverup import house_deck
from covergames.coverup.layout import points
from covergames.server.coverup.messages import Attempt, HandedIn, Reached
from covergames.server.coverup.puzzles import Name, named_puzzle, read_pile
from covergames.server.limits import AddressLog
from covergames.server.registry import TableRegistry
from covergames.server.routes import PROBLEMS
from covergames.server.security import address_of

HOURS_MS: Final = 3_600_000
ZONES_HOURS: Final = (-12, 14)
"""The time zones that are farthest from UTC: somewhere it is a puzzle's day from one to the other."""


@post("/api/puzzles/{name:str}/results", responses=PROBLEMS, status_code=200, summary="Hand in a pile.")
async def hand_in(name: Name, data: JSONBody[Attempt], state: State, request: Request[Any, Any, Any]) -> HandedIn:
    """Score a pile, and count it among the results of its day: the first one from an address, while it is that day somewhere."""
    registry: TableRegistry = state.registry
    log: AddressLog = state.address_log
    asked = named_puzzle(name)
    reached = points(read_pile(data, asked), asked.hand, house_deck())
    address, what = address_of(dict(request.scope)), f"puzzle {asked.name}"
    if asked.name in _days(registry.clock.now()) and log.add(what, address):
        try:
            await registry.store.count_result(asked.name, reached)
        except BaseException:
            log.remove(what, address)
            raise
    return HandedIn(points=reached, reached=await _reached(registry, asked.name))


@get("/api/puzzles/{name:str}/results", responses=PROBLEMS, summary="The results of a puzzle.")
async def find_results(name: Name, state: State) -> list[Reached]:
    """Return how many players reached how many points, the fewest points first."""
    return list(await _reached(state.registry, named_puzzle(name).name))


def _days(now: int) -> frozenset[str]:
    """Return the days that it is somewhere at that time, in milliseconds since 1970."""
    moments = [now + hours * HOURS_MS for hours in (ZONES_HOURS[0], 0, ZONES_HOURS[1])]
    return frozenset(datetime.fromtimestamp(moment / 1000, UTC).date().isoformat() for moment in moments)


async def _reached(registry: TableRegistry, name: str) -> tuple[Reached, ...]:
    results = await registry.store.results(name)
    return tuple(Reached(points=points, players=players) for points, players in results.items())


RESULT_ROUTES: Final = (hand_in, find_results)
