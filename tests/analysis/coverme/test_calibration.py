"""The calibrated win shares: as if the kernel had used another scale of leads."""

from __future__ import annotations

from math import exp, sqrt

import pytest

from covergames import coverme
from covergames.analysis.coverme.calibration import SAME_VALUE_SCALE, Calibration, calibration, seasons_evaluated
from covergames.bots.coverme.editor import PLAYOUT_SEASONS
from covergames.kernel import _search as s
from covergames.record import replay
from tests.analysis.games import cover_me

SAME_VALUE = Calibration(s.LEAD_SCALE_POINTS / SAME_VALUE_SCALE)
STANDARD_GAME, SAME_VALUE_GAME = 4, 3


def shares(scores: list[int], scale: float) -> list[float]:
    """Return the shares that the kernel would give these scores with that scale, five seasons before the end."""
    powers = [exp(score / (scale * sqrt(5 + s.EXTRA_SEASONS))) for score in scores]
    return [power / sum(powers) for power in powers]


@pytest.mark.parametrize("scores", [[3, 3, 3], [4, 2, 3, 2], [0, 9], [5, 5, 1, 0, 0]])
def test_calibrated_shares_are_those_of_another_scale(scores: list[int]) -> None:
    calibrated = SAME_VALUE.shares(shares(scores, s.LEAD_SCALE_POINTS))
    assert calibrated == pytest.approx(shares(scores, SAME_VALUE_SCALE))


@pytest.mark.parametrize("prospects", [[0.25, 0.25, 0.5], [0.1, 0.6, 0.2, 0.1], [0.4, 0.6]])
def test_one_share_is_calibrated_as_all_are_where_the_rivals_are_known(prospects: list[float]) -> None:
    for seat, prospect in enumerate(prospects):
        inequality = SAME_VALUE.inequality(prospects, seat)
        assert SAME_VALUE.share(prospect, inequality) == pytest.approx(SAME_VALUE.shares(prospects)[seat])


@pytest.mark.parametrize("result", [[1.0, 0.0, 0.0], [0.5, 0.5, 0.0], [0.0, 1.0]])
def test_a_finished_game_keeps_its_result(result: list[float]) -> None:
    assert SAME_VALUE.shares(result) == result


def test_only_unfinished_playouts_of_same_value_games_are_calibrated() -> None:
    """A playout that reaches the end of the game has a result, and nothing is left to estimate."""
    for number in (STANDARD_GAME, SAME_VALUE_GAME):
        for moment in replay(cover_me(number), coverme):
            found = calibration(moment.state, PLAYOUT_SEASONS)
            left = (12 if number == STANDARD_GAME else 4) - seasons_evaluated(moment.state) - PLAYOUT_SEASONS
            is_same_value = number == SAME_VALUE_GAME
            assert found == (SAME_VALUE if is_same_value and left > 0 else Calibration(1.0))
            assert found.is_neutral == (not is_same_value or left <= 0)
