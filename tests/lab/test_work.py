"""Portions of games, played here or by several processes."""

from __future__ import annotations

import time
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from dataclasses import replace
from multiprocessing import active_children

import pytest

from covergames import record
from covergames.lab import Setup, local, play, portions
from covergames.lab.work import MAX_PORTION_GAMES, _size, play_portion

TINY = Setup("cover-me", 3, ("random",), seed=1, options={"same_value": "G", "years": 1})


def test_a_portion_sums_its_games_up() -> None:
    """Outcomes in order, tallies added, and the records of exactly these games, if they are wanted."""
    portion = play_portion(TINY, [2, 5], with_records=True)
    games = [play(TINY, number) for number in (2, 5)]
    assert portion.outcomes == tuple(game.outcome for game in games)
    for name, count in portion.tallies.items():
        assert count == sum(game.tallies.get(name, 0) for game in games), name
    assert list(portion.records) == ["cover-me-1-000002.json", "cover-me-1-000005.json"]
    assert record.read(portion.records["cover-me-1-000005.json"]).meta == {"seed": "1", "number": "5"}
    assert play_portion(TINY, [2]).records == {}


@pytest.mark.slow
@pytest.mark.parametrize("processes", [1, 2])
def test_every_game_is_played_once(processes: int) -> None:
    """Of every setup exactly the numbers asked for, whoever plays them."""
    wanted = [(TINY, [0, 3, 4]), (replace(TINY, seed=2), range(5)), (replace(TINY, seed=3), [])]
    played: dict[int, list[int]] = {0: [], 1: [], 2: []}
    with local(processes) as engine:
        for index, portion in portions(engine, wanted):
            played[index] += [outcome.number for outcome in portion.outcomes]
            assert portion.outcomes[0] == play(wanted[index][0], portion.outcomes[0].number).outcome
    assert {index: sorted(numbers) for index, numbers in played.items()} == {0: [0, 3, 4], 1: [0, 1, 2, 3, 4], 2: []}


def test_setups_take_turns() -> None:
    """Low numbers first, so that a tournament that is stopped has played about as much of every line-up."""
    wanted = [(replace(TINY, seed=seed), range(2)) for seed in (1, 2, 3)]
    with local(1) as engine:
        order = [index for index, _ in portions(engine, wanted)]
    assert order[:3] == [0, 1, 2]


@pytest.mark.slow
def test_leaving_early_ends_the_processes() -> None:
    """Whoever has seen enough, or presses Ctrl-C, does not wait for the rest."""
    with suppress(KeyboardInterrupt), local(2) as engine:
        next(portions(engine, [(TINY, range(2000))]))
        assert active_children()
        raise KeyboardInterrupt
    deadline = time.monotonic() + 20
    while active_children():
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.mark.slow
def test_a_process_that_is_lost_is_an_error_and_not_a_wait() -> None:
    """What was played before it is there; the rest is not silently missing."""
    played = []

    def play_and_lose() -> None:
        with local(2) as engine:
            for _, portion in portions(engine, [(TINY, range(2000))]):
                played.extend([outcome.number for outcome in portion.outcomes])
                for process in active_children():
                    process.kill()

    with pytest.raises(BrokenExecutor):
        play_and_lose()
    assert played
    assert len(set(played)) == len(played)


@pytest.mark.parametrize(
    ("pace", "left", "width", "size"),
    [
        (None, 10_000, 2, 1),  # nobody knows yet how long a game takes
        (0.01, 10_000, 2, 100),  # a second's worth
        (0.01, 40, 2, 10),  # so that all end at about the same time
        (60.0, 1000, 2, 1),
        (0.0, 10**9, 2, MAX_PORTION_GAMES),
        (0.01, 1, 8, 1),
    ],
)
def test_portions_take_about_a_second(pace: float | None, left: int, width: int, size: int) -> None:
    """Not so long that an interrupt loses much, not so short that sending them around costs more than playing."""
    assert _size(pace, left, width) == size
