"""Tables over HTTP and WebSocket: opened, joined, watched and left; commands, refusals and restarts."""

from __future__ import annotations

import time
import weakref
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from covergames import coverme
from covergames.client import Server
from covergames.game import Seat
from covergames.server.configuration import Configuration
from covergames.server.registry import REST_SECONDS
from covergames.server.session import REJOIN_SECONDS
from covergames.server.store import Stage as KeptStage
from covergames.server.store import StoredEntry, Summary, open_store
from covergames.table import KEEPER, Connect, Disconnect
from covergames.wire.http import Problem
from tests.server.kit import Guest, Served, serving

pytestmark = pytest.mark.anyio


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[Served]:
    """A server without tables."""
    async with serving(tmp_path) as running:
        yield running


async def begun(served: Served, *names: str) -> list[Guest]:
    """A game of Cover Me that has just begun; seat 0 starts, and the guests have received it."""
    host = await served.open(players=len(names), options={"start": 0})
    guests = await host.seated(*names)
    for guest in guests[1:]:
        assert (await guest.order("ready", ready=True, seen=1))["type"] == "done"
    await guests[0].send(type="start", id="start")
    for guest in guests:
        await guest.until(stage="playing")
    return guests


async def test_a_listed_table_is_public_until_it_is_full(served: Served) -> None:
    """The list shows its game, its title and its free seats; a table that is not listed is not public."""
    listed = await served.open("cover-up", 2, title="Quick one", settings={"listed": True})
    await served.open(players=3)
    (offer,) = (await served.http.get("/api/tables")).json()
    assert (offer["table"], offer["title"], offer["taken"], offer["players"]) == (listed.table, "Quick one", 0, 2)
    assert (await served.http.get("/api/tables", params={"game": "cover-me"})).json() == []
    await listed.sit("Ada")
    (offer,) = (await served.http.get("/api/tables", params={"game": "cover-up"})).json()
    assert offer["taken"] == 1
    found = (await served.http.get(f"/api/tables/{listed.table}")).json()
    assert found["table"]["seats"][0]["name"] == "Ada"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "body", "status", "words"),
    [
        ("/api/tables", {"arrangement": {"game": "cover-me", "players": 9}}, 400, "9"),
        ("/api/tables", {"arrangement": {"game": "chess", "players": 2}}, 400, "chess"),
        ("/api/tables", {"arrangement": {"game": "cover-me", "players": 3}, "extra": 1}, 400, "extra"),
        ("/api/tables", {"arrangement": {"game": "cover-me", "players": 3}, "title": "x" * 99}, 400, "60"),
        ("/api/tables/nowhere/seats", {"name": "Ada"}, 404, "nowhere"),
        ("/api/tables/no%00where/seats", {"name": "Ada"}, 400, "table"),
        ("/api/tables/TABLE/seats", {"name": "Bo", "token": "too short"}, 400, "token"),
        ("/api/tables/TABLE/seats", {"name": ""}, 400, "''"),
        ("/api/tables/TABLE/seats", {"name": "Bo", "seat": 5}, 400, "5"),
        ("/api/tables/TABLE/seats", {"name": "ada"}, 409, "ada"),
        ("/api/tables/TABLE/seats", {"name": "Bo", "seat": 0}, 409, "seat 0"),
    ],
)
async def test_refusals_over_http(served: Served, path: str, body: object, status: int, words: str) -> None:
    """Each has a code and a reason that names the value, and changes nothing."""
    host = await served.open(players=3)
    await host.sit("Ada")
    before = (await served.http.get(f"/api/tables/{host.table}")).json()
    answer = await served.http.post(path.replace("TABLE", host.table), json=body)
    assert answer.status_code == status, answer.text
    problem = Problem(**answer.json())
    assert words in problem.reason
    assert (await served.http.get(f"/api/tables/{host.table}")).json() == before


@pytest.mark.slow
async def test_there_is_no_record_before_the_end(served: Served) -> None:
    """It would reveal every card."""
    ada, _bo = await begun(served, "Ada", "Bo")
    table = ada.heard_so_far[0]["table"]["id"]
    answer = await served.http.get(f"/api/tables/{table}/record")
    assert (answer.status_code, answer.json()["code"]) == (409, "not-now")


async def test_players_learn_how_many_people_watch(served: Served) -> None:
    """The answer to a ping counts connections without a seat, as long as they are open."""
    host = await served.open()
    (ada,) = await host.seated("Ada")

    async def are_watching(count: int) -> bool:
        await ada.send(type="ping", n=1)
        return bool((await ada.heard("pong"))["watchers"] == count)

    assert await are_watching(0)
    watchers = [await served.socket(host.table) for _ in range(2)]
    for watcher in watchers:
        await watcher.heard("welcome")
    assert await are_watching(2)
    await watchers[0].close()
    while not await are_watching(1):
        pass


