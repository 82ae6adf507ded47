"""A greedy Cover Me player: it looks at the tracks, at its hand, and no further than the end of the season."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias, assert_never

from covergames.bots.coverme.forecast import Forecast, Tracks
from covergames.coverme import Action, Card, Decision, Feature, Keep, Place, Row, Source, Stay, Swap, Take, View, Vote
from covergames.coverme.cards import CLOTHES, HAIR, LENGTH, PATTERN, PRESTIGE

SPOILING_WEIGHT: Final = 0.1
"""The value of a point that a rival loses, compared with a point that the bot gains."""
GROWTH_PER_CARD: Final = 0.3
"""By which part of its worth a card's promise grows with each card in hand that helps it; the influence row counts half."""
MIN_SWAP_GAIN: Final = 0.5
"""The bot swaps if a new card promises more points than its worst card by at least this much (CM-Y2)."""


class TrendBot:
    """Plays each season for one cover with three trends, weighed by its prestige, or for covers that are all at 0."""

    remembers = False

    def __init__(self, generator: random.Random) -> None:
        self._generator = generator

    def choose(self, view: View) -> Action:
        """Return the legal action that it rates best; a tie is broken at random.

        Raises:
            ValueError: the game is over.
        """
        match view.decision:
            case _ if len(view.legal) == 1:
                return view.legal[0]
            case Decision.PLACE:
                return self._best(_placings(view))
            case None:
                raise ValueError(f"seat {view.seat} has nothing to decide: the game is over")
            case _:
                return self._best({action: _appeal(view, action) for action in view.legal})

    def _best(self, appeal: Mapping[Action, float]) -> Action:
        highest = max(appeal.values())
        return self._generator.choice([action for action, value in appeal.items() if value == highest])


def _appeal(view: View, action: Action) -> float:
    """Return how good an action is, compared with others of its kind."""
    match action:
        case Take(source):
            return _promise_of_source(view, source)
        case Keep(cards):
            return sum(_promise(view, card, [*view.hand, *cards]) for card in cards)
        case Feature():
            return _appeal_of_feature(view, action)
        case Swap(card):
            return max(_promise_of_source(view, source) for source in Source) - _promise(view, card, view.hand)
        case Stay():
            return MIN_SWAP_GAIN
        case Vote(play_on):
            return 0.0 if play_on else 1.0  # Playing on favours none of the leaders, and lets others catch up.
        case Place():
            raise AssertionError("placings are compared with each other, not one by one")
        case _:
            assert_never(action)


# --- Which cards to have


def _worth(view: View, card: Card) -> int:
    """Return what the card scores (CM-C2, CM-V3)."""
    return PRESTIGE[card] if view.options.same_value is None else 1


def _promise(view: View, card: Card, hand: Sequence[Card]) -> float:
    """Estimate what the card may score: the more, the more cards of hand and influence row help it to trends."""
    helpers = sorted((_likeness(card, other) for other in hand if other != card), reverse=True)[:3]
    influence = sum(_likeness(card, other) for other in view.influence_row)
    return _worth(view, card) * (1 + GROWTH_PER_CARD * (sum(helpers) + influence / 2))


def _likeness(card: Card, other: Card) -> float:
    """Return how many characteristics two cards share; those that count in half of the seasons count half (CM-T1)."""
    return (
        (HAIR[card] is HAIR[other])
        + (LENGTH[card] is LENGTH[other])
        + (PATTERN[card] is PATTERN[other]) / 2
        + (CLOTHES[card] is CLOTHES[other]) / 2
    )


def _promise_of_source(view: View, source: Source) -> float:
    """Return the promise of the card on top, or of an average unseen card."""
    pile = (view.open_piles[source].top,) if source.is_open else view.face_down
    if pile and pile[0] is not None:
        return _promise(view, pile[0], view.hand)
    if source.is_open:
        return 0.0
    absent = {*view.set_aside, view.next_clothes}
    unseen = [card for card in view.unseen if CLOTHES[card] not in absent]
    return sum(_promise(view, card, view.hand) for card in unseen[::5]) / max(1, len(unseen[::5]))


def _appeal_of_feature(view: View, feature: Feature) -> float:
    """Rate the choice of a season special.

    A card that scores should score much. Any other card is lost, and should help the hand from the influence row.
    """
    own = [magazine for magazine in view.magazines if magazine.owner == view.seat]
    row = next(magazine for magazine in own if magazine.row is feature.row)
    value = row.values[row.covers.index(feature.card)]
    rest = [*view.hand, *(card for magazine in own for card in magazine.covers if card != feature.card)]
    promise = _promise(view, feature.card, rest)
    if value == 3 and feature.row is Row.PRIMARY:
        return 100 * _worth(view, feature.card) - promise
    return -promise


# --- Which covers to place

Plan: TypeAlias = tuple[tuple[Card, ...], tuple[Card, ...]]
"""Covers for the rest of the season: those of the primary magazine, and those that only help them (CM-A2)."""


def _placings(view: View) -> dict[Action, float]:
    """Return the placings that are part of some plan for the season, rated by what their plans may score.

    While months are left, a card that fits several good plans keeps them open: all of its plans count, the good ones
    most.
    """
    forecast = Forecast(view)
    own = [magazine for magazine in view.magazines if magazine.owner == view.seat]
    rivals = [magazine.covers for magazine in view.magazines if magazine.owner not in (view.seat, None)]
    appeal: dict[Action, float] = {}
    for primary, secondary in dict.fromkeys(_plans(view, forecast, own[0].covers, rows=len(own))):
        tracks = forecast.with_cards((*primary, *secondary))
        row = (*own[0].covers, *primary)
        value = _reach(view, forecast, tracks, row)
        value += sum(_worth(view, card) for card in row) * forecast.all_at_0(row, tracks)
        if forecast.months == 1:
            value -= SPOILING_WEIGHT * sum(_reach(view, forecast, tracks, covers) for covers in rivals)
        for card in primary:
            action = Place((card, *secondary[:1]))
            if forecast.months > 1:
                appeal[action] = appeal.get(action, 0.0) + value**2
            else:
                appeal[action] = max(appeal.get(action, value), value)
    return appeal


def _plans(view: View, forecast: Forecast, covers: Sequence[Card], *, rows: int) -> Iterator[Plan]:
    """Yield plans for the months left: help one cover to three trends, or avoid all trends."""
    hand = view.hand
    months = min(forecast.months, -(-len(hand) // rows))
    for star in (*covers, *hand):
        helpers = sorted(hand, key=lambda card: forecast.kinship(card, star) + (card == star), reverse=True)
        yield tuple(sorted(helpers[:months])), tuple(helpers[months : months * rows])
    heat = {card: forecast.heat(card) for card in hand}
    for first in hand:
        shy = sorted(hand, key=lambda card: heat[card] - 2 * forecast.kinship(card, first))
        shy.remove(first)
        boldest = shy[months - 1 :][::-1]
        yield tuple(sorted([first, *shy[: months - 1]])), tuple(boldest[: months * (rows - 1)])


def _reach(view: View, forecast: Forecast, tracks: Tracks, covers: Sequence[Card]) -> float:
    """Return what the best of the covers may score with three trends."""
    return max((_worth(view, card) * forecast.three_trends(card, tracks) for card in covers), default=0.0)
