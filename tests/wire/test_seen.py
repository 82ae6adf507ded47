"""A client's chain of what it was shown, and its comparison with the record."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from msgspec import UNSET, Raw

from covergames.game import AnyCard, Seat
from covergames.record import Record, read
from covergames.table import KEEPER, Connect, Disconnect, Say, prove, record_of, validation
from covergames.table import table as table_module
from covergames.table.entries import Acted, Started
from covergames.wire import (
    BadSeenFile,
    Comparison,
    Refused,
    Seen,
    ServerMessage,
    Update,
    Welcome,
    Witness,
    compare,
    read_seen,
)
from covergames.wire.replay import replay_of_record
from covergames.wire.seen import canonical, content_of, first_link, next_link
from tests.table.frames import messages
from tests.table.kit import ADA, BO, CY, Live, play_out

GOLDEN: Final = Path(__file__).parents[1] / "playthroughs" / "golden"


class SortedDealer:
    """A dishonest dealer: the cards come as they are in the box."""

    def __init__(self, _key: bytes, *, count: int = 0) -> None:
        self.count = count

    def shuffle(self, _pile: str, cards: Iterable[AnyCard]) -> list[AnyCard]:
        self.count += 1
        return list(cards)


def played(game: str, *, seed: int = 1) -> Live:
    """Return a table whose game is over. People come and go and talk while they play."""
    options = {"same_value": "G", "years": 1, "length": "shorter"} if game == "cover-me" else {}
    live = Live(game, 3, options=options)
    live.sit(ADA, BO)
    live.seat_bots(CY)
    live.start()
    live.do(Say("hello"), ADA)
    live.do(Disconnect(BO, "w1-1"), KEEPER)
    live.do(Connect(BO, "w1-9"), KEEPER)
    play_out(live, seed=seed)
    live.do(Say("good game"), BO)
    return live


@pytest.fixture(scope="module", params=["cover-me", "cover-up"])
def live(request: pytest.FixtureRequest) -> Live:
    return played(request.param)


@pytest.fixture(scope="module")
def record(live: Live) -> Record:
    return record_of("friday", live.entries)


def all_same(record: Record) -> Comparison:
    """Return the comparison for a client without a nonce that saw everything."""
    return Comparison(commitment=True, nonce=None, steps=steps_of(record), first=0, unseen=(), differs=None)


def witnessed(received: Iterable[ServerMessage], *, nonce: str | None = None, seen: Seen | None = None) -> Seen:
    witness = Witness(nonce=nonce, seen=seen)
    for message in received:
        witness.note(message)
    assert witness.seen is not None
    return witness.seen


def deal_of(live: Live) -> int:
    """Return the sequence number of the deal."""
    return next(entry.sequence for entry in live.entries if isinstance(entry.body, Started))


def entry_of_step(live: Live, step: int) -> int:
    """Return the sequence number of a decision."""
    return [entry.sequence for entry in live.entries if isinstance(entry.body, Acted)][step - 1]


def steps_of(record: Record) -> int:
    """Return how many steps a record has, with the deal."""
    return 1 + len([event for event in record.events if event["event"] != "shuffle"])


@pytest.mark.parametrize("viewer", [ADA, BO, CY, None])
def test_what_an_honest_server_shows_is_what_the_record_says(live: Live, record: Record, viewer: Seat | None) -> None:
    """At every step, for every seat and for spectators."""
    seen = witnessed(messages(live.entries, viewer))
    assert compare(record, seen) == all_same(record)
    assert read_seen(seen.encode()) == seen


def test_the_nonce_is_compared(live: Live, record: Record) -> None:
    for nonce, is_same in (("nonce-0", True), ("nonce-1", False)):
        compared = compare(record, witnessed(messages(live.entries, ADA), nonce=nonce))
        assert (compared.nonce, compared.is_same) == (is_same, is_same)


def test_the_commitment_is_compared(live: Live, record: Record) -> None:
    seen = msgspec.structs.replace(witnessed(messages(live.entries, ADA)), commitment="another")
    assert compare(record, seen).commitment is False
    assert not compare(record, seen).is_same


def test_who_was_away_says_which_steps_are_not_compared(live: Live, record: Record) -> None:
    """Steps 4 to 6 happen while the client is not connected, and the last 3 after it has gone."""
    away = [(entry_of_step(live, 4), entry_of_step(live, 6))]
    received = [
        message
        for message in messages(live.entries, ADA, away=away)
        if not isinstance(message, Welcome | Update) or message.sequence < entry_of_step(live, steps_of(record) - 3)
    ]
    last = steps_of(record) - 1
    compared = compare(record, witnessed(received))
    assert compared.unseen == ((4, 6), (last - 2, last))
    assert compared.is_same


def test_who_comes_late_compares_from_there(live: Live, record: Record) -> None:
    """Without the commitment, which was shown before the deal."""
    compared = compare(record, witnessed(messages(live.entries, None, since=entry_of_step(live, 7))))
    assert (compared.first, compared.commitment, compared.differs) == (7, None, None)


def test_what_was_seen_can_be_read_at_any_time(live: Live, record: Record) -> None:
    """Each reading has one observation more or the same, and the last one is that of a client that never looked."""
    witness = Witness()
    read = []
    for message in messages(live.entries, ADA):
        witness.note(message)
        assert witness.seen is not None
        read.append(witness.seen)
    assert all(len(after.observations) - len(before.observations) in (0, 1) for before, after in pairwise(read))
    assert read[-1] == witnessed(messages(live.entries, ADA))
    assert compare(record, read[-1]).is_same


def test_a_client_that_starts_again_goes_on_with_its_chain(live: Live, record: Record) -> None:
    """It saves what it has seen, and the next program reads it."""
    received = list(messages(live.entries, ADA))
    half = len(received) // 2
    first = witnessed(received[:half])
    step = first.observations[-1].step
    back = list(messages(live.entries, ADA, since=entry_of_step(live, step)))
    second = witnessed(back, seen=read_seen(first.encode()))
    assert compare(record, second) == all_same(record)


def test_repeated_messages_count_once(live: Live) -> None:
    received = [message for message in messages(live.entries, ADA) for _ in range(2)]
    assert witnessed(received) == witnessed(messages(live.entries, ADA))


def test_a_stale_decision_is_answered_with_the_game_that_is_compared_too(live: Live, record: Record) -> None:
    for is_honest in (True, False):
        received: list[ServerMessage] = []
        for message in messages(live.entries, ADA):
            received.append(message)
            if isinstance(message, Update) and message.public is not UNSET and message.sequence > deal_of(live) + 8:
                public = message.public if is_honest else changed(message.public, lambda view: view.update(result={}))
                private = next(
                    each.private
                    for each in reversed(received)
                    if isinstance(each, Update) and each.private is not UNSET
                )
                received.append(
                    Refused(id="1", code="stale", reason="", sequence=message.sequence, public=public, private=private)
                )
        assert (compare(record, witnessed(received)).differs is None) is is_honest


def changed(raw: Raw, change: Callable[[Any], None]) -> Raw:
    data = msgspec.json.decode(raw)
    change(data)
    return Raw(msgspec.json.encode(data))


def another_card(message: Update) -> Update:
    """Show another card in hand."""

    def lie(view: Any) -> None:
        (view["hand"] if "hand" in view else view["seats"][0]["hand"])[0] = "none"

    is_private = message.private is not UNSET and b'"hand":' in bytes(message.private)
    field, raw = ("private", message.private) if is_private else ("public", message.public)
    assert isinstance(raw, Raw)
    return msgspec.structs.replace(message, **{field: changed(raw, lie)})


def another_event(message: Update) -> Update:
    """Tell something that others are not told."""
    assert isinstance(message.events, Raw)
    return msgspec.structs.replace(message, events=changed(message.events, lambda told: told.append({"event": "lie"})))


@pytest.mark.parametrize("rig", [another_card, another_event, lambda _: None], ids=["card", "event", "dropped"])
@pytest.mark.parametrize("viewer", [ADA, BO])
def test_one_rigged_message_is_found(
    live: Live, record: Record, viewer: Seat, rig: Callable[[Update], Update | None]
) -> None:
    """The first step that differs is named, though the record itself is proven."""
    chosen = [
        message.sequence
        for message in messages(live.entries, viewer)
        if isinstance(message, Update) and message.public is not UNSET and message.private is not UNSET
    ][7]
    received = []
    for message in messages(live.entries, viewer):
        is_chosen = isinstance(message, Update) and message.sequence == chosen
        shown = rig(message) if isinstance(message, Update) and is_chosen else message
        received += [] if shown is None else [shown]
    step = next(step for step in range(1, steps_of(record)) if entry_of_step(live, step) == chosen)
    prove(record)
    compared = compare(record, witnessed(received))
    assert (compared.differs, compared.is_same) == (step, False)


@pytest.mark.parametrize("game", ["cover-me", "cover-up"])
def test_an_invented_game_after_a_sorted_deal_is_found(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server deals sorted cards, and hands out a game that follows the committed seed: the record alone is proven."""
    with monkeypatch.context() as patch:
        for module in (table_module, validation):
            patch.setattr(module, "FairDealer", SortedDealer)
        rigged = played(game)
        seen = [witnessed(messages(rigged.entries, seat), nonce=f"nonce-{seat}") for seat in (ADA, BO)]
        spectator = witnessed(messages(rigged.entries, None))
    invented = record_of("friday", played(game, seed=2).entries)
    prove(invented)
    for each in seen:
        compared = compare(invented, each)
        assert (compared.commitment, compared.nonce, compared.differs) == (True, True, 0)
    assert compare(invented, spectator).differs == 0


