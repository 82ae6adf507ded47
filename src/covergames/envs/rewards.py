"""What a seat is rewarded for, by name; the same names serve both games.

| name | reward |
|---|---|
| `win` | at the end of the game, the share of the win: 1 for the only winner, 1/2 each for two (CM-X4, CU-X1) |
| `score` | at the end of the game, the score: prestige (CM-X2), or minus the points of Cover Up (CU-S5) |
| `progress` | the same sum, as it is made: after each season, or after each round |

An illegal action adds `ILLEGAL` to the reward of its seat, whatever the name.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final

from covergames.game import Result

ILLEGAL: Final = -1.0
"""The reward for an illegal action, which changes nothing else."""


class Reward(Enum):
    """The names of the rewards."""

    WIN = "win"
    SCORE = "score"
    PROGRESS = "progress"


def shares(places: Sequence[int]) -> list[float]:
    """Return each seat's share of the win, by place.

    >>> shares([1, 3, 1])
    [0.5, 0.0, 0.5]
    """
    winners = places.count(1)
    return [1 / winners if place == 1 else 0.0 for place in places]


def reward_of(
    reward: Reward, *, before: Sequence[int], after: Sequence[int], result: Result | None, sign: int = 1
) -> list[float]:
    """Return every seat's reward for one step.

    Args:
        reward: What is rewarded.
        before: The scores before the step.
        after: The scores after it.
        result: The result, if the game is over.
        sign: -1 where few points are good.
    """
    match reward:
        case Reward.PROGRESS:
            return [float(sign * (new - old)) for old, new in zip(before, after, strict=True)]
        case Reward.SCORE if result is not None:
            return [float(sign * score) for score in result.scores]
        case Reward.WIN if result is not None:
            return shares(result.places)
        case _:
            return [0.0] * len(after)
