"""One game per variant, told in full: kept as text, so that a change of the rules shows as a change that can be read."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.coverme.generous import Generous
from tests.playthroughs.story import story

from covergames import coverme
from covergames.coverme import Clothes, Event, GameLength, Options, State, TwoPlayer
from covergames.dealer import RandomDealer
from covergames.game import Seat

FOLDER: Final = Path(__file__).parent / "golden"


@dataclass(frozen=True, slots=True)
class Golden:
    """A game that the seed decides."""

    players: int
    options: Options
    extra_seasons: int = 0
    """How often players who avoid scoring, and so stay tied, play on."""


GOLDEN: Final[Mapping[str, Golden]] = {
    "standard-3": Golden(3, Options(start=Seat(0))),
    "standard-4": Golden(4, Options(start=Seat(2))),
    "standard-5": Golden(5, Options(start=Seat(4))),
    "fictional": Golden(2, Options(start=Seat(1))),
    "advanced": Golden(2, Options(start=Seat(0), two_player=TwoPlayer.ADVANCED)),
    "longer": Golden(3, Options(start=Seat(1), length=GameLength.LONGER)),
    "shorter": Golden(4, Options(start=Seat(0), length=GameLength.SHORTER)),
    "same-value": Golden(4, Options(start=Seat(3), same_value=Clothes.RED, years=2)),
    "same-value-fictional": Golden(2, Options(start=Seat(0), same_value=Clothes.BLACK, years=2)),
    "same-value-advanced": Golden(
        2, Options(start=Seat(1), same_value=Clothes.WHITE, years=2, two_player=TwoPlayer.ADVANCED)
    ),
    "first-game": Golden(5, Options(start=Seat(0), first_game=True, length=GameLength.SHORTER)),
    "extra-season": Golden(3, Options(start=Seat(2)), extra_seasons=4),
}


def steps(
    name: str, state: State, chooser: random.Random, dealer: RandomDealer
) -> Iterator[tuple[State, tuple[Event, ...]]]:
    """Random decisions, or ones that let nobody score, to the end."""
    extra_seasons = GOLDEN[name].extra_seasons
    stingy = Generous(chooser, extra_seasons=extra_seasons, is_stingy=True)
    while seats := coverme.to_act(state):
        seat = chooser.choice(seats)
        action = stingy.choose(state, seat) if extra_seasons else chooser.choice(coverme.legal(state, seat))
        step = coverme.apply(state, seat, action, dealer)
        state = step.state
        yield state, step.events


def tell(name: str) -> str:
    """The story of that game."""
    golden = GOLDEN[name]
    chooser = random.Random(name)
    dealer = RandomDealer(chooser)
    state = coverme.new(golden.players, golden.options, dealer)
    return story(state, steps(name, state, chooser, dealer))
