"""Hints: what the search finds, for a person alone with bots, from that seat's view only (CM-I3)."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from covergames import coverme
from covergames.bots.coverme.advice import advise
from covergames.coverme import Place
from covergames.game import Seat
from tests.cases import by_target
from tests.contract.adapters import ADAPTERS, Table
from tests.contract.play import seeded, walk
from tests.server.kit import Guest, Host, Served, serving

COVER_ME = ADAPTERS["cover-me"]
EVERY = 25
"""Every so manieth step of a game is compared."""


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[Served]:
    async with serving(tmp_path) as running:
        yield running


@pytest.mark.slow
@pytest.mark.rule("CM-I3")
@pytest.mark.parametrize("table", by_target(COVER_ME.variants, fast=0, every=10))
def test_advice_is_the_same_in_two_worlds(table: Table) -> None:
    """Two worlds that differ only in what the seat may not see give it the same advice, to the last digit."""
    compared = 0
    for turn in walk(COVER_ME, table, 1):
        if turn.index % EVERY:
            continue
        step = coverme.apply(turn.state, turn.seat, turn.action, seeded(("hint", turn.index)))
        chooser = random.Random(turn.index)
        world = COVER_ME.other_world(turn.state, turn.seat, turn.action, step, turn.seat, chooser)
        views = [coverme.view(state, turn.seat) for state in (turn.state, world.state)]
        assert advise(views[0]) == advise(views[1])
        assert advise(views[0]).action in views[0].legal
        compared += 1
    assert compared > 0


def test_a_placing_is_advised_with_its_chances() -> None:
    """The cover that promises most is one of the seat's own, and the chances are chances."""
    table = next(table for table in COVER_ME.variants if table.players == 3)
    turn = next(turn for turn in walk(COVER_ME, table, 1) if isinstance(turn.action, Place))
    view = coverme.view(turn.state, turn.seat)
    advice = advise(view)
    assert isinstance(advice.action, Place)
    own = next(magazine for magazine in view.magazines if magazine.owner == turn.seat)
    assert advice.star in (*own.covers, advice.action.cards[0])
    assert all(0.0 <= chance <= 1.0 for chance in (advice.prospect, advice.three_trends, advice.all_at_0))


async def ask(host: Host, token: str | None) -> httpx.Response:
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    return await host.served.http.get(f"/api/tables/{host.table}/hint", headers=headers)


async def start(guests: list[Guest]) -> None:
    for guest in guests:
        assert (await guest.order("ready", ready=True, seen=guest.heard_so_far[-1]["sequence"]))["type"] == "done"
    assert (await guests[0].order("start"))["type"] == "done"


@pytest.mark.anyio
@pytest.mark.slow
async def test_only_a_person_alone_with_bots_gets_a_hint(served: Served) -> None:
    """The hint is a legal action; spectators, people with friends, and people who wait get none."""
    options = {"first_game": True}
    host = await served.open("cover-me", 2, options=options)
    (ada,) = await host.seated("Ada")
    assert (await ask(host, ada.token)).json()["code"] == "not-now", "the game has not begun"
    assert (await ada.order("seat_bot", seat=1, bot="trend", name="Coco"))["type"] == "done"
    await start([ada])
    answer = await ask(host, ada.token)
    assert answer.status_code == 200, answer.text
    found = answer.json()
    while not any("private" in message for message in ada.heard_so_far):
        await ada.next()
    private = next(message["private"] for message in reversed(ada.heard_so_far) if "private" in message)
    assert found["action"] in private["legal"]
    assert found["star"] == found["action"]["cards"][0]
    assert (await ask(host, ada.token)).json() == found
    assert (await ask(host, None)).json()["code"] == "not-yours"

    host = await served.open("cover-me", 2, options=options)
    ada, bo = await host.seated("Ada", "Bo")
    await start([ada, bo])
    refused = await ask(host, ada.token)
    assert (refused.status_code, refused.json()["code"]) == (409, "not-now")


@pytest.mark.anyio
@pytest.mark.slow
async def test_another_game_has_no_such_hint(served: Served) -> None:
    host = await served.open("cover-up", 2)
    (ada,) = await host.seated("Ada")
    assert (await ada.order("seat_bot", seat=Seat(1), bot="novice", name="Coco"))["type"] == "done"
    await start([ada])
    assert (await ask(host, ada.token)).json()["code"] == "not-now"
