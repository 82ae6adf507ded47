"""Round robin: every line-up plays the same deals, each deal once from every seat, so that luck cancels out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, combinations_with_replacement
from math import ceil
from statistics import NormalDist, fmean, stdev
from typing import Any, Final

from covergames.game import Data
from covergames.lab.extra import needed
from covergames.lab.interval import CONFIDENCE, wilson
from covergames.lab.run import Run
from covergames.lab.simulate import Outcome, Setup, UnplayableSetup

_Z: Final = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


def line_ups(bots: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """Return who meets: all choices of different bots or, with fewer bots than players, all tables with every bot.

    Raises:
        UnplayableSetup: there are fewer than two bots, or one is listed twice.
    """
    if len(set(bots)) != len(bots):
        twice = next(bot for bot in bots if bots.count(bot) > 1)
        raise UnplayableSetup(f"bot {twice!r} is listed twice")
    if len(bots) < 2:
        raise UnplayableSetup(f"a tournament needs at least two bots, not {len(bots)}")
    if len(bots) >= players:
        return list(combinations(bots, players))
    return [line_up for line_up in combinations_with_replacement(bots, players) if set(line_up) == set(bots)]


def setups(template: Setup, bots: Sequence[str]) -> list[Setup]:
    """Return one setup for every line-up, with rotated seats and the same deals."""
    return [
        replace(template, bots=line_up, rotate=True, duplicate=True) for line_up in line_ups(bots, template.players)
    ]


def whole_deals(games: int, players: int) -> int:
    """Return at least that many games, rounded up so that every deal is played from every seat."""
    return ceil(games / players) * players


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its 95% interval; None where there are too few cases."""

    mean: float
    low: float | None
    high: float | None

    def interval(self, shown: Callable[[float], str]) -> str:
        """Return the interval as text."""
        return "-" if self.low is None or self.high is None else f"{shown(self.low)} - {shown(self.high)}"


@dataclass(frozen=True, slots=True)
class Standing:
    """How a bot did. Shares and scores are per seat; the intervals are over deals, which all bots share."""

    bot: str
    seats: int
    mu: float
    """The openskill rating..."""
    sigma: float
    """...and its uncertainty, one standard deviation."""
    wins: Estimate
    corrected: Estimate | None
    """The luck-corrected share of the victory, if the luck was measured."""
    score: Estimate
    figures: dict[str, Estimate]
    """What was counted for each seat, per game."""


@dataclass(frozen=True, slots=True)
class Standings:
    """A tournament and its results, best first."""

    game: str
    players: int
    options: Data
    seed: int
    line_ups: int
    deals: int
    games: int
    standings: tuple[Standing, ...]


def standings(runs: Sequence[Run]) -> Standings:
    """Rate and rank the bots; only deals that all line-ups have played from all seats count.

    Raises:
        ValueError: there is no such deal.
    """
    players = runs[0].setup.players
    full = [_full_deals(run) for run in runs]
    deals = sorted(set.intersection(*full)) if full else []
    if not deals:
        raise ValueError("no deal has been played by every line-up from every seat")
    by_number = [{outcome.number: outcome for outcome in run.outcomes} for run in runs]
    outcomes = [
        games[number] for deal in deals for number in range(deal * players, (deal + 1) * players) for games in by_number
    ]
    per_deal = len(outcomes) // len(deals)
    ratings = rate(outcomes)
    bots = sorted(ratings, key=lambda bot: (-ratings[bot][0], bot))
    table = []
    for bot in bots:
        of_deals = [_of_deal(bot, outcomes[start : start + per_deal]) for start in range(0, len(outcomes), per_deal)]
        seats = sum(outcome.bots.count(bot) for outcome in outcomes)
        wins = _share([deal.wins for deal in of_deals])
        lucky = [deal.corrected for deal in of_deals if deal.corrected is not None]
        corrected = _estimate(lucky) if lucky else None
        score = _estimate([deal.score for deal in of_deals])
        figures = {name: _estimate([deal.figures[name] for deal in of_deals]) for name in outcomes[0].figures}
        table.append(Standing(bot, seats, *ratings[bot], wins, corrected, score, figures))
    setup = runs[0].setup
    return Standings(setup.game, players, setup.options, setup.seed, len(runs), len(deals), len(outcomes), tuple(table))


def rate(outcomes: Sequence[Outcome]) -> dict[str, tuple[float, float]]:
    """Return the bots' openskill ratings (Plackett-Luce) after these games, in this order: mean and standard deviation.

    A bot in several seats is rated in each of them separately, and gets the mean of the results.

    Raises:
        MissingExtra: openskill is not installed.
    """
    model: Any = needed("openskill.models", "a tournament").PlackettLuce()
    ratings = {bot: (model.mu, model.sigma) for outcome in outcomes for bot in outcome.bots}
    for outcome in outcomes:
        teams = [[model.rating(mu=ratings[bot][0], sigma=ratings[bot][1])] for bot in outcome.bots]
        rated = model.rate(teams, ranks=list(outcome.places))
        for bot in set(outcome.bots):
            own = [team[0] for team, name in zip(rated, outcome.bots, strict=True) if name == bot]
            ratings[bot] = fmean(rating.mu for rating in own), fmean(rating.sigma for rating in own)
    return {bot: (float(mu), float(sigma)) for bot, (mu, sigma) in ratings.items()}


def _full_deals(run: Run) -> set[int]:
    """Return the deals that were played from every seat."""
    numbers = {outcome.number for outcome in run.outcomes}
    players = run.setup.players
    return {
        number // players
        for number in numbers
        if number % players == 0 and numbers.issuperset(range(number, number + players))
    }


@dataclass(frozen=True, slots=True)
class _OfDeal:
    """How a bot did with one deal, per seat."""

    wins: float
    corrected: float | None
    score: float
    figures: dict[str, float]


def _of_deal(bot: str, outcomes: Sequence[Outcome]) -> _OfDeal:
    """Return the bot's means over all games with one deal."""
    seats = [(outcome, seat) for outcome in outcomes for seat, name in enumerate(outcome.bots) if name == bot]
    return _OfDeal(
        wins=fmean(outcome.wins()[seat] for outcome, seat in seats),
        corrected=fmean(outcome.corrected_wins()[seat] for outcome, seat in seats) if outcomes[0].luck else None,
        score=fmean(outcome.scores[seat] for outcome, seat in seats),
        figures={name: fmean(outcome.figures[name][seat] for outcome, seat in seats) for name in outcomes[0].figures},
    )


def _estimate(values: Sequence[float]) -> Estimate:
    mean = fmean(values)
    if len(values) < 2:
        return Estimate(mean, None, None)
    spread = _Z * stdev(values) / len(values) ** 0.5
    return Estimate(mean, mean - spread, mean + spread)


def _share(values: Sequence[float]) -> Estimate:
    """Return the mean with Wilson's interval for as many independent games as would vary as much as these deals."""
    mean = fmean(values)
    if len(values) < 2:
        return Estimate(mean, None, None)
    variance = stdev(values) ** 2 / len(values)
    games = max(len(values), round(mean * (1 - mean) / variance) if variance else 0)
    share = wilson(min(mean * games, games), games)
    return Estimate(mean, share.low, share.high)
