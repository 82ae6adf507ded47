"""People who are away, bots that stand in, and tables where nobody is present."""

from __future__ import annotations

from covergames import coverme
from covergames.coverme import Source, Take
from covergames.table import (
    HOST,
    KEEPER,
    Act,
    Close,
    Code,
    Connect,
    Disconnect,
    Leave,
    Play,
    Remove,
    ReportDelay,
    Say,
    SeatBot,
    Settings,
    Stage,
    StandIn,
    Start,
    TakeBack,
)
from covergames.table.duties import LOBBY_AWAY_MS
from covergames.table.seats import StoodInFor, Substitution
from covergames.table.validation import MAX_CONNECTIONS_PER_SEAT
from tests.table.kit import ADA, BO, CY, EIGHT, NAMES, Live, decided, play_out, playing, token

BLONDE = Take(Source.BLONDE)


def waiting_for_ada(settings: Settings | None = None) -> Live:
    """Return a table that waits for Ada to take a card."""
    return playing(options={"start": 0}, settings=settings)


def test_a_person_is_present_while_a_connection_is_open() -> None:
    live = waiting_for_ada()
    live.do(Connect(ADA, "w2-9"), KEEPER)
    live.do(Disconnect(ADA, "w1-0"), KEEPER)
    assert live.view().seats[ADA].present
    live.do(Disconnect(ADA, "w2-9"), KEEPER)
    assert not live.view().seats[ADA].present
    assert live.repeat(Disconnect(ADA, "w2-9"), KEEPER) == live.table.sequence
    live.do(Connect(ADA, "w1-0"), KEEPER)
    assert live.view().seats[ADA].present


def test_the_connections_of_a_seat_are_limited() -> None:
    live = waiting_for_ada()
    for number in range(1, MAX_CONNECTIONS_PER_SEAT):
        live.do(Connect(ADA, f"w9-{number}"), KEEPER)
    assert live.refuse(Connect(ADA, "one too many"), KEEPER).code is Code.TOO_MANY


def test_everybody_sees_the_round_trip_time_of_people_who_are_present() -> None:
    """It is rounded up to 25, 50, 100 and so on; small variations do not change it, and absurd values are limited."""
    live = waiting_for_ada()
    assert live.view().seats[ADA].delay is None
    for measured, shown in ((0, 25), (26, 50), (51, 100), (130, 200)):
        live.do(ReportDelay(ADA, measured), KEEPER)
        assert live.view().seats[ADA].delay == shown
    for varied in (199, 101, 99, 50):
        assert live.repeat(ReportDelay(ADA, varied), KEEPER) == live.table.sequence
    for measured, shown in ((49, 50), (-7, 25), (10**9, 6400)):
        live.do(ReportDelay(ADA, measured), KEEPER)
        assert live.view().seats[ADA].delay == shown
    assert live.refuse(ReportDelay(ADA, 900), BO).code is Code.NOT_YOURS
    live.leave(ADA)
    assert live.view().seats[ADA].delay is None


def test_a_bot_stands_in_for_a_person_who_is_away_for_too_long() -> None:
    live = waiting_for_ada(Settings(away_after=60))
    live.wait(5)
    live.leave(ADA)
    due = live.at + 60_000
    assert live.view().seats[ADA].stand_in_at == due
    live.at = due - 1
    assert live.table.bots_to_act() == ()
    assert live.refuse(StandIn(ADA, once=False), KEEPER).code is Code.NOT_NOW
    live.at = due
    assert live.table.duty() == (due, StandIn(ADA, once=False))
    live.do_duty()
    assert live.view().seats[ADA].stood_in_for is StoodInFor.AWAY
    ((seat, bot, seen),) = live.table.bots_to_act()
    assert (seat, bot) == (ADA, "trend")
    events = len(coverme.history(live.table.state))
    entry = live.do(Play(seat, BLONDE, seen), KEEPER).entry
    assert decided(entry).by == "stand-in"
    assert live.table.substitutions == (Substitution(events, "stand-in"),)
    assert type(coverme.history(live.table.state)[events]).__name__ == "Took"


def test_the_host_chooses_the_stand_in() -> None:
    live = waiting_for_ada(Settings(away_after=60, stand_in="random"))
    live.leave(ADA)
    live.do_duty()
    assert live.table.bots_to_act()[0].bot == "random"


