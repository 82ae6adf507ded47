"""Play both games with the installed package, compiled or not, and print how fast.

python compilation/try_installed.py               what is installed
python compilation/try_installed.py --compiled    fail unless it is compiled
"""

from __future__ import annotations

import random
import sys
import time
import warnings
from collections.abc import Callable
from importlib.metadata import version

import covergames
from covergames import coverme, coverup, kernel
from covergames.coverme import rules as cover_me_rules
from covergames.coverup import rules as cover_up_rules
from covergames.coverup import solver
from covergames.dealer import RandomDealer


def decisions_per_second(seconds: float = 0.5) -> float:
    """Play Cover Me by the public functions, with the first legal action each time."""
    dealer = RandomDealer(random.Random(1))
    decisions, start = 0, time.perf_counter()
    while time.perf_counter() < start + seconds:
        state = coverme.new(4, coverme.Options(), dealer)
        while seats := coverme.to_act(state):
            state = coverme.apply(state, seats[0], coverme.legal(state, seats[0])[0], dealer).state
            decisions += 1
    return decisions / (time.perf_counter() - start)


def solve() -> None:
    """Solve a hand of Cover Up that has to have 18 points."""
    deck = coverup.house_deck()
    best = coverup.solve([deck.card(name) for name in ("g01", "y01", "y02", "r01", "r02")], deck)
    assert (best.points, best.proven) == (18, True), best


def seconds_of(action: Callable[[], object]) -> float:
    """Return how long an action takes."""
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def main() -> None:
    """Try everything that is compiled."""
    assert version("covergames") == covergames.__version__
    modules = (cover_me_rules, cover_up_rules)
    compiled = {
        "kernel": kernel.IS_COMPILED,
        "solver": solver.IS_COMPILED,
        "rules": not any(str(module.__file__).endswith(".py") for module in modules),
    }
    print(f"covergames {covergames.__version__} in {covergames.__path__[0]}")
    print("compiled:", ", ".join(name for name, is_compiled in compiled.items() if is_compiled) or "nothing")
    games = 10_000 if kernel.IS_COMPILED else 20
    with warnings.catch_warnings():
        if "--compiled" not in sys.argv[1:]:
            warnings.simplefilter("ignore")
        seconds = seconds_of(lambda: kernel.play_games(4, coverme.Options(), games, seed=1))
        print(f"kernel: {games / seconds:,.0f} games of Cover Me a second")
        print(f"rules: {decisions_per_second():,.0f} decisions of Cover Me a second")
        print(f"solver: {1000 * seconds_of(solve):,.1f} ms for a hand of five cards")
    if "--compiled" in sys.argv[1:] and not all(compiled.values()):
        raise SystemExit("this is not a compiled package")


if __name__ == "__main__":
    main()
