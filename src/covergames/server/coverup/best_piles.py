"""The HTTP route for the best piles of a finished round; during the round they would help to cheat."""

from __future__ import annotations

import asyncio
from typing import Annotated, Final, TypeAlias

from litestar import get
from litestar.datastructures import State
from litestar.params import PathParameter

from covergames import coverup
from covergames.coverup.options import ROUNDS
from covergames.coverup.state import SeatScore
from covergames.server.calculator import Calculator
from covergames.server.coverup.messages import Optimum, write_optimum
from covergames.server.hang_up import while_connected
from covergames.server.registry import TableRegistry
from covergames.server.routes import TABLE_PROBLEMS, AnyRequest, Bearer, TableName, actor
from covergames.server.security import address_of
from covergames.server.session import NO_SPECTATORS
from covergames.table import Code, Refusal

Round: TypeAlias = Annotated[int, PathParameter(description="The round, from 1.", ge=1, le=ROUNDS)]


@get("/api/tables/{table:str}/rounds/{number:int}/best", responses=TABLE_PROBLEMS, summary="The best piles of a round.")
async def best_of_round(
    table: TableName, number: Round, state: State, request: AnyRequest, authorization: Bearer = None
) -> list[Optimum]:
    """Return the best piles of each seat's hand. Refused before the end of the round, and to spectators if the table allows none."""
    registry: TableRegistry = state.registry
    calculator: Calculator = state.calculator
    session = await registry.session(table)
    who = await actor(session, authorization)
    if who is None and not session.table.settings.spectators and not session.table.is_over:
        raise Refusal(Code.NOT_YOURS, NO_SPECTATORS)
    game = session.table.state
    if not isinstance(game, coverup.State):
        raise Refusal(Code.NOT_NOW, f"no game of {coverup.NAME} is played at table {table}")
    if number > len(game.scores):
        raise Refusal(Code.NOT_NOW, f"round {number} is not over: the game is in round {game.round}", rule_id="CU-B1")
    deck = game.options.deck
    hands = [_hand(scored) for scored in game.scores[number - 1]]
    client = address_of(request.scope)
    solving = asyncio.gather(*[calculator.of(coverup.solve, hand, deck, client=client) for hand in hands])
    solutions = await while_connected(request, solving)
    return [write_optimum(solution, deck) for solution in solutions]


def _hand(scored: SeatScore) -> tuple[coverup.Card, ...]:
    """Return the five cards that were laid or put aside, sorted, so that equal hands share one calculation."""
    return tuple(sorted((*(at.card for at in scored.score.pile), *scored.score.aside)))


BEST_PILES_ROUTES: Final = (best_of_round,)
