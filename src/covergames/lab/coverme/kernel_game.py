"""Games of Cover Me played by the kernel alone, thousands per second.

The kernel has its own players: ``kernel-random`` decides at random, as the bot ``random`` does; ``kernel-trend``
follows a rule of thumb that is faster and weaker than the bot ``trend``. Such a game has an outcome and no record.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from covergames.coverme import Options, TwoPlayer
from covergames.game import Seat
from covergames.kernel import Policy, play_games
from covergames.lab.coverme.season_watch import SPECIALS
from covergames.lab.game_lab import KernelGame

POLICIES: Final[Mapping[str, Policy]] = {"kernel-random": Policy.RANDOM, "kernel-trend": Policy.TREND}


def kernel_game(line_up: Sequence[str], options: Options, *, seed: str, number: int) -> KernelGame:
    """Play one game. Unless the options name a starting seat, each seat starts in turn (CM-S4).

    A player that moves one seat on from game to game then starts from every seat equally often. The tallies are those of
    `SeasonWatch` that need no more than how often each seat scored with all models at 0.
    """
    players = len(line_up)
    start = Seat(number // players % players) if options.start is None else options.start
    policies = [POLICIES[name] for name in line_up]
    outcomes = play_games(players, replace(options, start=start), 1, seed=f"{seed} {number}", policies=policies)
    places = tuple(column[0] for column in outcomes.places)
    is_fictional = players == 2 and options.two_player is TwoPlayer.FICTIONAL
    specials = [
        [column[0] for column in magazine] for magazine in outcomes.specials[: players if is_fictional else None]
    ]
    total = sum(map(sum, specials))
    tallies: Counter[str] = Counter()
    for seat, place in enumerate(places):
        tallies[f"zeros.{specials[seat][0]}.seats"] += 1
        tallies[f"zeros.{specials[seat][0]}.first"] += place == 1
    return KernelGame(
        scores=tuple(column[0] for column in outcomes.scores),
        places=places,
        start=start,
        decisions=outcomes.decisions,
        frequencies={name: (sum(magazine[value] for magazine in specials), total) for value, name in SPECIALS.items()},
        tallies=dict(tallies),
    )