def test_only_a_server_that_serves_alone_counts_who_watches() -> None:
    """Another worker may have connections of the same table."""
    file, shared = "sqlite:///tables.sqlite3", "postgresql://localhost/tables"
    assert Configuration(file).is_only_worker
    for several in (Configuration(file, workers=2), Configuration(file, bus="nats://localhost"), Configuration(shared)):
        assert not several.is_only_worker


async def test_a_command_is_idempotent(served: Served) -> None:
    """Sent twice, it is executed once, and both answers are the same."""
    ada, bo = await begun(served, "Ada", "Bo")
    seen = ada.heard_so_far[-1]["sequence"]
    action = {"event": "take", "from": "face-down"}
    first = await ada.order("act", id="x", seen=seen, action=action)
    again = await ada.order("act", id="x", seen=seen, action=action)
    assert first == again == {"type": "done", "id": "x", "sequence": seen + 1}
    await bo.send(type="ping", n=1)
    await bo.heard("pong")
    assert bo.heard_so_far[-2]["sequence"] == seen + 1


@pytest.mark.slow
async def test_a_stale_command_is_refused_with_the_current_game(served: Served) -> None:
    """The player decided about something that has changed since."""
    ada, bo = await begun(served, "Ada", "Bo")
    seen = ada.heard_so_far[-1]["sequence"]
    done = await ada.order("act", seen=seen, action={"event": "take", "from": "blonde"})
    await bo.order("act", seen=done["sequence"], action={"event": "take", "from": "black"})
    refused = await ada.order("act", seen=seen, action={"event": "take", "from": "black"})
    assert (refused["type"], refused["code"]) == ("refused", "stale")
    assert refused["sequence"] == done["sequence"] + 1
    assert refused["public"]["to_act"] == [0]
    assert refused["private"]["hand"]


@pytest.mark.slow
async def test_a_client_that_reconnects_gets_a_complete_welcome(served: Served) -> None:
    """It contains everything that the updates said; the others see who is present."""
    ada, bo = await begun(served, "Ada", "Bo")
    table = ada.heard_so_far[0]["table"]["id"]
    done = await ada.order("act", seen=ada.heard_so_far[-1]["sequence"], action={"event": "take", "from": "face-down"})
    (update,) = [message for message in ada.heard_so_far if message.get("sequence") == done["sequence"]][:1]
    await ada.close()
    gone = await bo.until(stage="playing")
    assert [seat["present"] for seat in gone["table"]["seats"]] == [False, True]
    back = await served.socket(table, ada.token)
    welcome = await back.heard("welcome")
    assert welcome["private"] == update["private"]
    assert welcome["public"] == update["public"]
    there = await bo.until(stage="playing")
    assert [seat["present"] for seat in there["table"]["seats"]] == [True, True]


@pytest.mark.slow
async def test_spectators_see_only_the_public_part(served: Served) -> None:
    """Nothing that they send changes anything, and a table may allow none."""
    ada, _bo = await begun(served, "Ada", "Bo")
    table = ada.heard_so_far[0]["table"]["id"]
    watcher = await served.socket(table)
    welcome = await watcher.heard("welcome")
    assert welcome["you"] == {"seat": None, "host": False}
    assert "public" in welcome
    assert "private" not in welcome
    for order in ({"type": "say", "text": "psst"}, {"type": "start"}, {"type": "leave"}, {"type": "close"}):
        refused = await watcher.order(**order)
        assert (refused["type"], refused["code"]) == ("refused", "not-yours")
    host = await served.open(settings={"spectators": False})
    (goodbye,) = await (await served.socket(host.table)).end()
    assert goodbye["code"] == "no-spectators"


@pytest.mark.slow
async def test_spectators_are_disconnected_when_the_host_forbids_them(served: Served) -> None:
    """Immediately, before the next step; players stay."""
    host = await served.open(players=2)
    (ada,) = await host.seated("Ada")
    watcher = await served.socket(host.table)
    await watcher.heard("welcome")
    arrangement = {"game": "cover-me", "players": 2, "options": {}}
    await ada.order("arrange", arrangement=arrangement, settings={"spectators": False})
    said = await watcher.end()
    assert (said[-1]["type"], said[-1]["code"]) == ("goodbye", "no-spectators")
    assert not [message for message in said if message["type"] == "update" and "arrangement" in message]
    assert (await ada.order("say", text="alone at last"))["type"] == "done"


