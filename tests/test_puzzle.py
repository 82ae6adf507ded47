"""Puzzles are dealt from their names by the recipe of docs/puzzles.md, and never change."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from datetime import date, timedelta

import pytest

from covergames import puzzle
from covergames.coverup import Colour, Pile, house_deck, score, solve
from covergames.coverup.advice import LayNext
from covergames.coverup.hand import COLOURS
from covergames.game import NotationError

DECK = house_deck()
MONDAY = date(2026, 11, 16)

DEALT = {
    "2026-11-16": "g11 g03 g18 g21 g23",
    "2026-11-17": "g25 g36 g35 g12 y14",
    "2026-11-18": "g04 g17 g02 y02 r05",
    "2026-11-19": "g16 g09 y18 y34 r08",
    "2026-11-20": "g34 y24 y14 r21 r10",
    "2026-11-21": "g11 y09 y17 r12 r32",
    "2026-11-22": "g35 y34 y10 r08 r01",
}
"""The first week, as in docs/puzzles.md."""


def names(asked: puzzle.Puzzle) -> str:
    return " ".join(DECK[card].id for card in asked.hand)


@pytest.mark.parametrize(("name", "hand"), DEALT.items())
def test_the_hand_of_a_date_never_changes(name: str, hand: str) -> None:
    """Players have solved these puzzles already."""
    assert names(puzzle.named(name)) == hand


def test_a_hand_can_be_dealt_without_our_code() -> None:
    """The recipe in docs/puzzles.md needs only HMAC."""

    def mac(key: bytes, text: str) -> bytes:
        return hmac.new(key, text.encode(), hashlib.sha256).digest()

    def numbers(key: bytes, pile: str) -> Iterator[int]:
        for block in range(100):
            data = mac(key, f"{pile}:{block}")
            yield from (int.from_bytes(data[at : at + 4], "big") for at in range(0, 32, 4))

    def shuffled(key: bytes, number: int, colour: str) -> list[str]:
        cards, stream = [f"{colour[0]}{card:02}" for card in range(1, 37)], numbers(key, f"{number}:{colour}")
        for i in range(35, 0, -1):
            j = next(n for n in stream if n < 2**32 // (i + 1) * (i + 1)) % (i + 1)
            cards[i], cards[j] = cards[j], cards[i]
        return cards

    for name in (*DEALT, "1-0", "4-4294967295"):
        asked = puzzle.named(name)
        key = mac(b"covergames puzzle 1", name)
        counts = zip(("green", "yellow", "red"), COLOURS[asked.round], strict=True)
        hand = [card for number, (colour, count) in enumerate(counts) for card in shuffled(key, number, colour)[:count]]
        assert " ".join(hand) == names(asked)


def test_the_week_begins_easily() -> None:
    """Monday's hand is of the first round, those from Friday on are of the last."""
    week = [puzzle.daily(MONDAY + timedelta(days=day)) for day in range(7)]
    assert [asked.round for asked in week] == [1, 2, 3, 4, 5, 5, 5]
    for asked in week:
        colours = [DECK[card].colour for card in asked.hand]
        assert tuple(colours.count(colour) for colour in Colour) == COLOURS[asked.round]


def test_every_day_of_a_year_has_another_hand() -> None:
    """No two of 366 days have the same hand."""
    hands = {puzzle.daily(MONDAY + timedelta(days=day)).hand for day in range(366)}
    assert len(hands) == 366


@pytest.mark.parametrize("name", ["2026-11-16", "1-0", "5-4294967295"])
def test_a_puzzle_is_found_by_its_name(name: str) -> None:
    """The puzzle found has that name."""
    assert puzzle.named(name).name == name


@pytest.mark.parametrize(
    "name",
    [
        "",
        "0-1",
        "6-1",
        "1-01",
        "1--1",
        "5-4294967296",
        "20261116",
        "2026-W47-1",
        "2026-02-30",
        "today",
        "1-1\n",
        "\N{FULLWIDTH DIGIT ONE}-1",
    ],
)
def test_other_names_are_refused(name: str) -> None:
    """The error shows the name."""
    with pytest.raises(NotationError, match="no "):
        puzzle.named(name)


def test_the_best_piles_are_those_of_the_solver() -> None:
    """They have the proven points, their number is right, and each shown pile has these points."""
    for name in ("2026-11-16", "2026-11-21"):
        asked = puzzle.named(name)
        proven = solve(asked.hand, DECK)
        best = puzzle.best(asked)
        assert (best.points, best.ways) == (proven.points, proven.optimal_piles)
        assert len(best.piles) == min(best.ways, puzzle.MAX_SHOWN_PILES)
        assert {score(pile, asked.hand, DECK).points for pile in best.piles} == {best.points}


def test_a_week_of_puzzles_is_solved_by_following_advice() -> None:
    """Each piece of advice adds a card, until the pile is a best one."""
    for name in DEALT:
        asked = puzzle.named(name)
        laid: Pile = ()
        while (advice := puzzle.advice(asked, laid)) is not None:
            assert isinstance(advice, LayNext)
            laid = (*laid, advice.placement)
        assert score(laid, asked.hand, DECK).points == puzzle.best(asked).points
