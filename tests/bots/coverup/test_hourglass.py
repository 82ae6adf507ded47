"""The decision to flip the hourglass."""

from __future__ import annotations

from dataclasses import replace

import pytest

from covergames import coverup
from covergames.bots.coverup.hourglass import LATE_CARD_POINTS, flip_pays, par, pressure
from covergames.coverup import Lay, Options, Placement, View, house_deck
from covergames.game import Seat
from tests.coverup_kit import Table, cards

DECK = house_deck()
HANDS = ("g01 g02 g03 g04 g05", "g06 g07 g08 g09 g10")


def seen(*, others: int, now: int, options: Options | None = None, is_locked: bool = False) -> View:
    """Return seat 0's view at that time, with its five cards laid and this many cards of the other player."""
    table = Table.of(*HANDS, options=options)
    for seat, number in ((1, others), (0, 5)):
        for card in table.state.hands[seat][:number]:
            table.act(seat, Lay(Placement(card, flip=False, turn=0, x=0, y=0), table.state.now))
    if is_locked:
        table.done(1)
    return replace(coverup.view(table.state, Seat(0)), now=now)


def test_par_is_the_mean_of_the_house_deck() -> None:
    """Measured over thousands of hands: 12.4 points in round 1, 17.2 in round 5."""
    assert par(cards("g01 g02 g03 g04 g05", DECK), DECK) == pytest.approx(12.4)
    assert par(cards("g01 y01 y02 r01 r02", DECK), DECK) == pytest.approx(17.2)


@pytest.mark.parametrize(
    ("others", "now", "late"),
    [
        (0, 60_000, 4.5),  # none in a minute: half a card in the half minute of the sand
        (1, 60_000, 3.0),  # one in a minute, one about to be laid: two a minute
        (4, 60_000, 0.0),
        (0, 2_000, 0.0),  # the round has hardly begun
    ],
)
def test_the_sand_costs_the_others_the_cards_that_they_cannot_lay(others: int, now: int, late: float) -> None:
    """They are expected to lay at the pace that they had so far."""
    assert pressure(seen(others=others, now=now), now=now) == pytest.approx(LATE_CARD_POINTS * late)


def test_a_locked_player_feels_no_pressure() -> None:
    """A player who is done lays no more cards."""
    assert pressure(seen(others=1, now=60_000, is_locked=True), now=60_000) == 0


@pytest.mark.parametrize(
    ("others", "now", "gain", "pays"),
    [
        (1, 10_000, 0.0, True),  # nothing left to gain
        (1, 10_000, 0.5, False),  # the other is far from ready: there is time for half a point, and then for the bonus
        (5, 10_000, 0.5, True),  # the other may flip at any moment and get the bonus
        (5, 10_000, 1.5, False),  # more to gain than the bonus
        (4, 10_000, 0.5, True),  # the other will be ready before the look is over
        (0, 40_000, 0.2, True),  # the sand hurts the other most right now
        (0, 40_000, 2.0, False),  # two points are more than the pressure that is lost by waiting
    ],
)
def test_a_flip_is_compared_with_a_second_look(others: int, now: int, gain: float, *, pays: bool) -> None:
    """A look takes four seconds and saves this many points."""
    assert flip_pays(seen(others=others, now=now), gain=gain, end=now + 4000) is pays


@pytest.mark.parametrize(("left", "pays"), [(4001, False), (4000, True), (3000, True)])
def test_a_look_after_the_round_limit_gains_nothing(left: int, *, pays: bool) -> None:
    """Shortly before the round limit it takes the bonus."""
    view = seen(others=1, now=45_000 - left, options=Options(round_limit=45))
    assert flip_pays(view, gain=3.0, end=view.now + 4000) is pays


def test_a_player_with_nothing_left_to_do_flips() -> None:
    """Waiting gains nothing."""
    assert flip_pays(seen(others=1, now=10_000), gain=5.0, end=10_000)
