"""What is worth counting in a game of Cover Up, seat by seat over its rounds.

- ``above best``: points above those of the best piles of the same hands, the hourglass left out
- ``flips``: rounds in which the seat flipped the hourglass
- ``flawed``: rounds in which cards had to be taken off its pile
"""

from __future__ import annotations

from collections.abc import Iterable

from covergames.bots.coverup.sight import best_pile
from covergames.coverup import Event, Options
from covergames.coverup.events import RoundScored


class RoundWatch:
    """Counts what every seat made of its hands."""

    def __init__(self, players: int, options: Options) -> None:
        self._deck = options.deck
        self._above_best = [0] * players
        self._flips = [0] * players
        self._flawed = [0] * players

    def see(self, events: Iterable[Event]) -> None:
        """Count what happened."""
        for event in events:
            if isinstance(event, RoundScored):
                for seat, scored in enumerate(event.scores):
                    score = scored.score
                    hand = sorted([*(at.card for at in score.pile), *score.aside])
                    self._above_best[seat] += score.points - best_pile(tuple(hand), self._deck).points
                    self._flips[seat] += scored.hourglass != 0
                    self._flawed[seat] += bool(score.removed)

    def frequencies(self) -> dict[str, tuple[int, int]]:
        """Nothing is counted for the table as a whole."""
        return {}

    def tallies(self) -> dict[str, int]:
        """Nothing is counted for the table as a whole."""
        return {}

    def figures(self) -> dict[str, tuple[int, ...]]:
        """What the module's docstring lists."""
        return {
            "above best": tuple(self._above_best),
            "flips": tuple(self._flips),
            "flawed": tuple(self._flawed),
        }
