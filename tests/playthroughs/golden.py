"""One game per variant: stored as a record, and as text in which a reader sees every change of the rules."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from covergames import coverme, coverup
from covergames.coverme import Clothes, GameLength, Options, TwoPlayer
from covergames.coverup import Action, Colour, Done, Flip, GiveBack, Lay, Lift, Phase, State
from covergames.game import CLOCK, Seat
from covergames.games import GAMES
from covergames.record import Record, Recording, read, replay
from tests.contract.play import Shuffler
from tests.coverme.generous import Generous
from tests.playthroughs import coverup_story
from tests.playthroughs.story import story

FOLDER: Final = Path(__file__).parent / "golden"


@dataclass(frozen=True, slots=True)
class Golden:
    """A variant of Cover Me."""

    players: int
    options: Options
    extra_seasons: int = 0
    """How often players who avoid scoring, and so stay tied, vote to play on."""


@dataclass(frozen=True, slots=True)
class GoldenUp:
    """A game of Cover Up with the hourglass, mistakes, and a round that the clock ends."""

    players: int
    options: coverup.Options


GOLDEN: Final[Mapping[str, Golden | GoldenUp]] = {
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
    "cover-up": GoldenUp(3, coverup.Options(hourglass=20, round_limit=120)),
}


NAMES: Final = ("Ada", "Bo", "Cy", "Di", "Ed")


def play(name: str) -> Record:
    """Play a game of that variant: random decisions, or decisions with which nobody scores."""
    golden = GOLDEN[name]
    chooser = random.Random(name)
    if isinstance(golden, GoldenUp):
        return _play_up(golden, chooser)
    stingy = Generous(chooser, extra_seasons=golden.extra_seasons, is_stingy=True)
    game = Recording.begin(coverme, NAMES[: golden.players], golden.options, Shuffler(chooser))
    while seats := coverme.to_act(game.state):
        seat = chooser.choice(seats)
        legal = coverme.legal(game.state, seat)
        game.act(seat, stingy.choose(game.state, seat) if golden.extra_seasons else chooser.choice(legal))
    return game.record


def _play_up(golden: GoldenUp, chooser: random.Random) -> Record:
    """Let everybody lay card by card in random turns; then somebody flips, all are done, or time runs out."""
    game = Recording.begin(GAMES[coverup.NAME].rules, NAMES[: golden.players], golden.options, Shuffler(chooser))
    while game.record.result is None:
        state = game.state
        plans = {seat: _plan(state, seat) for seat in state.seats}
        while (state := game.state).phase is Phase.LAY:
            ready = [seat for seat, plan in plans.items() if plan and not state.locked[seat]]
            if not ready:
                game.act(CLOCK, coverup.legal(state, CLOCK)[0])
                continue
            seat = chooser.choice(ready)
            t = state.now + chooser.randint(200, 3000)
            if state.deadline is not None and t >= state.deadline:
                game.act(CLOCK, coverup.legal(state, CLOCK)[0])
                continue
            game.act(seat, _at(t, plans[seat].pop(0)))
        for seat in coverup.to_act(game.state):
            greens = [card for card in state.hands[seat] if state.options.deck[card].colour is Colour.GREEN]
            game.act(seat, GiveBack(chooser.choice(greens)))
    return game.record


def _plan(state: State, seat: Seat) -> list[Action]:
    """Return the best pile; in some rounds its last card is misplaced by one square, lifted again, or left in hand."""
    pile = coverup.solve(state.hands[seat], state.options.deck).pile
    *first, last = pile
    lays: list[Action] = [Lay(at, 0) for at in first]
    far = replace(last, x=last.x + 1)
    match (state.round + seat) % 4:
        case 0:
            return [*lays, Lay(far, 0), *([Flip(0)] if state.round in (2, 4) else [])]
        case 1:
            return [*lays, Lay(far, 0), Lay(last, 0), Flip(0) if state.round == 3 else Done(0)]
        case 2:
            return [*lays, Lay(last, 0), Lift(first[0].card, 0), Done(0)]
        case _:
            return [*lays[:3], Lay(replace(last, x=last.x + 9), 0), *([Done(0)] if state.round != 1 else [])]


def _at(t: int, action: Action) -> Action:
    return replace(action, t=t) if not isinstance(action, GiveBack) else action


def text_of(name: str) -> str:
    """Return the recorded game as text."""
    moments = replay(read((FOLDER / f"{name}.json").read_bytes()))
    return coverup_story.story(moments) if isinstance(GOLDEN[name], GoldenUp) else story(moments)
