"""Cover Up in real time: the server's clock decides, and a restart loses nothing."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from covergames.coverup import Done, Flip, Lay, Lift, Placement
from covergames.coverup.timing import COUNTDOWN_MILLISECONDS
from covergames.game import Seat
from covergames.table import KEEPER, Act, Code, Connect, Play, Settings, Table, TimeUp
from covergames.table.seats import MAX_RECENT_COMMANDS
from tests.table.kit import ADA, BO, EIGHT, Live, decided, playing, written

DONE = Done(0)
FLIP = Flip(0)


def laying(players: int = 2, **options: object) -> Live:
    """Return a table whose first round has just begun."""
    live = playing("cover-up", players, options=options)
    live.wait(COUNTDOWN_MILLISECONDS / 1000)
    return live


def lay(live: Live, seat: Seat, number: int = 0, x: int = 0) -> Lay:
    """Return an action that lays one of the seat's cards."""
    return Lay(Placement(live.table.state.hands[seat][number], flip=False, turn=0, x=x, y=0), t=0)


def lay_all(live: Live, seat: Seat) -> None:
    for number in range(5):
        live.act(seat, lay(live, seat, number, 9 * number))


@pytest.mark.rule("CU-R2")
def test_the_round_begins_after_the_countdown() -> None:
    live = playing("cover-up", 2)
    assert live.view().round_start == EIGHT + COUNTDOWN_MILLISECONDS
    live.wait(2.999)
    refusal = live.refuse(Act(lay(live, ADA), live.table.sequence), ADA)
    assert (refusal.code, refusal.rule_id) == (Code.COUNTDOWN, "CU-R2")
    live.wait(0.001)
    live.act(ADA, lay(live, ADA))
    assert live.table.state.now == 0


@pytest.mark.rule("CU-H3")
def test_the_server_sets_the_time_of_an_action() -> None:
    """The time in an action is replaced by the time at which the server received it."""
    live = laying()
    live.wait(1.5)
    entry = live.act(ADA, replace(lay(live, ADA), t=99_999)).entry
    assert written(entry)["t"] == 1500


@pytest.mark.rule("CU-H3")
def test_the_order_of_arrival_decides_who_flips() -> None:
    """Also if the clock of a second server is behind that of the first. The loser learns the time of the refused flip."""
    live = laying()
    live.wait(20)
    lay_all(live, ADA)
    lay_all(live, BO)
    live.act(BO, FLIP)
    live.wait(-1)
    refusal = live.refuse(Act(FLIP, live.table.sequence), ADA)
    assert (refusal.code, refusal.rule_id, refusal.t) == (Code.ILLEGAL, "CU-H1", 20_000)
    live.act(ADA, lay(live, ADA))
    assert live.table.state.now == 20_000
    live.wait(1.012)
    assert live.refuse(Act(FLIP, live.table.sequence), ADA).t == 20_012


def test_lays_do_not_make_each_other_stale() -> None:
    """Neither those of others nor my own: a player lays cards faster than the server answers."""
    live = laying(3)
    seen = live.table.sequence
    for number in range(5):
        for seat in (ADA, BO):
            live.do(Act(lay(live, seat, number, 9 * number), seen), seat)
    live.do(Act(FLIP, seen), ADA)
    live.do(Act(DONE, seen), BO)


def test_an_action_for_the_previous_round_is_stale() -> None:
    live = laying()
    seen = live.table.sequence
    live.act(BO, DONE)
    live.act(ADA, DONE)
    assert live.refuse(Act(lay(live, ADA), seen), ADA).code is Code.STALE
    seen = live.table.sequence
    for seat in (ADA, BO):
        live.do(Act(live.legal(seat)[0], seen), seat)
    assert live.table.state.round == 2
    live.wait(3)
    assert live.refuse(Act(DONE, seen), BO).code is Code.STALE


@pytest.mark.rule("CU-H2")
def test_the_sand_runs_out() -> None:
    live = laying(hourglass=30)
    live.wait(7)
    lay_all(live, ADA)
    live.act(ADA, FLIP)
    deadline = EIGHT + COUNTDOWN_MILLISECONDS + 37_000
    assert live.table.deadline == deadline
    live.at = deadline - 1
    assert live.refuse(TimeUp(), KEEPER).code is Code.NOT_NOW
    live.act(BO, lay(live, BO))
    live.at = deadline
    refusal = live.refuse(Act(lay(live, BO, 1, 3), live.table.sequence), BO)
    assert (refusal.code, refusal.rule_id) == (Code.ILLEGAL, "CU-H2")
    duty = live.table.duty()
    assert duty == (deadline, TimeUp())
    live.do(TimeUp(), KEEPER)
    assert len(live.table.state.scores) == 1
    assert live.view().round_start is None
    assert live.folded().deadline is None


@pytest.mark.rule("CU-H2")
def test_a_flip_and_the_sand_survive_a_restart() -> None:
    """Another server computes the same deadline, and ends the round even if it starts after the deadline."""
    live = laying()
    live.wait(7)
    lay_all(live, ADA)
    live.act(ADA, FLIP)
    later = Table.fold("friday", live.entries)
    assert later == live.table
    assert later.deadline == live.table.deadline
    live.table = later
    live.wait(3600)
    entry = live.do_duty()
    assert written(entry) == {"event": "time_up", "t": 37_000}
    assert entry.at == live.at, "the entry says when it happened, the action when it was due"


