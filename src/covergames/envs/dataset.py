"""Games of bots as a Parquet file: a row for each decision, with what the seat observed, what it chose and how the game ended.

| column | type | contents |
|---|---|---|
| `game` | int32 | the number of the game, from 0 |
| `step` | int32 | the number of the decision in its game, from 0 |
| `seat` | uint8 | who decided |
| `observation` | list of uint8, all equally long | what the seat observed |
| `legal` | list of int32 | the legal actions |
| `action` | int32 | the action chosen |
| `score` | int32 | the seat's score at the end of the game |
| `place` | uint8 | the seat's place at the end of the game |
| `win` | float32 | the seat's share of the win |
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import numpy as np

from covergames.bots import LocalBots, named
from covergames.dealer import RandomDealer
from covergames.envs.making import env_game
from covergames.envs.rewards import shares
from covergames.game import CLOCK, Seat
from covergames.games import game_named

PORTION: Final = 50
"""Games that are written together."""


def write_dataset(
    path: Path, game: str, *, players: int, options: Any | None, bots: Sequence[str], games: int, seed: int
) -> int:
    """Let bots play, and write their decisions; return how many there are. The file appears when it is complete.

    Args:
        path: The Parquet file.
        game: Such as ``cover-me``.
        players: How many seats there are.
        options: The game's options; None: the defaults.
        bots: One bot for all seats, or one for each seat; names as in commands.
        games: How many games are played.
        seed: The same seed gives the same games, if the bots do not measure time.

    Raises:
        UnknownBot: no bot has that name.
        OptionsError: the options do not fit the number of players.
        ValueError: there is not one bot for each seat.
    """
    io = import_module("arro3.io")
    core = import_module("arro3.core")
    if len(bots) not in (1, players):
        raise ValueError(f"{len(bots)} bots for {players} seats: name one for all of them, or one for each")
    rules = game_named(game)
    settled = rules.TYPES.options() if options is None else options
    rules.check(players, settled)
    makers = [named(rules, name) for name in bots] * (players if len(bots) == 1 else 1)
    count = 0

    def batches() -> Iterator[Any]:
        nonlocal count
        for first in range(0, games, PORTION):
            rows = [
                row
                for number in range(first, min(games, first + PORTION))
                for row in _decisions(game, number, players, settled, makers, f"{seed} {number}")
            ]
            count += len(rows)
            yield _batch(core, rows)

    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f"{path.name}.unfinished")
    portions = batches()
    first = next(portions)
    io.write_parquet(core.RecordBatchReader.from_batches(first.schema, _chained(first, portions)), unfinished)
    os.replace(unfinished, path)
    return count


def _chained(first: Any, others: Iterator[Any]) -> Iterator[Any]:
    yield first
    yield from others


def _decisions(
    game: str, number: int, players: int, options: Any, makers: Sequence[Any], seed: str
) -> list[tuple[Any, ...]]:
    """Play one game and return its rows, in the order of the columns."""
    rules, numbers = game_named(game), env_game(game)
    dealer = RandomDealer(random.Random(f"deal {seed}"))
    bots = LocalBots(rules, {Seat(seat): make(random.Random(f"bot {seed} {seat}")) for seat, make in enumerate(makers)})
    state = rules.new(players, options, dealer)
    made: list[tuple[int, Any, Sequence[int], int]] = []
    while (turn := bots.next(state)) is not None:
        seat, action = turn
        if seat != CLOCK:
            made += [(seat, *example) for example in numbers.examples(rules.view(state, seat), action)]
        state = rules.apply(state, seat, action, dealer).state
    result = rules.result(state)
    assert result is not None
    wins = shares(list(result.places))
    return [
        (number, step, seat, observation, legal, action, result.scores[seat], result.places[seat], wins[seat])
        for step, (seat, observation, legal, action) in enumerate(made)
    ]


def _batch(core: Any, rows: list[tuple[Any, ...]]) -> Any:
    """Return rows as a record batch of Arrow."""
    number, step, seat, observation, legal, action, score, place, win = zip(*rows, strict=True)
    ends = np.cumsum([0, *map(len, legal)], dtype=np.int32)
    return core.RecordBatch.from_pydict(
        {
            "game": core.Array(np.array(number, np.int32)),
            "step": core.Array(np.array(step, np.int32)),
            "seat": core.Array(np.array(seat, np.uint8)),
            "observation": core.fixed_size_list_array(core.Array(np.concatenate(observation)), len(observation[0])),
            "legal": core.list_array(core.Array(ends), core.Array(np.concatenate(legal).astype(np.int32))),
            "action": core.Array(np.array(action, np.int32)),
            "score": core.Array(np.array(score, np.int32)),
            "place": core.Array(np.array(place, np.uint8)),
            "win": core.Array(np.array(win, np.float32)),
        }
    )
