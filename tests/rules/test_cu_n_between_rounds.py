"""Between rounds, and who sees what (CU-N1, CU-N2, CU-N3, CU-I1)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from covergames import coverup
from covergames.coverup import Colour, Done, GiveBack, Options, Phase, View
from covergames.coverup.events import ChoseGiveBack, Exchanged, Passed
from covergames.game import CLOCK, Seat
from tests.coverup_kit import Table, names

GREENS = ("g01 g02 g03 g04 g05", "g06 g07 g08 g09 g10", "g11 g12 g13 g14 g15")


def after_round_one() -> Table:
    table = Table.of(*GREENS, yellow="y11 y12 y13", red="r21 r22 r23")
    table.done(0, 1, 2)
    return table


@pytest.mark.rule("CU-N1", "CU-N2")
def test_a_green_card_goes_back_for_a_yellow_one_and_hands_go_to_the_left() -> None:
    """New cards come in seat order, whoever chose first; then seat 0's cards are seat 1's, and so on."""
    table = after_round_one()
    table.give_back(2, "g11")
    table.give_back(0, "g03")
    assert table.state.phase is Phase.GIVE_BACK
    table.give_back(1, "g10")
    assert table.state.round == 2
    assert table.hand(1) == "g01 g02 g04 g05 y11"
    assert table.hand(2) == "g06 g07 g08 g09 y12"
    assert table.hand(0) == "g12 g13 g14 g15 y13"
    assert names(table.state.green[-3:], table.deck) == "g03 g10 g11"
    assert Exchanged(Seat(0), table.deck.card("g03"), table.deck.card("y11")) in table.events
    assert Passed(Seat(2), Seat(0), table.state.hands[0]) in table.events


@pytest.mark.rule("CU-N1")
def test_only_an_own_green_card_can_be_given_back_once() -> None:
    """Cards of others, yellow cards and second thoughts are refused, and so is giving back during a round."""
    table = Table.of(*GREENS)
    assert table.refusal(0, GiveBack(table.deck.card("g01"))) == "CU-N1"
    table.next_round()
    table.done(0, 1, 2)
    yellow = next(card for card in table.state.hands[0] if table.deck[card].colour is Colour.YELLOW)
    assert table.refusal(0, GiveBack(yellow)) == "CU-N1"
    assert table.refusal(0, GiveBack(table.state.hands[1][0])) == "CU-N1"
    assert [type(action) for action in coverup.legal(table.state, Seat(0))] == [GiveBack] * 4
    first, second, *_ = coverup.legal(table.state, Seat(0))
    table.act(0, first)
    assert table.refusal(0, second) == "CU-N1"
    assert coverup.legal(table.state, Seat(0)) == ()
    assert coverup.to_act(table.state) == (1, 2)


@pytest.mark.rule("CU-N1")
def test_there_is_no_clock_between_rounds() -> None:
    """Time is of the rounds."""
    table = after_round_one()
    assert CLOCK not in coverup.to_act(table.state)
    assert coverup.legal(table.state, CLOCK) == ()


@pytest.mark.rule("CU-N3", "CU-R1")
def test_hands_by_round() -> None:
    """5 green; 4 + 1 yellow; 3 + 1 + 1 red; 2 + 2 + 1; 1 + 2 + 2: in every hand."""
    table = Table.of(*GREENS)
    for colours in ((5, 0, 0), (4, 1, 0), (3, 1, 1), (2, 2, 1), (1, 2, 2)):
        for hand in table.state.hands:
            counts = Counter(table.deck[card].colour for card in hand)
            assert tuple(counts[colour] for colour in Colour) == colours
        if table.state.round < 5:
            table.next_round()


@pytest.mark.rule("CU-N2", "CU-R2")
def test_a_new_round_starts_from_nothing() -> None:
    """No pile, no lock, no flip, and the time from 0."""
    table = Table.of(*GREENS)
    table.lay(0, "g01@0,0", t=2500)
    table.next_round()
    assert table.state.piles == ((), (), ())
    assert table.state.locked == (False, False, False)
    assert (table.state.flipped_by, table.state.flipped_at, table.state.now) == (None, None, 0)
    table.act(0, Done(0))


@pytest.mark.rule("CU-I1")
def test_hands_and_piles_are_open() -> None:
    """Everybody, spectators too, sees all hands, piles and points."""
    table = Table.of(*GREENS)
    table.lay(1, "g06@3,4")
    for viewer in (None, Seat(0), Seat(1)):
        seen = coverup.view(table.state, viewer)
        assert [seat.hand for seat in seen.seats] == list(table.state.hands)
        assert [seat.pile for seat in seen.seats] == list(table.state.piles)
        assert [seat.visible for seat in seen.seats] == [0, 4, 0]
        assert (seen.green, seen.yellow, seen.red) == (21, 36, 36)


@pytest.mark.rule("CU-I1")
def test_the_order_of_the_draw_piles_is_hidden() -> None:
    """Two tables that differ only in the order of their draw piles look the same to everybody."""
    state = Table.of(*GREENS).state
    other = replace(state, green=state.green[::-1], yellow=state.yellow[::-1], red=state.red[::-1])
    for viewer in (None, Seat(0), Seat(1), Seat(2)):
        assert coverup.view(state, viewer) == coverup.view(other, viewer)


@pytest.mark.rule("CU-I1")
def test_a_pending_give_back_is_the_givers_secret() -> None:
    """That somebody has chosen is seen, what is not; when all have chosen it is."""
    views: list[list[View]] = []
    for secret in ("g03", "g04"):
        table = after_round_one()
        table.give_back(0, secret)
        views.append([coverup.view(table.state, viewer) for viewer in (None, Seat(1), Seat(2))])
        own = coverup.view(table.state, Seat(0))
        assert own.giving_back == table.deck.card(secret)
        event = table.events[-1]
        assert coverup.redact(event, Seat(0)) == event
        assert coverup.redact(event, Seat(1)) == coverup.redact(event, None) == ChoseGiveBack(Seat(0), None)
    assert views[0] == views[1]
    assert views[0][0].seats[0].has_given_back
    assert views[0][0].giving_back is None


@pytest.mark.rule("CU-I1")
def test_scores_say_what_was_removed_and_why() -> None:
    """The view keeps the scores of all rounds, with the removals and their faults."""
    table = Table.of(*GREENS, options=Options())
    table.lay(0, "g01@0,0 g02@40,0")
    table.done(0, 1, 2)
    ((score, *_),) = coverup.view(table.state, None).scores
    assert names([removal.card for removal in score.score.removed], table.deck) == "g02"
    assert score.score.removed[0].faults
