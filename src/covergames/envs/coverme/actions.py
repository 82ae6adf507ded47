"""The actions of Cover Me as numbers: 162 cards, four sources, staying and two votes.

What a number means depends on the decision: a card is placed, featured, kept or swapped. Where a decision names two cards
(CM-A2, CM-A5), they are chosen one after the other, as two steps.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from covergames.coverme import Action, Feature, Keep, Place, Source, Stay, Swap, Take, View, Vote, card_texts
from covergames.coverme.options import Options
from covergames.envs.feature import Mask
from covergames.kernel import _batch as b

ACTIONS: Final = b.ACTIONS
"""How many actions there are: ``Discrete(ACTIONS)``."""
NAMES: Final = (
    *card_texts(Options()),
    *(f"take from {source.word}" for source in Source),
    "stay",
    "share the victory",
    "play on",
)
"""What each action is called; cards are written as in records."""
STAY: Final = b.STAY


def action_ids(action: Action) -> tuple[int, ...]:
    """Return the number of an action, or those of its two cards in the order chosen."""
    match action:
        case Take(source):
            return (b.SOURCES + source,)
        case Place(cards) | Keep(cards):
            return tuple(cards)
        case Feature(_, card) | Swap(card):
            return (card,)
        case Stay():
            return (b.STAY,)
        case Vote(play_on):
            return (b.PLAY_ON if play_on else b.SHARE,)


def legal_mask(view: View, *, picked: int | None = None) -> Mask:
    """Return which actions the viewer may choose: 1 legal, 0 illegal. A seat that owes no decision may only stay.

    Args:
        view: What the seat sees.
        picked: The first of two cards, if it is chosen.
    """
    mask = np.zeros(ACTIONS, np.int8)
    if not view.legal:
        mask[STAY] = 1
    for action in view.legal:
        ids = action_ids(action)
        if picked is None:
            mask[list(ids) if isinstance(action, Keep) else ids[0]] = 1
        elif picked in ids:
            mask[[other for other in ids if other != picked]] = 1
    return mask


def action_of(view: View, number: int, *, picked: int | None = None) -> Action | None:
    """Return the action of the view that a number means; None: a second card is to be chosen.

    Raises:
        ValueError: the number is not legal now; the message names it.
    """
    if number not in range(ACTIONS) or not legal_mask(view, picked=picked)[number] or not view.legal:
        name = NAMES[number] if number in range(ACTIONS) else "no action"
        raise ValueError(f"action {number} ({name}) is not legal: the table waits for {view.decision}")
    chosen = (number,) if picked is None else (picked, number)
    for action in view.legal:
        ids = action_ids(action)
        if ids == chosen or (isinstance(action, Keep) and set(ids) == set(chosen)):
            return action
    return None
