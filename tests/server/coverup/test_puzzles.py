"""Puzzles: the same for everybody, scored by the server, and only for hands that the server deals."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from covergames import puzzle
from covergames.coverup import Pile, house_deck
from covergames.server.configuration import Limits
from covergames.server.coverup.messages import codec_with
from tests.server.kit import Served, serving

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

NAME = "2026-11-16"
DECK = house_deck()


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[Served]:
    async with serving(tmp_path) as running:
        yield running


async def found(served: Served, path: str) -> Any:
    answer = await served.http.get(f"/api/puzzles{path}")
    assert answer.status_code == 200, answer.text
    return answer.json()


async def looked_at(served: Served, what: str, pile: Any) -> Any:
    answer = await served.http.post(f"/api/puzzles/{NAME}/{what}", json={"pile": pile})
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_a_puzzle_contains_its_cards_and_optimum_but_no_solution(served: Served) -> None:
    """The squares are those of the deck, and no pile is in the answer."""
    answer = await found(served, f"/{NAME}")
    asked = puzzle.named(NAME)
    best = puzzle.best(asked)
    faces = [DECK[card] for card in asked.hand]
    assert answer == {
        "name": NAME,
        "round": 1,
        "hand": [{"id": face.id, "colour": face.colour.value, "squares": list(face.squares)} for face in faces],
        "points": best.points,
        "ways": best.ways,
    }


async def test_a_request_for_several_days_equals_one_for_each(served: Served) -> None:
    """The days may be in two months."""
    week = await found(served, "?first=2026-11-28&days=7")
    assert [answer["name"] for answer in week][2:4] == ["2026-11-30", "2026-12-01"]
    assert week[6] == await found(served, "/2026-12-04")
    assert await found(served, "?first=2026-11-28") == week[:1]


async def test_a_practice_puzzle_is_a_hand_of_its_round(served: Served) -> None:
    """A seed names it."""
    answer = await found(served, "/3-4711")
    assert [card["colour"] for card in answer["hand"]] == ["green", "green", "green", "yellow", "red"]


async def test_the_server_scores_a_pile(served: Served) -> None:
    """An empty pile, a best one, and one whose misplaced card is removed."""
    (pile, *_) = (await found(served, f"/{NAME}/best"))["piles"]
    optimum = (await found(served, f"/{NAME}"))["points"]
    assert (await looked_at(served, "score", []))["points"] == 5 * 4 + 5
    perfect = await looked_at(served, "score", pile)
    assert (perfect["points"], perfect["removed"], perfect["hourglass"]) == (optimum, [], 0)
    strayed = [*pile[:-1], {**pile[-1], "x": 90}]
    score = await looked_at(served, "score", strayed)
    assert [removal["card"] for removal in score["removed"]] == [pile[-1]["card"]]
    assert score["points"] > optimum


async def test_advice_leads_to_a_best_pile(served: Served) -> None:
    """One card at a time; a card in the way is taken away first."""
    pile: list[Any] = []
    while (step := await looked_at(served, "step", pile))["lay"] is not None:
        pile.append(step["lay"])
    assert step == {"lay": None, "take_away": None}
    assert (await looked_at(served, "score", pile))["points"] == (await found(served, f"/{NAME}"))["points"]
    strayed = [{**pile[0], "x": 90}, *pile[1:]]
    assert (await looked_at(served, "step", strayed))["take_away"] == pile[0]["card"]


async def test_best_piles_are_the_solvers(served: Served) -> None:
    """Some of them, each with cards as text."""
    best = puzzle.best(puzzle.named(NAME))
    piles = (await found(served, f"/{NAME}/best"))["piles"]
    assert piles == [codec_with(DECK).form(Pile).data(pile) for pile in best.piles]


def laid(card: str, **other: int) -> dict[str, Any]:
    return {"card": card, "flip": False, "turn": 0, "x": 0, "y": 0, **other}


REFUSED_PILES = (
    ([laid("r01")], "card 'r01'"),
    ([laid("g11")] * 2, "card 'g11'"),
    ([laid("zzz")], "no card 'zzz'"),
    ([laid("g11", turn=4)], "<= 3"),
    ([laid("g11", x=2**60)], "9007199254740991"),
    ([laid("g11")] * 6, "length"),
)


async def test_piles_of_other_cards_are_refused(served: Served) -> None:
    """Only the puzzle's cards, each once: the server does not solve hands that a client chooses."""
    for what in ("score", "step"):
        for pile, reason in REFUSED_PILES:
            answer = await served.http.post(f"/api/puzzles/{NAME}/{what}", json={"pile": pile})
            assert answer.status_code == 400
            assert reason in answer.json()["reason"]


async def test_unknown_puzzles_are_refused(served: Served) -> None:
    """The error has the reason."""
    names = ("/tomorrow", "/6-1", "/5-4294967296/best")
    days = ("?first=soon", "?first=2026-11-16&days=0", "?first=2026-11-16&days=15", "?first=9999-12-31&days=2", "")
    for path in (*names, *days):
        answer = await served.http.get(f"/api/puzzles{path}")
        assert answer.status_code == 400
        assert answer.json()["code"] == "unreadable"
        assert answer.json()["reason"]


async def test_puzzles_count_towards_the_request_limit(tmp_path: Path) -> None:
    """The refusal says when to try again."""
    async with serving(tmp_path, limits=Limits(requests=1, request_burst=2)) as limited:
        score = f"/api/puzzles/{NAME}/score"
        answers = await asyncio.gather(*[limited.http.post(score, json={"pile": []}) for _ in range(12)])
    refused = [answer for answer in answers if answer.status_code == 429]
    assert len(refused) > len(answers) / 2
    assert all("retry-after" in answer.headers for answer in refused)


async def handed_in(served: Served, name: str, pile: Any) -> Any:
    answer = await served.http.post(f"/api/puzzles/{name}/results", json={"pile": pile})
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_the_results_of_today_are_counted_once_for_an_address(served: Served) -> None:
    """The server scores the pile itself. A second pile from the same address is scored, and not counted."""
    today = datetime.now(UTC).date().isoformat()
    asked = puzzle.named(today)
    best = puzzle.best(asked)
    assert await found(served, f"/{today}/results") == []
    pile = codec_with(DECK).form(Pile).data(best.piles[0])
    first = await handed_in(served, today, pile)
    assert first == {"points": best.points, "reached": [{"points": best.points, "players": 1}]}
    second = await handed_in(served, today, [])
    assert second["points"] > best.points
    assert second["reached"] == first["reached"] == await found(served, f"/{today}/results")


@pytest.mark.parametrize("name", ["2026-01-05", "2999-01-01", "3-4711"])
async def test_a_pile_for_another_day_is_scored_and_not_counted(served: Served, name: str) -> None:
    """Neither for the archive, nor for a future day, nor for practice."""
    answer = await handed_in(served, name, [])
    assert answer["points"] > 0
    assert answer["reached"] == []
    refused = await served.http.post(f"/api/puzzles/{name}/results", json={"pile": [{"card": "zzz"}]})
    assert refused.status_code == 400
