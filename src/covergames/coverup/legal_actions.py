"""The legal actions of a seat that lays cards: a sequence that creates only those that somebody asks for."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import overload

from covergames.coverup.actions import Action, Lay
from covergames.coverup.placements import SomePlaces


class LegalActions(Sequence[Action]):
    """Lays at time `t`, card by card and sorted, then all other actions."""

    __slots__ = ("_ends", "_others", "_places", "_t")

    def __init__(self, places: Sequence[SomePlaces], t: int, others: Sequence[Action]) -> None:
        self._places = places
        self._t = t
        self._others = others
        self._ends = list(accumulate(map(len, places)))
        """Where the lays of each card end."""

    def __len__(self) -> int:
        return self._lays + len(self._others)

    @property
    def _lays(self) -> int:
        return self._ends[-1] if self._ends else 0

    @overload
    def __getitem__(self, number: int) -> Action: ...
    @overload
    def __getitem__(self, number: slice) -> list[Action]: ...
    def __getitem__(self, number: int | slice) -> Action | list[Action]:
        if isinstance(number, slice):
            return [self[each] for each in range(*number.indices(len(self)))]
        lays = self._lays
        place = number if number >= 0 else number + lays + len(self._others)
        if 0 <= place < lays:
            card = bisect_right(self._ends, place)
            return Lay(self._places[card][place - (self._ends[card - 1] if card else 0)], self._t)
        if place < lays:
            raise IndexError(f"there are {len(self)} legal actions, and none has the number {number}")
        return self._others[place - lays]

    def __iter__(self) -> Iterator[Action]:
        for of_card in self._places:
            for number in range(len(of_card)):
                yield Lay(of_card[number], self._t)
        yield from self._others

    def __repr__(self) -> str:
        return repr(list(self))
