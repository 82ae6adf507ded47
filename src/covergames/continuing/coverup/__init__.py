"""Continue a game of Cover Up from the start of a round; unseen is the order of the draw piles, and nothing else (CU-I1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from covergames.coverup import Card, Phase, State
from covergames.game import Data, Dealer, Seat
from covergames.record import Moment


def may_begin(state: State, /, *, anew: bool) -> bool:  # noqa: ARG001
    """Return whether a round begins here: a hand that is half laid could not be continued by somebody else."""
    return state.phase is Phase.LAY and state.now == 0 and not any(state.piles) and not any(state.locked)


def deal_anew(
    events: Sequence[Data], moments: Sequence[Moment[State, Any, Any]], _seat: Seat, dealer: Dealer
) -> list[Data]:
    """Return the same events with the cards that are still in the draw piles in another order."""
    state = moments[-1].state
    hands: set[Card] = {card for moment in moments for hand in moment.state.hands for card in hand}
    texts = {state.options.deck[card].id for card in hands}
    return [_reordered(event, texts, dealer) if event["event"] == "shuffle" else event for event in events]


def _reordered(event: Data, seen: set[str], dealer: Dealer) -> Data:
    unseen = iter(dealer.shuffle(event["pile"], sorted(set(event["cards"]) - seen)))
    return {**event, "cards": [card if card in seen else next(unseen) for card in event["cards"]]}
