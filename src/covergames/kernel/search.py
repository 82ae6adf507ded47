"""Find the viewer's best action by trying every action in sampled worlds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from covergames.coverme import Action, Card, Feature, Keep, Place, Season, Take, View
from covergames.coverme.cards import Characteristic
from covergames.coverme.trends import CHARACTERISTICS, active_traits
from covergames.kernel import _search as s
from covergames.kernel import _table as k
from covergames.kernel.completion import Hidden
from covergames.kernel.position import chance

_SEASONS: Final = tuple(Season)


@dataclass(frozen=True, slots=True)
class Outlook:
    """What an action leads to, as means over the worlds; the season is the present one or, between seasons, the coming one."""

    trendy: float
    """How likely the seat's primary magazine scores a card with three trends (CM-E2)."""
    alternative: float
    """How likely it scores covers without a trend (CM-E4)."""
    prestige: tuple[float, ...]
    """By seat: the points gained in the season."""
    later_prestige: tuple[float, ...]
    """By seat: the points gained afterwards, until the playout ends."""
    scored: float
    """How many of the cards that the action places, features, takes or keeps are in the prestige stack when the playout ends."""
    trends: Mapping[Characteristic, float]
    """How likely each characteristic is a trend at the end of the season."""


class Search:
    """A search for one decision. The caller says how many worlds are tried, and when the worst actions are dropped.

    A world is one arrangement of the unseen cards. Every remaining action is played out in it once, with all players
    following the playout policy for a number of seasons. The prospect of an action is the share of the victory that the
    viewer can then expect. The same seed and the same calls lead to the same choice.
    """

    def __init__(
        self,
        view: View,
        *,
        seasons: int,
        seed: int | str,
        actions: Sequence[Action] | None = None,
        watched: bool = False,
    ) -> None:
        """Prepare a search among these legal actions; None: among all of them. A watched one has an `outlook`."""
        if view.seat is None or not view.legal:
            raise ValueError(f"seat {view.seat} has nothing to decide")
        hidden = Hidden(view)
        position = hidden.visible()
        self._actions = view.legal if actions is None else actions
        self._players = view.players
        self._worst: Action | None = None
        self._search = self._begin(
            position.table,
            hidden.unseen(rivals_placed=False),
            seat=view.seat,
            actions=[position.encode(view.seat, action) for action in self._actions],
            seasons=seasons,
            chance=chance(seed),
            watched=[_watched(cards_of(action, view)) for action in self._actions] if watched else [],
        )

    def _begin(
        self,
        table: k.Table,
        unseen: k.Unseen,
        *,
        seat: int,
        actions: list[int],
        seasons: int,
        chance: int,
        watched: list[int],
    ) -> s.Search:
        """Return the compiled search."""
        return s.Search(table, unseen, seat=seat, actions=actions, seasons=seasons, chance=chance, watched=watched)

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

    def planned(self) -> float:
        """Return the prospect of following the plan in the world that was tried last by a watched search."""
        return self._search.planned_value

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

    def mixture(self) -> dict[Action, float]:
        """Return the mixed strategy: how likely each remaining action is, without those that hardly ever occur in it."""
        weights = {self._actions[number]: self._search.mixed[number] for number in self._search.live}
        likely = {action: weight for action, weight in weights.items() if 2 * weight >= max(weights.values())}
        return {action: likely.get(action, 0.0) / sum(likely.values()) for action in weights}

    def outlook(self, action: Action) -> Outlook:
        """Return what an action of a watched search leads to."""
        search, number = self._search, self._actions.index(action)
        means = [count / search.worlds for count in search.counted(number)]
        seats = range(self._players)
        shown: list[Characteristic] = []
        if search.noted_season != k.NOBODY:
            for trait in active_traits(_SEASONS[search.noted_season]):
                shown += CHARACTERISTICS[trait]
        prestige = tuple(means[s.SEASON_PRESTIGE + seat] for seat in seats)
        return Outlook(
            trendy=means[s.TRENDY],
            alternative=means[s.ALTERNATIVE],
            prestige=prestige,
            later_prestige=tuple(means[s.FINAL_PRESTIGE + seat] - prestige[seat] for seat in seats),
            scored=means[s.SCORED],
            trends=dict(zip(shown, means[s.TREND_COUNTS :], strict=False)),
        )


def cards_of(action: Action, view: View) -> tuple[Card, ...] | None:
    """Return the cards that the action places, features, takes or keeps, perhaps none; None: the unknown top of the face-down pile."""
    match action:
        case Place(cards) | Keep(cards):
            return cards
        case Take(source):
            card = view.open_piles[source].top if source.is_open else view.face_down[0] if view.face_down else None
            return None if card is None else (card,)
        case Feature(_, card):
            return (card,)
        case _:
            return ()


def _watched(cards: tuple[Card, ...] | None) -> int:
    """Return the cards as the kernel's integer."""
    if cards is None:
        return k.NOBODY
    first, second = (*cards, k.NONE, k.NONE)[:2]
    return first + 256 * second
