"""Who may take which seat, who is the host, and when a game can start."""

from __future__ import annotations

from typing import Any

import pytest

from covergames import coverup
from covergames.coverme import Options, Stay, TwoPlayer
from covergames.game import Seat
from covergames.table import (
    HOST,
    KEEPER,
    Arrange,
    Close,
    Code,
    Connect,
    Disconnect,
    Leave,
    Mute,
    Play,
    Ready,
    Refusal,
    Remove,
    Repeated,
    Say,
    SeatBot,
    Settings,
    Sit,
    Stage,
    StandIn,
    Start,
    Table,
    TakeBack,
    TimeUp,
    opening,
    token_hash,
)
from covergames.table.user_text import MAX_NAME_LENGTH
from tests.table.kit import ADA, BO, CY, DI, EIGHT, SEED, Live, playing, token


def sit(name: str, seat: Seat | None = None, nonce: str | None = None) -> Sit:
    return Sit(name, token_hash(name), nonce=nonce, seat=seat)


def test_people_get_the_seat_they_want_or_the_first_free_one() -> None:
    live = Live(players=3)
    live.do(sit("Bo", BO), None)
    live.do(sit("Ada"), None)
    live.do(sit("Cy"), None)
    assert [place.name for place in live.view().seats] == ["Ada", "Bo", "Cy"]


def test_a_taken_seat_is_not_given_twice() -> None:
    live = Live(players=2)
    live.do(sit("Ada", ADA), None)
    assert live.refuse(sit("Bo", ADA), None).code is Code.FULL
    assert live.refuse(sit("Bo", Seat(2)), None).code is Code.UNREADABLE
    live.do(sit("Bo"), None)
    assert live.refuse(sit("Cy"), None).code is Code.FULL


@pytest.mark.parametrize("name", ["Ada", "ADA", " ada ", "\uff21da", "A\u200dda"])
def test_a_name_can_be_used_once(name: str) -> None:
    """Nor a name that looks the same."""
    live = Live()
    live.do(sit("Ada"), None)
    assert live.refuse(sit(name), None).code is Code.NAME_TAKEN
    assert live.refuse(SeatBot(BO, "random", name), ADA).code is Code.NAME_TAKEN


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", Code.UNREADABLE),
        ("  ", Code.UNREADABLE),
        ("\u200d", Code.UNREADABLE),
        ("a\nb", Code.UNREADABLE),
        ("a\x1b[31mb", Code.UNREADABLE),
        ("abc\u202ecba", Code.UNREADABLE),
        ("x" * (MAX_NAME_LENGTH + 1), Code.TOO_LONG),
    ],
)
def test_a_name_is_plain_text(name: str, code: Code) -> None:
    assert Live().refuse(sit(name), None).code is code


@pytest.mark.parametrize("nonce", ["", "a,b", "é", "x" * 65, "a b"])
def test_an_invalid_nonce_is_refused(nonce: str) -> None:
    live = Live()
    assert live.refuse(sit("Ada", nonce=nonce), None).code is Code.UNREADABLE
    live.sit(ADA)
    assert live.refuse(Ready(ready=True, nonce=nonce), ADA).code is Code.UNREADABLE


def test_a_token_identifies_the_actor() -> None:
    live = Live(host_token="the host")
    live.sit(BO)
    assert live.table.actor_of("the host") is HOST
    assert live.table.actor_of(token(BO)) == BO
    assert live.table.actor_of("anybody") is None


def test_the_first_person_to_sit_down_is_the_host() -> None:
    live = Live()
    live.do(sit("Bo", BO), None)
    live.do(sit("Ada", ADA), None)
    assert live.view().host == BO


def test_a_host_without_a_seat_may_take_one_seat() -> None:
    live = Live(host_token="the host")
    live.do(sit("Ada", ADA), None)
    assert live.view().host is None
    live.do(SeatBot(CY, "random", "Cy"), HOST)
    live.do(sit("Bo", BO), HOST)
    assert live.view().host == BO
    assert live.refuse(sit("Di"), HOST).code is Code.NOT_YOURS


