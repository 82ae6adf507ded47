"""No viewer can distinguish two worlds in rare positions: when piles run out and leaders vote (CM-I3)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from covergames import coverme, record
from covergames.coverme import Clothes, Options, Phase, State, TwoPlayer
from covergames.coverme.events import TookNext
from covergames.game import Seat
from tests.contract.adapters import CoverMe
from tests.contract.play import Shuffler, Turn
from tests.contract.test_two_worlds import Snapshot, leaks, sample
from tests.coverme.generous import Generous

RECORDS = sorted((Path(__file__).parents[1] / "playthroughs" / "records").glob("*.json"))


def turns(players: int, options: Options, *, is_stingy: bool) -> Iterator[Turn]:
    """Yield the decisions of players who reach rare positions."""
    chooser = random.Random(5)
    dealer = Shuffler(chooser)
    driver = Generous(chooser, extra_seasons=6, is_stingy=is_stingy)
    state = coverme.new(players, options, dealer)
    index = 0
    while seats := coverme.to_act(state):
        seat = chooser.choice(seats)
        action = driver.choose(state, seat)
        yield Turn(index, state, seat, action)
        state = coverme.apply(state, seat, action, dealer).state
        index += 1


def is_corner(state: State) -> bool:
    """Return whether something has run out, or players have to vote."""
    full = 12 if state.is_advanced else 9
    is_short = state.phase is Phase.PLACE and state.month == 1 and any(len(hand) < full - 1 for hand in state.hands)
    return state.phase is Phase.VOTE or not (state.face_down or state.discard) or not all(state.open_piles) or is_short


@pytest.mark.slow
@pytest.mark.rule("CM-I3", "CM-R4", "CM-X4")
@pytest.mark.parametrize(
    ("players", "options", "is_stingy"),
    [
        pytest.param(5, Options(same_value=Clothes.BLUE, years=10), False, id="five players out of cards"),
        pytest.param(3, Options(same_value=Clothes.BLUE, years=10), False, id="three players out of cards"),
        pytest.param(2, Options(same_value=Clothes.BLUE, years=10), False, id="fictional out of cards"),
        pytest.param(
            2,
            Options(same_value=Clothes.BLUE, years=10, two_player=TwoPlayer.ADVANCED),
            False,
            id="advanced out of cards",
        ),
        pytest.param(4, Options(), True, id="four players vote again and again"),
        pytest.param(2, Options(two_player=TwoPlayer.ADVANCED), True, id="advanced votes again and again"),
        pytest.param(2, Options(), True, id="fictional votes again and again"),
    ],
)
def test_corners_are_the_same_in_two_worlds(players: int, options: Options, *, is_stingy: bool) -> None:
    """With exhausted piles, short and empty hands, or pending votes, no viewer learns hidden information."""
    corners = [turn for turn in turns(players, options, is_stingy=is_stingy) if is_corner(turn.state)]
    assert len(corners) >= 10
    assert list(leaks(CoverMe(), Snapshot.of(coverme), sample(corners, min(1, 60 / len(corners))), players)) == []


@pytest.mark.rule("CM-I3", "CM-R4")
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_taking_the_next_pile_is_the_same_in_two_worlds(path: Path) -> None:
    """A player who has to take from the next pile shows the card to nobody else."""
    game = record.read(path.read_bytes())
    moments = list(record.replay(game))
    taking = [
        Turn(after.index, before.state, Seat(after.seat or 0), after.action)
        for before, after in pairwise(moments)
        if any(isinstance(event, TookNext) for event in after.events)
    ]
    assert taking
    assert list(leaks(CoverMe(), Snapshot.of(coverme), taking, len(game.players))) == []
