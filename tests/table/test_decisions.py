"""Current, stale and repeated decisions; who may decide; simultaneous decisions."""

from __future__ import annotations

import random

import pytest

from covergames import coverme
from covergames.coverme import Source, Take
from covergames.game import Seat
from covergames.table import (
    HOST,
    KEEPER,
    Act,
    Code,
    Connect,
    Leave,
    Mute,
    Play,
    Ready,
    Say,
    Sit,
    Start,
    TakeBack,
    token_hash,
)
from covergames.table.seats import MAX_RECENT_COMMANDS
from tests.table.kit import ADA, BO, CY, Live, decided, play_out, playing, written

BLONDE = Take(Source.BLONDE)
FACE_DOWN = Take(Source.FACE_DOWN)


def at_covers() -> Live:
    """Return a table at which all choose their first cover at the same time."""
    live = playing(options={"first_game": True, "start": 0})
    assert live.table.to_act == (ADA, BO, CY)
    return live


def taking() -> Live:
    """Return a table at which Ada takes a card, then Bo, then Cy."""
    live = playing(options={"start": 0})
    assert live.table.to_act == (ADA,)
    return live


def test_the_rules_apply_a_decision() -> None:
    live = taking()
    proposal = live.act(ADA, BLONDE)
    assert live.table.to_act == (BO,)
    assert proposal.events
    assert written(proposal.entry) == {"event": "take", "seat": 0, "from": "blonde"}


def test_an_illegal_decision_is_refused_with_the_rule() -> None:
    live = taking()
    refusal = live.refuse(Act(BLONDE, live.table.sequence), BO)
    assert (refusal.code, refusal.rule_id) == (Code.ILLEGAL, "CM-S6")


def test_an_actor_without_a_seat_cannot_decide() -> None:
    live = taking()
    for actor in (None, HOST, KEEPER):
        assert live.refuse(Act(BLONDE, live.table.sequence), actor).code is Code.NOT_YOURS
    assert live.refuse(Act(BLONDE, live.table.sequence), Seat(9)).code is Code.UNREADABLE


def test_no_bot_decides_for_a_person_who_is_present() -> None:
    live = taking()
    assert live.refuse(Play(ADA, BLONDE, live.table.sequence), KEEPER).code is Code.NOT_YOURS
    assert live.refuse(Play(ADA, BLONDE, live.table.sequence), ADA).code is Code.NOT_YOURS


def test_no_person_decides_for_a_bot() -> None:
    live = Live(options={"start": 1})
    live.sit(ADA, CY)
    live.seat_bots(BO)
    live.start()
    assert live.refuse(Act(BLONDE, live.table.sequence), BO).code is Code.EMPTY
    entry = live.do(Play(BO, BLONDE, live.table.sequence), KEEPER).entry
    assert decided(entry).by == "bot"


def test_decisions_before_and_after_the_game_are_refused() -> None:
    live = Live()
    live.sit(ADA)
    assert live.refuse(Act(BLONDE, live.table.sequence), ADA).code is Code.NOT_NOW
    live = playing(options={"same_value": "G", "years": 1})
    play_out(live)
    assert live.refuse(Act(BLONDE, live.table.sequence), ADA).code is Code.NOT_NOW


def test_a_decision_sent_before_the_turn_is_stale() -> None:
    """Bo decided before it was Bo's turn, so the command is about another decision."""
    live = taking()
    seen = live.table.sequence
    live.act(ADA, BLONDE)
    refusal = live.refuse(Act(BLONDE, seen), BO)
    assert refusal.code is Code.STALE
    assert str(seen) in refusal.reason
    live.do(Act(BLONDE, live.table.sequence), BO)


def test_a_decision_that_was_already_taken_is_stale() -> None:
    """For example in another browser window of the same person."""
    live = taking()
    seen = live.table.sequence
    live.act(ADA, BLONDE)
    assert live.refuse(Act(FACE_DOWN, seen), ADA).code is Code.STALE
    assert live.refuse(Act(FACE_DOWN, live.table.sequence), ADA).code is Code.ILLEGAL


def test_a_simultaneous_choice_cannot_be_made_twice() -> None:
    live = at_covers()
    seen = live.table.sequence
    first, second, *_ = live.legal(ADA)
    live.do(Act(first, seen), ADA)
    assert live.refuse(Act(second, seen), ADA).code is Code.STALE
    assert live.refuse(Act(second, live.table.sequence), ADA).code is Code.ILLEGAL


def test_decisions_of_others_do_not_make_mine_stale() -> None:
    """All three sent their covers before they saw the first one."""
    live = at_covers()
    seen = live.table.sequence
    for seat in (BO, CY, ADA):
        live.do(Act(live.legal(seat)[0], seen), seat)
    assert live.table.to_act == (ADA, BO, CY)
    assert live.refuse(Act(live.legal(BO)[0], seen), BO).code is Code.STALE