def test_only_the_host_may_send_commands_of_the_host() -> None:
    live = Live(players=2)
    live.sit(ADA, BO)
    arrange = Arrange(3, Options(), Settings())
    for command in (arrange, SeatBot(CY, "random", "Cy"), Remove(ADA), Mute(ADA, muted=True), Start(), Close()):
        for actor in (BO, HOST, None, KEEPER):
            if not (actor is KEEPER and isinstance(command, Close)):
                assert live.refuse(command, actor).code is Code.NOT_YOURS, (command, actor)


def test_only_the_keeper_may_send_commands_of_the_keeper() -> None:
    live = playing()
    for command in (
        Connect(ADA, "x"),
        Disconnect(ADA, "w1-0"),
        StandIn(ADA, once=True),
        Play(ADA, Stay(), 9),
        TimeUp(),
    ):
        for actor in (ADA, HOST, None):
            assert live.refuse(command, actor).code is Code.NOT_YOURS, (command, actor)


def test_another_person_becomes_the_host_when_the_host_leaves() -> None:
    """People who are present come first, then those who have had their seat longest."""
    live = Live(players=4)
    live.sit(CY, ADA, BO, DI)
    live.leave(ADA)
    live.do(Leave(CY), CY)
    assert live.view().host == BO
    live.do(Leave(BO), BO)
    assert live.view().host == DI
    live.do(Leave(DI), DI)
    assert live.view().host == ADA
    live.do(Leave(ADA), ADA)
    assert live.view().host is None
    live.do(sit("Ed", CY), None)
    assert live.view().host == CY


def test_the_host_stays_when_another_person_leaves() -> None:
    live = Live(host_token="the host", players=4)
    live.sit(ADA, CY)
    live.do(Leave(CY), CY)
    assert live.view().host is None
    live.do(sit("Bo", BO), HOST)
    live.do(Connect(BO, "x"), KEEPER)
    live.sit(DI)
    live.do(Leave(DI), DI)
    live.do(Remove(ADA), HOST)
    assert live.view().host == BO


def test_the_token_of_a_host_who_left_is_invalid() -> None:
    live = Live(host_token="the host")
    live.do(sit("Ada", ADA), HOST)
    live.do(sit("Bo", BO), None)
    live.do(Mute(BO, muted=True), HOST)
    live.do(Leave(ADA), ADA)
    assert live.view().host == BO
    assert live.refuse(Mute(BO, muted=False), HOST).code is Code.NOT_YOURS
    assert live.table.actor_of("the host") is None


def test_the_host_can_give_a_seat_to_a_bot_and_remove_it() -> None:
    live = Live()
    live.sit(ADA)
    live.seat_bots(BO, bot="trend")
    assert (live.view().seats[BO].name, live.view().seats[BO].bot) == ("Bo", "trend")
    live.do(Remove(BO), ADA)
    assert live.view().seats[BO].name is None
    assert live.refuse(Remove(BO), ADA).code is Code.EMPTY


@pytest.mark.parametrize(
    "bot", ["deep-thought", "solver", "evil.py:Bot", "/etc/evil.py:Bot", "editor:6s", "editor:5001p"]
)
def test_only_allowed_bots_of_the_game_get_a_seat(bot: str) -> None:
    """A file may contain any code, and a bot that thinks for long delays all others."""
    live = Live()
    live.sit(ADA)
    refusal = live.refuse(SeatBot(BO, bot, "Bo"), ADA)
    assert refusal.code is Code.UNKNOWN_BOT
    assert bot in refusal.reason
    assert live.refuse(Arrange(3, Options(), Settings(stand_in=bot)), ADA).code is Code.UNKNOWN_BOT


