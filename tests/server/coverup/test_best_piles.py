"""The best piles of a round: what the solver finds, and nothing before the end of the round (CU-B1)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from covergames import coverup
from tests.server.kit import Guest, Host, Served, serving

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

CLOCK_RATE = 1000.0
"""The speed of the server's clock: the countdown of three seconds takes three milliseconds."""


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[Served]:
    async with serving(tmp_path, clock_rate=CLOCK_RATE) as running:
        yield running


async def best(host: Host, number: int) -> httpx.Response:
    return await host.served.http.get(f"/api/tables/{host.table}/rounds/{number}/best")


async def playing(host: Host) -> list[Guest]:
    """Two people in the first round of Cover Up, which ends only when they are done."""
    guests = await host.seated("Ada", "Bo")
    for guest in guests:
        assert (await guest.order("ready", ready=True, seen=guest.heard_so_far[-1]["sequence"]))["type"] == "done"
    assert (await guests[0].order("start"))["type"] == "done"
    return guests


async def act(guest: Guest, **action: Any) -> None:
    """Send a decision, again while the countdown runs or the client has not seen the start."""
    seen = 0
    while (answer := await guest.order("act", seen=seen, action=action))["type"] == "refused":
        assert answer["code"] in ("countdown", "stale"), answer
        seen = answer["sequence"]


async def test_best_piles_are_available_only_after_the_round(served: Served) -> None:
    """For every seat: points, number of piles and pile are the solver's."""
    host = await served.open("cover-up", 2, options={"round_limit": None})
    ada, bo = await playing(host)
    assert (await best(host, 1)).status_code == 409, "nobody has laid a card"
    await act(ada, event="done")
    early = await best(host, 1)
    assert (early.status_code, early.json()["code"], early.json()["rule"]) == (409, "not-now", "CU-B1")
    await act(bo, event="done")
    answer = await best(host, 1)
    assert answer.status_code == 200, answer.text
    hands = [side["hand"] for side in seen_by(bo)["seats"]]
    deck = coverup.house_deck()
    for hand, optimum in zip(hands, answer.json(), strict=True):
        solution = coverup.solve([deck.card(name) for name in hand], deck)
        assert (optimum["points"], optimum["ways"]) == (solution.points, solution.optimal_piles)
        assert {at["card"] for at in optimum["pile"]} <= set(hand)
    assert (await best(host, 2)).status_code == 409, "the second round has not begun"


def seen_by(guest: Guest) -> dict[str, Any]:
    """The latest public view of the game that this guest received."""
    public: dict[str, Any] = next(answer["public"] for answer in reversed(guest.heard_so_far) if "public" in answer)
    return public


@pytest.mark.parametrize("number", [0, 6])
async def test_other_round_numbers_are_refused(served: Served, number: int) -> None:
    """There are five rounds, numbered from 1."""
    host = await served.open("cover-up", 2)
    assert (await best(host, number)).status_code == 400


async def test_only_a_game_of_cover_up_that_has_begun_has_best_piles(served: Served) -> None:
    """A lobby has no hands, and Cover Me has no piles to solve."""
    for game in ("cover-up", "cover-me"):
        host = await served.open(game, 2)
        answer = await best(host, 1)
        assert (answer.status_code, answer.json()["code"]) == (409, "not-now")
        assert host.table in answer.json()["reason"]
