"""Whole games of random legal decisions, driven from Python through each library's public interface.

A contestant prepares its environment once and returns a function that plays one game and returns the number of its
decisions. Shuffles and other chance moves are not decisions.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

Play: TypeAlias = Callable[[random.Random], int]
Prepare: TypeAlias = Callable[[], Play]

OURS: Final = "covergames: Cover Me, 4 players"


def cover_me() -> Play:
    """Prepare Cover Me with four players: `legal`, a random choice, `apply`, without views."""
    from covergames import coverme
    from covergames.dealer import RandomDealer

    def play(chance: random.Random) -> int:
        dealer = RandomDealer(chance)
        state = coverme.new(4, coverme.Options(), dealer)
        decisions = 0
        while seats := coverme.to_act(state):
            for seat in seats:
                action = chance.choice(coverme.legal(state, seat))
                state = coverme.apply(state, seat, action, dealer).state
                decisions += 1
        return decisions

    return play


def cover_up() -> Play:
    """Prepare Cover Up with four players, none of whom is in a hurry: any seat acts next, without views."""
    from covergames import coverup
    from covergames.dealer import RandomDealer

    def play(chance: random.Random) -> int:
        dealer = RandomDealer(chance)
        state = coverup.new(4, coverup.Options(), dealer)
        decisions = 0
        while seats := coverup.to_act(state):
            seat = chance.choice(seats)
            state = coverup.apply(state, seat, chance.choice(coverup.legal(state, seat)), dealer).state
            decisions += 1
        return decisions

    return play


def rlcard_gin_rummy() -> Play:
    """Prepare gin rummy with two players."""
    import rlcard

    env = rlcard.make("gin-rummy", config={"seed": 1})

    def play(chance: random.Random) -> int:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            state, _ = env.step(chance.choice(list(state["legal_actions"])))
            decisions += 1
        return decisions

    return play


def pettingzoo_hanabi() -> Play:
    """Prepare Hanabi with four players."""
    from pettingzoo.classic import hanabi_v5

    env = hanabi_v5.env(players=4)

    def play(chance: random.Random) -> int:
        env.reset(seed=chance.getrandbits(31))
        decisions = 0
        for _ in env.agent_iter():
            observation, _, is_over, is_cut_short, _ = env.last()
            if is_over or is_cut_short:
                env.step(None)
            else:
                env.step(chance.choice(observation["action_mask"].nonzero()[0]))
                decisions += 1
        return decisions

    return play


def open_spiel(name: str) -> Play:
    """Prepare a game of OpenSpiel."""
    import pyspiel

    game = pyspiel.load_game(name)
    seats = range(game.num_players())

    def play(chance: random.Random) -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(outcomes, probabilities)[0])
            elif state.is_simultaneous_node():
                state.apply_actions([chance.choice(state.legal_actions(seat)) for seat in seats])
                decisions += len(seats)
            else:
                state.apply_action(chance.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return play


CONTESTANTS: Final[Mapping[str, Prepare]] = {
    OURS: cover_me,
    "covergames: Cover Up, 4 players": cover_up,
    "RLCard: gin rummy": rlcard_gin_rummy,
    "PettingZoo: Hanabi, 4 players": pettingzoo_hanabi,
    "OpenSpiel: hearts": lambda: open_spiel("hearts"),
    "OpenSpiel: goofspiel, 4 players": lambda: open_spiel("goofspiel(players=4)"),
}
