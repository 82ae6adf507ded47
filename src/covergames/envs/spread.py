"""Games spread over several processes, whose arrays are shared memory."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import pairwise
from multiprocessing.connection import Connection
from multiprocessing.shared_memory import SharedMemory
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from covergames.envs.feature import Bytes, Mask
from covergames.envs.table import VectorEnv

_ARRAYS: Final = (
    "observations",
    "masks",
    "seats",
    "rewards",
    "scores",
    "terminated",
    "truncated",
    "illegal",
)
"""What a process copies to the shared memory after each step."""
_STEP: Final = b"s"
_SAMPLE: Final = b"a"
_RESET: Final = b"r"
_CLOSE: Final = b"c"


class Spread:
    """The games of several processes as one `VectorEnv`; game ``g`` is the same game however many processes there are."""

    def __init__(self, make: Callable[..., VectorEnv], processes: int, arguments: Mapping[str, Any]) -> None:
        games: int = arguments["games"]
        if not 1 <= processes <= games:
            raise ValueError(f"{processes} processes: 1 to {games}, the number of games, are possible")
        self.games = games
        one = make(**{**arguments, "games": 1})
        shapes = {name: (games, *getattr(one, name).shape[1:]) for name in _ARRAYS}
        kinds = {name: getattr(one, name).dtype for name in _ARRAYS}
        shapes["actions"], kinds["actions"] = (games,), np.dtype(np.uint8)
        self._memories = {
            name: SharedMemory(create=True, size=max(1, int(np.prod(shape)) * kinds[name].itemsize))
            for name, shape in shapes.items()
        }
        arrays = {name: np.ndarray(shapes[name], kinds[name], memory.buf) for name, memory in self._memories.items()}
        self.observations: Bytes = arrays["observations"]
        self.masks: Mask = arrays["masks"]
        self.seats: Bytes = arrays["seats"]
        self.rewards: npt.NDArray[np.float32] = arrays["rewards"]
        self.scores: npt.NDArray[np.int16] = arrays["scores"]
        self.terminated: npt.NDArray[np.bool_] = arrays["terminated"]
        self.truncated: npt.NDArray[np.bool_] = arrays["truncated"]
        self.illegal: npt.NDArray[np.bool_] = arrays["illegal"]
        self._actions: Bytes = arrays["actions"]
        self._info = {"action_mask": self.masks, "seats": self.seats, "illegal_action": self.illegal}
        context = multiprocessing.get_context("spawn")
        bounds = [games * number // processes for number in range(processes + 1)]
        self._pipes: list[Connection] = []
        self._processes = []
        names = {name: memory.name for name, memory in self._memories.items()}
        for first, end in pairwise(bounds):
            ours, theirs = context.Pipe()
            mine = {**arguments, "games": end - first, "first": first}
            process = context.Process(
                target=_work, args=(theirs, make, mine, slice(first, end), names, shapes, kinds), daemon=True
            )
            process.start()
            theirs.close()
            self._pipes.append(ours)
            self._processes.append(process)
        self._wait()

    def reset(self, seed: int | str | None = None) -> tuple[Bytes, dict[str, Any]]:
        """Deal all games again."""
        self._tell(_RESET)
        for pipe in self._pipes:
            pipe.send(seed)
        self._wait()
        return self.observations, self._info

    def step(
        self, actions: npt.NDArray[Any]
    ) -> tuple[Bytes, npt.NDArray[np.float32], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]]:
        """Carry out one action in each game."""
        if actions.shape != (self.games,):
            raise ValueError(f"actions of the shape {actions.shape}: one for each of {self.games} games is needed")
        np.clip(actions, 0, 255, out=self._actions, casting="unsafe")
        self._tell(_STEP)
        self._wait()
        return self.observations, self.rewards, self.terminated, self.truncated, self._info

    def sample(self) -> Bytes:
        """Return a random legal action for each game, all equally likely."""
        self._tell(_SAMPLE)
        self._wait()
        return self._actions

    def close(self) -> None:
        """End the processes; the memory is freed when the caller has dropped the arrays as well."""
        if not self._processes:
            return
        self._tell(_CLOSE)
        for process, pipe in zip(self._processes, self._pipes, strict=True):
            process.join()
            process.close()
            pipe.close()
        self._processes.clear()
        for name in (*_ARRAYS, "_actions"):
            delattr(self, name)
        self._info.clear()
        for memory in self._memories.values():
            memory.unlink()
            with suppress(BufferError):  # the caller still has an array
                memory.close()

    def __enter__(self) -> Spread:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _tell(self, order: bytes) -> None:
        for pipe in self._pipes:
            pipe.send_bytes(order)

    def _wait(self) -> None:
        for pipe in self._pipes:
            pipe.recv_bytes()


def _work(
    pipe: Connection,
    make: Callable[..., VectorEnv],
    arguments: Mapping[str, Any],
    part: slice,
    names: Mapping[str, str],
    shapes: Mapping[str, tuple[int, ...]],
    kinds: Mapping[str, np.dtype[Any]],
) -> None:
    """Play a part of the games, as the other end of the pipe asks, until it is closed."""
    env = make(**arguments)
    memories = {name: SharedMemory(of) for name, of in names.items()}
    shared = {name: np.ndarray(shapes[name], kinds[name], memory.buf)[part] for name, memory in memories.items()}
    order = _RESET
    while order != _CLOSE:
        for name in _ARRAYS:
            shared[name][:] = getattr(env, name)
        pipe.send_bytes(order)
        try:
            order = pipe.recv_bytes()
        except EOFError:
            break
        if order == _STEP:
            env.step(shared["actions"])
        elif order == _SAMPLE:
            shared["actions"][:] = env.sample()
        elif order == _RESET:
            env.reset(pipe.recv())
    shared.clear()
    for memory in memories.values():
        memory.close()
