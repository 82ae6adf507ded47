"""How much processor time commands and imports take to start, in a new process each: the best of several.

Other load on the machine hardly changes processor time; on an idle machine it is what a user waits. The first of several
processes writes the bytecode files that an installed package has.

    python -m benchmarks.startup

Exits with 1 if one takes longer than its goal.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
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
    """Return the least processor time that a process with these arguments took."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    taken = []
    for _ in range(RUNS):
        start = _children()
        subprocess.run([sys.executable, *arguments], stdout=subprocess.DEVNULL, check=True, env=environment)
        taken.append(_children() - start)
    return min(taken)


def _children() -> float:
    """Return the processor time of all child processes so far."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


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