@pytest.mark.slow
async def test_joining_is_idempotent(served: Served) -> None:
    """A client that lost the answer gets the same seat for the token that it drew; another token is another person."""
    host = await served.open(players=3)
    token = "a-token-that-a-client-drew"
    seats = f"/api/tables/{host.table}/seats"
    first, again, other = [
        await served.http.post(seats, json={"name": "Bo", "token": drawn}) for drawn in (token, token, token[::-1])
    ]
    assert first.json() == again.json() == {"seat": 0, "token": token}
    assert other.json()["code"] == "name-taken"


@pytest.mark.slow
async def test_a_removed_player_receives_nothing_more(served: Served) -> None:
    """The old token is refused, and the next owner of the seat is another person."""
    host = await served.open(players=2)
    ada, bo = await host.seated("Ada", "Bo")
    await ada.order("remove", seat=1)
    _, token = await host.sit("Cy")
    await bo.send(type="say", id="1", text="It is me, Cy")
    await bo.send(type="leave", id="2")
    said = await bo.end()
    assert [message["code"] for message in said if message["type"] == "goodbye"] == ["removed"]
    assert said[-1]["type"] == "goodbye"
    (goodbye,) = await (await served.socket(host.table, bo.token)).end()
    assert goodbye["code"] == "not-yours"
    cy = await served.socket(host.table, token)
    welcome = await cy.heard("welcome")
    assert (welcome["you"]["seat"], welcome["chat"]) == (1, [])


@pytest.mark.slow
async def test_a_removed_player_has_to_wait_before_taking_a_seat_again(served: Served) -> None:
    """Also under another name, for a minute; other addresses and other tables are not concerned."""
    host = await served.open(players=3)
    (ada,) = await host.seated("Ada")
    transport = httpx.AsyncHTTPTransport(local_address="127.0.0.2")
    async with httpx.AsyncClient(base_url=served.url, transport=transport) as rude:
        seats = f"/api/tables/{host.table}/seats"
        joined = (await rude.post(seats, json={"name": "Bo"})).json()
        bo = await served.socket(host.table, joined["token"], local_addr=("127.0.0.2", 0))
        await bo.heard("welcome")
        assert (await ada.order("remove", seat=joined["seat"]))["type"] == "done"
        refused = await rude.post(seats, json={"name": "Bob"})
        assert (refused.status_code, refused.json()["code"]) == (403, "removed")
        await host.sit("Cy")
        elsewhere = await served.open(players=2)
        assert (await rude.post(f"/api/tables/{elsewhere.table}/seats", json={"name": "Bo"})).status_code == 201
        clock = served.server.application.registry.clock
        clock.set(clock.now() + int(1000 * REJOIN_SECONDS))
        assert (await rude.post(seats, json={"name": "Bo"})).status_code == 201


@pytest.mark.slow
async def test_a_household_shares_its_address_with_somebody_removed(served: Served) -> None:
    """Where others of the table have the same address, it can take a seat at once."""
    host = await served.open(players=2)
    ada, _ = await host.seated("Ada", "Bo")
    assert (await ada.order("remove", seat=1))["type"] == "done"
    assert (await host.sit("Bo"))[0] == 1


@pytest.mark.slow
async def test_leaving_and_closing(served: Served) -> None:
    """The seat is free again; a closed table refuses commands."""
    host = await served.open(players=2)
    ada, bo = await host.seated("Ada", "Bo")
    await bo.send(type="leave", id="1")
    assert (await bo.end())[-1]["code"] == "left"
    answer = await served.http.delete(
        f"/api/tables/{host.table}/seats", headers={"Authorization": f"Bearer {ada.token}"}
    )
    assert answer.status_code == 204
    found = (await served.http.get(f"/api/tables/{host.table}")).json()
    assert [seat["name"] for seat in found["table"]["seats"]] == [None, None]


@pytest.mark.slow
async def test_a_table_that_does_not_exist(served: Served) -> None:
    """The goodbye says so, and gives no time to reconnect."""
    (goodbye,) = await (await served.socket("nowhere")).end()
    assert (goodbye["code"], goodbye["again_after"]) == ("no-such-table", None)


@pytest.mark.slow
async def test_a_server_that_closes_says_when_to_reconnect(tmp_path: Path) -> None:
    """After its restart everything is there again."""
    async with serving(tmp_path) as served:
        host = await served.open(players=2)
        ada, bo = await host.seated("Ada", "Bo")
        await served.stop()
        for guest in (ada, bo):
            last = (await guest.end())[-1]
            assert (last["type"], last["code"], last["again_after"]) == ("goodbye", "closing", 2.0)
    async with serving(tmp_path) as served:
        back = await served.socket(host.table, ada.token)
        welcome = await back.heard("welcome")
        assert [seat["name"] for seat in welcome["table"]["seats"]] == ["Ada", "Bo"]


