"""A summary of many games: scores, who wins from which seat, and how often things happen."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from operator import mul

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
        self.wins = Fraction(0)
        self.figures: Counter[str] = Counter()

    def summary(self) -> tuple[Scores, Share]:
        number, total = len(self.scores), sum(self.scores)
        squares = number * sum(map(mul, self.scores, self.scores)) - total * total
        sd = sqrt(squares / (number * (number - 1))) if number > 1 else 0.0
        return Scores(total / number, sd, min(self.scores), max(self.scores)), wilson(float(self.wins), number)

    def figure_means(self) -> dict[str, float]:
        return {name: total / len(self.scores) for name, total in self.figures.items()}


def summarize(setup: Setup, outcomes: Iterable[Outcome], *, seconds: float, played_before: int = 0) -> Summary:
    """Summarize the games; `seconds` is the time of those that were not played before.

    Raises:
        ValueError: there is no game.
    """
    seats = [_Results() for _ in range(setup.players)]
    bots: defaultdict[str, _Results] = defaultdict(_Results)
    counts: Counter[str] = Counter()
    chances: Counter[str] = Counter()
    games = decisions = 0
    # By line-up and column by column: a loop over the seats of each game would take longer than the kernel's games.
    by_line_up: defaultdict[tuple[str, ...], list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        by_line_up[outcome.bots].append(outcome)
    for line_up, played in by_line_up.items():
        games += len(played)
        decisions += sum([outcome.decisions for outcome in played])
        scores = list(zip(*[outcome.scores for outcome in played], strict=True))
        wins = _wins([outcome.places for outcome in played])
        for seat, bot in enumerate(line_up):
            for results in (seats[seat], bots[bot]):
                results.scores += scores[seat]
                results.wins += wins[seat]
                for name, figures in _columns([outcome.figures for outcome in played]).items():
                    results.figures[name] += sum(figures[seat])
        for name, (count, chance) in _columns([outcome.frequencies for outcome in played]).items():
            counts[name] += sum(count)
            chances[name] += sum(chance)
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


def _columns(games: Sequence[Mapping[str, tuple[int, ...]]]) -> dict[str, list[tuple[int, ...]]]:
    """Return each name's numbers, place by place; all games of one setup have the same names."""
    return {name: list(zip(*[game[name] for game in games], strict=True)) for name in games[0]}


def _wins(games: Iterable[tuple[int, ...]]) -> list[Fraction]:
    """Return each seat's victories from the places of these games; players who share one get equal parts of it."""
    wins: list[Fraction] = []
    for places, times in Counter(games).items():
        share = Fraction(times, places.count(1))
        wins = wins or [Fraction(0)] * len(places)
        wins = [won + share if place == 1 else won for won, place in zip(wins, places, strict=True)]
    return wins
