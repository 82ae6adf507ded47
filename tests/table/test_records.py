"""The record of a live game, its proof, and the rematch."""

from __future__ import annotations

import random
from collections.abc import Callable

import msgspec
import pytest

from covergames.coverme import Source, Take
from covergames.game import Data
from covergames.record import Record, RecordError, position, read
from covergames.schema import write_options
from covergames.table import (
    HOST,
    KEEPER,
    Code,
    Disconnect,
    Leave,
    Mute,
    NotProven,
    Ready,
    Refusal,
    Rematch,
    Remove,
    Say,
    Start,
    Table,
    commitment,
    prove,
    record_of,
    rematch,
)
from covergames.table.proof import Flaw
from tests.contract.adapters import ADAPTERS, Adapter
from tests.contract.adapters import Table as Arrangement
from tests.table.kit import ADA, BO, CY, SEED, Live, play_out, playing, token

SHORT: Data = {"same_value": "drawn", "years": 1}
VARIANTS = [
    pytest.param(adapter, table, id=f"{adapter.game.NAME}-{table.name}")
    for adapter in ADAPTERS.values()
    for table in adapter.variants
]


def finished(game: str = "cover-me", options: Data | None = None) -> Record:
    live = playing(game, options=options)
    play_out(live)
    return record_of("friday", live.entries)


@pytest.mark.parametrize(("adapter", "arrangement"), VARIANTS)
def test_the_record_has_the_whole_game_and_is_proven(adapter: Adapter, arrangement: Arrangement) -> None:
    """In every variant the record replays to the table's last state, and its deals follow from the commitment."""
    options = write_options(adapter.game, arrangement.options)
    live = playing(adapter.game.NAME, arrangement.players, options=options)
    play_out(live)
    record = read(record_of("friday", live.entries).encode())
    assert position(record).state == live.table.state
    assert record.players == ["Ada", "Bo", "Cy", "Di", "Ed", "Flo"][: arrangement.players]
    proof = prove(record)
    assert proof.commitment == commitment(SEED)
    assert proof.nonces == tuple(f"nonce-{seat}" for seat in range(arrangement.players))
    assert proof.shuffles == sum(event["event"] == "shuffle" for event in record.events) > 0


def test_nobody_gets_the_record_before_the_end() -> None:
    live = Live()
    live.sit(ADA, BO, CY)
    with pytest.raises(Refusal, match="no game"):
        record_of("friday", live.entries)
    live.start()
    with pytest.raises(Refusal, match="not over"):
        record_of("friday", live.entries)


def test_an_abandoned_game_has_a_record() -> None:
    live = playing(options={"start": 0})
    live.act(ADA, Take(Source.BLONDE))
    for seat in (ADA, BO, CY):
        live.leave(seat)
    live.do_duty()
    record = record_of("friday", live.entries)
    assert record.result is None
    assert record.events[-1] == {"event": "take", "seat": 0, "from": "blonde"}
    prove(record)


def test_the_proof_says_which_seats_gave_no_nonce() -> None:
    live = Live(players=2, options={"same_value": "G", "years": 1})
    live.sit(ADA)
    live.seat_bots(BO)
    live.start()
    play_out(live)
    assert prove(record_of("friday", live.entries)).nonces == ("nonce-0", None)


def test_leaving_and_chat_do_not_change_the_deal() -> None:
    chooser = random.Random(5)
    live = playing(options=SHORT)
    while not live.table.is_over:
        live.decide(chooser.choice(live.table.to_act), chooser)
        if live.table.sequence == 20:
            live.do(Leave(BO), BO)
            live.do(Say("bye"), CY)
            live.do(Remove(CY), ADA)
    prove(record_of("friday", live.entries))


def test_options_drawn_by_lot_are_proven_too() -> None:
    record = finished(options=SHORT)
    assert prove(record).is_drawn
    assert msgspec.json.decode(record.meta["options"]) == SHORT
    assert not prove(finished(options={"same_value": "G", "years": 1, "start": 2})).is_drawn
    assert not prove(finished("cover-up")).is_drawn


Tamper = Callable[[Record], None]


def another_seed(record: Record) -> None:
    assert record.fair is not None
    record.fair = msgspec.structs.replace(record.fair, seed="c1" * 32)


def another_seed_and_commitment(record: Record) -> None:
    assert record.fair is not None
    record.fair = msgspec.structs.replace(record.fair, seed="c1" * 32, commitment=commitment("c1" * 32))