def test_the_token_of_a_removed_person_is_invalid() -> None:
    live = Live()
    live.sit(ADA, BO)
    live.do(Remove(BO), ADA)
    assert live.table.seat_of(token(BO)) is None
    live.do(sit("Cy", BO), None)
    assert live.table.seat_of(token(BO)) is None
    assert live.refuse(Say("hello"), CY).code is Code.EMPTY


def test_arranging_keeps_the_people() -> None:
    live = Live(players=2)
    live.sit(ADA, BO)
    settings = Settings(listed=True, away_after=None, decision_time=30, stand_in="random", spectators=False)
    options = Options(same_value="drawn", years=2)
    live.do(Arrange(4, options, settings), ADA)
    view = live.view()
    assert (live.table.players, live.table.options, view.settings) == (4, options, settings)
    assert [place.name for place in view.seats] == ["Ada", "Bo", None, None]
    assert not any(place.ready for place in view.seats), "nobody is ready for what they have not seen"


@pytest.mark.parametrize(
    ("arrange", "code", "named"),
    [
        (Arrange(7, Options(), Settings()), Code.ILLEGAL, "7 players"),
        (Arrange(3, Options(two_player=TwoPlayer.ADVANCED), Settings()), Code.ILLEGAL, "advanced"),
        (Arrange(3, Options(), Settings(away_after=1)), Code.UNREADABLE, "away_after 1"),
        (Arrange(3, Options(), Settings(decision_time=10**6)), Code.UNREADABLE, "decision_time 1000000"),
        (Arrange(3, Options(), Settings(abandoned_after=0)), Code.UNREADABLE, "abandoned_after 0"),
        (Arrange(2, Options(), Settings()), Code.FULL, "Cy"),
    ],
)
def test_an_invalid_arrangement_is_refused(arrange: Arrange, code: Code, named: str) -> None:
    live = Live(players=4)
    live.sit(ADA, CY)
    refusal = live.refuse(arrange, ADA)
    assert refusal.code is code
    assert named in refusal.reason


def test_readiness_for_an_earlier_arrangement_is_stale() -> None:
    live = Live()
    live.sit(ADA, BO)
    seen = live.table.sequence
    live.do(Arrange(3, Options(first_game=True), Settings()), ADA)
    assert live.refuse(Ready(ready=True, seen=seen), BO).code is Code.STALE
    live.do(Ready(ready=True, seen=live.table.sequence), BO)
    assert live.view().seats[BO].ready


def test_the_game_starts_when_all_seats_are_taken_and_all_but_the_host_are_ready() -> None:
    live = Live()
    live.do(sit("Ada", ADA), None)
    live.do(sit("Bo", BO), None)
    refusal = live.refuse(Start(), ADA)
    assert (refusal.code, "2" in refusal.reason) == (Code.NOT_READY, True)
    live.seat_bots(CY)
    refusal = live.refuse(Start(), ADA)
    assert (refusal.code, "Bo" in refusal.reason) == (Code.NOT_READY, True)
    live.do(Ready(ready=True), BO)
    live.do(Ready(ready=False), BO)
    assert live.refuse(Start(), ADA).code is Code.NOT_READY
    live.do(Ready(ready=True), BO)
    live.do(Start(), ADA)
    assert live.table.stage is Stage.PLAYING


def test_a_host_without_a_seat_can_let_bots_play() -> None:
    live = Live(host_token="the host", players=2)
    live.do(SeatBot(ADA, "random", "Ada"), HOST)
    live.do(SeatBot(BO, "random", "Bo"), HOST)
    live.do(Start(), HOST)
    assert {turn.bot for turn in live.table.bots_to_act()} == {"random"}


def test_seats_cannot_be_taken_after_the_start() -> None:
    live = Live()
    live.sit(ADA, BO)
    live.seat_bots(CY)
    live.start()
    for command, actor in (
        (sit("Di"), None),
        (SeatBot(CY, "random", "Di"), ADA),
        (Remove(CY), ADA),
        (Arrange(3, Options(), Settings()), ADA),
        (Ready(ready=False), BO),
        (Start(), ADA),
        (Close(), ADA),
    ):
        assert live.refuse(command, actor).code is Code.NOT_NOW, command


