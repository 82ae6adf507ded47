"""Games of Cover Me played by the kernel alone, thousands per second.

The kernel has its own players: ``kernel-random`` decides at random, as the bot ``random`` does; ``kernel-trend``
follows a rule of thumb that is faster and weaker than the bot ``trend``; ``kernel-plan`` plays as the bot ``plan``. Such a
game has an outcome and no record.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import compress
from typing import Final

from covergames.coverme import Options, TwoPlayer
from covergames.game import Seat
from covergames.kernel import Outcomes, Policy, play_deals
from covergames.lab.coverme.season_watch import SPECIALS
from covergames.lab.game_lab import KernelGames

POLICIES: Final[Mapping[str, Policy]] = {
    "kernel-random": Policy.RANDOM,
    "kernel-trend": Policy.TREND,
    "kernel-plan": Policy.PLAN,
}


def play_in_kernel(
    line_ups: Sequence[Sequence[str]], options: Options, *, seed: int, numbers: Sequence[int]
) -> KernelGames:
    """Play the games of these numbers. Unless the options name a starting seat, each seat starts in turn (CM-S4).

    A player that moves one seat on from game to game then starts from every seat equally often.
    """
    players = len(line_ups[0])
    start = options.start
    starts = [Seat(number // players % players) if start is None else start for number in numbers]
    policies = {line_up: [POLICIES[name] for name in line_up] for line_up in set(map(tuple, line_ups))}
    outcomes = play_deals(
        players,
        options,
        seeds=[f"{seed} {number}" for number in numbers],
        starts=starts,
        policies=[policies[tuple(line_up)] for line_up in line_ups],
    )
    return KernelGames(
        scores=_rows(outcomes.scores),
        places=_rows(outcomes.places),
        starts=starts,
        decisions=outcomes.decisions_of_games,
        frequencies=_frequencies(outcomes, options),
        tallies=_tallies(outcomes),
    )


def _rows(columns: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    return list(zip(*columns, strict=True))


def _frequencies(outcomes: Outcomes, options: Options) -> list[dict[str, tuple[int, int]]]:
    """Return for every game how often the players' magazines scored; fictional ones never do (CM-23)."""
    is_fictional = outcomes.players == 2 and options.two_player is TwoPlayer.FICTIONAL
    owned = outcomes.specials[: outcomes.players if is_fictional else None]
    by_value = [list(map(sum, zip(*columns, strict=True))) for columns in zip(*owned, strict=True)]
    totals = list(map(sum, zip(*by_value, strict=True)))
    games = list(zip(*(by_value[value] for value in SPECIALS), totals, strict=True))
    # Many games have the same frequencies, and share one dictionary.
    by_counts = {
        (*counts, total): {name: (count, total) for name, count in zip(SPECIALS.values(), counts, strict=True)}
        for *counts, total in set(games)
    }
    return [by_counts[game] for game in games]


def _tallies(outcomes: Outcomes) -> dict[str, int]:
    """Return the tallies of `SeasonWatch` that need no more than how often each seat scored with all models at 0."""
    tallies: Counter[str] = Counter()
    for places, specials in zip(outcomes.places, outcomes.specials, strict=False):
        zeros = specials[0]
        first = Counter(compress(zeros, map((1).__eq__, places)))
        for number, seats in Counter(zeros).items():
            tallies[f"zeros.{number}.seats"] += seats
            tallies[f"zeros.{number}.first"] += first[number]
    return dict(tallies)
