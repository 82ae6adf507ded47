"""What a position is worth to each seat, when all of them follow the plan: the mean over sampled worlds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from covergames.coverme import Action, View
from covergames.game import Seat
from covergames.kernel import _search as s
from covergames.kernel import _table as k
from covergames.kernel.completion import Hidden
from covergames.kernel.position import Position, chance


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
        self._actions = [code for seat, action in then for code in (seat, position.encode(seat, action))]

    def prospects(self) -> list[float]:
        """Return each seat's share of the victory at the end of one more playout, as `Search` estimates it."""
        return self._worlds.play_out(self._actions)


def shuffled_prospects(
    position: Position, groups: Sequence[Sequence[int]], *, seasons: int, seed: int | str
) -> Iterator[list[float]]:
    """Yield each seat's prospect, playout after playout: all cards are known, except the order within each group of places.

    A place is an index of the kernel's table.
    """
    table = position.table
    unseen = [
        k.Unseen(list(group), [k.NOBODY] * len(group), [table[place] for place in group], placed=0, chosen=0, voted=0)
        for group in groups
    ]
    worlds = s.Worlds(table, unseen, seasons=seasons, chance=chance(seed))
    while True:
        yield worlds.play_out([])