def test_a_person_who_is_back_in_time_keeps_the_seat() -> None:
    live = waiting_for_ada(Settings(away_after=60))
    live.leave(ADA)
    live.wait(59)
    live.do(Connect(ADA, "w2-1"), KEEPER)
    live.wait(59)
    assert live.refuse(StandIn(ADA, once=False), KEEPER).code is Code.NOT_NOW
    assert live.table.duty() is None
    live.act(ADA, BLONDE)


def test_a_person_can_take_the_seat_back_at_any_time() -> None:
    live = waiting_for_ada(Settings(away_after=60))
    live.leave(ADA)
    live.do_duty()
    live.wait(3600)
    live.do(Connect(ADA, "w2-1"), KEEPER)
    assert live.refuse(Act(BLONDE, live.table.sequence), ADA).code is Code.NOT_YOURS
    live.do(TakeBack(), ADA)
    assert live.table.bots_to_act() == ()
    live.act(ADA, BLONDE)


def test_a_decision_that_the_stand_in_has_taken_is_stale() -> None:
    """The person comes back and sends a decision that the bot has already taken."""
    live = waiting_for_ada(Settings(away_after=60))
    seen = live.table.sequence
    live.leave(ADA)
    live.do_duty()
    live.do(Play(ADA, BLONDE, live.table.sequence), KEEPER)
    live.do(TakeBack(), ADA)
    assert live.refuse(Act(BLONDE, seen), ADA).code is Code.STALE


def test_no_bot_stands_in_if_the_host_does_not_allow_it() -> None:
    live = waiting_for_ada(Settings(away_after=None))
    live.leave(ADA)
    assert live.table.duty() is None
    live.wait(10**6)
    assert live.refuse(StandIn(ADA, once=False), KEEPER).code is Code.NOT_NOW


def test_a_game_with_bots_waits_for_its_only_person() -> None:
    """No bot stands in while nobody waits, and bots do not continue alone."""
    live = Live(options={"start": 1}, settings=Settings(away_after=60, decision_time=30))
    live.sit(ADA)
    live.seat_bots(BO, CY)
    live.start()
    assert [turn.seat for turn in live.table.bots_to_act()] == [BO]
    live.leave(ADA)
    assert live.table.bots_to_act() == ()
    duty = live.table.duty()
    assert duty is not None
    assert isinstance(duty.command, Close)
    live.wait(3600)
    live.do(Connect(ADA, "w2-1"), KEEPER)
    assert [turn.seat for turn in live.table.bots_to_act()] == [BO]


def test_decision_time_does_not_run_while_nobody_is_present() -> None:
    """The only person comes back after an hour and has the full decision time."""
    live = Live(options={"start": 0}, settings=Settings(decision_time=30))
    live.sit(ADA)
    live.seat_bots(BO, CY)
    live.start()
    live.wait(10)
    live.leave(ADA)
    assert live.view().seats[ADA].decision_until is None
    live.wait(3600)
    live.do(Connect(ADA, "w2-1"), KEEPER)
    assert live.view().seats[ADA].decision_until == live.at + 30_000


def test_when_time_is_up_a_bot_takes_only_this_decision() -> None:
    live = waiting_for_ada(Settings(decision_time=30))
    due = EIGHT + 30_000
    assert live.view().seats[ADA].decision_until == due
    live.at = due - 1
    assert live.refuse(StandIn(ADA, once=True), KEEPER).code is Code.NOT_NOW
    live.do_duty()
    assert (live.at, live.view().seats[ADA].stood_in_for) == (due, StoodInFor.ONCE)
    assert live.refuse(Act(BLONDE, live.table.sequence), ADA).code is Code.NOT_YOURS
    assert live.refuse(TakeBack(), ADA).code is Code.NOT_NOW
    (turn,) = live.table.bots_to_act()
    entry = live.do(Play(turn.seat, BLONDE, turn.seen), KEEPER).entry
    assert decided(entry).by == "clock"
    assert live.view().seats[ADA].stood_in_for is None
    assert live.view().seats[BO].decision_until == live.at + 30_000


