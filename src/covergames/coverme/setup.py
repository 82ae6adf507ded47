"""The table before the first decision (CM-S1 to CM-S9, CM-21, CM-A1, CM-V3)."""

from __future__ import annotations

from typing import Final

from covergames.coverme import piles
from covergames.coverme.cards import Card, Clothes, cards_of
from covergames.coverme.duties import TAKING
from covergames.coverme.events import Dealt, FictionalPileFormed, InfluenceDrawn
from covergames.coverme.options import Options, settle
from covergames.coverme.phases import Phase
from covergames.coverme.state import Play, State
from covergames.game import Dealer, Seat

HAND: Final = 9
"""Cards in hand at a season's start (CM-S6)."""
HAND_ADVANCED: Final = 12
"""CM-A1."""
DRAFTED: Final = 3
"""Cards of the first hand that are taken and not dealt (CM-S6, CM-A1)."""
FIRST_INFLUENCE: Final = 2
"""CM-S5."""
FICTIONAL_PILE: Final = 12
"""The cards that the fictional magazines share (CM-21)."""


def set_up(players: int, options: Options, dealer: Dealer) -> Play:
    """Piles, influence row and hands, and the takings that complete the hands (CM-S9)."""
    play = Play(_empty_table(players, settle(players, options, dealer)), dealer)
    state = play.state
    hand = HAND_ADVANCED if state.is_advanced else HAND
    if state.options.same_value is None:
        _shuffle_piles(play)
        dealt = hand - DRAFTED
    else:
        _deal_one_of_each_colour(play)
        dealt = 0
    piles.refill_open_piles(play)
    if state.is_fictional:
        state.fictional_pile = _cut(state, FICTIONAL_PILE)
        play.tell(FictionalPileFormed(FICTIONAL_PILE))
    state.influence_row = _cut(state, FIRST_INFLUENCE)[::-1]
    play.show(state.influence_row)
    play.tell(InfluenceDrawn(state.influence_row))
    held = len(state.hands[0])
    if state.options.first_game:
        dealt = hand - held
    if dealt:
        for number in range(players):
            _deal(play, Seat(number), _cut(state, dealt)[::-1])
    state.duties = tuple([TAKING[seat] for _ in range(hand - held - dealt) for seat in state.seats_from_start()])
    return play


def _empty_table(players: int, options: Options) -> State:
    assert options.start is not None, "settled"
    magazines = 4 if players == 2 else players
    return State(
        players=players,
        options=options,
        phase=Phase.DRAFT,
        year=1,
        season=options.seasons[0],
        month=0,
        start=options.start,
        face_down=(),
        open_piles=((), (), ()),
        next_pile=(),
        set_aside=(),
        discard=(),
        fictional_pile=(),
        influence_row=(),
        hands=[()] * players,
        prestige_stacks=((),) * players,
        side_stacks=((),) * players,
        covers=((),) * magazines,
        placed=[None] * magazines,
        undecided={},
        featured={},
        votes=(None,) * players,
        duties=(),
        looked=(),
        knows=[0] * (players + 1),
        past=(),
        present=(),
    )


def _shuffle_piles(play: Play) -> None:
    """Yellow, red and blue are the face-down pile, green is next, black and white wait (CM-S1, CM-S3)."""
    state = play.state
    state.face_down = play.shuffle("face-down", cards_of(Clothes.YELLOW, Clothes.RED, Clothes.BLUE))
    state.next_pile = play.shuffle("next", cards_of(Clothes.GREEN))
    black = play.shuffle("black", cards_of(Clothes.BLACK))
    white = play.shuffle("white", cards_of(Clothes.WHITE))
    state.set_aside = (white, black)


def _deal_one_of_each_colour(play: Play) -> None:
    """One colour leaves; each seat gets a card of each other colour; the rest is the face-down pile (CM-V3)."""
    state = play.state
    rest: list[Card] = []
    hands: list[list[Card]] = [[] for _ in state.hands]
    for colour in Clothes:
        if colour is not state.options.same_value:
            pile = play.shuffle(colour.value, cards_of(colour))
            for hand, card in zip(hands, reversed(pile), strict=False):
                hand.append(card)
            rest += pile[: -len(hands)]
    for number, hand in enumerate(hands):
        _deal(play, Seat(number), tuple(hand))
    state.face_down = play.shuffle("face-down", sorted(rest))


def _deal(play: Play, seat: Seat, cards: tuple[Card, ...]) -> None:
    play.state.hands[seat] = tuple(sorted(play.state.hands[seat] + cards))
    play.show_seat(seat, cards)
    play.tell(Dealt(seat, cards))


def _cut(state: State, count: int) -> tuple[Card, ...]:
    """The top cards of the face-down pile, taken off in one block, top last."""
    block = state.face_down[-count:]
    state.face_down = state.face_down[:-count]
    return block
