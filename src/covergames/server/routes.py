"""HTTP routes for tables, seats, records and health, and the WebSocket of a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Final, TypeAlias

from litestar import MediaType, Request, Response, WebSocket, delete, get, post, websocket
from litestar.datastructures import State
from litestar.openapi import ResponseSpec
from litestar.openapi.spec import OpenAPIMediaType, Operation, Reference, RequestBody
from litestar.params import HeaderParameter, JSONBody, PathParameter, QueryParameter, RawBody

from covergames import __version__, wire
from covergames.games import GAMES
from covergames.record import Record
from covergames.server.compression import AcceptEncoding
from covergames.server.hang_up import while_connected
from covergames.server.limits import limit_key, spend
from covergames.server.orders import options_of
from covergames.server.quotas import check_readable
from covergames.server.registry import TableRegistry
from covergames.server.replay_process import SPECTATOR
from covergames.server.replays import VIEWERS, Replays
from covergames.server.security import address_of
from covergames.server.session import UNKNOWN_TOKEN, TableSession
from covergames.server.socket_session import SocketSession
from covergames.server.tokens import new_secret, new_token
from covergames.server.websocket import direct_write
from covergames.server.word_filter import WordFilter
from covergames.table import Actor, Code, Leave, Refusal, Sit, check_over, opening, token_hash
from covergames.wire import asyncapi
from covergames.wire.http import ConnectionSeen, Found, Health, Joined, Joining, Offer, Opened, Opening, Problem
from covergames.wire.replay import Replay

MAX_LISTED_TABLES: Final = 100
"""Open tables in one list."""
PROBLEMS: Final = {
    400: ResponseSpec(Problem, description="The request is unreadable or breaks a rule."),
    429: ResponseSpec(Problem, description="Too many requests. `Retry-After` says when to try again."),
    503: ResponseSpec(
        Problem, description="The database or the solver does not answer. `Retry-After` says when to try again."
    ),
}
TABLE_PROBLEMS: Final = {
    **PROBLEMS,
    403: ResponseSpec(Problem, description="The token does not allow this."),
    404: ResponseSpec(Problem, description="The table does not exist."),
    409: ResponseSpec(Problem, description="The state of the table does not allow this."),
}

REPLAY_RESPONSE: Final = {
    200: ResponseSpec(Replay, description="The whole game, for one viewer.", generate_examples=False)
}
"""Without examples: what Litestar makes up for raw JSON is no JSON."""
RECORD_RESPONSE: Final = {200: ResponseSpec(Record, description="The whole game.", generate_examples=False)}


@dataclass
class RecordOperation(Operation):
    """An operation whose body is a record. The handler gets its bytes: another process decodes them."""

    def __post_init__(self) -> None:
        """Describe the body, which Litestar does not know."""
        record = OpenAPIMediaType(schema=Reference(ref=f"#/components/schemas/{Record.__name__}"))
        self.request_body = RequestBody(required=True, content={"application/json": record})


AnyRequest: TypeAlias = Request[Any, Any, Any]
TableName: TypeAlias = Annotated[
    str,
    PathParameter(description="The name of the table, as in its link.", pattern="^[A-Za-z0-9_-]+$", max_length=40),
]
Bearer: TypeAlias = Annotated[
    str | None,
    HeaderParameter(
        name="Authorization", description="``Bearer``, a space, and the token of the host or of a seat.", max_length=300
    ),
]
SeenBy: TypeAlias = Annotated[
    str,
    QueryParameter(
        description="`spectator`, the number of a seat, or `face-up` for every card.", pattern=VIEWERS, max_length=10
    ),
]


@post("/api/tables", responses=PROBLEMS, summary="Open a table.")
async def open_table(data: JSONBody[Opening], state: State, request: AnyRequest) -> Opened:
    """Open a table, and answer with the host's token. Nobody else receives that token."""
    registry: TableRegistry = state.registry
    spend(state.budgets.of(address_of(request.scope)).tables, "new tables")
    words: WordFilter = state.words
    words.check(data.title, "the title")
    token = new_token()
    arrangement = data.arrangement
    first = opening(
        arrangement.game,
        players=arrangement.players,
        options=options_of(arrangement),
        settings=data.settings,
        title=data.title,
        seed=new_secret(),
        host_token_hash=token_hash(token),
        at=registry.clock.now(),
    )
    session = await registry.create([first], opener=limit_key(address_of(request.scope)))
    return Opened(table=session.table.id, host_token=token, commitment=session.table.commitment)