@pytest.mark.slow
async def test_presence_follows_the_real_connections(tmp_path: Path) -> None:
    """A connection that another worker removed is added again, and one of a dead worker is removed."""
    async with serving(tmp_path, lease_seconds=0.3) as served:
        host = await served.open(players=2)
        ada, bo = await host.seated("Ada", "Bo")
        session = await served.server.application.registry.session(host.table)
        (connection,) = session.connections.keys() - {
            each.id for each in session.connections.values() if each.seat != 1
        }
        gone = await session.execute(Disconnect(Seat(1), connection), KEEPER)
        while (back := await ada.until(stage="lobby"))["sequence"] <= gone:
            pass
        assert back["table"]["seats"][1]["present"]
        await session.execute(Connect(Seat(1), "a-server-that-died.7"), KEEPER)
        await bo.close()
        while (await ada.until(stage="lobby"))["table"]["seats"][1]["present"]:
            pass


@pytest.mark.slow
async def test_an_unreadable_table_does_not_affect_others(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The server starts although a duty is due at that table; the log names it."""
    store = await open_store(f"sqlite:///{tmp_path / 'tables.sqlite3'}")
    summary = Summary(game="cover-me", title="", players=2, seats_taken=0, stage=KeptStage.RUNNING, listed=False, due=1)
    await store.create("damaged", StoredEntry(1, 1, b'{"no": "entry"}'), summary)
    await store.close()
    async with serving(tmp_path, clock_rate=60.0, lease_seconds=0.3) as served:
        host = await served.open("cover-up", 2, options={"round_limit": 60})
        ada, bo = await host.seated("Ada", "Bo")
        await bo.order("ready", ready=True, seen=1)
        await ada.send(type="start", id="start")
        while (await bo.heard("update")).get("public", {}).get("phase") != "give-back":
            pass
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == [
        "table 'damaged' is unreadable"
    ]


@pytest.mark.slow
async def test_only_the_host_may_ask_for_a_rematch(served: Served) -> None:
    """At another table, with the same tokens, and only after the game."""
    ada, _bo = await begun(served, "Ada", "Bo")
    refused = await ada.order("rematch")
    assert (refused["type"], refused["code"]) == ("refused", "not-now")


@pytest.mark.slow
async def test_a_token_of_another_worker_is_accepted_immediately(tmp_path: Path) -> None:
    """A player may connect to another worker before the news reaches it."""
    async with serving(tmp_path, poll_seconds=3600.0) as one, serving(tmp_path, poll_seconds=3600.0) as another:
        opened = await Server(one.url).open_table(coverme, 3, coverme.Options())
        async with Server(another.url).client(opened.table) as watcher:
            assert watcher.mirror.table.seats[0].name is None
            joined = await Server(one.url).join(opened.table, "Ada", token=opened.host_token)
            async with Server(another.url).client(opened.table, joined.token) as ada:
                assert ada.seat == joined.seat
                assert ada.mirror.table.seats[joined.seat].name == "Ada"


async def test_a_table_that_nobody_uses_rests_and_its_sockets_get_the_next_step(tmp_path: Path) -> None:
    """What was encoded for it is freed after a while, not before; players and spectators miss nothing."""
    async with serving(tmp_path) as served:
        ada, bo, cy = await begun(served, "Ada", "Bo", "Cy")
        registry = served.server.application.registry
        session = await registry.session(ada.heard_so_far[0]["table"]["id"])
        spectator = await served.socket(session.table.id)
        await spectator.heard("welcome")
        last = weakref.ref(session._broadcaster._last_snapshot)
        await registry.let_tables_rest()
        assert last() is not None
        registry.clock.set(int(1000 * (time.time() + REST_SECONDS + 60)))
        await registry.let_tables_rest()
        assert last() is None
        action = ada.heard_so_far[-1]["private"]["legal"][0]
        seen = session.table.sequence
        await ada.send(type="act", id="next", action=action, seen=seen)
        for guest in (ada, bo, cy, spectator):
            while (update := await guest.heard("update"))["sequence"] <= seen:
                pass
            again = await served.socket(session.table.id, guest.token or None)
            welcome = await again.heard("welcome")
            assert update["public"] == welcome["public"]
            assert update.get("private") == welcome.get("private")
