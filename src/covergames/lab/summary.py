"""A summary of many games: scores, who wins from which seat, and how often things happen."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import sqrt

from covergames.game import Data
from covergames.lab.interval import Share, wilson
from covergames.lab.simulate import Outcome, Setup


@dataclass(frozen=True, slots=True)
class Scores:
    """The scores of many games; the deviation is that of a sample, 0 for a single game."""

    mean: float
    sd: float
    min: int
    max: int


@dataclass(frozen=True, slots=True)
class SeatSummary:
    """How a seat did; players who share a win get equal parts of it."""

    seat: int
    scores: Scores
    wins: Share


@dataclass(frozen=True, slots=True)
class BotSummary:
    """How a bot did, counted once for every seat that it played."""

    bot: str
    scores: Scores
    wins: Share
    figures: dict[str, float] = field(default_factory=dict)
    """What was counted for each seat, per game."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What was played, and the results."""

    game: str
    players: int
    options: Data
    line_up: tuple[str, ...]
    rotate: bool
    seed: int
    games: int
    seats: tuple[SeatSummary, ...]
    bots: tuple[BotSummary, ...]
    frequencies: dict[str, Share]
    decisions_per_game: float
    seconds: float
    games_per_second: float


class _Results:
    """Scores and wins of one seat or bot, as sums that do not depend on the order of games."""

    def __init__(self) -> None:
        self.scores: list[int] = []
        self.wins = 0.0
        self.figures: Counter[str] = Counter()

    def add(self, score: int, win: float, figures: Mapping[str, int]) -> None:
        self.scores.append(score)
        self.wins += win
        self.figures.update(figures)

    def summary(self) -> tuple[Scores, Share]:
        number = len(self.scores)
        mean = sum(self.scores) / number
        squares = sum((score - mean) ** 2 for score in self.scores)
        sd = sqrt(squares / (number - 1)) if number > 1 else 0.0
        return Scores(mean, sd, min(self.scores), max(self.scores)), wilson(min(self.wins, number), number)

    def figure_means(self) -> dict[str, float]:
        return {name: total / len(self.scores) for name, total in self.figures.items()}


def summarize(setup: Setup, outcomes: Iterable[Outcome], *, seconds: float, played_before: int = 0) -> Summary:
    """Summarize the games; `seconds` is the time of those that were not played before.

    Raises:
        ValueError: there is no game.
    """
    seats = [_Results() for _ in range(setup.players)]
    bots: defaultdict[str, _Results] = defaultdict(_Results)
    counts: defaultdict[str, int] = defaultdict(int)
    chances: defaultdict[str, int] = defaultdict(int)
    games = decisions = 0
    for outcome in outcomes:
        games += 1
        decisions += outcome.decisions
        for seat, (bot, score, win) in enumerate(zip(outcome.bots, outcome.scores, outcome.wins(), strict=True)):
            figures = {name: figure[seat] for name, figure in outcome.figures.items()}
            seats[seat].add(score, win, figures)
            bots[bot].add(score, win, figures)
        for name, (count, chance) in outcome.frequencies.items():
            counts[name] += count
            chances[name] += chance
    if not games:
        raise ValueError("no games to summarize")
    return Summary(
        game=setup.game,
        players=setup.players,
        options=setup.options,
        line_up=setup.line_up(0),
        rotate=setup.rotate,
        seed=setup.seed,
        games=games,
        seats=tuple(SeatSummary(seat, *results.summary()) for seat, results in enumerate(seats)),
        bots=tuple(BotSummary(bot, *bots[bot].summary(), bots[bot].figure_means()) for bot in sorted(bots)),
        frequencies={name: wilson(counts[name], chances[name]) for name in counts},
        decisions_per_game=decisions / games,
        seconds=seconds,
        games_per_second=(games - played_before) / seconds if seconds else 0.0,
    )
