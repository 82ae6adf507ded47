"""What the viewer of a view should do, found out by trying it in sampled worlds."""

from __future__ import annotations

from covergames.coverme import Action, View
from covergames.kernel import _search as s
from covergames.kernel.completion import Hidden
from covergames.kernel.position import chance


class Search:
    """A decision of the viewer. Whoever holds it says how many worlds are tried, and when the worst actions are given up.

    A world is one way in which the unseen cards may lie. Every action still in question is played out in it once, all
    players going on by a rule of thumb for so many seasons; its prospect is the share of the victory that the viewer
    can then expect. The same seed, worlds and givings-up lead to the same choice.
    """

    def __init__(self, view: View, *, seasons: int, seed: int | str) -> None:
        if view.seat is None or not view.legal:
            raise ValueError(f"seat {view.seat} has nothing to decide")
        hidden = Hidden(view)
        position = hidden.visible()
        self._actions = view.legal
        self._search = s.Search(
            position.table,
            hidden.unseen(rivals_placed=False),
            seat=view.seat,
            actions=[position.encode(view.seat, action) for action in view.legal],
            seasons=seasons,
            chance=chance(seed),
        )

    @property
    def playouts(self) -> int:
        """How many there were so far; some were spent on what rivals should do."""
        return int(self._search.playouts)

    @property
    def in_question(self) -> list[Action]:
        """The actions that have not been given up, in the order of the view."""
        return [self._actions[number] for number in self._search.live]

    def try_world(self) -> None:
        """Try every action still in question in one more world."""
        self._search.try_world()

    def give_up_all_but(self, remaining: int) -> None:
        """Only so many of the actions, those with the best prospects, stay in question."""
        self._search.drop_worst(remaining)

    def prospects(self) -> dict[Action, float]:
        """The mean prospect of every action still in question."""
        return {self._actions[number]: self._search.mean(number) for number in self._search.live}

    def best(self) -> Action:
        """The action with the best prospect."""
        return self._actions[self._search.best()]

    def mixed(self) -> Action:
        """An action drawn from the mixed strategy, without what that hardly ever does."""
        return self._actions[self._search.mixed_choice()]
