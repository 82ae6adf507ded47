"""What the contract suite needs to know about Cover Up: tables, moves with which games end, illegal moves, other worlds."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable
from dataclasses import replace

from covergames import coverup
from covergames.coverup import (
    Action,
    Card,
    Colour,
    Done,
    Event,
    Flip,
    GiveBack,
    Lay,
    Lift,
    Options,
    Phase,
    Placement,
    State,
    TimeUp,
)
from covergames.game import CLOCK, Dealer, Seat, Step
from tests.coverup_kit import Rigged, deck_with

DRAWN = deck_with(g01="1..1 1..1", y01="1221 1...")

TABLES = tuple(
    (players, Options(hourglass=hourglass, round_limit=limit, assist=assist))
    for players in coverup.PLAYERS
    for hourglass in (30, 1)
    for limit in (300, None, 45)
    for assist in (False, True)
)
"""Every number of players, with short and long times, with and without assist."""

VARIANTS = (
    (2, Options()),
    (3, Options(assist=True)),
    (4, Options(round_limit=None)),
    (5, Options(hourglass=1, round_limit=45, assist=True)),
    (6, Options(DRAWN, round_limit=None)),
)
"""A few tables that together reach every rule."""


def choose(state: State, seat: Seat, chooser: random.Random) -> Action:
    """Return a random decision: time passes, cards are laid well or anywhere, and players finish, so that games end."""
    actions = coverup.legal(state, seat)
    if seat == CLOCK or state.phase is Phase.GIVE_BACK:
        return chooser.choice(actions)
    span = 5000 if state.deadline is None else min(5000, state.deadline - state.now - 1)
    t = state.now + chooser.randint(0, span)
    kind = chooser.random()
    lays = [action.placement for action in actions if isinstance(action, Lay)]
    laid = [at.card for at in state.piles[seat]]
    if kind < 0.55 and lays:
        fresh = [at for at in lays if at.card not in laid]
        return Lay(chooser.choice(fresh or lays), t)
    if kind < 0.65:
        return Lay(_anywhere(chooser.choice(state.hands[seat]), chooser), t)
    if kind < 0.7 and laid:
        return Lift(chooser.choice(laid), t)
    if any(isinstance(action, Flip) for action in actions):
        return Flip(t)
    return Done(t)


def cards(state: State) -> Counter[Hashable]:
    """Return all hands and draw piles; a laid card stays in its hand, and so does a card until it is given back."""
    return Counter([*(card for hand in state.hands for card in hand), *state.green, *state.yellow, *state.red])


def deck(options: Options) -> Counter[Hashable]:
    """Return each of the 108 cards once (CU-C1)."""
    return Counter(range(len(options.deck.faces)))


def refused(state: State, seat: Seat, chooser: random.Random) -> list[Action]:
    """Return actions of every kind that are illegal now: with others' cards, too early, too late, in another phase."""
    now, late = state.now, 10**9 if state.deadline is None else state.deadline
    own = [] if seat == CLOCK else list(state.hands[seat])
    laid = [] if seat == CLOCK else [at.card for at in state.piles[seat]]
    strangers = [chooser.choice(state.yellow), chooser.choice(state.red), Card(-1), Card(108)]
    strangers += [card for other in state.seats if other != seat for card in state.hands[other]]
    impossible: list[Action] = [
        *(Lay(_anywhere(card, chooser), now) for card in strangers),
        *(Lift(card, now) for card in strangers),
        *(Lift(card, now) for card in own if card not in laid),
        *(Lay(replace(_anywhere(card, chooser), turn=4), now) for card in own),
        *(Lay(_anywhere(card, chooser), now - 1) for card in own),
        *(GiveBack(card) for card in strangers),
        *(GiveBack(card) for card in own if state.options.deck[card].colour is not Colour.GREEN),
        Done(now - 1),
        Flip(now - 1),
    ]
    if state.deadline is not None:
        impossible += [Done(late), Flip(late), *(Lay(_anywhere(card, chooser), late + 1) for card in own)]
    impossible.append(TimeUp(late - 1) if seat == CLOCK else TimeUp(late))
    if state.phase is Phase.LAY:
        impossible += [GiveBack(card) for card in own]
        if Flip(now) not in coverup.legal(state, seat):
            impossible.append(Flip(now))
    else:
        impossible += [Done(now), Flip(now), *(Lay(_anywhere(card, chooser), now) for card in own)]
    return impossible


def other_world(
    before: State, seat: Seat, action: Action, step: Step[State, Event], viewer: Seat | None, chooser: random.Random
) -> tuple[State, Action, Dealer]:
    """Shuffle the draw piles, and change the cards that others give back, unless the step reveals them."""
    is_revealed = step.state.round != before.round
    world = replace(
        before,
        green=_shuffled(before.green, 0, chooser),
        yellow=_shuffled(before.yellow, before.players if is_revealed else 0, chooser),
        red=_shuffled(before.red, before.players if is_revealed else 0, chooser),
    )
    if is_revealed:
        return world, action, Rigged({})
    giving = tuple(
        chooser.choice(_greens(before, owner)) if card is not None and owner != viewer else card
        for owner, card in zip(before.seats, before.giving_back, strict=True)
    )
    if isinstance(action, GiveBack) and seat != viewer:
        action = GiveBack(chooser.choice(_greens(before, seat)))
    return replace(world, giving_back=giving), action, Rigged({})


def _greens(state: State, seat: Seat) -> list[Card]:
    return [card for card in state.hands[seat] if state.options.deck[card].colour is Colour.GREEN]


def _shuffled(pile: tuple[Card, ...], kept: int, chooser: random.Random) -> tuple[Card, ...]:
    return (*pile[:kept], *chooser.sample(pile[kept:], len(pile) - kept))


def _anywhere(card: Card, chooser: random.Random) -> Placement:
    return Placement(card, chooser.random() < 0.5, chooser.randrange(4), chooser.randint(-4, 4), chooser.randint(-4, 4))
