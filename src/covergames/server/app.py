"""The ASGI application: the routes, the registry of tables behind them, and the security middleware around them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from typing import Any, Final, cast

import msgspec
from litestar import Litestar, Request, Response
from litestar.config.cors import CORSConfig
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin, YamlRenderPlugin

from covergames import __version__
from covergames.games import GAMES
from covergames.server import continuing_routes
from covergames.server.analyses import Analyses
from covergames.server.analysis_route import analysis, analysis_of_record
from covergames.server.calculator import CalculationFailed, CalculationLimits, Calculator
from covergames.server.configuration import Configuration
from covergames.server.fair_queue import QueueFull
from covergames.server.limits import AddressBudgets, AddressLog, ConnectionCounter, TooFast
from covergames.server.log import CALCULATION_FAILED, REQUEST_FAILED
from covergames.server.malloc import return_free_memory
from covergames.server.metrics import Metrics
from covergames.server.openapi import BoundedTuplePlugin, RawJsonPlugin
from covergames.server.pages import asset, manifest, page, worker
from covergames.server.quotas import TooManyTables
from covergames.server.reference import ReferencePlugin
from covergames.server.registry import TableRegistry
from covergames.server.replays import Replays
from covergames.server.report_route import report
from covergames.server.routes import ROUTES
from covergames.server.security import App, SecurityMiddleware
from covergames.server.store import NoSuchTable, StoreDamaged, StoreUnavailable, UnreadableTable
from covergames.server.word_filter import WordFilter
from covergames.table import Code, Refusal
from covergames.wire.http import Problem

STATUS: Final = {
    Code.NOT_YOURS: 403,
    Code.REMOVED: 403,
    Code.UNREADABLE: 400,
    Code.ILLEGAL: 400,
    Code.TOO_LONG: 400,
    Code.UNKNOWN_BOT: 400,
    Code.WORD: 400,
}
"""The HTTP status of a refusal; 409 for all other codes, which say that the state of the table does not allow it."""


class Application:
    """The ASGI application of one worker."""

    def __init__(self, configuration: Configuration) -> None:
        self._configuration = configuration
        self.registry = TableRegistry(configuration, Metrics())
        self.budgets = AddressBudgets(configuration.limits)
        self._calculator = Calculator(CalculationLimits.of(configuration.limits))
        self.analyses = Analyses(self.registry, configuration)
        self._litestar = Litestar(
            [
                *ROUTES,
                analysis,
                analysis_of_record,
                *continuing_routes.ROUTES,
                report,
                *_routes_of_games(),
                page,
                asset,
                manifest,
                worker,
            ],
            lifespan=[self._lifespan],
            plugins=[RawJsonPlugin(), BoundedTuplePlugin()],
            state=State(
                {
                    "registry": self.registry,
                    "calculator": self._calculator,
                    "configuration": configuration,
                    "analyses": self.analyses,
                    "replays": Replays(self._calculator, configuration.limits),
                    "budgets": self.budgets,
                    "words": WordFilter(configuration.listed_words),
                    "address_log": AddressLog(),
                    "connection_counter": ConnectionCounter(configuration.limits.connections),
                }
            ),
            cors_config=CORSConfig(
                allow_origins=[origin.rstrip("/") for origin in configuration.origins],
                allow_methods=["GET", "POST", "DELETE"],
                allow_headers=["Authorization", "Content-Type"],
            )
            if configuration.origins
            else None,
            request_max_body_size=configuration.limits.body,
            openapi_config=OpenAPIConfig(
                title="covergames",
                version=__version__,
                description="Tables of card games. Another page describes the WebSocket of a table.",
                path="/api/schema",
                render_plugins=[
                    ReferencePlugin(path="/openapi"),
                    JsonRenderPlugin(path="/openapi.json"),
                    YamlRenderPlugin(path="/openapi.yaml"),
                ],
                use_handler_docstrings=True,
                create_examples=False,
            ),
            exception_handlers={
                Refusal: _refused,
                TooFast: _too_fast,
                TooManyTables: self._too_many_tables,
                NoSuchTable: _no_such_table,
                UnreadableTable: _unreadable_table,
                StoreDamaged: _damaged,
                StoreUnavailable: self._store_unavailable,
                CalculationFailed: self._calculation_failed,
                QueueFull: self._queue_full,
                HTTPException: _http_error,
                Exception: _server_error,
            },
            logging_config=None,
        )
        self.asgi: App = SecurityMiddleware(
            cast("App", self._litestar), configuration, self.budgets, ban_of=self.registry.ban_of
        )

    async def close_connections(self) -> None:
        """Tell all clients that the server closes and when to reconnect, and close their connections."""
        await self.registry.close_connections(
            "closing", "the server is closing", self._configuration.retry_after_seconds
        )

    @asynccontextmanager
    async def _lifespan(self, _app: Litestar) -> AsyncIterator[None]:
        await self.registry.open()
        self.analyses.give_way()
        return_free_memory()  # starting takes more than running
        try:
            yield
        finally:
            await self.analyses.close()
            await self._calculator.close()
            await self.registry.close()

    def _store_unavailable(self, _request: Request[Any, Any, Any], _error: StoreUnavailable) -> Response[Problem]:
        self.registry.metrics.store_failures.inc()
        return self._try_again("the database does not answer")

    def _calculation_failed(self, _request: Request[Any, Any, Any], error: CalculationFailed) -> Response[Problem]:
        CALCULATION_FAILED(reason=str(error))
        return self._try_again("the solver does not answer")

    def _queue_full(self, _request: Request[Any, Any, Any], error: QueueFull) -> Response[Problem]:
        return self._try_again(str(error), status=429, code="too-fast")

    def _too_many_tables(self, _request: Request[Any, Any, Any], refusal: TooManyTables) -> Response[Problem]:
        return self._try_again(refusal.reason, status=429, code=refusal.code.value)

    def _try_again(self, reason: str, *, status: int = 503, code: str = "try-again") -> Response[Problem]:
        answer = _problem(status, code, reason)
        answer.headers["Retry-After"] = str(max(1, round(self._configuration.retry_after_seconds)))
        return answer


def _routes_of_games() -> list[Any]:
    """Return the routes that games add, such as puzzles."""
    modules = [registration.server for registration in GAMES.values()]
    return [route for module in modules if module is not None for route in import_module(module).ROUTES]


def _refused(_request: Request[Any, Any, Any], refusal: Refusal) -> Response[Problem]:
    return _problem(STATUS.get(refusal.code, 409), refusal.code.value, refusal.reason, rule=refusal.rule_id)


def _too_fast(_request: Request[Any, Any, Any], error: TooFast) -> Response[Problem]:
    answer = _problem(429, "too-fast", error.reason)
    answer.headers["Retry-After"] = str(error.wait_seconds)
    return answer


def _no_such_table(_request: Request[Any, Any, Any], error: NoSuchTable) -> Response[Problem]:
    return _problem(404, "no-such-table", str(error))


def _unreadable_table(_request: Request[Any, Any, Any], error: UnreadableTable) -> Response[Problem]:
    return _problem(500, error.code, str(error))


def _damaged(_request: Request[Any, Any, Any], error: StoreDamaged) -> Response[Problem]:
    return _problem(500, "damaged", str(error))


def _http_error(_request: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    """Answer an error of Litestar's: an unknown path or method, or a body that is too large or unreadable."""
    extra = error.extra if isinstance(error.extra, list) else []
    details = [f"{each.get('key', '')}: {each.get('message', '')}" for each in extra if isinstance(each, dict)]
    reason = "; ".join([error.detail, *details])
    answer = _problem(error.status_code, "unreadable" if error.status_code == 400 else "http", reason)
    answer.headers.update(error.headers or {})
    return answer


def _server_error(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """Answer an error of the server's code: log it, and give the client no details."""
    if isinstance(error, msgspec.ValidationError):
        return _problem(400, "unreadable", str(error))
    if isinstance(error, RecursionError):
        return _problem(400, "unreadable", "the JSON is nested too deeply")
    REQUEST_FAILED(error, method=request.method, path=request.url.path)
    return _problem(500, "failed", "the server failed; nothing has changed")


def _problem(status: int, code: str, reason: str, *, rule: str | None = None) -> Response[Problem]:
    return Response(Problem(code=code, reason=reason, rule=rule), status_code=status, media_type="application/json")
