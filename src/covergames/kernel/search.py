"""Find the viewer's best action by trying every action in sampled worlds."""

from __future__ import annotations

from collections.abc import Sequence

from covergames.coverme import Action, View
from covergames.kernel import _search as s
from covergames.kernel.completion import Hidden
from covergames.kernel.position import chance


class Search:
    """A search for one decision. The caller says how many worlds are tried, and when the worst actions are dropped.

    A world is one arrangement of the unseen cards. Every remaining action is played out in it once, with all players
    following the playout policy for a number of seasons. The prospect of an action is the share of the victory that the
    viewer can then expect. The same seed and the same calls lead to the same choice.
    """

    def __init__(self, view: View, *, seasons: int, seed: int | str, actions: Sequence[Action] | None = None) -> None:
        """Prepare a search among these legal actions; None: among all of them."""
        if view.seat is None or not view.legal:
            raise ValueError(f"seat {view.seat} has nothing to decide")
        hidden = Hidden(view)
        position = hidden.visible()
        self._actions = view.legal if actions is None else actions
        self._worst: Action | None = None
        self._search = s.Search(
            position.table,
            hidden.unseen(rivals_placed=False),
            seat=view.seat,
            actions=[position.encode(view.seat, action) for action in self._actions],
            seasons=seasons,
            chance=chance(seed),
        )

    @property
    def playouts(self) -> int:
        """The number of playouts so far, including those for the strategies of rivals."""
        return int(self._search.playouts)

    @property
    def remaining(self) -> list[Action]:
        """The actions that have not been dropped, in the order of the view."""
        return [self._actions[number] for number in self._search.live]

    def try_world(self) -> None:
        """Try every remaining action in one more world."""
        self._search.try_world()

    def keep_best(self, number: int) -> None:
        """Drop all actions except that many with the best prospects."""
        self._worst = self.worst()
        self._search.drop_worst(number)

    def prospects(self) -> dict[Action, float]:
        """Return the mean prospect of every remaining action."""
        return {self._actions[number]: self._search.mean(number) for number in self._search.live}

    def latest(self) -> dict[Action, float]:
        """Return the prospect of every remaining action in the world that was tried last."""
        return {self._actions[number]: self._search.values[number] for number in self._search.live}

    def best(self) -> Action:
        """Return the action with the best prospect."""
        return self._actions[self._search.best()]

    def worst(self) -> Action:
        """Return the action with the worst prospect when actions were first dropped, or now if none has been."""
        if self._worst is not None:
            return self._worst
        prospects = self.prospects()
        return min(prospects, key=lambda action: prospects[action])

    def mixed(self) -> Action:
        """Return an action drawn from the mixed strategy, without actions that hardly ever occur in it."""
        return self._actions[self._search.mixed_choice()]
