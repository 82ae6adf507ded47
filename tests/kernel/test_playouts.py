"""Many games at once: their outcomes and their random numbers, the same interpreted and compiled."""

from __future__ import annotations

import doctest
import json
import random
import resource
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from statistics import mean, stdev

import pytest

from covergames import coverme
from covergames import kernel as kernel_package
from covergames.coverme import GameLength, Options, TwoPlayer
from covergames.game import Seat
from covergames.kernel import Hidden, Outcomes, Policy, Position, Until, play_games, play_out, playouts
from covergames.kernel import _table as k
from covergames.kernel.playouts import set_policies
from tests.contract.adapters import COVER_ME_VARIANTS, Table
from tests.kernel.conftest import COMPILED
from tests.kernel.replaying import Tape

SAME = """
import json, sys
from hashlib import sha256
from covergames.coverme import Options, TwoPlayer, GameLength
from covergames.kernel import IS_COMPILED, Policy, play_games
tables = [(4, Options()), (2, Options()), (2, Options(two_player=TwoPlayer.ADVANCED, length=GameLength.LONGER)),
          (5, Options(same_value="drawn", years=2))]
digests = []
for policy in Policy:
    for players, options in tables:
        outcomes = play_games(players, options, 12, seed="same", policies=policy)
        digests.append([outcomes.decisions, sha256(outcomes.numbers.tobytes()).hexdigest()])
print(json.dumps([IS_COMPILED, digests]))
"""


@pytest.mark.slow
def test_the_same_games_compiled_and_interpreted(tmp_path: Path) -> None:
    """The same seed gives the same games whether the kernel is compiled or not; interpreted, it warns."""
    package = Path(str(k.__file__)).parents[1]
    twin = tmp_path / "covergames"
    twin.mkdir()
    for path in package.rglob("*.py"):
        copy = twin / path.relative_to(package)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    answers = []
    for home in (package.parent, tmp_path):
        done = subprocess.run(
            [sys.executable, "-c", SAME], env={"PYTHONPATH": str(home)}, capture_output=True, text=True, check=True
        )
        answers.append(json.loads(done.stdout))
        assert ("InterpretedKernelWarning" in done.stderr) is not answers[-1][0], done.stderr
    assert answers[1][0] is False
    assert answers[0][0] is not str(k.__file__).endswith(".py")
    assert answers[0][1] == answers[1][1]


@pytest.mark.parametrize("table", COVER_ME_VARIANTS, ids=lambda table: table.name)
def test_outcomes_of_fresh_games(table: Table) -> None:
    """Every game has a winner, places follow from scores, and there is a special for each season."""
    outcomes = play_games(table.players, table.options, 40, seed=table.name)
    seasons = table.options.number_of_years * len(table.options.seasons)
    rows = zip(*outcomes.scores, *outcomes.places, strict=True)
    for row in rows:
        scores, places = row[: table.players], row[table.players :]
        assert min(places) == 1
        assert scores[places.index(1)] == max(scores)
    for counts in outcomes.specials:
        assert min(sum(column) for column in zip(*counts, strict=True)) >= min(seasons, 6)
    assert outcomes.decisions > 40 * 3 * seasons * table.players // 2


def test_the_same_seed_gives_the_same_games() -> None:
    """The seed determines all random numbers."""
    assert play_games(3, Options(), 20, seed=5) == play_games(3, Options(), 20, seed=5)
    assert play_games(3, Options(), 20, seed=5) != play_games(3, Options(), 20, seed=6)


@pytest.mark.parametrize("policy", Policy, ids=lambda policy: policy.name)
def test_a_game_does_not_depend_on_the_one_before(policy: Policy) -> None:
    """A used table plays the same game as a new table with the same seed (CM-S5: the tracks, too)."""
    for number in range(20):
        used, fresh = (Position(4, Options(start=Seat(0))).table for _ in range(2))
        for table in (used, fresh):
            set_policies(table, policy)
        used[k.CHANCE] = number + 1
        play = vars(playouts)["g"].play_games
        play(used, 1)
        fresh[k.CHANCE] = used[k.CHANCE]
        assert list(play(used, 1)) == list(play(fresh, 1))


def test_play_out_does_not_change_the_position() -> None:
    """The same position can be played out many times."""
    position = Position.deal(4, Options(), seed=3)
    before = position.fields()
    outcomes = play_out(position, 50, seed=1)
    assert position.fields() == before
    assert play_out(position, 50, seed=1) == outcomes
    assert len(set(outcomes.scores[0])) > 3


