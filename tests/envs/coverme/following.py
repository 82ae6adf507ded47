"""Games of Cover Me by the rules, followed step by step on the kernel's row that environments use."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np

from covergames import coverme
from covergames.coverme import Options, State
from covergames.envs.coverme import STAY, action_of, legal_mask, observe, tables
from covergames.envs.coverme.tables import FOREVER
from covergames.envs.feature import Bytes
from covergames.game import Seat
from tests.kernel.replaying import Tape


class Follower:
    """One game, by the rules and on the kernel's row, with the same shuffles and the same decisions."""

    def __init__(self, players: int, options: Options, chooser: random.Random) -> None:
        self.players = players
        self.chooser = chooser
        self.tape = Tape(chooser)
        options = coverme.settle(players, options, self.tape)
        self.tape.wind()
        self.state: State = coverme.new(players, options, self.tape)
        self.batch = tables.new_batch(1, players, options, opponents={}, restarts=False, max_cycles=FOREVER)
        self._prescribe()
        self.batch.begin(0)
        self.picked: dict[int, int] = {}

    def _prescribe(self) -> None:
        """Let the kernel shuffle as the rules did."""
        k = vars(tables)["k"]  # compiled or interpreted
        script = [card for cards in self.tape.wind() for card in cards][::-1]
        for place, card in enumerate(script):
            self.batch.set(0, k.SCRIPTED + place, card)
        self.batch.set(0, k.SCRIPT, len(script))

    def by_rules(self, seat: int) -> tuple[Bytes, list[int]]:
        """Return what the seat observes and may do, from its view."""
        view = coverme.view(self.state, Seat(seat))
        mask = legal_mask(view, picked=self.picked.get(seat))
        return observe(view, picked=self.picked.get(seat)), np.flatnonzero(mask).tolist()

    def by_kernel(self, seat: int) -> tuple[Bytes, list[int]]:
        """Return the same from the kernel's row."""
        self.batch.look(0, seat)
        words = [number % 2**64 for number in self.batch.view]
        return np.array(words, np.uint64).view(np.uint8), sorted(self.batch.legal(0, seat) or [STAY])

    def steps(self) -> Iterator[int]:
        """Play to the end with random decisions; yield the number of each step, before it is made."""
        number = 0
        while seats := coverme.to_act(self.state):
            yield number
            seat = self.chooser.choice(seats)
            view = coverme.view(self.state, seat)
            action = int(self.chooser.choice(np.flatnonzero(legal_mask(view, picked=self.picked.get(seat)))))
            decision = action_of(view, action, picked=self.picked.get(seat))
            if decision is None:
                self.picked[seat] = action
            else:
                self.picked.pop(seat, None)
                self.state = coverme.apply(self.state, seat, decision, self.tape).state
            self._prescribe()
            self.batch.step_seat(0, seat, action)
            assert not self.batch.refused[0]
            number += 1
        yield number
