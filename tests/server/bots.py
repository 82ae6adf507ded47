"""Bots that misbehave."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Sequence
from typing import Any

from covergames.bots.budget import Budget


class Counting:
    """Returns how often it was asked, and prints to standard output."""

    def __init__(self, _generator: random.Random) -> None:
        self.asked = 0

    def choose(self, _view: Any) -> int:
        print("thinking aloud")
        self.asked += 1
        return self.asked


class Forgetting:
    """Returns the process in which it thinks, and remembers nothing."""

    remembers = False

    def __init__(self, _generator: random.Random) -> None:
        pass

    def choose(self, _view: Any) -> int:
        return os.getpid()


class Remembering(Forgetting):
    """The same, but it may remember something."""

    remembers = True


class Raising:
    """Raises an error."""

    def __init__(self, _generator: random.Random) -> None:
        pass

    def choose(self, view: Any) -> Any:
        raise ValueError(f"no idea about {view}")


class Dying:
    """Ends its process."""

    def __init__(self, _generator: random.Random) -> None:
        pass

    def choose(self, _view: Any) -> Any:
        os._exit(3)


class Interrupted(Counting):
    """Receives SIGINT while it thinks."""

    def choose(self, view: Any) -> int:
        os.kill(os.getpid(), signal.SIGINT)
        return super().choose(view)


class Sleeping:
    """Never answers."""

    def __init__(self, _generator: random.Random) -> None:
        pass

    def choose(self, _view: Any) -> Any:
        while True:
            time.sleep(3600)


class Budgeted:
    """Returns how much of a budget of a second is spent after the time in the view."""

    def __init__(self, _generator: random.Random) -> None:
        self._now = 0.0

    def choose(self, view: Any) -> float:
        self._now = 0.0
        spending = Budget(seconds=1).begin(lambda: self._now)
        self._now = view
        return spending.share(0)


class Sharing:
    """Thinks about a part until it is recalled, and chooses the sum of the parts; alone it chooses 1."""

    remembers = False

    def __init__(self, _generator: random.Random, budget: Budget = Budget(seconds=3600)) -> None:  # noqa: B008 (a value)
        self._budget = budget

    def choose(self, _view: Any) -> int:
        return 1

    def part(self, view: Any) -> Any:
        spending = self._budget.begin()
        while spending.share(0) < 1:
            pass
        return view

    def merged(self, _view: Any, parts: Sequence[Any]) -> Any:
        return sum(parts)
