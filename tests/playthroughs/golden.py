"""One game per variant, told in full: kept as a record, and as text that shows every change of the rules to a reader."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from covergames import coverme
from covergames.coverme import Clothes, GameLength, Options, TwoPlayer
from covergames.game import Seat
from covergames.record import Record, Recording, read, replay
from tests.contract.play import Shuffler
from tests.coverme.generous import Generous
from tests.playthroughs.story import story

FOLDER: Final = Path(__file__).parent / "golden"


@dataclass(frozen=True, slots=True)
class Golden:
    """A variant."""

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


def play(name: str) -> Record:
    """A game of that variant: random decisions, or ones that let nobody score."""
    golden = GOLDEN[name]
    chooser = random.Random(name)
    stingy = Generous(chooser, extra_seasons=golden.extra_seasons, is_stingy=True)
    names = ["Ada", "Bo", "Cy", "Di", "Ed"][: golden.players]
    game = Recording.begin(coverme, names, golden.options, Shuffler(chooser))
    while seats := coverme.to_act(game.state):
        seat = chooser.choice(seats)
        legal = coverme.legal(game.state, seat)
        game.act(seat, stingy.choose(game.state, seat) if golden.extra_seasons else chooser.choice(legal))
    return game.record


def tell(name: str) -> str:
    """The story of the recorded game."""
    return story(replay(read((FOLDER / f"{name}.json").read_bytes())))