def test_a_record_that_is_cut_short_is_found(live: Live, record: Record) -> None:
    seen = witnessed(messages(live.entries, ADA))
    decisions = [index for index, event in enumerate(record.events) if event["event"] != "shuffle"]
    short = msgspec.structs.replace(record, events=record.events[: decisions[9]], result=None)
    assert compare(short, seen).differs == 10


def test_a_record_of_fewer_players_is_another_game(live: Live, record: Record) -> None:
    seen = msgspec.structs.replace(witnessed(messages(live.entries, ADA)), seat=Seat(5))
    assert compare(record, seen).differs == 0


def test_nothing_seen_is_nothing_compared(record: Record) -> None:
    compared = compare(record, Seen(table="friday", seat=ADA, chain=first_link("friday", ADA)))
    assert (compared.steps, compared.first, compared.unseen, compared.differs) == (0, None, (), None)


def test_the_end_of_the_chain_counts_too(live: Live, record: Record) -> None:
    """The marks alone, which are short, do not suffice."""
    seen = witnessed(messages(live.entries, ADA))
    tampered = msgspec.structs.replace(seen, chain=seen.chain[:8] + "0" * 56)
    assert compare(record, tampered).differs == steps_of(record) - 1


@pytest.mark.parametrize(
    "content",
    [b"", b"{}", b"[]", b"\xff", b'{"format": "covergames-seen/2"}', b"[" * 100_000],
    ids=["nothing", "no fields", "list", "no text", "other format", "deep"],
)
def test_what_is_no_such_file_is_refused(content: bytes) -> None:
    with pytest.raises(BadSeenFile):
        read_seen(content)


