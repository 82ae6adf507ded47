"""Portions of games, in this process or in several."""

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
    """Outcomes in order, tallies summed, and the records of exactly these games, if wanted."""
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
    """Exactly the wanted numbers of every setup, in any engine."""
    wanted = [(TINY, [0, 3, 4]), (replace(TINY, seed=2), range(5)), (replace(TINY, seed=3), [])]
    played: dict[int, list[int]] = {0: [], 1: [], 2: []}
    with local(processes) as engine:
        for index, portion in portions(engine, wanted):
            played[index] += [outcome.number for outcome in portion.outcomes]
            assert portion.outcomes[0] == play(wanted[index][0], portion.outcomes[0].number).outcome
    assert {index: sorted(numbers) for index, numbers in played.items()} == {0: [0, 3, 4], 1: [0, 1, 2, 3, 4], 2: []}


def test_setups_take_turns() -> None:
    """Low numbers come first, so that a stopped tournament has played about as much of every line-up."""
    wanted = [(replace(TINY, seed=seed), range(2)) for seed in (1, 2, 3)]
    with local(1) as engine:
        order = [index for index, _ in portions(engine, wanted)]
    assert order[:3] == [0, 1, 2]


@pytest.mark.slow
def test_leaving_early_ends_the_processes() -> None:
    """A caller that stops early, or Ctrl-C, does not wait for the rest."""
    with suppress(KeyboardInterrupt), local(2) as engine:
        next(portions(engine, [(TINY, range(2000))]))
        assert active_children()
        raise KeyboardInterrupt
    deadline = time.monotonic() + 20
    while active_children():
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.mark.slow
def test_a_lost_process_is_an_error() -> None:
    """The portions before it are there, and the caller does not wait for ever."""
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
        (None, 10_000, 2, 1),  # the time of a game is unknown
        (0.01, 10_000, 2, 100),  # one second
        (0.01, 40, 2, 10),  # fewer, so that all workers end at about the same time
        (60.0, 1000, 2, 1),
        (0.0, 10**9, 2, MAX_PORTION_GAMES),
        (0.01, 1, 8, 1),
    ],
)
def test_portions_take_about_a_second(pace: float | None, left: int, width: int, size: int) -> None:
    """An interrupt loses little, and distributing portions costs little."""
    assert _size(pace, left, width) == size
