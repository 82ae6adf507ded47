"""The server over HTTP: opening, finding and joining tables, records, health and counters; and the socket of a table."""

from __future__ import annotations

from importlib.metadata import version
from typing import Annotated, Any, Final, TypeAlias

from litestar import MediaType, Response, WebSocket, delete, get, post, websocket
from litestar.datastructures import State
from litestar.openapi import ResponseSpec
from litestar.params import HeaderParameter, JSONBody, PathParameter, QueryParameter

from covergames import wire
from covergames.games import GAMES
from covergames.record import Record
from covergames.server.conversation import Conversation
from covergames.server.hall import Hall
from covergames.server.orders import settings_of
from covergames.server.packing import Encodings
from covergames.server.replays import SPECTATOR, VIEWERS, Replays
from covergames.server.room import Room
from covergames.server.security import address_of
from covergames.server.tokens import new_secret, new_token
from covergames.server.websocket import writing
from covergames.table import Asker, Code, Entry, Refusal, Sit, Stand, check_over, decode, opening, token_hash
from covergames.wire import asyncapi
from covergames.wire.http import Found, Health, Joined, Joining, Offer, Opened, Opening, Problem
from covergames.wire.replay import Replay

MOST: Final = 100
"""How many open tables are listed at a time."""
PROBLEMS: Final = {
    400: ResponseSpec(Problem, description="It cannot be read, or is against the rules."),
    429: ResponseSpec(Problem, description="Too many requests; `Retry-After` says when to try again."),
    503: ResponseSpec(
        Problem, description="The database or the solver does not answer; `Retry-After` says when to try again."
    ),
}
OF_A_TABLE: Final = {
    **PROBLEMS,
    403: ResponseSpec(Problem, description="For somebody else to do."),
    404: ResponseSpec(Problem, description="There is no such table."),
    409: ResponseSpec(Problem, description="Not at the table as it is now."),
}

A_REPLAY: Final = {200: ResponseSpec(Replay, description="The whole game, for one viewer.")}

TableName: TypeAlias = Annotated[
    str,
    PathParameter(
        description="The name of the table, as it stands in its link.", pattern="^[A-Za-z0-9_-]+$", max_length=40
    ),
]
Bearer: TypeAlias = Annotated[
    str | None,
    HeaderParameter(
        name="Authorization", description="``Bearer`` and the token of the host or of a seat.", max_length=300
    ),
]
SeenBy: TypeAlias = Annotated[
    str,
    QueryParameter(
        description="`spectator`, the number of a seat, or `face-up` for every card.", pattern=VIEWERS, max_length=10
    ),
]


@post("/api/tables", responses=PROBLEMS, summary="Open a table.")
async def open_table(data: JSONBody[Opening], state: State) -> Opened:
    """The creator is the host, by the token that only they are told."""
    hall: Hall = state.hall
    token = new_token()
    arrangement = data.arrangement
    first = opening(
        wire.game_of(arrangement).NAME,
        players=arrangement.players,
        options=wire.options_data(arrangement),
        settings=settings_of(data.settings),
        title=data.title,
        seed=new_secret(),
        host_token_hash=token_hash(token),
        at=hall.clock.now(),
    )
    room = await hall.create([first])
    return Opened(table=room.table.id, host_token=token, commitment=room.table.commitment)


@get("/api/tables", responses=PROBLEMS, summary="Tables that wait for players.")
async def open_tables(
    state: State,
    game: Annotated[str | None, QueryParameter(description="Only tables of this game.", max_length=40)] = None,
) -> list[Offer]:
    """The listed ones, the latest first."""
    if game is not None and game not in GAMES:
        raise Refusal(Code.UNREADABLE, f"game {game!r} is none of {', '.join(GAMES)}")
    hall: Hall = state.hall
    return [
        Offer(
            table=found.table,
            title=found.summary.title,
            game=found.summary.game,
            players=found.summary.players,
            taken=found.summary.seats_taken,
            opened_at=found.opened_at,
        )
        for found in await hall.store.open_tables(MOST, game=game)
    ]


@get("/api/tables/{table:str}", responses=OF_A_TABLE, summary="A table as anybody may see it who has its link.")
async def find_table(table: TableName, state: State) -> Found:
    """Who sits there, and what is played."""
    hall: Hall = state.hall
    found = (await hall.room(table)).table
    options = found.options if found.state is None else found.game.options_of(found.state)
    return Found(
        sequence=found.sequence,
        table=wire.write_table(found.view()),
        arrangement=wire.write_arrangement(found.game, found.players, options),
    )


