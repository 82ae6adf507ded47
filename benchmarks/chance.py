"""How much of the results of Cover Me can chance explain at all? Two answers, with 95% intervals.

    python -m benchmarks.chance deals --games 60 --bots plan --seed 5
    python -m benchmarks.chance steps --games 16 --bots plan --seed 8

`deals` plays each deal, with all its shuffles, as often as there are players: same seats, other choices of the bots at random. It prints the
share of the variance of results that the deal explains. `steps` follows whole games and divides the variance among the steps: the change of
each seat's chances to win at each draw and at each month's choices, squared. The chances come from playouts of the plan to the end of the
game, from the whole position: of games of `plan` they are the right ones. No correction of chance can take off what the choices explain.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise
from math import sqrt
from statistics import fmean

from covergames import coverme
from covergames.analysis.coverme.luck import drawn, unknown_orders
from covergames.analysis.coverme.values import Z
from covergames.coverme import Action, State
from covergames.game import Seat
from covergames.kernel import Orders, Position
from covergames.lab import Setup, play
from covergames.record import replay

PLAYERS = 4
WHOLE_GAME = 99
"""More seasons than a game has."""
Shares = Sequence[float]


def deals(bot: str, games: int, seed: int) -> list[Mapping[str, float]]:
    """Return for each deal the product of the results of two games with it, and the square of one."""
    setup = Setup(game=coverme.NAME, players=PLAYERS, bots=(bot,), seed=seed, duplicate=True)
    found: list[Mapping[str, float]] = []
    for deal in range(games):
        wins = [play(setup, PLAYERS * deal + turn).outcome.wins() for turn in range(PLAYERS)]
        gains = [[share - 1 / PLAYERS for share in game] for game in wins]
        both = [one[seat] * other[seat] for one, other in combinations(gains, 2) for seat in range(PLAYERS)]
        found.append({"the deal": fmean(both), "all": fmean(gain * gain for game in gains for gain in game)})
    return found


def steps(bot: str, games: int, seed: int, playouts: int) -> list[Mapping[str, float]]:
    """Return for each game the squared changes of the chances to win: at the deal, at choices and at draws."""
    setup = Setup(game=coverme.NAME, players=PLAYERS, bots=(bot,), seed=seed)
    return [of_game(setup, number, playouts) for number in range(games)]


def of_game(setup: Setup, number: int, playouts: int) -> Mapping[str, float]:
    """Return the squared changes in one game. Two estimates with different playouts are multiplied: noise adds nothing."""
    moments = list(replay(play(setup, number).record, coverme))

    def chances(state: State, name: str, then: Sequence[tuple[Seat, Action]] = ()) -> tuple[Shares, Shares]:
        one, other = (estimate(state, f"{number} {name} {half}", playouts, then) for half in "ab")
        return one, other

    found = {"the deal": 0.0, "draws": 0.0, "choices": 0.0}
    before: tuple[Shares, Shares] = ([1 / PLAYERS] * PLAYERS, [1 / PLAYERS] * PLAYERS)

    def note(what: str, after: tuple[Shares, Shares]) -> None:
        nonlocal before
        changes = [[new - old for new, old in zip(*pair, strict=True)] for pair in zip(after, before, strict=True)]
        found[what] += fmean(one * other for one, other in zip(*changes, strict=True))
        before = after

    note("the deal", chances(moments[0].state, "deal"))
    for earlier, moment in pairwise(moments):
        state, later = earlier.state, moment.state
        if drawn(unknown_orders(state), state, later):
            assert moment.seat is not None
            assert moment.action is not None
            note("choices", chances(state, f"{moment.index} chosen", [(moment.seat, moment.action)]))
            note("draws", chances(later, f"{moment.index}"))
        elif (state.phase, state.month) != (later.phase, later.month):
            note("choices", chances(later, f"{moment.index}"))
    return found | {"all": sum(found.values())}


def estimate(state: State, name: str, playouts: int, then: Sequence[tuple[Seat, Action]]) -> Shares:
    """Return each seat's chances to win from the whole position, the piles in any order that agrees with it."""
    orders = Orders(Position.of(state), unknown_orders(state), seasons=WHOLE_GAME, seed=name, then=then)
    played = [orders.played().final for _ in range(playouts)]
    return [fmean(shares) for shares in zip(*played, strict=True)]


def share(found: Sequence[Mapping[str, float]], what: str) -> str:
    """Return the share of the variance with half of its 95% interval (jackknife over games)."""
    part, whole = sum(one[what] for one in found), sum(one["all"] for one in found)
    without = [(part - one[what]) / (whole - one["all"]) for one in found]
    spread = sqrt((len(found) - 1) / len(found) * sum((one - fmean(without)) ** 2 for one in without))
    return f"{part / whole:.1%} ± {Z * spread:.1%}"


def main() -> None:
    """Read the options, measure and print."""
    parser = argparse.ArgumentParser(description="Measure how much of the results of Cover Me chance can explain.")
    parser.add_argument("measure", choices=("deals", "steps"))
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--bots", default="plan", help="One bot for all seats.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--playouts", type=int, default=60, help="For each estimate of a step.")
    given = parser.parse_args()
    if given.measure == "deals":
        found = deals(given.bots, given.games, given.seed)
    else:
        found = steps(given.bots, given.games, given.seed, given.playouts)
    for what in found[0]:
        print(
            f"{what}: {share(found, what)}" if what != "all" else f"variance: {fmean(one['all'] for one in found):.3f}"
        )


if __name__ == "__main__":
    main()
