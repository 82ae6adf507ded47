"""A player of Cover Up for studies: it lays the best pile of every hand and never touches the hourglass."""

import random

from covergames.coverup import Action, Done, Lay, Phase, Pile, View, solve


class BestPile:
    """With such players in all seats, only the cards make a difference."""

    def __init__(self, generator: random.Random) -> None:
        self.generator = generator
        self.hand: tuple[int, ...] = ()
        self.pile: Pile = ()

    def choose(self, view: View) -> Action:
        """Return the next card of the best pile, then "done"; between rounds any green card."""
        if view.phase is Phase.GIVE_BACK:
            return self.generator.choice(view.legal)
        mine = view.seats[view.seat]
        if mine.hand != self.hand:
            self.hand = mine.hand
            self.pile = solve(mine.hand, view.options.deck).pile
        for placement in self.pile:
            if placement not in mine.pile:
                return Lay(placement, view.now)
        return Done(view.now)