@get("/api/tables", responses=PROBLEMS, summary="Tables that wait for players.")
async def open_tables(
    state: State,
    game: Annotated[str | None, QueryParameter(description="Only tables of this game.", max_length=40)] = None,
) -> list[Offer]:
    """List the open tables that are public, the latest first."""
    if game is not None and game not in GAMES:
        raise Refusal(Code.UNREADABLE, f"game {game!r} is none of {', '.join(GAMES)}")
    registry: TableRegistry = state.registry
    return [
        Offer(
            table=found.table,
            title=found.summary.title,
            game=found.summary.game,
            players=found.summary.players,
            taken=found.summary.seats_taken,
            opened_at=found.opened_at,
        )
        for found in await registry.public_tables(MAX_LISTED_TABLES, game=game)
    ]


@get("/api/tables/{table:str}", responses=TABLE_PROBLEMS, summary="A table, as anybody with its link sees it.")
async def find_table(table: TableName, state: State) -> Found:
    """Return the seats, settings and options of a table."""
    registry: TableRegistry = state.registry
    found = (await registry.session(table)).table
    options = found.options if found.state is None else found.game.options_of(found.state)
    return Found(
        sequence=found.sequence,
        table=found.view(),
        arrangement=wire.write_arrangement(found.game, found.players, options),
    )


@post("/api/tables/{table:str}/seats", responses=TABLE_PROBLEMS, summary="Take a seat.")
async def join(
    table: TableName,
    data: JSONBody[Joining],
    state: State,
    request: Request[Any, Any, Any],
    authorization: Bearer = None,
) -> Joined:
    """Take a seat, and answer with the seat's token. The host takes a seat with the host's token."""
    registry: TableRegistry = state.registry
    spend(state.budgets.of(address_of(request.scope)).joins, "seats taken")
    words: WordFilter = state.words
    words.check(data.name, "the name")
    session = await registry.session(table)
    who = await actor(session, authorization)
    token = data.token or new_token()
    if data.token is None or not isinstance(await session.actor_of(token), int):
        session.check_may_sit(address_of(request.scope))
        try:
            await session.execute(Sit(data.name, token_hash(token), data.nonce, data.seat), who)
        except Refusal:
            if session.table.seat_of(token) is None:  # otherwise the same request came twice at the same time
                raise
    seat = session.table.seat_of(token)
    if seat is None:
        raise Refusal(Code.NOT_YOURS, f"the host has removed {data.name!r} from the seat")
    return Joined(seat=seat, token=token)


@delete("/api/tables/{table:str}/seats", responses=TABLE_PROBLEMS, summary="Give the seat up.")
async def leave(table: TableName, state: State, authorization: Bearer = None) -> None:
    """Leave the seat. After the start of the game, a bot plays on."""
    registry: TableRegistry = state.registry
    session = await registry.session(table)
    who = await actor(session, authorization)
    if not isinstance(who, int):
        raise Refusal(Code.NOT_YOURS, "only a person with a seat can leave it")
    await session.execute(Leave(who), who)


@get(
    "/api/tables/{table:str}/record",
    responses={**TABLE_PROBLEMS, **RECORD_RESPONSE},
    summary="The record of the game, once it is over.",
)
async def record(table: TableName, state: State, request: AnyRequest) -> Response[bytes]:
    """Return every shuffle and every decision, with the proof that the shuffles were fair."""
    registry: TableRegistry = state.registry
    replays: Replays = state.replays
    session = await registry.session(table)
    check_over(session.table)
    check_readable(session.size, state.configuration.limits)
    computed = replays.record_of_table(table, lambda: stored_entries(registry, table), client=address_of(request.scope))
    return await while_connected(request, computed)


@get(
    "/api/tables/{table:str}/replay",
    responses={**TABLE_PROBLEMS, **REPLAY_RESPONSE},
    summary="The game step by step, once it is over.",
)
async def replay(
    table: TableName,
    state: State,
    request: AnyRequest,
    viewer: SeenBy = SPECTATOR,
    accept_encoding: AcceptEncoding = "",
) -> Response[bytes]:
    """Return each step as a seat or a spectator saw it, or with every card face up."""
    registry: TableRegistry = state.registry
    replays: Replays = state.replays
    session = await registry.session(table)
    check_over(session.table)
    check_readable(session.size, state.configuration.limits)
    client = address_of(request.scope)
    computed = replays.of_table(
        table, lambda: stored_entries(registry, table), viewer, client=client, accept_encoding=accept_encoding
    )
    return await while_connected(request, computed)