def test_play_out_to_the_end_of_the_season() -> None:
    """Every magazine has one special, and a score that follows from its trend value (CM-E2, CM-E4)."""
    outcomes = play_out(Position.deal(4, Options(), seed=3), 300, seed=1, until=Until.SEASON)
    for seat in range(4):
        for game in range(outcomes.games):
            value = [column[game] for column in outcomes.specials[seat]].index(1)
            score = outcomes.scores[seat][game]
            assert (score == 0) is (value in (1, 2))
            assert value != 3 or 2 <= score <= 5


def test_a_kernel_game_steps_like_any_other() -> None:
    """A game dealt by the kernel can be played to its result by legal actions."""
    position = Position.deal(2, Options(length=GameLength.SHORTER, two_player=TwoPlayer.ADVANCED), seed="x")
    while seats := position.to_act():
        position.apply(seats[0], position.legal(seats[0])[-1])
    result = position.result()
    assert result is not None
    assert result == position.standings()


def test_random_is_as_random_as_the_rules(kernel: str) -> None:
    """The mean score of random games equals that of the rules, within five standard errors."""
    chooser = random.Random(9)
    scores: list[int] = []
    for _ in range(60):
        tape = Tape(chooser)
        state = coverme.new(4, Options(), tape)
        while seats := coverme.to_act(state):
            seat = chooser.choice(seats)
            state = coverme.apply(state, seat, chooser.choice(coverme.legal(state, seat)), tape).state
        result = coverme.result(state)
        assert result is not None
        scores += result.scores
    ours = [
        score
        for column in play_games(4, Options(), 3000 if kernel == COMPILED else 60, seed=9).scores
        for score in column
    ]
    error = (stdev(scores) ** 2 / len(scores) + stdev(ours) ** 2 / len(ours)) ** 0.5
    assert abs(mean(ours) - mean(scores)) < 5 * error


def share_of_wins(outcomes: Outcomes, seat: int) -> float:
    """Return the wins of that seat; a shared win counts as a part."""
    wins = 0.0
    for places in zip(*outcomes.places, strict=True):
        wins += (places[seat] == 1) / places.count(1)
    return wins / outcomes.games


def test_the_trend_policy_beats_the_random_one(kernel: str) -> None:
    """One seat with the trend policy wins far more than its share against three random ones."""
    policies = [Policy.TREND, Policy.RANDOM, Policy.RANDOM, Policy.RANDOM]
    games = 4000 if kernel == COMPILED else 100
    assert share_of_wins(play_games(4, Options(), games, seed=2, policies=policies), 0) > 0.4


def test_memory_is_released() -> None:
    """Thousands of tables, playouts and samples leak no memory; a leak would be 20 KiB per table."""
    state = coverme.new(3, Options(), Tape(random.Random(1)))
    view = coverme.view(state, Seat(0))

    def work(times: int) -> int:
        for number in range(times):
            play_games(3, Options(years=1, same_value="drawn"), 1, seed=number)
            play_out(Position.of(state).copy(), 1, until=Until.SEASON)
            Hidden(view).play_out(1, until=Until.SEASON)
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    before = work(50)
    assert work(400) - before < 8_000


def test_the_example_of_the_package_runs() -> None:
    """The docstring of `covergames.kernel` is right."""
    failed, tried = doctest.testmod(kernel_package)
    assert tried > 0
    assert failed == 0


def test_policies_must_fit() -> None:
    """Three policies for four seats are refused."""
    with pytest.raises(ValueError, match="3 policies for 4 seats"):
        play_games(4, Options(), 1, policies=[Policy.RANDOM] * 3)


def test_the_generator() -> None:
    """Every number below the bound occurs about equally often, and so does every pair."""
    table = k.Table()
    table[k.CHANCE] = 12345
    drawn = [table.draw(9) for _ in range(9000)]
    assert all(850 < drawn.count(number) < 1150 for number in range(9))
    pairs = [first * 9 + second for first, second in pairwise(drawn)]
    assert all(60 < pairs.count(pair) < 165 for pair in range(81))


def test_starting_seat_is_drawn() -> None:
    """Without a named starting seat, every seat starts about equally often (CM-S4)."""
    starts = [Position.deal(4, Options(), seed=number).fields()["start"] for number in range(400)]
    assert all(60 < starts.count(Seat(number)) < 140 for number in range(4))
