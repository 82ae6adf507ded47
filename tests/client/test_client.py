"""A client keeps its table when sockets break, and every command is executed once."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection, serve

from covergames import bots, coverme
from covergames.client import Client, ConnectionFailed, Refusal
from covergames.coverme import Place
from covergames.game import Result, Seat
from covergames.games import AnyGame
from covergames.table.seats import StoodInFor
from covergames.wire import Done, Goodbye, Leave, Order, ServerMessage
from tests.client.tiny_server import DrivenClock, TinyServer

TIMEOUT_SECONDS = 30.0


def run(scenario: Callable[[TinyServer], Awaitable[None]], server: TinyServer) -> None:
    """Run the scenario against the server, with a timeout."""

    async def serving() -> None:
        async with asyncio.timeout(TIMEOUT_SECONDS), server.serving():
            await scenario(server)

    asyncio.run(serving())


def client_of(server: TinyServer, seat: int | None) -> Client:
    """A client in that seat, for which waiting takes no real time."""
    token = None if seat is None else f"seat {seat}"
    return Client(server.url, token, clock=server.time.now, wait=server.time.wait)


def bot_for(game: AnyGame, seat: int) -> Any:
    return bots.named(game, "random")(random.Random(seat))


async def everybody_plays(server: TinyServer) -> list[Result | None]:
    """Let a random bot play in every seat, to the end of the game."""

    async def play(seat: int) -> Result | None:
        async with client_of(server, seat) as client:
            return await client.play(bot_for(server.game, seat))

    return await asyncio.gather(*(play(seat) for seat in range(server.players)))


SHORT = coverme.Options(length=coverme.GameLength.SHORTER, same_value=coverme.Clothes.RED, years=1, first_game=True)


def test_bots_play_a_game_to_its_end() -> None:
    """They get ready, decide when they are to act, and all see the result."""

    async def scenario(server: TinyServer) -> None:
        results = await everybody_plays(server)
        assert results == [coverme.result(server.state)] * 3

    run(scenario, TinyServer(coverme, 3, SHORT))


class Every:
    """A fault at every n-th command, but never twice at the same one."""

    def __init__(self, period: int) -> None:
        self._period = period
        self._seen: set[str] = set()

    def __call__(self, order: Order) -> bool:
        if order.id in self._seen:
            return False
        self._seen.add(order.id)
        return len(self._seen) % self._period == 0


@pytest.mark.parametrize("fault", ["lose_command", "lose_answer", "be_busy", "be_strict"])
def test_a_game_survives_faults(fault: str) -> None:
    """Sockets break before or after a command is stored, and a busy or strict server refuses: all is executed once."""

    async def scenario(server: TinyServer) -> None:
        setattr(server, fault, Every(4))
        results = await everybody_plays(server)
        assert results == [coverme.result(server.state)] * 3
        assert (server.connections > server.players) == fault.startswith("lose")

    run(scenario, TinyServer(coverme, 3, SHORT))


def test_a_command_whose_answer_was_lost_is_sent_again() -> None:
    """It was stored before the socket broke: sent again, it has no effect, and the caller gets its answer."""

    async def scenario(server: TinyServer) -> None:
        server.deal()
        server.lose_answer = Every(1)
        async with client_of(server, 0) as client:
            action = client.view().legal[0]  # type: ignore[union-attr]
            sequence = await client.act(action)
            assert server.acted == [(Seat(0), action)]
            assert sequence == server.sequence == client.mirror.sequence
            assert server.connections == 2
            assert client.view() == coverme.view(server.state, Seat(0))

    run(scenario, TinyServer(coverme, 3, SHORT))


def test_a_spectator_reconnects_to_the_current_game() -> None:
    """The next welcome contains what happened meanwhile."""

    async def scenario(server: TinyServer) -> None:
        server.deal()
        async with client_of(server, None) as client:
            await server.cut()
            server.apply(Seat(0), coverme.legal(server.state, Seat(0))[0])
            server.sequence += 1
            while client.mirror.sequence < server.sequence:
                await client.news()
            assert client.view() == coverme.view(server.state, None)

    run(scenario, TinyServer(coverme, 3, SHORT))


def test_a_refusal_names_the_rule() -> None:
    """The client continues after it."""

    async def scenario(server: TinyServer) -> None:
        server.deal()
        async with client_of(server, 0) as client:
            stranger = server.state.hands[1][0]
            with pytest.raises(Refusal, match=r"illegal: .* is not in your hand \(CM-P1\)") as refusal:
                await client.act(Place((stranger,)))
            assert (refusal.value.code, refusal.value.rule) == ("illegal", "CM-P1")
            await client.act(client.view().legal[0])  # type: ignore[union-attr]

    run(scenario, TinyServer(coverme, 3, SHORT))


class Cheat:
    """A bot that plays a card which is not in its hand."""

    def choose(self, view: coverme.View) -> coverme.Action:
        return Place((view.unseen[0],))


def test_an_illegal_decision_of_a_bot_raises() -> None:
    """The client does not repeat it for ever."""

    async def scenario(server: TinyServer) -> None:
        server.deal()
        async with client_of(server, 0) as client:
            with pytest.raises(Refusal, match="CM-P1"):
                await client.play(Cheat())

    run(scenario, TinyServer(coverme, 3, SHORT))


def test_an_unknown_token_ends_the_client() -> None:
    """It ends at once, without a retry."""

    async def scenario(server: TinyServer) -> None:
        with pytest.raises(ConnectionFailed, match="not-yours: this token belongs to no seat here"):
            async with Client(server.url, "a wrong token"):
                pass
        assert server.connections == 1

    run(scenario, TinyServer(coverme, 3, SHORT))


def test_a_client_reconnects_when_a_closing_server_says() -> None:
    """An unanswered command is sent again."""

    async def scenario(server: TinyServer) -> None:
        server.deal()
        async with client_of(server, 0) as client:
            before = server.time.now()
            await server.close_all(Goodbye(code="closing", reason="the server is closing", again_after=7.0))
            await client.act(client.view().legal[0])  # type: ignore[union-attr]
            assert server.time.now() - before >= 7
            assert len(server.acted) == 1

    run(scenario, TinyServer(coverme, 3, SHORT))


def test_a_restart_that_takes_longer_than_the_goodbye_says_costs_little_time() -> None:
    """The first attempts after the server's pause follow each other quickly, as after a broken socket."""

    async def scenario(server: TinyServer) -> None:
        server.deal()
        async with client_of(server, 0) as client:
            before = server.time.now()
            server.absent = 2
            await server.close_all(Goodbye(code="closing", reason="the server is closing", again_after=7.0))
            await client.act(client.view().legal[0])  # type: ignore[union-attr]
            assert server.absent == 0
            assert 7 <= server.time.now() - before < 8

    run(scenario, TinyServer(coverme, 3, SHORT))