@post(
    "/api/replay",
    status_code=200,
    operation_class=RecordOperation,
    responses={**PROBLEMS, **REPLAY_RESPONSE},
    summary="The game of a record step by step.",
)
async def replay_record(
    body: RawBody,
    state: State,
    request: AnyRequest,
    viewer: SeenBy = SPECTATOR,
    accept_encoding: AcceptEncoding = "",
) -> Response[bytes]:
    """Return the steps of a record that the client sends. The server does not store it."""
    replays: Replays = state.replays
    client = address_of(request.scope)
    computed = replays.of_record(body, viewer, client=client, accept_encoding=accept_encoding)
    return await while_connected(request, computed)


@get("/api/health", responses=PROBLEMS, summary="Is the server alive?")
async def health(state: State) -> Health:
    """Answer 200 as long as the server runs, even if the database does not answer: a liveness probe."""
    registry: TableRegistry = state.registry
    return Health(status="well", worker=registry.worker, version=__version__)


@get("/api/connection", responses=PROBLEMS, summary="What does the server see of this request?")
async def connection(request: AnyRequest) -> ConnectionSeen:
    """Return the address and the scheme of the request, which a proxy may have changed: `covergames doctor` compares them."""
    return ConnectionSeen(
        address=address_of(request.scope),
        scheme=request.scope["scheme"],
        forwarded_for=request.headers.get("x-forwarded-for"),
    )


@get("/api/ready", responses=PROBLEMS, summary="Can the server be used?")
async def ready(state: State) -> Health:
    """Answer 200 if the database can be written, and 503 otherwise: a readiness probe, for load balancers."""
    registry: TableRegistry = state.registry
    await registry.leases.send_heartbeat()
    return Health(status="well", worker=registry.worker, version=__version__)


@get("/api/schema/asyncapi.json", include_in_schema=False)
async def socket_document() -> dict[str, Any]:
    """Return the AsyncAPI document of a table's WebSocket."""
    return asyncapi.document(__version__)


@get("/api/schema/asyncapi", include_in_schema=False, media_type=MediaType.HTML)
async def socket_page() -> str:
    """Return the AsyncAPI document as an HTML page."""
    return asyncapi.page(__version__)


@websocket("/api/tables/{table:str}/socket")
async def table_socket(socket: WebSocket[Any, Any, Any], table: TableName, state: State) -> None:
    """Serve the WebSocket of a table; docs/protocol.md describes its messages."""
    registry: TableRegistry = state.registry
    await socket.accept()
    address = address_of(socket.scope)
    socket_session = SocketSession(
        registry,
        state.configuration,
        receive=socket.receive,  # type: ignore[arg-type]
        send=socket.send,  # type: ignore[arg-type]
        write=direct_write(socket.scope),
        address=address,
        budget=state.budgets.of(address),
        words=state.words,
    )
    if not state.connection_counter.acquire(address):
        registry.metrics.dropped.labels("too-many").inc()
        await socket_session.reject(state.configuration.limits.connections)
        return
    registry.metrics.connections.inc()
    try:
        await socket_session.run(table)
    finally:
        registry.metrics.connections.dec()
        state.connection_counter.release(address)


async def stored_entries(registry: TableRegistry, table: str) -> list[bytes]:
    """Return all entries of the table, as they are stored."""
    return [stored.data for stored in await registry.store.entries(table)]


async def actor(session: TableSession, authorization: str | None) -> Actor:
    """Return the owner of the request's token; None: the request has no token.

    Raises:
        Refusal: If the token belongs to no seat at this table and is not the host's.
    """
    if authorization is None:
        return None
    scheme, _, token = authorization.partition(" ")
    who = await session.actor_of(token.strip()) if scheme.lower() == "bearer" else None
    if who is None:
        raise Refusal(Code.NOT_YOURS, UNKNOWN_TOKEN)
    return who


ROUTES: Final = (
    open_table,
    open_tables,
    find_table,
    join,
    leave,
    record,
    replay,
    replay_record,
    health,
    connection,
    ready,
    socket_document,
    socket_page,
    table_socket,
)
