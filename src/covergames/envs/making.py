"""Environments by the name of the game."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final, Unpack

import gymnasium

from covergames.bots import bots_of
from covergames.envs.aec import SeatsInTurn
from covergames.envs.parallel import SeatsAtOnce
from covergames.envs.play import MAX_CYCLES, Play, Settings
from covergames.envs.rewards import Reward
from covergames.envs.single import OneSeat
from covergames.envs.table import EnvGame, VectorEnv
from covergames.games import GAMES, game_named

_PLAYERS: Final = 4
"""The number of players of registered environments; `gymnasium.make` may name another."""


def env_game(name: str) -> EnvGame:
    """Return the game of that name for environments.

    Raises:
        NotationError: there is no such game.
        ValueError: the game has no environments.
    """
    game_named(name)
    module = GAMES[name].envs
    if module is None:
        raise ValueError(f"the game {name!r} has no environments")
    game: EnvGame = import_module(module).GAME
    return game


def aec(game: str, *, players: int, **settings: Unpack[Settings]) -> SeatsInTurn:
    """Return a PettingZoo environment in which one seat after the other decides.

    Args:
        game: Such as ``cover-me``; a game against the clock has only `parallel`.
        players: How many seats there are; all of them are agents.
        settings: See `Settings`; `max_cycles` counts decisions.

    Raises:
        OptionsError: the options do not fit the number of players.
        ValueError: the game is played against the clock, or an argument has no such value.
    """
    found = env_game(game)
    if game_named(game).timing is not None:
        raise ValueError(f"{game} is played against the clock, by all seats at once: use parallel")
    return SeatsInTurn(Play(found, players=players, **settings))


def parallel(game: str, *, players: int, **settings: Unpack[Settings]) -> SeatsAtOnce:
    """Return a PettingZoo environment in which all seats act in every step.

    Args:
        game: Such as ``cover-me``.
        players: How many seats there are; all of them are agents.
        settings: See `Settings`.

    Raises:
        OptionsError: the options do not fit the number of players.
        ValueError: an argument has no such value.
    """
    return SeatsAtOnce(Play(env_game(game), players=players, **settings))


def one_seat(
    game: str,
    *,
    players: int,
    seat: int = 0,
    opponents: str | Sequence[str] | None = None,
    **settings: Unpack[Settings],
) -> OneSeat:
    """Return a Gymnasium environment: one seat against bots.

    Args:
        game: Such as ``cover-me``.
        players: How many seats there are.
        seat: The agent's seat.
        opponents: One bot for all other seats, or one for each of them in the order of seats; names as in commands, such as
            ``editor:50ms``, ``bots/mine.py:MyBot`` or ``kernel-trend``. None: the game's usual opponent.
        settings: See `Settings`.

    Raises:
        OptionsError: the options do not fit the number of players.
        UnknownBot: no bot has that name.
        ValueError: there is no such seat, or not one opponent for each other seat.
    """
    if seat not in range(players):
        raise ValueError(f"there is no seat {seat}: the seats are 0 to {players - 1}")
    if opponents is None:
        opponents = bots_of(game_named(game)).OPPONENT
    others = [other for other in range(players) if other != seat]
    names = [opponents] * len(others) if isinstance(opponents, str) else opponents
    seated = dict(zip(others, names, strict=True))
    return OneSeat(Play(env_game(game), players=players, opponents=seated, **settings), seat)


def make_vec(
    game: str,
    *,
    games: int,
    players: int,
    options: Any | None = None,
    reward: Reward | str = Reward.WIN,
    opponents: Sequence[str | None] | None = None,
    max_cycles: int = MAX_CYCLES,
    seed: int | str = 0,
    processes: int = 1,
) -> VectorEnv:
    """Return many games at once, stepped by one call.

    Args:
        game: Such as ``cover-me``.
        games: How many games are played at the same time.
        players: How many seats each game has.
        options: The game's options.
        reward: ``win``, ``score`` or ``progress``.
        opponents: For each seat a player of the kernel, such as ``kernel-trend``, or None for a seat that the caller decides for.
        max_cycles: After how many decisions a game is cut off.
        seed: The same seed and the same actions give the same games.
        processes: Over how many processes the games are spread.

    Raises:
        OptionsError: the options do not fit the number of players.
        ValueError: an argument has no such value, or the game cannot be played in batches.
    """
    found = env_game(game)
    if found.new_vector is None:
        raise ValueError(f"{game} cannot be played in batches")
    return found.new_vector(
        games=games,
        players=players,
        options=found.options() if options is None else options,
        reward=Reward(reward),
        opponents=[None] * players if opponents is None else opponents,
        max_cycles=max_cycles,
        seed=seed,
        processes=processes,
    )


def register() -> None:
    """Register an environment of each game with Gymnasium, such as ``covergames/CoverMe-v0``."""
    for name, registration in GAMES.items():
        if registration.envs is not None:
            title = name.title().replace("-", "")
            gymnasium.register(
                f"covergames/{title}-v0", f"{__name__}:one_seat", kwargs={"game": name, "players": _PLAYERS}
            )
