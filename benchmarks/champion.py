"""Measure how often the champion of Cover Me wins, and what each of its parts adds.

    python -m benchmarks.champion [--games N] [--budget BUDGET] [--players N] [--option NAME=VALUE] [--seed N] [--processes N]
                                  [--against NAME[:BUDGET]] [NAME[:BUDGET] ...]

The names are `champion`, `editor`, the champion without one of its parts, and files of networks such as `new.json`: the champion with them.
One player of each name sits at a table with players of `--against`; every deal is played from every seat, and intervals (95%) are
computed over deals. A budget is that of a decision: playouts (`100p`) or processor time (`200ms`), so that other work on the machine makes no
difference but for its caches. `--budget` is for all, `NAME:BUDGET` for one.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from statistics import NormalDist, fmean, stdev
from time import process_time
from typing import Any, Final, TypeAlias

from rich.console import Console
from rich.progress import track
from rich.table import Table

from covergames import coverme
from covergames.bots import Budget
from covergames.bots.budget import BudgetError
from covergames.bots.coverme import ChampionBot, EditorBot
from covergames.commands.options import read_options
from covergames.dealer import RandomDealer
from covergames.games import game_named
from covergames.kernel.champion import Networks, stored_networks, trained_networks
from covergames.schema import read_options as options_of_data

Z: Final = NormalDist().inv_cdf(0.975)


class Unbelieving(ChampionBot):
    """All worlds count alike."""

    believes = False


class Unexpecting(ChampionBot):
    """It begins without expectations."""

    prior_worlds = 0


class Mixing(ChampionBot):
    """It draws covers from a mixed strategy, as the editor does."""

    mixes = True


class FarSighted(ChampionBot):
    """It plays out covers for two seasons, as the editor does."""

    cover_seasons = 2


class Wavering(ChampionBot):
    """In playouts its own covers are drawn, as those of rivals are."""

    plays_best = False


class Unwishing(ChampionBot):
    """It wishes for cards by the plan, as the editor does."""

    networks = Networks.of(stored_networks().covers, None)


Maker: TypeAlias = Callable[[random.Random, Budget, Callable[[], float]], Any]

MAKERS: Final[dict[str, Maker]] = {
    "champion": ChampionBot,
    "editor": EditorBot,
    "unbelieving": Unbelieving,
    "unexpecting": Unexpecting,
    "mixing": Mixing,
    "far-sighted": FarSighted,
    "unwishing": Unwishing,
    "wavering": Wavering,
}


@cache
def maker(name: str) -> Maker:
    """Return what makes a player of that name, or a champion with the networks of the file of that name."""
    if name in MAKERS:
        return MAKERS[name]

    class Taught(ChampionBot):
        networks = trained_networks(Path(name))

    return Taught


@dataclass(frozen=True, slots=True)
class Player:
    """A name, and the budget of a decision."""

    name: str
    budget: Budget

    @classmethod
    def parse(cls, text: str, budget: Budget) -> Player:
        """Return the player of a text such as ``editor`` or ``champion:50ms``."""
        name, has_own, own = text.partition(":")
        if name not in MAKERS and not Path(name).is_file():
            raise SystemExit(f"{name!r} is none of {', '.join(MAKERS)}, and there is no file of that name")
        return cls(name, read_budget(own) if has_own else budget)

    def __str__(self) -> str:
        return f"{self.name}:{self.budget}"


def read_budget(text: str) -> Budget:
    """Return the budget of a text; end with an explanation if it is not one."""
    try:
        return Budget.parse(text)
    except BudgetError as error:
        raise SystemExit(str(error)) from None


@dataclass(frozen=True, slots=True)
class Game:
    """A deal, and who plays it from which seat."""

    deal: str
    lineup: tuple[Player, ...]
    options: coverme.Options


def play(game: Game) -> tuple[list[float], list[int]]:
    """Play a game; return the shares of the win and the scores, by seat."""
    bots = [
        maker(player.name)(random.Random(f"{game.deal} {seat}"), player.budget, process_time)
        for seat, player in enumerate(game.lineup)
    ]
    dealer = RandomDealer(random.Random(game.deal))
    state = coverme.new(len(bots), game.options, dealer)
    while seats := coverme.to_act(state):
        for seat in seats:
            state = coverme.apply(state, seat, bots[seat].choose(coverme.view(state, seat)), dealer).state
    result = coverme.result(state)
    assert result is not None
    winners = result.places.count(1)
    return [(place == 1) / winners for place in result.places], list(result.scores)


def mean(numbers: Sequence[float]) -> tuple[float, float]:
    """Return the mean and half of its interval."""
    return fmean(numbers), Z * stdev(numbers) / len(numbers) ** 0.5 if len(numbers) > 1 else float("inf")


def games_of(
    players: Sequence[Player], against: Player, *, seats: int, deals: Sequence[str], options: coverme.Options
) -> list[Game]:
    """Return the games: every deal with the same players, each of whom sits on every seat once."""
    table = (*players, *[against] * (seats - len(players)))
    turned = [table[turn:] + table[:turn] for turn in range(seats)]
    return [Game(deal, lineup, options) for deal in deals for lineup in turned]


def main() -> None:
    """Play, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=["champion"], metavar="NAME")
    parser.add_argument("--games", type=int, default=100, metavar="N", help="rounded up to whole deals (100)")
    parser.add_argument("--budget", default="200ms", metavar="BUDGET", help="of a decision, such as 100p (200ms)")
    parser.add_argument("--players", type=int, default=4, metavar="N", help="seats (4)")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="such as length=longer")
    parser.add_argument("--against", default="editor", metavar="NAME", help="who sits on the other seats (editor)")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--processes", type=int, default=None, metavar="N")
    chosen = parser.parse_args()
    budget = read_budget(chosen.budget)
    players = [Player.parse(name, budget) for name in chosen.names]
    against = Player.parse(chosen.against, budget)
    deals = [f"{chosen.seed} {number}" for number in range(-(-chosen.games // chosen.players))]
    options = options_of_data(game_named("cover-me"), read_options(chosen.option), chosen.players)
    games = games_of(players, against, seats=chosen.players, deals=deals, options=options)
    wins: dict[tuple[Player, str], list[float]] = {}
    scores: dict[tuple[Player, str], list[float]] = {}
    with ProcessPoolExecutor(chosen.processes, mp_context=get_context("spawn")) as pool:
        played = zip(games, pool.map(play, games), strict=True)
        for game, (shares, points) in track(played, "playing", total=len(games)):
            for player, share, score in zip(game.lineup, shares, points, strict=True):
                wins.setdefault((player, game.deal), []).append(share)
                scores.setdefault((player, game.deal), []).append(score)
    printed = Table(title=f"{len(games)} games of {chosen.players}, {len(deals)} deals")
    for heading in ("player", "win share", "score"):
        printed.add_column(heading, justify="left" if heading == "player" else "right")
    for player in dict.fromkeys(player for player, _ in wins):
        rows = []
        for found, unit in ((wins, 100), (scores, 1)):
            middle, margin = mean([unit * fmean(found[player, deal]) for deal in deals])
            rows.append(f"{middle:.1f} ± {margin:.1f}")
        printed.add_row(str(player), *rows)
    Console().print(printed)


if __name__ == "__main__":
    main()
