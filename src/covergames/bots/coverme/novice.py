"""A Cover Me player who is still learning: it follows the trends of this month, and its own taste."""

from __future__ import annotations

import random
from typing import Final, assert_never

from covergames.coverme import Action, Card, Feature, Keep, Place, Source, Stay, Swap, Take, View, Vote
from covergames.coverme.cards import CLOTHES, HAIR, Clothes, Hair
from covergames.coverme.trends import trend_value

WHIM_CHANCE: Final = 0.25
"""How often it places a card that it likes, whatever the trends are."""
UNSEEN_LIKING: Final = 0.5
"""How much it likes a card that lies face down, compared with one that has its favourite hair or clothes."""


class NoviceBot:
    """Places what is trendy now, or what it likes.

    It plans no season, and ignores its rivals, the prestige of its cards and the chance to score with all covers at 0. It takes
    and keeps cards with its favourite hair and clothes, which it has from the beginning.
    """

    def __init__(self, generator: random.Random) -> None:
        self._generator = generator
        self._hair = generator.choice(tuple(Hair))
        self._clothes = generator.choice(tuple(Clothes))

    def choose(self, view: View) -> Action:
        """Return the legal action that it likes best; a tie is broken at random.

        Raises:
            ValueError: the game is over.
        """
        if view.decision is None:
            raise ValueError(f"seat {view.seat} has nothing to decide: the game is over")
        has_whim = self._generator.random() < WHIM_CHANCE
        appeal = {action: self._appeal(view, action, has_whim=has_whim) for action in view.legal}
        highest = max(appeal.values())
        return self._generator.choice([action for action, value in appeal.items() if value == highest])

    def _appeal(self, view: View, action: Action, *, has_whim: bool) -> float:
        """Return how much it likes an action, compared with others of its kind."""
        match action:
            case Place(cards):
                return self._liking(cards[0]) if has_whim else trend_value(cards[0], view.trends)
            case Take(source):
                top = view.open_piles[source].top if source is not Source.FACE_DOWN else None
                return UNSEEN_LIKING if top is None else self._liking(top)
            case Keep(cards):
                return sum(map(self._liking, cards))
            case Feature():
                return 0.0
            case Swap():
                return 0.0
            case Stay():
                return 1.0  # It does not see yet what another card would be good for.
            case Vote(play_on):
                return float(play_on)
            case _:
                assert_never(action)

    def _liking(self, card: Card) -> int:
        """Return how many of its two favourites the card shows."""
        return (HAIR[card] is self._hair) + (CLOTHES[card] is self._clothes)