def test_the_round_limit_is_a_deadline_from_the_start() -> None:
    assert laying(round_limit=60).table.deadline == EIGHT + COUNTDOWN_MILLISECONDS + 60_000
    live = laying(round_limit=None)
    assert live.table.deadline is None
    assert live.refuse(TimeUp(), KEEPER).code is Code.NOT_NOW


@pytest.mark.rule("CU-H2")
def test_the_limit_does_not_cut_the_sand_short() -> None:
    """A flip one second before the limit moves the deadline and the keeper's duty to the end of the sand."""
    live = laying(hourglass=30, round_limit=60)
    limit = EIGHT + COUNTDOWN_MILLISECONDS + 60_000
    lay_all(live, ADA)
    assert live.table.duty() == (limit, TimeUp())
    live.at = limit - 1000
    live.act(ADA, FLIP)
    deadline = limit + 29_000
    assert live.table.deadline == deadline
    assert live.table.duty() == (deadline, TimeUp())
    assert Table.fold("friday", live.entries).deadline == deadline
    live.at = limit
    assert live.refuse(TimeUp(), KEEPER).code is Code.NOT_NOW
    live.at = deadline - 1
    live.act(BO, lay(live, BO))
    live.at = deadline
    live.do(TimeUp(), KEEPER)
    assert len(live.table.state.scores) == 1


def test_every_round_has_a_countdown() -> None:
    live = laying()
    live.act(ADA, DONE)
    live.act(BO, DONE)
    assert live.view().round_start is None
    assert live.refuse(TimeUp(), KEEPER).code is Code.NOT_NOW
    live.wait(42)
    for seat in (ADA, BO):
        live.act(seat, live.legal(seat)[0])
    assert live.view().round_start == live.at + COUNTDOWN_MILLISECONDS
    assert live.refuse(Act(DONE, live.table.sequence), ADA).code is Code.COUNTDOWN


def test_decision_time_applies_to_giving_back() -> None:
    """A round has a clock; decision time counts only between rounds."""
    live = playing("cover-up", 2, settings=Settings(decision_time=20))
    live.wait(3)
    assert live.view().seats[ADA].decision_until is None
    live.act(ADA, DONE)
    live.act(BO, DONE)
    assert live.view().seats[ADA].decision_until == live.at + 20_000
    live.act(BO, live.legal(BO)[0])
    live.do_duty()
    (turn,) = live.table.bots_to_act()
    entry = live.do(Play(turn.seat, live.legal(ADA)[0], turn.seen), KEEPER).entry
    assert decided(entry).by == "clock"
    assert live.table.state.round == 2


def test_everybody_sees_a_pile_grow() -> None:
    live = laying()
    live.act(ADA, lay(live, ADA))
    for viewer in (ADA, BO, None):
        assert len(live.table.game_view(viewer).seats[ADA].pile) == 1


def test_a_whole_game_ended_by_the_clock() -> None:
    """Nobody is done early: each of the five rounds ends when time is up."""
    live = laying(round_limit=10)
    chooser = random.Random(1)
    ends = 0
    while not live.table.is_over:
        if live.table.round_start is None:
            for seat in live.table.to_act:
                live.decide(seat, chooser)
        else:
            ends += 1
            assert live.do_duty().at == live.entries[-2].at + COUNTDOWN_MILLISECONDS + 10_000
    assert ends == 5


def test_a_lay_older_than_all_remembered_commands_is_stale() -> None:
    """It may have been executed and forgotten. A command that is new for certain is executed, even after many others."""
    live = laying()
    seen = live.table.sequence
    command, lift = Act(lay(live, ADA), seen, "first"), Lift(lay(live, ADA).placement.card, t=0)
    live.do(command, ADA)
    for number in range(MAX_RECENT_COMMANDS // 2):
        live.do(Act(lift, live.table.sequence, f"lift {number}"), ADA)
        live.do(Act(lay(live, ADA), live.table.sequence, f"lay {number}"), ADA)
    live.do(Act(lift, live.table.sequence, "last"), ADA)
    assert live.refuse(command, ADA).code is Code.STALE
    live.do(Act(lay(live, ADA), seen + 2, "late, but remembered if it had been before"), ADA)


@pytest.mark.parametrize("begun", [False, True])
def test_the_clock_of_a_round_stands_still_while_nobody_is_present(*, begun: bool) -> None:
    """A person alone with bots saves the game, comes back an hour later, and has the time that was left."""
    live = Live("cover-up", 2, options={"round_limit": 60})
    live.sit(ADA)
    live.seat_bots(BO)
    live.start()
    if begun:
        live.wait(COUNTDOWN_MILLISECONDS / 1000 + 20)
    deadline, left_at = live.table.deadline, live.at
    assert deadline is not None
    live.leave(ADA)
    live.wait(3600)
    assert live.table.bots_to_act() == ()
    assert live.refuse(TimeUp(), KEEPER).code is Code.NOT_NOW
    live.do(Connect(ADA, "w2-0"), KEEPER)
    assert live.table.deadline == deadline + live.at - left_at
    assert live.table == live.folded()


def test_the_clock_of_a_round_runs_while_somebody_is_present() -> None:
    live = laying(round_limit=60)
    before = live.table.deadline
    live.leave(ADA)
    live.wait(10)
    live.do(Connect(ADA, "w2-0"), KEEPER)
    assert live.table.deadline == before
