"""Games of Cover Up as records: written, read and replayed to the same end."""

from __future__ import annotations

import random

import pytest

from covergames import coverup, record
from covergames.coverup import Done, Flip, Lay, Options, Phase
from covergames.coverup.house import generate
from covergames.coverup.solver import hint
from covergames.dealer import RandomDealer
from covergames.game import CLOCK
from covergames.games import GAMES

pytestmark = pytest.mark.filterwarnings("ignore::covergames.coverup.solver.InterpretedSolverWarning")


def play(options: Options, seed: int) -> record.Recording:
    """Play: seat 0 lays its best pile and flips, seat 1 lays some cards anywhere, seat 2 nothing; then time runs out."""
    chance = random.Random(seed)
    game = record.Recording.begin(GAMES["cover-up"].rules, ["Ada", "Bo", "Cy"], options, RandomDealer(chance))
    while game.record.result is None:
        state = game.state
        if state.phase is Phase.GIVE_BACK:
            for seat in coverup.to_act(state):
                game.act(seat, chance.choice(coverup.legal(state, seat)))
            continue
        ada, bo, cy = state.seats
        for number, placement in enumerate(hint((), state.hands[ada], options.deck).pile):
            game.act(ada, Lay(placement, 100 * number))
        for _ in range(3):
            lays = [action.placement for action in coverup.legal(game.state, bo) if isinstance(action, Lay)]
            game.act(bo, Lay(chance.choice(lays), 600))
        game.act(ada, Flip(700) if Flip(600) in coverup.legal(game.state, ada) else Done(700))
        if chance.random() < 0.5:
            game.act(cy, Done(800))
        (time_up,) = coverup.legal(game.state, CLOCK)
        game.act(CLOCK, time_up)
    return game


@pytest.mark.parametrize("options", [Options(), Options(generate(9, "nine"), hourglass=5, assist=True)])
def test_a_record_replays_to_the_same_end(options: Options) -> None:
    """Every position is the same, the record has only decisions and shuffles, and the text is stable."""
    game = play(options, 3)
    text = game.record.encode()
    again = record.read(text)
    assert again.encode() == text
    *_, last = record.replay(again)
    assert last.state == game.state
    kinds = {event["event"] for event in again.events}
    assert kinds <= {"shuffle", "lay", "lift", "flip", "done", "time_up", "give_back"}
    assert [event["pile"] for event in again.events[:3]] == ["green", "yellow", "red"]
    assert sum(event["event"] == "shuffle" for event in again.events) == 3
    assert again.start is None


def test_a_damaged_record_is_refused_with_the_event() -> None:
    """The error names the event: a card laid by another seat, a late lay, an unknown field."""
    good = play(Options(), 4).record
    index = next(number for number, event in enumerate(good.events) if event["event"] == "lay")
    for change, reason in (({"seat": 2}, "CU-P1"), ({"t": 400_000}, "CU-H2"), ({"up": 1}, "unknown field `up`")):
        bad = record.read(good.encode())
        bad.events[index] = {**bad.events[index], **change}
        with pytest.raises(record.RecordError, match=reason) as refusal:
            list(record.replay(bad))
        assert refusal.value.index == index


def test_the_game_is_known_by_its_name() -> None:
    """Records and commands find Cover Up, and it fulfils the contract."""
    assert GAMES["cover-up"].rules is coverup
