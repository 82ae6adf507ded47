"""Cover Up in the terminal: the live match with a driven clock, and the screen with pressed keys."""

from __future__ import annotations

import asyncio
import random
from itertools import pairwise

import pytest

from covergames import record
from covergames.coverup import Colour, Done, Flip, GiveBack, Lay, Options, Phase, solve
from covergames.dealer import RandomDealer
from covergames.game import IllegalAction, Seat
from covergames.terminal.coverup import CoverUpScreen
from covergames.terminal.coverup_match import COUNTDOWN, Match

pytestmark = pytest.mark.filterwarnings("ignore::covergames.coverup.solver.InterpretedSolverWarning")


class Clock:
    """A clock that is driven."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


def begun(options: Options | None = None, *, pace: float = 5.0) -> tuple[Match, Clock]:
    clock = Clock()
    match = Match(
        ["You", "Ada", "Bo"],
        seat=Seat(0),
        options=options or Options(),
        dealer=RandomDealer(random.Random(1)),
        clock=clock,
        chance=random.Random(2),
        pace=pace,
    )
    return match, clock


def test_bots_lay_at_a_human_pace_and_the_clock_ends_the_round() -> None:
    """Nothing happens in the count of three; then cards come one by one, somebody flips, and time runs out."""
    match, clock = begun()
    clock.seconds += COUNTDOWN - 0.1
    assert not match.has_begun
    assert not match.tick()
    laid = []
    while match.state.phase is Phase.LAY:
        clock.seconds += 0.5
        match.tick()
        laid.append(sum(map(len, match.state.piles)))
        assert laid == sorted(laid)
    assert max(after - before for before, after in pairwise(laid)) <= 2
    assert match.state.flipped_by in (1, 2)
    assert match.state.scores[0][0].points == 25
    assert match.state.now == match.state.deadline


def test_a_whole_match_is_a_record() -> None:
    """Five rounds against the bots, with our own best pile each time, replay to the same end."""
    match, clock = begun(pace=20.0)
    while match.recording.record.result is None:
        state = match.state
        if state.phase is Phase.LAY:
            clock.seconds += COUNTDOWN
            for placement in solve(state.hands[0], state.options.deck).pile:
                clock.seconds += 0.1
                match.act(Lay(placement, match.now))
            match.act(Flip(match.now))
            while match.state.phase is Phase.LAY:
                clock.seconds += 1
                match.tick()
        else:
            match.tick()
            greens = [card for card in state.hands[0] if state.options.deck[card].colour is Colour.GREEN]
            match.act(GiveBack(greens[0]))
    *_, last = record.replay(record.read(match.recording.record.encode()))
    assert last.state == match.state
    assert match.state.totals[0] == min(match.state.totals)


def test_too_late_is_too_late() -> None:
    """After the deadline a card is refused although the clock has not rung yet; then it rings."""
    match, clock = begun(Options(round_limit=10), pace=100.0)
    clock.seconds += COUNTDOWN + 10
    with pytest.raises(IllegalAction, match="CU-H2"):
        match.act(Done(match.now))
    assert match.tick()
    assert match.state.phase is Phase.GIVE_BACK


def test_keys_move_turn_flip_and_lay() -> None:
    """Keys change the card in hand at once; enter lays it, backspace lifts it, and refusals are shown."""

    async def keys() -> None:
        match, clock = begun(pace=1000.0)
        screen = CoverUpScreen(match)
        async with screen.run_test(size=(110, 40)) as pilot:
            await pilot.press("enter")
            assert "wait" in screen.message
            clock.seconds += COUNTDOWN
            await pilot.press("right", "right", "down", "r", "f", "enter")
            (placement,) = match.state.piles[0]
            assert (placement.x, placement.y, placement.turn, placement.flip) == (2, 1, 3, True)
            assert screen.held.card == match.state.hands[0][1]
            await pilot.press("h")
            assert "CU-H1" in screen.message
            await pilot.press("1", "left", "space")
            assert match.state.piles[0][0].x == 1
            await pilot.press("1", "backspace")
            assert match.state.piles[0] == ()
            assert screen.table_picture().plain.count("\n") == 11
            await pilot.press("d")
            assert match.state.locked == (True, False, False)
            clock.seconds += 300
            screen.pulse()
            assert match.state.phase is Phase.GIVE_BACK
            await pilot.press("2", "enter")
            screen.pulse()
            assert match.state.round == 2
            assert screen.held.card == match.state.hands[0][0]
            while match.recording.record.result is None:
                clock.seconds += 400
                screen.pulse()
                if match.recording.record.result is None:
                    greens = [
                        str(number)
                        for number, card in enumerate(match.state.hands[0], start=1)
                        if match.state.options.deck[card].colour is Colour.GREEN
                    ]
                    await pilot.press(greens[0], "enter")
            screen.redraw()
            assert len(match.state.scores) == 5

    asyncio.run(keys())
