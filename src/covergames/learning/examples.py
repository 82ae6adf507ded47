"""What the network learns from: decisions about cards, as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from covergames.kernel import _hand_network as h
from covergames.kernel import _network as n
from covergames.kernel import _table as k

Array: TypeAlias = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class Examples:
    """Decisions; each array has a row for each. Places beyond the number of cards are -1 or 0."""

    cards: Array
    """The features of each card: decisions x places x features; -1: none."""
    tables: Array
    """The features of the table."""
    sizes: Array
    """How many cards there are."""
    chances: Array
    """How likely the search chooses each card."""
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
        self._covers = n.Network([0] * n.WEIGHTS)
        self._hands = h.HandNetwork([0] * h.WEIGHTS)
        self._found: list[Examples] = []

    def add_covers(self, table: k.Table, seat: int, *, actions: Sequence[int], chances: Array, values: Array) -> None:
        """Add a decision about covers: how likely each action is, and the win share after it."""
        size = table[k.HAND_COUNT + seat]
        found = np.array(self._covers.rows(table, seat), np.int16)
        places = [table.place_in_hand(seat, action & 255) for action in actions]
        chosen, total, count = (np.zeros(size, np.float32) for _ in range(3))
        np.add.at(chosen, places, chances)
        np.add.at(total, places, values)
        np.add.at(count, places, 1)
        cards, tables = found[: size * n.CARD_FEATURES].reshape(size, -1), found[size * n.CARD_FEATURES :]
        self._add(cards, tables, chosen, total / np.maximum(count, 1), self._covers.stake(table, seat))

    def add_wishes(self, table: k.Table, seat: int, *, cards: Sequence[int], values: Sequence[float]) -> None:
        """Add a decision about cards to have: the win share with each of them."""
        found = np.array([self._hands.rows(table, seat, card) for card in cards], np.int16)
        chances = np.full(len(cards), 1 / len(cards), np.float32)
        self._add(found, np.zeros(0, np.int16), chances, np.array(values), self._covers.stake(table, seat))

    def examples(self) -> Examples:
        """Return everything that was added."""
        return Examples.joined(self._found)

    def _add(self, cards: Array, tables: Array, chances: Array, values: Array, stake: float) -> None:
        more = k.HAND - len(cards)
        self._found.append(
            Examples(
                cards=np.pad(cards, ((0, more), (0, 0)), constant_values=n.NOTHING)[None],
                tables=tables[None],
                sizes=np.array([len(cards)], np.int16),
                chances=np.pad(chances, (0, more))[None].astype(np.float32),
                values=np.pad(values, (0, more))[None].astype(np.float32),
                stakes=np.array([stake], np.float32),
            )
        )
