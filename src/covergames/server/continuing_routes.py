"""HTTP routes that open a table at which a finished game continues from one of its positions."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

import msgspec
from litestar import post
from litestar.datastructures import State
from litestar.params import QueryParameter, RawBody

from covergames.games import game_named
from covergames.schema import read_options
from covergames.server.continuing_process import Begun, Where
from covergames.server.hang_up import while_connected
from covergames.server.limits import limit_key, spend
from covergames.server.quotas import check_readable
from covergames.server.registry import TableRegistry
from covergames.server.replays import Replays
from covergames.server.routes import PROBLEMS, TABLE_PROBLEMS, AnyRequest, RecordOperation, TableName, entries_of
from covergames.server.security import address_of
from covergames.server.tokens import new_secret, new_token
from covergames.table import Settings, check_over, opening, token_hash
from covergames.table.settings import ABANDONED_AFTER_SECONDS
from covergames.wire.http import Opened

SETTINGS: Final = Settings(abandoned_after=ABANDONED_AFTER_SECONDS[-1])
"""Nobody else waits, so the table is kept for as long as possible."""
MAX_STEP: Final = 1_000_000

AtStep: TypeAlias = Annotated[
    int, QueryParameter(ge=0, le=MAX_STEP, description="How many decisions the game had had; 0 is the deal.")
]
InSeat: TypeAlias = Annotated[
    int, QueryParameter(ge=0, le=9, description="The seat from whose knowledge the game continues.")
]
Anew: TypeAlias = Annotated[
    bool,
    QueryParameter(description="Whether the cards that the seat has not seen are dealt anew, or are as they were."),
]


@post(
    "/api/tables/{table:str}/continuations",
    responses=TABLE_PROBLEMS,
    summary="Open a table that continues the game of this one, once it is over.",
)
async def continue_table(
    table: TableName, step: AtStep, seat: InSeat, state: State, request: AnyRequest, *, anew: Anew = True
) -> Opened:
    """Open a table whose game begins where this one was at that step, and answer with the host's token."""
    registry: TableRegistry = state.registry
    replays: Replays = state.replays
    address = address_of(request.scope)
    spend(state.budgets.of(address).tables, "new tables")
    session = await registry.session(table)
    check_over(session.table)
    check_readable(session.size, state.configuration.limits)
    where = Where(step, seat, anew, new_secret())
    computed = replays.begun_at_table(table, lambda: entries_of(registry, table), where, client=address)
    return await _open(registry, await while_connected(request, computed), where, opener=limit_key(address))


@post(
    "/api/continuations",
    operation_class=RecordOperation,
    responses=PROBLEMS,
    summary="Open a table that continues the game of a record.",
)
async def continue_record(
    body: RawBody, step: AtStep, seat: InSeat, state: State, request: AnyRequest, *, anew: Anew = True
) -> Opened:
    """Open a table whose game begins where the game of the record was at that step. The record itself is not stored."""
    replays: Replays = state.replays
    address = address_of(request.scope)
    spend(state.budgets.of(address).tables, "new tables")
    where = Where(step, seat, anew, new_secret())
    computed = await while_connected(request, replays.begun_by_record(body, where, client=address))
    return await _open(state.registry, computed, where, opener=limit_key(address))


async def _open(registry: TableRegistry, computed: bytes, where: Where, *, opener: str) -> Opened:
    begun = msgspec.json.decode(computed, type=Begun)
    token = new_token()
    first = opening(
        begun.game,
        players=begun.players,
        options=read_options(game_named(begun.game), begun.options, begun.players),
        settings=SETTINGS,
        title=begun.title,
        seed=where.seed,
        host_token_hash=token_hash(token),
        at=registry.clock.now(),
        origin=begun.origin,
        prefix=begun.prefix,
    )
    session = await registry.create([first], opener=opener)
    return Opened(table=session.table.id, host_token=token, commitment=session.table.commitment)


ROUTES: Final = (continue_table, continue_record)
