"""The probabilities of trends."""

from __future__ import annotations

import pytest

from covergames.bots.coverme.forecast import Forecast, no_trend
from covergames.coverme import Season, parse_card
from tests.bots.coverme.positions import placing

EQUAL = (1.0, 1.0, 1.0)


@pytest.mark.parametrize(
    ("track", "characteristics", "expected"),
    [
        ((3, 1, 1), 0b001, 0.0),
        ((3, 1, 1), 0b110, 1.0),
        ((2, 2, 0), 0b010, 0.0),
        ((2, 2, 0), 0b100, 1.0),
        ((2, 2, 0), 0b101, 0.0),
    ],
)
def test_with_no_card_to_come_trends_are_certain(track: tuple[int, ...], characteristics: int, expected: float) -> None:
    """The tracks show the trends, ties included (CM-T3)."""
    assert no_trend(track, EQUAL, characteristics, 0) == pytest.approx(expected)


def test_equal_tracks_have_equal_chances() -> None:
    """Only the counts of the characteristics matter."""
    chances = {no_trend((2, 2, 2), EQUAL, 1 << number, 6) for number in range(3)}
    assert len(chances) == 1


def test_a_lead_is_worth_more_when_fewer_cards_are_to_come() -> None:
    """The leader is safer, the later it is."""
    chances = [no_trend((4, 2, 2), EQUAL, 0b001, others) for others in (0, 3, 6, 9)]
    assert chances == sorted(chances)
    assert 0 <= chances[0] < chances[-1] < 0.5


def test_a_colour_that_is_not_in_the_game_is_no_trend() -> None:
    """Clothes colours that are still set aside cannot become trends."""
    assert no_trend((1, 1, 0), (1.0, 1.0, 0.0), 0b100, 6) > 0.9


def test_it_counts_by_the_season() -> None:
    """Pattern counts in winter, clothes in summer (CM-T1)."""
    winter = Forecast(placing(hand="Ybsq", covers=("", "", "")))
    summer = Forecast(placing(hand="Ybsq", covers=("", "", ""), season=Season.SUMMER))
    one, same_pattern, same_clothes = (parse_card(text) for text in ("Ybsq", "Rklq", "Yklt"))
    assert (winter.kinship(one, same_pattern), summer.kinship(one, same_pattern)) == (1, 0)
    assert (winter.kinship(one, same_clothes), summer.kinship(one, same_clothes)) == (0, 1)


def test_three_trends_and_none_exclude_each_other() -> None:
    """A card cannot be both, so the probabilities add up to 1 at most."""
    forecast = Forecast(placing(hand="Ybsq", covers=("Rbsq", "Bkmd", "Ykmt"), influence="Ybld"))
    card = parse_card("Ybsq")
    tracks = forecast.with_cards([card])
    three, none = forecast.three_trends(card, tracks), forecast.all_at_0([card], tracks)
    assert 0 < none < three < 1
    assert three + none <= 1
