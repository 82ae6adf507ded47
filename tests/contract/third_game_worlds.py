"""What the contract suite has to be told about Cat Tower: its cats, and how two worlds may differ."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from covergames.game import AnyCard, Seat, Step
from tests.contract.third_game import Cat, Cats, CatTower, Drew, Options, Sat, Sit, State

GAME: Final = CatTower()


def deck(options: Options) -> Cats:
    """All cats."""
    return tuple(map(Cat, range(len(GAME.card_texts(options)))))


def sat(state: State) -> list[Cat]:
    """The cats that everybody has seen."""
    return [event.cat for event in state.past if isinstance(event, Sat)]


def refused(state: State, seat: Seat, chooser: random.Random) -> Iterable[Sit]:
    """Cats of others, cats from the rest and from the tower, and cats that do not exist."""
    cats = deck(state.options)
    sample = [*chooser.sample(cats, 5), Cat(-1), Cat(len(cats))]
    return [sit for sit in map(Sit, sample) if sit not in GAME.legal(state, seat)]


class Stacked:
    """A dealer that shuffles into one order."""

    def __init__(self, order: Sequence[object]) -> None:
        self._order = order

    def shuffle(self, _pile: str, cards: Sequence[AnyCard]) -> list[AnyCard]:
        assert set(cards) == set(self._order)
        return sorted(cards, key=self._order.index)


def other_world(
    before: State, seat: Seat, action: Sit, step: Step[State, Sat | Drew], viewer: Seat | None, chooser: random.Random
) -> tuple[State, Sit, Stacked]:
    """All cats that are hidden from the viewer, before the step and after it, change places."""
    after = step.state
    seen = {*sat(after), *(() if viewer is None else (*before.hands[viewer], *after.hands[viewer]))}
    hidden = [cat for cat in deck(before.options) if cat not in seen]
    places: Mapping[Cat | None, Cat] = dict(zip(hidden, chooser.sample(hidden, len(hidden)), strict=True))

    def moved(cats: Iterable[Cat]) -> Cats:
        return tuple([places.get(cat, cat) for cat in cats])

    drawn = after.hands[seat][-1]
    state = before._replace(
        hands=tuple(moved(hand) for hand in before.hands),
        rest=moved(before.rest),
        past=tuple(
            event if isinstance(event, Sat) else event._replace(cat=places.get(event.cat, event.cat))
            for event in before.past
        ),
    )
    return state, action, Stacked(moved((drawn, *after.rest)))
