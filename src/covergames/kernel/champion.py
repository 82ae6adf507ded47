"""The champion's search, and the network that it has learned from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from covergames.coverme import Action, View
from covergames.kernel import _champion as c
from covergames.kernel import _hand_network as h
from covergames.kernel import _network as n
from covergames.kernel import _plan as p
from covergames.kernel import _search as s
from covergames.kernel import _table as k
from covergames.kernel.search import Search

FILE: Final = Path(__file__).with_name("networks.json")
PRIOR_WORLDS: Final = 300
"""How many worlds the expectations of the network count for, before the search has seen any."""


class StoredNetworks(msgspec.Struct, forbid_unknown_fields=True):
    """The networks as a file: where they come from, and their weights."""

    origin: str
    """The command that wrote them."""
    covers: list[int]
    """For covers: the rows of all features, then two weights of each hidden unit, for the chance and for the gain of a card."""
    hands: list[int]
    """For hands: the rows of all features, then a weight of each hidden unit, for the gain of a card."""


@dataclass(frozen=True, slots=True)
class Networks:
    """What the champion has learned."""

    covers: n.Network
    wishes: p.Wishes

    @classmethod
    def of(cls, covers: list[int], hands: list[int] | None) -> Networks:
        """Return the networks with these weights; without any for hands, cards are wished for by the plan."""
        return cls(n.Network(covers), p.WISHES if hands is None else h.HandNetwork(hands))


def stored_networks(file: Path = FILE) -> StoredNetworks:
    """Return the weights in a file; without one, those of the package's networks."""
    return msgspec.json.decode(file.read_bytes(), type=StoredNetworks)


@cache
def trained_networks(file: Path = FILE) -> Networks:
    """Return the networks of a file; without one, those of the package."""
    stored = stored_networks(file)
    return Networks.of(stored.covers, stored.hands)


class Lead(NamedTuple):
    """How an action compares with the best one of the same search, in the worlds in which both were tried."""

    points: float
    """The sum of the prospects of the action less that of the best one, weighted: 0 or less."""
    weight: float
    """The weight of these worlds."""


class ChampionSearch(Search):
    """A search in which rivals, and playouts in their first season, choose covers by a network."""

    def __init__(
        self,
        view: View,
        *,
        seasons: int,
        seed: int | str,
        actions: Sequence[Action] | None = None,
        watched: bool = False,
        networks: Networks | None = None,
        believes: bool = True,
        plays_best: bool = True,
        prior_worlds: int = PRIOR_WORLDS,
    ) -> None:
        """Prepare a search as in `Search`.

        Args:
            view: What the seat sees.
            seasons: The length of a playout.
            seed: The same seed and the same calls lead to the same choice.
            actions: Legal actions; None: all of them.
            watched: Whether actions have an `outlook`.
            networks: What says which cards are placed and wished for; None: those of the package.
            believes: Whether a world counts less in which rivals would hardly have placed what they placed this season.
            plays_best: Whether the seat's own later covers in a playout are those that promise most; rivals always draw theirs.
            prior_worlds: How many worlds the expectations of the network count for.
        """
        self._networks = networks or trained_networks()
        self._believes = believes
        self._plays_best = plays_best
        self._prior_worlds = prior_worlds
        self._dropped: dict[int, tuple[list[float], float]] = {}
        """By number of an action that was dropped: the totals of all actions at that time, and the weight of the worlds."""
        super().__init__(view, seasons=seasons, seed=seed, actions=actions, watched=watched)

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
        return c.ChampionSearch(
            table,
            unseen,
            seat=seat,
            actions=actions,
            seasons=seasons,
            chance=chance,
            watched=watched,
            network=self._networks.covers,
            wishes=self._networks.wishes,
            believes=self._believes,
            plays_best=self._plays_best,
            prior_worlds=self._prior_worlds,
        )

    def keep_best(self, number: int) -> None:
        """Drop all actions except that many with the best prospects."""
        search = self._search
        before, sums = set(search.live), (list(search.totals), search.weight)
        super().keep_best(number)
        self._dropped.update(dict.fromkeys(before - set(search.live), sums))

    def leads(self) -> list[Lead]:
        """Return the lead of every action that the search began with, in their order."""
        search, best = self._search, self._search.best()
        now = (list(search.totals), search.weight)
        sums = [self._dropped.get(number, now) for number in range(len(self._actions))]
        return [Lead(totals[number] - totals[best], weight) for number, (totals, weight) in enumerate(sums)]
