"""Who acts next, in games of turns and in games against the clock."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from covergames.bots import AnyBot
from covergames.game import CLOCK, Seat
from covergames.games import AnyGame


def next_action(game: AnyGame, state: Any, players: Sequence[AnyBot], decisions: int) -> tuple[Seat, Any]:
    """The first who owes a decision, and what it decides.

    Where actions have a time, ``t``, everybody who may act says what they will do next and when, and the earliest is
    taken: the others may think again. Of equals the clock comes first, then whoever's turn it would be.
    """
    seats = game.to_act(state)
    choices = [(seats[0], players[seats[0]].choose(game.view(state, seats[0])))]
    if not hasattr(choices[0][1], "t"):
        return choices[0]
    choices += [(seat, players[seat].choose(game.view(state, seat))) for seat in seats[1:]]
    choices += [(CLOCK, action) for action in game.legal(state, CLOCK)]
    return min(choices, key=lambda choice: (choice[1].t, choice[0] != CLOCK, (choice[0] - decisions) % len(players)))
