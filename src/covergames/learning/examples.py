"""What the network learns from: decisions about covers, as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from covergames.kernel import _network as n
from covergames.kernel import _table as k

Array: TypeAlias = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class Examples:
    """Decisions; each array has a row for each. Places in a hand beyond its size are -1 or 0."""

    cards: Array
    """The features of each card of the hand: decisions x places x features; -1: none."""
    tables: Array
    """The features of the table."""
    sizes: Array
    """How many cards the hand has."""
    chances: Array
    """How likely the search places each card."""
    values: Array
    """The win share after each card, as the search found it."""
    stakes: Array
    """What a point would add to the win share."""

    @staticmethod
    def joined(parts: Sequence[Examples]) -> Examples:
        """Return all examples of these parts, in their order."""
        return Examples(*(np.concatenate(arrays) for arrays in zip(*map(astuple, parts), strict=True)))


class Collector:
    """Collects decisions as examples."""

    def __init__(self) -> None:
        self._network = n.Network([0] * n.WEIGHTS)
        self._rows: list[tuple[Array, Array, int, Array, Array, float]] = []

    def add(self, table: k.Table, seat: int, *, actions: Sequence[int], chances: Array, values: Array) -> None:
        """Add a decision of that seat: how likely each action is, and the win share after it."""
        size = table[k.HAND_COUNT + seat]
        found = np.array(self._network.rows(table, seat), np.int16)
        cards = np.full((k.HAND, n.CARD_FEATURES), n.NOTHING, np.int16)
        cards[:size] = found[: size * n.CARD_FEATURES].reshape(size, -1)
        places = [table.place_in_hand(seat, action & 255) for action in actions]
        chosen, total, count = (np.zeros(k.HAND, np.float32) for _ in range(3))
        np.add.at(chosen, places, chances)
        np.add.at(total, places, values)
        np.add.at(count, places, 1)
        stake = self._network.stake(table, seat)
        self._rows.append((cards, found[size * n.CARD_FEATURES :], size, chosen, total / np.maximum(count, 1), stake))

    def examples(self) -> Examples:
        """Return everything that was added."""
        cards, tables, sizes, chances, values, stakes = zip(*self._rows, strict=True)
        return Examples(
            cards=np.stack(cards),
            tables=np.stack(tables),
            sizes=np.array(sizes, np.int16),
            chances=np.stack(chances),
            values=np.stack(values),
            stakes=np.array(stakes, np.float32),
        )
