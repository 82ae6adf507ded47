"""Properties of every position of Cover Me."""

from __future__ import annotations

from collections import Counter

from covergames import coverme
from covergames.coverme import Phase, State
from covergames.coverme.cards import CARDS, CLOTHES
from covergames.coverme.duties import Taking
from covergames.coverme.events import WentWithout
from covergames.coverme.piles import PILE_OF
from covergames.game import Seat
from tests.contract.adapters import cards_on_table

ALL = {removed: Counter(card for card in CARDS if CLOTHES[card] is not removed) for removed in (None, *coverme.Clothes)}


def check_position(state: State) -> None:
    """Check everything that the rules promise for every position."""
    check_cards(state)
    check_piles(state)
    check_hands(state)
    check_rows(state)


def check_cards(state: State) -> None:
    """Every card of the game is in exactly one place (CM-C1, CM-V3)."""
    removed = state.options.same_value
    assert removed != "drawn"
    assert Counter(cards_on_table(state)) == ALL[removed]


def check_piles(state: State) -> None:
    """An open pile has one hair colour and is as full as possible; a next pile has one clothes colour (CM-S2, CM-S8)."""
    for number, pile in enumerate(state.open_piles):
        assert all(PILE_OF[card] == number for card in pile)
    if state.duties and isinstance(state.duties[0], Taking) and state.phase is not Phase.VOTE:
        assert all(state.open_piles) or not (state.face_down or state.discard), "an open pile is empty without need"
    for pile in (state.next_pile, *state.set_aside, state.looked):
        assert len({CLOTHES[card] for card in pile}) <= 1
    if state.looked:
        assert {CLOTHES[card] for card in (*state.looked, *state.next_pile)} == {CLOTHES[state.looked[0]]}
    if state.options.same_value is not None:
        assert not state.next_pile
        assert not state.set_aside


def check_hands(state: State) -> None:
    """Hands are full when a season begins, unless the piles ran out; they are never larger (CM-S6, CM-A1, CM-R4)."""
    full = 12 if state.is_advanced else 9
    for number, hand in enumerate(state.hands):
        assert list(hand) == sorted(hand)
        out = [state.placed[magazine] for magazine in state.magazines_of(Seat(number))]
        out += [card for magazine in state.magazines_of(Seat(number)) for card in state.covers[magazine]]
        held = len(hand) + len([card for card in out if card is not None])
        assert held <= full
        if state.phase is Phase.PLACE and not is_exhausted(state):
            assert held == full or went_without(state, number)
    assert len(state.fictional_pile) <= 12


def went_without(state: State, number: int) -> bool:
    """Return whether the seat could not take a card at some time (CM-R4)."""
    history = (*(chapter.events for chapter in state.past), state.present)
    return any(isinstance(event, WentWithout) and event.seat == number for part in history for event in part)


def is_exhausted(state: State) -> bool:
    """Return whether there is no card left to take (CM-R4)."""
    return not (state.face_down or state.discard or state.next_pile or any(state.open_piles))


def check_rows(state: State) -> None:
    """The influence row has at most one card per magazine (CM-E5), a row of covers at most one per month (CM-P1)."""
    magazines = 4 if state.players == 2 else state.players
    assert len(state.covers) == len(state.placed) == magazines
    assert len(state.influence_row) <= max(magazines, 2)
    assert all(len(row) <= 3 for row in state.covers)
    if state.phase is Phase.PLACE:
        assert all(len(row) <= state.month - 1 for row in state.covers)
