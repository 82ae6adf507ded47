"""The HTTP route for the analysis of a finished game; during the game it would help to cheat."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any, Final

from litestar import Response, get, post
from litestar.datastructures import State
from litestar.openapi import ResponseSpec
from litestar.params import RawBody

from covergames.analysis import analysis_of
from covergames.games import GAMES
from covergames.server.analyses import Analyses
from covergames.server.compression import AcceptEncoding, gzip_response
from covergames.server.hang_up import while_connected
from covergames.server.quotas import check_readable
from covergames.server.registry import TableRegistry
from covergames.server.replays import REPLAY_CACHE_CONTROL
from covergames.server.routes import PROBLEMS, TABLE_PROBLEMS, AnyRequest, RecordOperation, TableName, entries_of
from covergames.server.security import address_of
from covergames.table import check_over
from covergames.wire.http import Computing

ANALYSES: Final[Any] = reduce(or_, [analysis_of(name).RESULT for name, game in GAMES.items() if game.analysis])
"""The analyses of all games."""
RESPONSES: Final = {
    200: ResponseSpec(ANALYSES, description="The analysis of all seats.", generate_examples=False),
    202: ResponseSpec(Computing, description="The analysis is not complete: how far it is. Ask again a second later."),
}


@get(
    "/api/tables/{table:str}/analysis",
    responses={**TABLE_PROBLEMS, **RESPONSES},
    summary="What luck and decisions made of the game, once it is over.",
)
async def analysis(
    table: TableName, state: State, request: AnyRequest, accept_encoding: AcceptEncoding = ""
) -> Response[Any]:
    """Analyse the game when it is asked for, and keep the result. Refused as long as the game is not over."""
    registry: TableRegistry = state.registry
    analyses: Analyses = state.analyses
    session = await registry.session(table)
    check_over(session.table)
    check_readable(session.size, state.configuration.limits)
    found = await analyses.of_table(
        session.table, lambda: entries_of(registry, table), client=address_of(request.scope)
    )
    return _response(found, accept_encoding, cache_control=REPLAY_CACHE_CONTROL)


@post(
    "/api/analysis",
    status_code=200,
    operation_class=RecordOperation,
    responses={**PROBLEMS, 409: TABLE_PROBLEMS[409], **RESPONSES},
    summary="What luck and decisions made of the game of a record.",
)
async def analysis_of_record(
    body: RawBody, state: State, request: AnyRequest, accept_encoding: AcceptEncoding = ""
) -> Response[Any]:
    """Analyse a record that the client sends. The server does not store it; send it again until the analysis is complete."""
    analyses: Analyses = state.analyses
    found = await while_connected(request, analyses.of_record(body, client=address_of(request.scope)))
    return _response(found, accept_encoding, cache_control="no-store")


def _response(found: bytes | Computing, accept_encoding: str, *, cache_control: str) -> Response[Any]:
    """Return the response with an analysis, or with its progress."""
    if isinstance(found, Computing):
        return Response(found, status_code=202, headers={"Cache-Control": "no-store"})
    return gzip_response(
        found, accept_encoding, media_type="application/json", headers={"Cache-Control": cache_control}
    )
