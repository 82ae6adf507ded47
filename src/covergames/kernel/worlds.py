"""What a position is worth to each seat, when all of them follow the plan: the mean over sampled worlds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from covergames.coverme import Action, Card, View
from covergames.game import Seat
from covergames.kernel import _search as s
from covergames.kernel import _table as k
from covergames.kernel.completion import Hidden
from covergames.kernel.position import Position, chance


class Prospects(NamedTuple):
    """Each seat's share of the victory in one playout, as `Search` estimates it."""

    final: Sequence[float]
    """At the end of the playout."""
    earlier: Sequence[float]
    """One season before."""


class Worlds:
    """The worlds that a viewer could be in. The same seed gives the same worlds.

    Covers that rivals have placed face down are chosen again, by the plan. `then` are decisions that are made in every world
    before everybody follows the plan; they must be legal in all of them.
    """

    def __init__(self, view: View, *, seasons: int, seed: int | str, then: Sequence[tuple[Seat, Action]] = ()) -> None:
        hidden = Hidden(view)
        position = hidden.visible()
        self._worlds = s.Worlds(
            position.table, [hidden.unseen(rivals_placed=False)], seasons=seasons, chance=chance(seed)
        )
        self._actions = _encoded(position, then)

    def prospects(self) -> Prospects:
        """Return the prospects in one more world."""
        self._worlds.deal_places()
        return _prospects(self._worlds.play_out(self._actions))


class Orders:
    """A position whose cards are all known, except the order within each group of places of the kernel's table.

    `then` are decisions that are made in every world, and `actual` are cards at places of the groups.
    """

    def __init__(
        self,
        position: Position,
        groups: Sequence[Sequence[int]],
        *,
        seasons: int,
        seed: int | str,
        then: Sequence[tuple[Seat, Action]] = (),
        actual: Sequence[tuple[int, Card]] = (),
    ) -> None:
        table = position.table
        unseen = [
            k.Unseen(
                list(group), [k.NOBODY] * len(group), [table[place] for place in group], placed=0, chosen=0, voted=0
            )
            for group in groups
        ]
        self._worlds = s.Worlds(table, unseen, seasons=seasons, chance=chance(seed))
        self._actions = _encoded(position, then)
        self._actual = actual

    def compared(self) -> tuple[Prospects, Prospects]:
        """Return the prospects in one more world with the actual cards in their places, and without; all else is equal."""
        worlds = self._worlds
        worlds.deal_places()
        without = worlds.play_out(self._actions)
        for place, card in self._actual:
            worlds.lay(place, card)
        return _prospects(worlds.play_out(self._actions)), _prospects(without)

    def played(self) -> Prospects:
        """Return the prospects in one more world."""
        self._worlds.deal_places()
        return _prospects(self._worlds.play_out(self._actions))

    def dealt(self) -> tuple[Prospects, Prospects]:
        """Return the prospects in one more world, and those after a new deal of the whole game."""
        self._worlds.deal_places()
        return _prospects(self._worlds.play_out(self._actions)), _prospects(self._worlds.new_deal())


def _encoded(position: Position, decisions: Sequence[tuple[Seat, Action]]) -> list[int]:
    return [code for seat, action in decisions for code in (seat, position.encode(seat, action))]


def _prospects(numbers: list[float]) -> Prospects:
    half = len(numbers) // 2
    return Prospects(numbers[:half], numbers[half:])
