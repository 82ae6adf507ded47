"""Statistics of a game of Cover Up: the points of hands by round, and the effect of the hourglass.

The figures are counted for each seat over its rounds:

- ``above best``: points above those of the best piles of the same hands, the hourglass left out
- ``flips``: rounds in which the seat flipped the hourglass
- ``flawed``: rounds in which cards had to be taken off its pile

The tallies of a game have names made of parts:

- ``pile.ROUND.POINTS``: hands with that many points, without those of the hourglass
- ``aside.ROUND.NUMBER``: hands with that many cards aside at the end
- ``flip.ROUND.POINTS``: flips of the hourglass that brought that many points, -1 or 1
- ``flips.NUMBER.seats``, ``flips.NUMBER.first``: players who flipped that many times in the game, and how many of them came
  first, alone or with others
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from covergames.bots.coverup.sight import best_pile
from covergames.coverup import Event, Options
from covergames.coverup.events import GameEnded, RoundScored


class RoundWatch:
    """Counts the hands of all players, round by round, and what each seat achieved."""

    def __init__(self, players: int, options: Options) -> None:
        self._deck = options.deck
        self._above_best = [0] * players
        self._flips = [0] * players
        self._flawed = [0] * players
        self._hands = 0
        self._complete = 0
        self._tallies: Counter[str] = Counter()

    def see(self, events: Iterable[Event]) -> None:
        """Count what happened."""
        for event in events:
            match event:
                case RoundScored():
                    self._see_round(event)
                case GameEnded(result):
                    for place, flips in zip(result.places, self._flips, strict=True):
                        self._tallies[f"flips.{flips}.seats"] += 1
                        self._tallies[f"flips.{flips}.first"] += place == 1
                case _:
                    pass

    def frequencies(self) -> dict[str, tuple[int, int]]:
        """Return how often all five cards lay in the pile, and of how many hands."""
        return {"all five laid": (self._complete, self._hands)}

    def tallies(self) -> dict[str, int]:
        """Return the tallies that the module's docstring lists."""
        return dict(self._tallies)

    def figures(self) -> dict[str, tuple[int, ...]]:
        """Return the figures that the module's docstring lists."""
        return {
            "above best": tuple(self._above_best),
            "flips": tuple(self._flips),
            "flawed": tuple(self._flawed),
        }

    def _see_round(self, scored: RoundScored) -> None:
        for seat, seat_score in enumerate(scored.scores):
            score = seat_score.score
            aside = len(score.aside)
            hand = sorted([*(at.card for at in score.pile), *score.aside])
            self._above_best[seat] += score.points - best_pile(tuple(hand), self._deck).points
            self._flawed[seat] += bool(score.removed)
            self._hands += 1
            self._complete += aside == 0
            self._tallies[f"pile.{scored.round}.{score.points}"] += 1
            self._tallies[f"aside.{scored.round}.{aside}"] += 1
            if seat_score.hourglass:
                self._flips[seat] += 1
                self._tallies[f"flip.{scored.round}.{seat_score.hourglass}"] += 1
