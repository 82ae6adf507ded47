"""How long commands and imports take to start, in a new process each: the best of several, on an idle machine.

    python -m benchmarks.startup

Exits with 1 if one takes longer than its goal.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

RUNS: Final = 7


class Start(NamedTuple):
    """What is started, and how long that may take."""

    arguments: Sequence[str]
    goal_seconds: float


STARTS: Final[Mapping[str, Start]] = {
    "covergames --help": Start(("-m", "covergames", "--help"), 0.25),
    "covergames --version": Start(("-m", "covergames", "--version"), 0.25),
    "import covergames.coverme": Start(("-c", "import covergames.coverme"), 0.1),
    "import covergames.coverup": Start(("-c", "import covergames.coverup"), 0.1),
}


def seconds(arguments: Sequence[str]) -> float:
    """Return the shortest time that a process with these arguments took."""
    taken = []
    for _ in range(RUNS):
        start = time.perf_counter()
        subprocess.run([sys.executable, *arguments], stdout=subprocess.DEVNULL, check=True)
        taken.append(time.perf_counter() - start)
    return min(taken)


def main() -> int:
    """Measure everything, and print a line for each; 1 if a goal is missed."""
    interpreter = seconds(("-c", "pass"))
    print(f"{interpreter:6.3f} s  the interpreter alone")
    is_missed = False
    for name, start in STARTS.items():
        # A command is measured as its user waits for it; an import, as it adds to a program that runs already.
        taken = seconds(start.arguments) - (interpreter if name.startswith("import") else 0)
        is_missed |= taken > start.goal_seconds
        print(f"{taken:6.3f} s  {name} (goal: {start.goal_seconds} s)")
    return int(is_missed)


if __name__ == "__main__":
    sys.exit(main())