def no_seed(record: Record) -> None:
    assert record.fair is not None
    record.fair = msgspec.structs.replace(record.fair, seed="open sesame", commitment=commitment("open sesame"))


def another_nonce(record: Record) -> None:
    assert record.fair is not None
    record.fair = msgspec.structs.replace(record.fair, nonces=["nonce-0", "nonce-7", "nonce-2"])


def swapped_nonces(record: Record) -> None:
    assert record.fair is not None
    record.fair = msgspec.structs.replace(record.fair, nonces=["nonce-1", "nonce-0", "nonce-2"])


def fewer_nonces(record: Record) -> None:
    assert record.fair is not None
    record.fair = msgspec.structs.replace(record.fair, nonces=["nonce-0", "nonce-1"])


def glued_nonces(record: Record) -> None:
    assert record.fair is not None
    record.fair = msgspec.structs.replace(record.fair, nonces=["nonce-0,nonce-1", "nonce-2", ""])


def another_lot(record: Record) -> None:
    record.meta["options"] = "{}"


def no_lot(record: Record) -> None:
    """Pretend that the host chose an option that was drawn: then the first shuffle would have another number."""
    del record.meta["options"]


def no_proof(record: Record) -> None:
    record.fair = None


def a_shuffle(record: Record) -> None:
    """Change the hidden bottom of a pile, so that no rule is broken."""
    last = max(number for number, event in enumerate(record.events) if event["event"] == "shuffle")
    cards = record.events[last]["cards"]
    cards[-1], cards[-2] = cards[-2], cards[-1]


@pytest.mark.parametrize(
    ("tamper", "flaw"),
    [
        (no_proof, Flaw.NO_PROOF),
        (another_seed, Flaw.BAD_SEED),
        (no_seed, Flaw.BAD_SEED),
        (fewer_nonces, Flaw.BAD_NONCES),
        (glued_nonces, Flaw.BAD_NONCES),
        (another_seed_and_commitment, Flaw.BAD_LOT),
        (another_nonce, Flaw.BAD_LOT),
        (swapped_nonces, Flaw.BAD_LOT),
        (another_lot, Flaw.BAD_LOT),
        (no_lot, Flaw.BAD_SHUFFLE),
    ],
)
def test_a_tampered_record_is_not_proven(tamper: Tamper, flaw: Flaw) -> None:
    record = finished(options=SHORT)
    tamper(record)
    with pytest.raises(NotProven) as unproven:
        prove(record)
    assert unproven.value.flaw is flaw


@pytest.mark.parametrize("tamper", [another_seed_and_commitment, another_nonce, swapped_nonces, a_shuffle])
def test_a_tampered_shuffle_is_named(tamper: Tamper) -> None:
    """If nothing is drawn by lot, the shuffles alone reveal the change."""
    record = finished("cover-up")
    tamper(record)
    with pytest.raises(NotProven) as unproven:
        prove(record)
    assert unproven.value.flaw is Flaw.BAD_SHUFFLE
    assert unproven.value.index == (2 if tamper is a_shuffle else 0)
    assert f"event {unproven.value.index}: the " in str(unproven.value)


def test_a_record_that_breaks_the_rules_is_not_proven() -> None:
    record = finished(options=SHORT)
    del record.events[-1]
    with pytest.raises(RecordError):
        prove(record)


def test_announced_options_that_cannot_be_read_are_refused() -> None:
    for text in ("{", "[]", '{"colour": "red"}', '{"years": 99}'):
        record = finished(options=SHORT)
        record.meta["options"] = text
        with pytest.raises(RecordError, match="announced options"):
            prove(record)


def over_with_a_bot() -> Live:
    live = Live(options=SHORT)
    live.sit(BO, ADA)
    live.seat_bots(CY, bot="trend")
    live.start()
    play_out(live)
    return live


def test_a_rematch_seats_the_same_people_with_the_same_tokens() -> None:
    live = over_with_a_bot()
    live.do(Rematch("saturday"), BO)
    assert live.view().rematch == "saturday"
    again = Live()
    again.entries = list(rematch(live.table, seed="c1" * 32, at=live.at))
    again.table = Table.fold("friday", again.entries)
    again.at = live.at
    view = again.view()
    assert [(place.name, place.bot) for place in view.seats] == [("Ada", None), ("Bo", None), ("Cy", "trend")]
    assert (view.host, view.title, view.rematch_of) == (BO, "Friday", "friday")
    assert write_options(again.table.game, again.table.options) == SHORT
    assert [again.table.seat_of(token(seat)) for seat in (ADA, BO)] == [ADA, BO]
    assert again.refuse(Start(), BO).code is Code.NOT_READY
    again.do(Ready(ready=True, nonce="fresh"), ADA)
    again.do(Start(), BO)
    assert again.table.nonces[ADA] == "fresh"