@post("/api/tables/{table:str}/seats", responses=OF_A_TABLE, summary="Take a seat.")
async def join(table: TableName, data: JSONBody[Joining], state: State, authorization: Bearer = None) -> Joined:
    """The seat's token is told to whoever takes it, and to nobody else. The host, who has no seat yet, brings the host's token."""
    hall: Hall = state.hall
    room = await hall.room(table)
    who = await asker(room, authorization)
    token = data.token or new_token()
    if data.token is None or not isinstance(await room.asker_of(token), int):
        await room.ask(Sit(data.name, token_hash(token), data.nonce, data.seat), who)
    seat = room.table.seat_of(token)
    if seat is None:
        raise Refusal(Code.NOT_YOURS, "the seat was taken away again")
    return Joined(seat=seat, token=token)


@delete("/api/tables/{table:str}/seats", responses=OF_A_TABLE, summary="Give the seat up.")
async def leave(table: TableName, state: State, authorization: Bearer = None) -> None:
    """Once the game has begun, a bot plays on."""
    hall: Hall = state.hall
    room = await hall.room(table)
    who = await asker(room, authorization)
    if not isinstance(who, int):
        raise Refusal(Code.NOT_YOURS, "only somebody with a seat can leave it")
    await room.ask(Stand(who), who)


@get("/api/tables/{table:str}/record", responses=OF_A_TABLE, summary="The record of the game, once it is over.")
async def record(table: TableName, state: State) -> Response[bytes]:
    """Every shuffle and every decision, with the proof that the shuffles were fair."""
    hall: Hall = state.hall
    replays: Replays = state.replays
    check_over((await hall.room(table)).table)
    return await replays.record_of_table(table, lambda: _entries(hall, table))


@get(
    "/api/tables/{table:str}/replay",
    responses={**OF_A_TABLE, **A_REPLAY},
    summary="The game step by step, once it is over.",
)
async def replay(
    table: TableName, state: State, viewer: SeenBy = SPECTATOR, accept_encoding: Encodings = ""
) -> Response[bytes]:
    """Each step as a seat or a spectator saw it then, or with every card face up."""
    hall: Hall = state.hall
    replays: Replays = state.replays
    check_over((await hall.room(table)).table)
    return await replays.of_table(table, lambda: _entries(hall, table), viewer, accepted=accept_encoding)


@post(
    "/api/replay",
    status_code=200,
    responses={**PROBLEMS, **A_REPLAY},
    summary="The game of a record step by step.",
)
async def replay_record(
    data: JSONBody[Record], state: State, viewer: SeenBy = SPECTATOR, accept_encoding: Encodings = ""
) -> Response[bytes]:
    """Of a file that somebody has kept; the server keeps nothing of it."""
    replays: Replays = state.replays
    return await replays.of_record(data, viewer, accepted=accept_encoding)


@get("/api/health", responses=PROBLEMS, summary="Is the server well?")
async def health(state: State) -> Health:
    """It is if the database answers."""
    hall: Hall = state.hall
    await hall.store.heads(())
    return Health(status="well", worker=hall.worker, version=version("covergames"))


@get("/api/metrics", media_type="text/plain; version=0.0.4; charset=utf-8", summary="Counters, for Prometheus.")
async def metrics(state: State) -> bytes:
    """Those of all workers of this machine."""
    hall: Hall = state.hall
    return hall.metrics.text()


@get("/api/schema/asyncapi.json", include_in_schema=False)
async def socket_document() -> dict[str, Any]:
    """The socket of a table as an AsyncAPI document."""
    return asyncapi.document(version("covergames"))


@get("/api/schema/asyncapi", include_in_schema=False, media_type=MediaType.HTML)
async def socket_page() -> str:
    """The same for people."""
    return asyncapi.page(version("covergames"))


@websocket("/api/tables/{table:str}/socket")
async def converse(socket: WebSocket[Any, Any, Any], table: TableName, state: State) -> None:
    """The live table; docs/protocol.md says what is said there."""
    hall: Hall = state.hall
    await socket.accept()
    address = address_of(dict(socket.scope))
    conversation = Conversation(
        hall,
        state.configuration,
        receive=socket.receive,  # type: ignore[arg-type]
        send=socket.send,  # type: ignore[arg-type]
        write=writing(socket.scope),
    )
    if not state.visitors.enter(address):
        hall.metrics.dropped.labels("too-many").inc()
        await conversation.turn_away(state.configuration.limits.connections)
        return
    hall.metrics.connections.inc()
    try:
        await conversation.hold(table)
    finally:
        hall.metrics.connections.dec()
        state.visitors.leave(address)


async def _entries(hall: Hall, table: str) -> list[Entry]:
    """All that has happened at the table."""
    return [decode(stored.data) for stored in await hall.store.entries(table)]


async def asker(room: Room, authorization: str | None) -> Asker:
    """Who asks, by the token that the request brings; None: somebody at the door."""
    if authorization is None:
        return None
    scheme, _, token = authorization.partition(" ")
    who = await room.asker_of(token.strip()) if scheme.lower() == "bearer" else None
    if who is None:
        raise Refusal(Code.NOT_YOURS, "this token is of no seat at this table")
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
    metrics,
    socket_document,
    socket_page,
    converse,
)
