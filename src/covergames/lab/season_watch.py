"""What is worth counting in a game of Cover Me: how often magazines reach three trends, or none."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from covergames.coverme import Event, Options, TwoPlayer
from covergames.coverme.events import Featured

SPECIALS: Final = {3: "three trends", 0: "triple zero"}
"""The trend values that score (CM-E2, CM-E4)."""


class SeasonWatch:
    """Counts the season specials of the players' magazines; fictional ones never score (CM-23)."""

    def __init__(self, players: int, options: Options) -> None:
        are_all_owned = players > 2 or options.two_player is TwoPlayer.ADVANCED
        self._owned = 2 * players if are_all_owned else players
        self._specials = 0
        self._counts = dict.fromkeys(SPECIALS.values(), 0)

    def see(self, events: Iterable[Event]) -> None:
        """Count what happened."""
        for event in events:
            if isinstance(event, Featured) and event.magazine < self._owned:
                self._specials += 1
                if event.value in SPECIALS:
                    self._counts[SPECIALS[event.value]] += 1

    def frequencies(self) -> dict[str, tuple[int, int]]:
        """How often, of how many magazines and seasons."""
        return {name: (count, self._specials) for name, count in self._counts.items()}
