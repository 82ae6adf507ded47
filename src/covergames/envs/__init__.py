"""Environments for learning: Cover Me and Cover Up for PettingZoo and Gymnasium, and thousands of games at once as arrays.

They need ``pip install 'covergames[envs]'``. [Training](../training.md) explains them, and [observations](../observations.md)
lists every action and every feature.

>>> from covergames import envs
>>> env = envs.aec("cover-me", players=3)
>>> env.reset(seed=1)
>>> observation, reward, terminated, truncated, info = env.last()
>>> env.step(int(info["action_mask"].argmax()))

Importing this package registers ``covergames/CoverMe-v0`` and ``covergames/CoverUp-v0`` with Gymnasium:

>>> import gymnasium
>>> env = gymnasium.make("covergames/CoverMe-v0", opponents="kernel-trend")
>>> observation, info = env.reset(seed=1)
"""

from __future__ import annotations

try:
    import gymnasium as _gymnasium  # noqa: F401
    import numpy as _numpy  # noqa: F401
    import pettingzoo as _pettingzoo  # noqa: F401
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        f"environments need {error.name}, which is not installed: pip install 'covergames[envs]'", name=error.name
    ) from None

from covergames.envs.aec import SeatsInTurn
from covergames.envs.dataset import write_dataset
from covergames.envs.feature import Feature, read_features
from covergames.envs.making import aec, make_vec, one_seat, parallel, register
from covergames.envs.parallel import SeatsAtOnce
from covergames.envs.play import Settings
from covergames.envs.rewards import ILLEGAL, Reward
from covergames.envs.single import OneSeat
from covergames.envs.table import VectorEnv

__all__ = [
    "ILLEGAL",
    "Feature",
    "OneSeat",
    "Reward",
    "SeatsAtOnce",
    "SeatsInTurn",
    "Settings",
    "VectorEnv",
    "aec",
    "make_vec",
    "one_seat",
    "parallel",
    "read_features",
    "write_dataset",
]

register()
