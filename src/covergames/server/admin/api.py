"""The HTTP routes of the admin interface."""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeAlias

from litestar import Litestar, Request, Response, Router, get, post
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.exceptions import HTTPException, NotAuthorizedException
from litestar.handlers.base import BaseRouteHandler
from litestar.params import JSONBody, PathParameter, QueryParameter

from covergames.game import NotationError
from covergames.server.admin.messages import (
    ActRow,
    Banning,
    BanRow,
    Because,
    Locking,
    ReportRow,
    TableDetails,
    TableList,
    Unbanning,
)
from covergames.server.admin.operator import Operator
from covergames.server.log import ADMIN_REQUEST_FAILED
from covergames.server.routes import TableName
from covergames.server.store import NoSuchTable, StoreError
from covergames.table import Refusal
from covergames.wire.http import Problem

if TYPE_CHECKING:
    from covergames.server.registry import TableRegistry

MAX_ROWS: Final = 1000
"""Rows of one list."""
MAX_BODY_BYTES: Final = 64 * 1024
METRICS_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"

Limit: TypeAlias = Annotated[int, QueryParameter(ge=1, le=MAX_ROWS)]
Flag: TypeAlias = Annotated[bool, QueryParameter()]
ReportNumber: TypeAlias = Annotated[int, PathParameter(ge=1)]


@get("/metrics", media_type=METRICS_TYPE)
async def metrics(state: State) -> bytes:
    """Return the metrics of all workers of this machine, for Prometheus."""
    registry: TableRegistry = state.registry
    return registry.metrics.render()


@get("/tables")
async def tables(state: State, limit: Limit = 100, finished: Flag = False) -> TableList:  # noqa: FBT002
    """List the tables that changed last."""
    operator: Operator = state.operator
    return await operator.tables(limit, with_finished=finished)


@get("/tables/{table:str}")
async def table_details(table: TableName, state: State) -> TableDetails:
    """Show one table."""
    operator: Operator = state.operator
    return await operator.table(table)


@post("/tables/{table:str}/close", status_code=204)
async def close_table(table: TableName, data: JSONBody[Because], state: State) -> None:
    """Close a table."""
    operator: Operator = state.operator
    await operator.close(table, data.reason)


@post("/tables/{table:str}/lock", status_code=204)
async def lock_table(table: TableName, data: JSONBody[Locking], state: State) -> None:
    """Lock a table, or unlock it."""
    operator: Operator = state.operator
    await operator.lock(table, data.reason, locked=data.locked)


@post("/tables/{table:str}/delete", status_code=204)
async def delete_table(table: TableName, data: JSONBody[Because], state: State) -> None:
    """Delete a table."""
    operator: Operator = state.operator
    await operator.delete(table, data.reason)


@get("/bans")
async def bans(state: State) -> list[BanRow]:
    """List the bans."""
    operator: Operator = state.operator
    return await operator.bans()


@post("/bans")
async def ban(data: JSONBody[Banning], state: State) -> BanRow:
    """Ban an address."""
    operator: Operator = state.operator
    return await operator.ban(data.address, data.reason, seconds=data.seconds)


@post("/unban", status_code=204)
async def unban(data: JSONBody[Unbanning], state: State) -> None:
    """End a ban."""
    operator: Operator = state.operator
    await operator.unban(data.address, data.reason)


@get("/reports")
async def reports(state: State, limit: Limit = 100, handled: Flag = False) -> list[ReportRow]:  # noqa: FBT002
    """List the reports of players."""
    operator: Operator = state.operator
    return await operator.reports(limit, with_handled=handled)


@post("/reports/{number:int}/handle", status_code=204)
async def handle_report(number: ReportNumber, data: JSONBody[Because], state: State) -> None:
    """Mark a report as handled."""
    operator: Operator = state.operator
    await operator.handle_report(number, data.reason)


@get("/log")
async def log(state: State, limit: Limit = 100) -> list[ActRow]:
    """List the latest acts."""
    operator: Operator = state.operator
    return await operator.acts(limit)


def _check_token(connection: ASGIConnection[Any, Any, Any, Any], _handler: BaseRouteHandler) -> None:
    """Refuse a request without the token of the key file, and any request of a page in a browser."""
    registry: TableRegistry = connection.app.state.registry
    given = connection.headers.get("authorization", "").encode()
    expected = f"Bearer {registry.store.admin_token}".encode()
    if "origin" in connection.headers or not hmac.compare_digest(given, expected):
        raise NotAuthorizedException("the token does not belong to the key file of this server")


def admin_app(registry: TableRegistry, operator: Operator) -> Litestar:
    """Return the ASGI application of the admin interface."""
    handlers = [
        tables,
        table_details,
        close_table,
        lock_table,
        delete_table,
        bans,
        ban,
        unban,
        reports,
        handle_report,
        log,
    ]
    return Litestar(
        [metrics, Router("/admin", guards=[_check_token], route_handlers=handlers)],
        state=State({"registry": registry, "operator": operator}),
        request_max_body_size=MAX_BODY_BYTES,
        openapi_config=None,
        exception_handlers={
            Refusal: _refused,
            NotationError: _unreadable,
            NoSuchTable: _no_such_table,
            StoreError: _store_failed,
            HTTPException: _http_error,
            Exception: _failed,
        },
        logging_config=None,
    )


def _refused(_request: Request[Any, Any, Any], refusal: Refusal) -> Response[Problem]:
    return _problem(409, refusal.code.value, refusal.reason)


def _unreadable(_request: Request[Any, Any, Any], error: NotationError) -> Response[Problem]:
    return _problem(400, "unreadable", str(error))


def _no_such_table(_request: Request[Any, Any, Any], error: NoSuchTable) -> Response[Problem]:
    return _problem(404, "no-such-table", str(error))


def _store_failed(_request: Request[Any, Any, Any], error: StoreError) -> Response[Problem]:
    return _problem(503, "try-again", str(error))


def _http_error(_request: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    return _problem(error.status_code, "http", error.detail)


def _failed(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    ADMIN_REQUEST_FAILED(error, method=request.method, path=request.url.path)
    return _problem(500, "failed", "the server failed: its log says why")


def _problem(status: int, code: str, reason: str) -> Response[Problem]:
    return Response(Problem(code=code, reason=reason), status_code=status, media_type="application/json")
