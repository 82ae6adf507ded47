"""A feature: a named part of an observation, with its meaning and the rules that it shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Bytes: TypeAlias = npt.NDArray[np.uint8]
"""An observation, or several: whole numbers from 0 to 255."""
Mask: TypeAlias = npt.NDArray[np.int8]
"""Which actions are legal: 1, or 0."""


@dataclass(frozen=True, slots=True)
class Feature:
    """Some neighbouring numbers of an observation."""

    name: str
    start: int
    length: int
    rules: str
    """The ids of the rules, separated by spaces."""
    meaning: str

    @property
    def place(self) -> slice[int, int, None]:
        """Where the numbers are: ``observation[..., feature.place]``."""
        return slice(self.start, self.start + self.length)


def numbered(values: Iterable[Enum], first: int = 0) -> str:
    """Return what numbers mean: ``0 winter, 1 spring``."""
    return ", ".join(f"{number} {value.value}" for number, value in enumerate(values, start=first))


class Layout:
    """Adds features one after the other."""

    def __init__(self) -> None:
        self._size = 0

    def add(self, name: str, length: int, rules: str, meaning: str) -> Feature:
        """Return a feature that begins where the previous one ends."""
        feature = Feature(name, self._size, length, rules, meaning)
        self._size += length
        return feature


def write_features(features: Sequence[Feature], values: Mapping[str, Any]) -> Bytes:
    """Return an observation with a value for every feature.

    Raises:
        KeyError: a feature has no value.
    """
    observation = np.zeros(features[-1].place.stop, np.uint8)
    for feature in features:
        observation[feature.place] = np.minimum(values[feature.name], 255)
    return observation


def read_features(features: Sequence[Feature], observation: Bytes) -> dict[str, list[int]]:
    """Return the numbers of an observation by the names of the features."""
    return {feature.name: observation[feature.place].tolist() for feature in features}