def test_a_rematch_copies_no_nonces() -> None:
    """The server already knows them, and a seed that is chosen after the nonces proves nothing."""
    live = over_with_a_bot()
    entries = rematch(live.table, seed="c1" * 32, at=live.at)
    again = Table.fold("saturday", entries)
    assert all(person.nonce is None for _, person in again.people)
    assert again.commitment == commitment("c1" * 32)


def test_muted_people_are_muted_in_a_rematch() -> None:
    live = over_with_a_bot()
    live.do(Mute(ADA, muted=True), BO)
    again = Table.fold("saturday", rematch(live.table, seed="c1" * 32, at=live.at))
    assert [place.muted for place in again.view().seats] == [True, False, False]


def test_a_rematch_has_no_seat_for_people_who_left() -> None:
    live = over_with_a_bot()
    live.do(Leave(BO), BO)
    again = Table.fold("saturday", rematch(live.table, seed="c1" * 32, at=live.at))
    assert [place.name for place in again.view().seats] == ["Ada", None, "Cy"]
    assert again.host == ADA


def test_a_host_without_a_seat_hosts_the_rematch() -> None:
    live = Live(host_token="the host", players=2, options={"same_value": "G", "years": 1})
    live.sit(ADA, BO)
    live.do(Start(), HOST)
    play_out(live)
    live.do(Rematch("saturday"), HOST)
    again = Table.fold("saturday", rematch(live.table, seed="c1" * 32, at=live.at))
    assert again.actor_of("the host") is HOST


def test_while_the_host_is_away_a_player_opens_the_rematch_and_hosts_it() -> None:
    """Otherwise nobody could start the next game. Visitors and people who left cannot open it."""
    live = over_with_a_bot()
    assert live.refuse(Rematch("saturday"), ADA).code is Code.NOT_YOURS
    live.do(Disconnect(BO, f"w1-{BO}"), KEEPER)
    assert live.refuse(Rematch("saturday"), None).code is Code.NOT_YOURS
    live.do(Rematch("saturday"), ADA)
    again = Table.fold("saturday", rematch(live.table, seed="c1" * 32, at=live.at, by=ADA))
    assert (again.host, [place.name for place in again.view().seats]) == (ADA, ["Ada", "Bo", "Cy"])


def test_a_player_who_left_cannot_open_the_rematch() -> None:
    live = over_with_a_bot()
    live.do(Leave(ADA), ADA)
    assert live.refuse(Rematch("saturday"), ADA).code is Code.NOT_YOURS


def test_a_rematch_of_a_player_forgets_the_host_without_a_seat() -> None:
    live = Live(host_token="the host", players=2, options={"same_value": "G", "years": 1})
    live.sit(ADA, BO)
    live.do(Start(), HOST)
    play_out(live)
    live.do(Rematch("saturday"), BO)
    again = Table.fold("saturday", rematch(live.table, seed="c1" * 32, at=live.at, by=BO))
    assert (again.host, again.actor_of("the host")) == (BO, None)


def test_there_is_one_rematch_and_only_after_the_game() -> None:
    live = playing(options=SHORT)
    assert live.refuse(Rematch("saturday"), ADA).code is Code.NOT_NOW
    play_out(live)
    assert live.refuse(Rematch("saturday"), BO).code is Code.NOT_YOURS
    live.do(Rematch("saturday", "c1"), ADA)
    assert live.repeat(Rematch("saturday", "c1"), ADA) == live.table.sequence
    refusal = live.refuse(Rematch("sunday"), ADA)
    assert (refusal.code, "saturday" in refusal.reason) == (Code.NOT_NOW, True)


def test_an_invalid_seed_is_refused() -> None:
    live = over_with_a_bot()
    for seed in ("", "C1" * 32, "c1" * 31, "g1" * 32):
        with pytest.raises(ValueError, match="64 hexadecimal digits"):
            rematch(live.table, seed=seed, at=live.at)
