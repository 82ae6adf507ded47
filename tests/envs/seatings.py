"""The tables of both games in groups with the same number of players, of which a test tries as many as its target wants."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

import pytest
from _pytest.mark import ParameterSet

from tests.cases import by_target
from tests.contract.adapters import ADAPTERS, Table

MOST = 144
"""How many tables the largest group has."""


def seatings(*games: str) -> list[ParameterSet]:
    """Return parameters for each game and number of players: the game's name, and its tables."""
    found = []
    for game in games:
        tables = sorted(ADAPTERS[game].tables, key=_seating)
        found += [
            pytest.param(game, list(group), id=" ".join([game, *map(str, seating)]))
            for seating, group in groupby(tables, _seating)
        ]
    return by_target(found)


def some(tables: Sequence[Table], quantity: int) -> list[Table]:
    """Return as many of the tables, evenly spread; all of them if there are no more."""
    count = min(quantity, len(tables))
    return [tables[number * len(tables) // count] for number in range(count)]


def _seating(table: Table) -> tuple[Any, ...]:
    kind = getattr(table.options, "two_player", None)
    return (table.players,) if kind is None or table.players > 2 else (table.players, kind.value)