def test_leaving_is_answered_before_the_goodbye() -> None:
    """The last command was executed; afterwards commands raise."""

    async def scenario(server: TinyServer) -> None:
        async with client_of(server, 0) as client:
            assert await client.order(Leave(client.new_id())) == server.sequence == 1
            with pytest.raises(ConnectionFailed, match="left"):
                await client.news()
            with pytest.raises(ConnectionFailed, match="left"):
                await client.say("one more thing")

    run(scenario, TinyServer(coverme, 3, SHORT))


def test_an_unreachable_server_is_given_up() -> None:
    """The client tries for a minute."""

    async def scenario(server: TinyServer) -> None:
        time = DrivenClock()
        nobody = Client(server.url.replace("127.0.0.1", "127.0.0.2"), None, clock=time.now, wait=time.wait)
        before = time.now()
        with pytest.raises(ConnectionFailed, match="unreachable"):
            async with nobody:
                pass
        assert 60 <= time.now() - before <= 70

    run(scenario, TinyServer(coverme, 3, SHORT))


def test_a_bot_that_was_away_takes_its_seat_back() -> None:
    """After a stand-in, it decides again."""

    async def scenario(server: TinyServer) -> None:
        server.deal()
        server.stood_in_for[Seat(0)] = StoodInFor.AWAY
        results = await everybody_plays(server)
        assert results == [coverme.result(server.state)] * 3
        assert server.stood_in_for == {}

    run(scenario, TinyServer(coverme, 3, SHORT))


@pytest.mark.parametrize(
    "frame", ["hello", '{"type": "welcome"}', '{"type": "pong", "n": 1, "at": "noon"}'], ids=["text", "part", "type"]
)
def test_an_unreadable_message_ends_the_client(frame: str) -> None:
    """No caller waits for ever, and nothing is guessed."""

    async def talk(socket: ServerConnection) -> None:
        await socket.send(frame)
        await socket.wait_closed()

    async def scenario() -> None:
        async with asyncio.timeout(TIMEOUT_SECONDS), serve(talk, "127.0.0.1", 0) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            with pytest.raises(ConnectionFailed, match="unreadable"):
                async with Client(f"ws://127.0.0.1:{port}/"):
                    pass

    asyncio.run(scenario())


def test_an_error_in_a_listener_ends_the_client() -> None:
    """All waiting callers get the error."""

    def stumble(message: ServerMessage) -> None:
        if isinstance(message, Done):
            raise LookupError(f"no idea what {message.id} was")

    async def scenario(server: TinyServer) -> None:
        server.deal()
        async with Client(server.url, "seat 0", listener=stumble) as client:
            with pytest.raises(ConnectionFailed, match=r"failed: LookupError.*no idea") as turned_away:
                await client.act(client.view().legal[0])  # type: ignore[union-attr]
            assert isinstance(turned_away.value.__cause__, LookupError)

    run(scenario, TinyServer(coverme, 3, SHORT))
