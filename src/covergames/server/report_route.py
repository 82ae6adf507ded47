"""The HTTP route for reports of players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from litestar import Request, post
from litestar.datastructures import State
from litestar.params import JSONBody

from covergames.server.limits import spend
from covergames.server.reports import report_of
from covergames.server.routes import TABLE_PROBLEMS, Bearer, TableName, actor
from covergames.server.security import address_of
from covergames.table import Code, Refusal
from covergames.wire.http import Reporting

if TYPE_CHECKING:
    from covergames.server.registry import TableRegistry


@post("/api/tables/{table:str}/reports", status_code=204, responses=TABLE_PROBLEMS, summary="Report a player.")
async def report(
    table: TableName,
    data: JSONBody[Reporting],
    state: State,
    request: Request[Any, Any, Any],
    authorization: Bearer = None,
) -> None:
    """Tell the operator of the server about a person at the table, or about a message in the chat."""
    registry: TableRegistry = state.registry
    spend(state.budgets.of(address_of(request.scope)).reports, "reports")
    session = await registry.session(table)
    who = await actor(session, authorization)
    if who is None:
        raise Refusal(Code.NOT_YOURS, "only somebody with a seat can report")
    made = report_of(session.table, who, data)
    number = await registry.store.moderation.report(table, msgspec.json.encode(made), at=registry.clock.now())
    if number is None:
        raise Refusal(Code.TOO_MANY, "the operator has many reports about this table already")
