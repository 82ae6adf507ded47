"""What an environment needs to know of a game: its numbers, its tables, its pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from covergames.envs.feature import Bytes, Feature, Mask
from covergames.game import Result

Picture: TypeAlias = npt.NDArray[np.uint8]
"""Height x width x 3 colours."""


class Table(Protocol):
    """One game. The seats of opponents decide by themselves."""

    def reset(self, seed: int) -> None:
        """Deal a new game, which follows from the seed and the decisions."""
        ...

    def to_act(self) -> list[int]:
        """Return the seats that owe a decision, without opponents; none if the game is over."""
        ...

    def observe(self, seat: int) -> Bytes:
        """Return what the seat observes."""
        ...

    def mask(self, seat: int) -> Mask:
        """Return which actions the seat may choose; a seat that owes no decision may only wait."""
        ...

    def step(self, actions: Mapping[int, int]) -> list[int]:
        """Carry out an action for some or all seats that owe a decision; return the seats whose action was illegal.

        An illegal action changes nothing.
        """
        ...

    def scores(self) -> list[int]:
        """Return everybody's score, as if the game ended now."""
        ...

    def result(self) -> Result | None:
        """Return scores and places once the game is over."""
        ...


class VectorEnv(Protocol):
    """Many games at once, stepped by one call.

    All arrays are the same objects after every step, and are overwritten by it. Row ``g`` of each is about game ``g`` and the
    seat that decides next in it. A game that is over is dealt again in the same step: the reward and the flags of that step are of
    the old game, the observation and the mask of the new one.
    """

    @property
    def games(self) -> int:
        """How many games there are."""
        ...

    @property
    def observations(self) -> Bytes:
        """Games x bytes: what the next seats observe."""
        ...

    @property
    def masks(self) -> Mask:
        """Games x actions: what they may do."""
        ...

    @property
    def seats(self) -> Bytes:
        """The next seat of each game."""
        ...

    @property
    def rewards(self) -> npt.NDArray[np.float32]:
        """Games x seats: everybody's reward for the last step."""
        ...

    @property
    def scores(self) -> npt.NDArray[np.int16]:
        """Games x seats: the scores after the last step, in a game that it ended the final ones."""
        ...

    @property
    def terminated(self) -> npt.NDArray[np.bool_]:
        """Whether the last step ended the game."""
        ...

    @property
    def truncated(self) -> npt.NDArray[np.bool_]:
        """Whether the game was cut off."""
        ...

    @property
    def illegal(self) -> npt.NDArray[np.bool_]:
        """Whether the last action was illegal, and changed nothing."""
        ...

    def reset(self, seed: int | str | None = None) -> tuple[Bytes, dict[str, Any]]:
        """Deal all games again."""
        ...

    def step(
        self, actions: npt.NDArray[Any]
    ) -> tuple[Bytes, npt.NDArray[np.float32], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]]:
        """Carry out one action in each game; return observations, rewards, both flags and the info."""
        ...

    def sample(self) -> Bytes:
        """Return a random legal action for each game, all equally likely."""
        ...

    def close(self) -> None:
        """End the processes, if there are any."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvGame:
    """A game for environments."""

    name: str
    features: Sequence[Feature]
    actions: int
    """How many actions there are."""
    score_sign: int
    """-1: few points are good."""
    new_table: Callable[[int, Any, Mapping[int, str]], Table]
    """Return a table, given the number of players, the options and the opponents by seat."""
    options: Callable[[], Any]
    """Return the default options."""
    examples: Callable[[Any, Any], list[tuple[Bytes, list[int], int]]]
    """Return a bot's decision, given its view and its action, as steps: observation, legal actions, action."""
    text: Callable[[Bytes], str]
    """Return an observation as text."""
    picture: Callable[[Bytes], Picture]
    """Return an observation as a picture."""
    new_vector: Callable[..., VectorEnv] | None = None
    """Return many games at once, given the arguments of `make_vec`."""

    @property
    def size(self) -> int:
        """How many bytes an observation has."""
        return self.features[-1].place.stop

    def observation_space(self) -> spaces.Dict:
        """Return the space of observations: the bytes of the features, and the mask of the legal actions."""
        return spaces.Dict(
            {
                "observation": spaces.Box(0, 255, (self.size,), np.uint8),
                "action_mask": spaces.Box(0, 1, (self.actions,), np.int8),
            }
        )

    def action_space(self) -> spaces.Discrete:
        """Return the space of actions."""
        return spaces.Discrete(self.actions)