@pytest.mark.parametrize("seat", [Seat(-1), Seat(3)])
def test_a_seat_that_does_not_exist_is_refused(seat: Seat) -> None:
    """Seat -1 is not the last seat."""
    lobby, live = Live(), playing()
    lobby.sit(ADA)
    for command in (Remove(seat), Mute(seat, muted=True), SeatBot(seat, "random", "Bo")):
        assert lobby.refuse(command, ADA).code is Code.UNREADABLE, command
    assert lobby.refuse(sit("Bo", seat), None).code is Code.UNREADABLE
    assert live.refuse(Leave(seat), ADA).code is Code.UNREADABLE
    for asked in (Connect(seat, "x"), Disconnect(seat, "x"), StandIn(seat, once=True), Play(seat, Stay(), 9)):
        assert live.refuse(asked, KEEPER).code is Code.UNREADABLE, asked
    assert live.refuse(Say("hello"), seat).code is Code.UNREADABLE


def test_a_command_that_changes_nothing_has_no_effect() -> None:
    live = playing()
    live.do(Mute(BO, muted=True), ADA)
    sequence = live.table.sequence
    assert live.repeat(Mute(BO, muted=True), ADA) == sequence
    assert live.repeat(Connect(BO, "w1-1"), KEEPER) == sequence
    assert live.repeat(TakeBack(), BO) == sequence


def test_a_closed_table_refuses_everything() -> None:
    live = Live()
    live.sit(ADA)
    live.do(Close(), ADA)
    assert live.view().closed == "host"
    for command, actor in ((Say("hello"), ADA), (sit("Bo"), None), (Connect(ADA, "x"), KEEPER), (Leave(ADA), ADA)):
        assert live.refuse(command, actor).code is Code.CLOSED
    assert live.table.duty() is None


@pytest.mark.parametrize(
    ("game", "players", "options", "title", "code"),
    [
        ("chess", 2, Options(), "", Code.UNREADABLE),
        ("cover-me", 9, Options(), "", Code.ILLEGAL),
        ("cover-up", 3, coverup.Options(hourglass=0), "", Code.ILLEGAL),
        ("cover-me", 3, Options(), "x" * 61, Code.TOO_LONG),
        ("cover-me", 3, Options(), "\x07", Code.UNREADABLE),
    ],
)
def test_a_table_with_an_invalid_arrangement_is_not_opened(
    game: str, players: int, options: Any, title: str, code: Code
) -> None:
    with pytest.raises(Refusal) as refused:
        opening(
            game,
            players=players,
            options=options,
            settings=Settings(),
            title=title,
            seed=SEED,
            host_token_hash=None,
            at=EIGHT,
        )
    assert refused.value.code is code


def test_a_table_begins_with_its_opening() -> None:
    live = playing()
    with pytest.raises(ValueError, match="has no entries"):
        Table.fold("friday", [])
    with pytest.raises(ValueError, match="does not begin with an opening"):
        Table.fold("friday", live.entries[1:])
    with pytest.raises(ValueError, match="does not follow"):
        Table.fold("friday", [*live.entries[:3], *live.entries[4:]])
    with pytest.raises(ValueError, match="does not follow"):
        live.table.accept(live.table.proposal_of(live.entries[-2]))


def test_a_proposal_changes_nothing_until_it_is_accepted() -> None:
    live = Live()
    proposal = live.table.propose(sit("Ada"), by=None, at=EIGHT)
    assert not isinstance(proposal, Repeated)
    assert live.table == live.folded()
    following = live.table.after(proposal)
    assert live.table == live.folded()
    live.table.accept(proposal)
    assert live.table == following != live.folded()