def test_chat_and_connections_make_nothing_stale() -> None:
    live = at_covers()
    seen = live.table.sequence
    live.do(Say("hurry up"), BO)
    live.leave(CY)
    live.do(Connect(CY, "w2-7"), KEEPER)
    live.do(Mute(BO, muted=True), ADA)
    live.do(Act(live.legal(ADA)[0], seen), ADA)


def test_every_later_decision_of_the_same_seat_is_another_one() -> None:
    """A seat that decides twice in a row sees the second decision only after the first."""
    live = playing(players=2, options={"two_player": "advanced", "start": 0})
    chooser = random.Random(3)
    twice = 0
    while not live.table.is_over and twice < 3:
        seat = live.table.to_act[0]
        seen = live.table.sequence
        live.do(Act(chooser.choice(live.legal(seat)), seen), seat)
        if seat in live.table.to_act:
            twice += 1
            assert live.refuse(Act(live.legal(seat)[0], seen), seat).code is Code.STALE
    assert twice == 3


def test_a_repeated_command_is_executed_once_and_answered_twice() -> None:
    live = taking()
    act = Act(BLONDE, live.table.sequence, "c1")
    sequence = live.do(act, ADA).entry.sequence
    assert live.repeat(act, ADA) == sequence
    live.act(BO, BLONDE)
    assert live.repeat(act, ADA) == sequence, "however long ago it was seen"
    assert live.repeat(Act(FACE_DOWN, 0, "c1"), ADA) == sequence, "the id alone counts"


def test_two_actors_may_use_the_same_id() -> None:
    live = taking()
    live.do(Act(BLONDE, live.table.sequence, "c1"), ADA)
    live.do(Act(BLONDE, live.table.sequence, "c1"), BO)
    assert live.table.to_act == (CY,)


def test_chat_readiness_and_commands_of_the_host_are_idempotent_too() -> None:
    live = Live(players=2)
    live.sit(ADA, BO)
    for command, actor in (
        (Say("hello", "c1"), BO),
        (Ready(ready=False, id="c2"), BO),
        (Mute(BO, muted=True, id="c3"), ADA),
        (Ready(ready=True, id="c4"), BO),
        (Start(id="c5"), ADA),
    ):
        sequence = live.do(command, actor).entry.sequence
        assert live.repeat(command, actor) == sequence
    assert live.refuse(Mute(BO, muted=True, id="c3"), BO).code is Code.NOT_YOURS


def test_an_id_is_remembered_for_a_while() -> None:
    live = taking()
    first = live.do(Say("one", "c0"), ADA).entry.sequence
    for number in range(1, MAX_RECENT_COMMANDS):
        live.wait(5)
        live.do(Say(str(number), f"c{number}"), ADA)
    assert live.repeat(Say("one", "c0"), ADA) == first
    live.wait(5)
    live.do(Say("one more", "last"), ADA)
    live.do(Say("one", "c0"), ADA)


def test_a_command_without_an_id_is_not_remembered() -> None:
    live = taking()
    first = live.do(Say("one", "c0"), ADA).entry.sequence
    for number in range(MAX_RECENT_COMMANDS):
        live.wait(5)
        live.do(Say(str(number)), ADA)
    assert live.repeat(Say("one", "c0"), ADA) == first


def test_a_new_person_in_a_seat_may_use_the_same_ids() -> None:
    live = Live()
    live.sit(ADA, BO)
    live.do(Ready(ready=False, id="c1"), BO)
    live.do(Ready(ready=True), BO)
    live.do(Leave(BO), BO)
    live.do(Sit("Cy", token_hash("cy"), seat=BO), None)
    live.do(Ready(ready=True, id="c1"), BO)
    assert live.view().seats[BO].ready


@pytest.mark.parametrize("name", ["", "x" * 65])
def test_the_length_of_an_id_is_limited(name: str) -> None:
    live = taking()
    assert live.refuse(Act(BLONDE, live.table.sequence, name), ADA).code is Code.UNREADABLE


def test_a_repeated_command_is_answered_even_when_the_table_is_closed() -> None:
    live = playing(options={"same_value": "G", "years": 1})
    live.do(Say("bye", "c1"), ADA)
    sequence = live.table.sequence
    for seat in (ADA, BO, CY):
        live.leave(seat)
    live.do_duty()
    assert live.table.closed == "abandoned"
    assert live.repeat(Say("bye", "c1"), ADA) == sequence
    assert live.refuse(TakeBack("c2"), ADA).code is Code.CLOSED


def test_time_never_runs_backwards() -> None:
    """The clocks of two machines differ, but an entry is never before the previous one."""
    live = taking()
    live.wait(10)
    live.do(Say("on time"), ADA)
    live.wait(-9)
    assert live.do(Say("early"), ADA).entry.at == live.entries[-2].at


def test_a_decision_is_stored_in_the_notation_of_records() -> None:
    """With the seat, and cards as text."""
    live = at_covers()
    action = live.legal(ADA)[0]
    cards = [coverme.card_text(card) for card in action.cards]
    assert written(live.act(ADA, action).entry) == {"event": "place", "seat": 0, "cards": cards}