def test_everybody_has_the_same_time_for_a_simultaneous_choice() -> None:
    """The last person gets no additional time when others have chosen."""
    live = playing(options={"first_game": True, "start": 0}, settings=Settings(decision_time=30))
    due = EIGHT + 30_000
    live.wait(10)
    live.act(BO, live.legal(BO)[0])
    assert [place.decision_until for place in live.view().seats] == [due, None, due]


def test_a_bot_stands_in_immediately_for_a_person_who_leaves_and_may_come_back() -> None:
    live = waiting_for_ada(Settings(away_after=None))
    live.do(Leave(ADA), ADA)
    assert live.view().seats[ADA].stood_in_for is StoodInFor.LEFT
    assert live.view().host == BO
    assert live.repeat(Leave(ADA), ADA) == live.table.sequence
    assert [turn.seat for turn in live.table.bots_to_act()] == [ADA]
    live.do(TakeBack(), ADA)
    live.act(ADA, BLONDE)
    assert live.view().host == BO


def test_a_person_who_comes_back_becomes_the_host_if_there_is_none() -> None:
    live = waiting_for_ada()
    for seat in (ADA, BO, CY):
        live.do(Leave(seat), seat)
    assert live.view().host is None
    live.do(TakeBack(), CY)
    assert live.view().host == CY


def test_a_removed_person_cannot_come_back() -> None:
    live = playing(options={"start": 1})
    live.do(Remove(BO), ADA)
    assert live.table.seat_of(token(BO)) is None
    assert [turn.seat for turn in live.table.bots_to_act()] == [BO]
    for command in (TakeBack(), Say("let me in"), Act(BLONDE, live.table.sequence), Leave(BO)):
        assert live.refuse(command, BO).code is Code.NOT_YOURS
    assert live.repeat(Remove(BO), ADA) == live.table.sequence
    assert live.view().seats[BO].name == NAMES[BO]
    assert not live.view().seats[BO].present
    assert live.refuse(Connect(BO, "w1-9"), KEEPER).code is Code.NOT_YOURS
    assert live.repeat(Disconnect(BO, "w1-1"), KEEPER) == live.table.sequence


def test_a_person_who_is_away_from_the_lobby_loses_the_seat_if_others_wait() -> None:
    live = Live()
    live.sit(ADA, BO)
    live.leave(ADA)
    due = live.at + LOBBY_AWAY_MS
    assert live.table.duty() == (due, Leave(ADA))
    live.at = due - 1
    assert live.refuse(Leave(ADA), KEEPER).code is Code.NOT_NOW
    live.do_duty()
    assert [place.name for place in live.view().seats] == [None, "Bo", None]
    assert live.view().host == BO


def test_a_person_who_is_away_from_the_lobby_keeps_the_seat_if_nobody_waits() -> None:
    live = Live()
    live.sit(ADA)
    live.leave(ADA)
    live.at += LOBBY_AWAY_MS
    assert live.refuse(Leave(ADA), KEEPER).code is Code.NOT_NOW


def test_an_abandoned_table_closes() -> None:
    """When the last person has been away for long enough: in the lobby, during the game and after it."""
    lobby = Live(settings=Settings(abandoned_after=600))
    lobby.sit(ADA, BO)
    middle = playing(settings=Settings(abandoned_after=600))
    over = playing(options={"same_value": "G", "years": 1}, settings=Settings(abandoned_after=600))
    play_out(over)
    for live in (lobby, middle, over):
        assert live.refuse(Close(), KEEPER).code is Code.NOT_NOW
        people = [seat for seat, _ in live.table.people]
        for seat in people:
            live.wait(10)
            live.leave(seat)
        due = live.at + 600_000
        live.at = due - 1
        assert live.refuse(Close(), KEEPER).code is Code.NOT_NOW
        entry = live.do_duty()
        assert (entry.at, live.table.stage, live.view().closed) == (due, Stage.CLOSED, "abandoned")
        assert live.table.duty() is None


def test_a_table_with_only_bots_plays_to_the_end_and_closes() -> None:
    live = Live(host_token="the host", players=2, options={"same_value": "G", "years": 1})
    live.do(SeatBot(ADA, "random", "Ada"), HOST)
    live.do(SeatBot(BO, "random", "Bo"), HOST)
    live.do(Start(), HOST)
    play_out(live)
    live.do_duty()
    assert live.at == EIGHT + 1000 * live.table.settings.abandoned_after
