"""The daily positions of Cover Me: the same for everybody, playable, with one best cover that the search finds again."""

from __future__ import annotations

from datetime import date, timedelta

import msgspec
import pytest

from covergames import cover_puzzle, coverme
from covergames.analysis.coverme.options import values
from covergames.bots.budget import Budget
from covergames.coverme import Phase, Place
from covergames.coverme.notation import parse_card
from tests.cases import by_target

DAY = date(2026, 11, 16)


def test_a_day_has_one_position_and_another_day_another() -> None:
    puzzle = cover_puzzle.daily(DAY)
    assert puzzle == cover_puzzle.daily(DAY)
    assert puzzle.name == "2026-11-16"
    assert puzzle.state != cover_puzzle.daily(DAY + timedelta(days=1)).state
    again = cover_puzzle.daily(DAY + timedelta(days=len(cover_puzzle.all_puzzles())))
    assert (again.state, again.choices) == (puzzle.state, puzzle.choices)
    assert cover_puzzle.daily(cover_puzzle.FIRST_DAY - timedelta(days=1)).choices


def test_the_position_asks_for_a_cover_before_anybody_has_chosen() -> None:
    """All cards of the hand are listed, the best first; the tempting one is none of the best; a rival would gain by it."""
    puzzle = cover_puzzle.daily(DAY)
    view = coverme.view(puzzle.state, puzzle.seat)
    assert view.phase is Phase.PLACE
    assert not any(magazine.has_placed for magazine in view.magazines)
    assert {Place((choice.card,)) for choice in puzzle.choices} == set(view.legal)
    assert puzzle.tempting == cover_puzzle.tempting(view) != puzzle.choices[0].card
    assert puzzle.rival.seat != puzzle.seat


@pytest.mark.parametrize("number", by_target(range(0, len(cover_puzzle.all_puzzles()), 3), every=20))
def test_another_search_finds_the_same_best_cover(number: int) -> None:
    """Or cannot tell it from the best, with another seed and fewer playouts; and the tempting cover is behind again."""
    stored = cover_puzzle.all_puzzles()[number]
    puzzle = cover_puzzle.solved("", stored)
    found = values(coverme.view(puzzle.state, puzzle.seat), Budget(playouts=6000), seed="another")
    best = next(value for value in found if value.action == Place((parse_card(stored.options[0].card),)))
    assert best.behind <= best.margin
    tempted = next(value for value in found if value.action == Place((puzzle.tempting,)))
    assert tempted.behind > tempted.margin


def test_decisions_that_are_not_legal_are_refused() -> None:
    stored = msgspec.structs.replace(cover_puzzle.all_puzzles()[0], decisions="z")
    with pytest.raises(ValueError, match="decision z is none of"):
        cover_puzzle.solved("", stored)