def test_json_has_one_form() -> None:
    assert (
        canonical({"b": [1, {"d": None, "c": "é\n\x7f"}], "a": True})
        == '{"a":true,"b":[1,{"c":"é\\n\x7f","d":null}]}'.encode()
    )


def test_the_format_is_the_one_that_is_documented() -> None:
    """Without our code: docs/fair-deals.md."""
    live = played("cover-up")
    chain = hashlib.sha256(b'{"format":"covergames-seen/1","seat":0,"table":"friday"}').digest()
    marks = []
    steps = replay_of_record(record_of("friday", live.entries), ADA).steps
    for number, step in enumerate(steps):
        own = json.loads(bytes(step.private))  # type: ignore[arg-type]
        del own["legal"]
        content = {"step": number, "public": json.loads(bytes(step.public)), "private": own}
        content["events"] = json.loads(bytes(step.events))
        text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        chain = hashlib.sha256(chain + text.encode()).digest()
        marks.append([number, "told", chain.hex()[:8]])
    seen = msgspec.json.decode(witnessed(messages(live.entries, ADA)).encode())
    assert (seen["observations"], seen["chain"]) == (marks, chain.hex())


GOLDEN_CHAINS: Final = {
    "advanced": "077186b5f60cea6032da84fbf949200f0cc134120be64038184d1f42f80a63a9",
    "cover-up": "9467051b6606110d2d2f6811d42440790b7d51202db21f2d2e0636d48fd49317",
    "fictional": "d2600fec9ec3384a0752608cdf14b21d5a9b2b1758a0fb3748feb16287e4f97d",
    "standard-4": "fa4a569a4dfcf05482ffd35c07c9cbff98a70a87782fbe7701fadcb3ea7a0ae9",
}


@pytest.mark.parametrize("name", GOLDEN_CHAINS)
def test_saved_files_stay_comparable(name: str) -> None:
    """If this fails, views or events have another form: SEEN_FORMAT needs another number, in Python and in web/src/fair/seen.ts.

    Otherwise an honest server of yesterday would look like a rigged one.
    """
    chain = first_link("friday", ADA)
    for number, step in enumerate(replay_of_record(read((GOLDEN / f"{name}.json").read_bytes()), ADA).steps):
        chain = next_link(chain, content_of(number, step.public, step.private, step.events))
    assert chain == GOLDEN_CHAINS[name]
