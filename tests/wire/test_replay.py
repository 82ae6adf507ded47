"""Replays: every viewer sees the steps of the live table again, and face up nothing is hidden."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import Any

import msgspec
import pytest
from msgspec import UNSET

from covergames import coverme, coverup
from covergames.coverme.cards import CARDS, CLOTHES
from covergames.game import Data, Seat
from covergames.record import RecordError, replay
from covergames.schema import write_options
from covergames.table import Leave, Refusal, record_of
from covergames.wire import Snapshot, encode
from covergames.wire.replay import FACE_UP, Replay, Viewer, replay_of_record, replay_of_table
from tests.contract.adapters import Adapter, Table
from tests.table.kit import ADA, BO, CY, EIGHT, Live, play_out, playing
from tests.wire.tables import VARIANTS

SHORT: Data = {"same_value": "G", "years": 1}


def finished(game: str, players: int, options: Data) -> Live:
    live = playing(game, players, options=options)
    play_out(live)
    return live


def seen(live: Live, viewer: Viewer) -> Replay:
    """Return the replay as a client decodes it."""
    return msgspec.json.decode(encode(replay_of_table("friday", live.entries, viewer)), type=Replay)


@pytest.mark.parametrize(("adapter", "table"), VARIANTS)
def test_every_viewer_sees_the_same_as_at_the_live_table(adapter: Adapter, table: Table) -> None:
    """A spectator and a seat, from the deal to the end, except for legal actions."""
    live = finished(adapter.game.NAME, table.players, write_options(adapter.game, table.options))
    moments = list(replay(record_of("friday", live.entries)))
    for viewer in (None, Seat(table.players - 1)):
        steps = seen(live, viewer).steps
        assert len(steps) == len(moments)
        for step, moment in list(zip(steps, moments, strict=True))[::13]:
            events = adapter.game.set_up_events(moment.state) if moment.seat is None else moment.events
            snapshot = Snapshot(adapter.game, moment.state, events)
            assert encode(step.public) == encode(snapshot.public)
            assert encode(step.events) == encode(snapshot.events(viewer))
            assert step.face_up is UNSET
            if viewer is None:
                assert step.private is UNSET
            else:
                private = msgspec.json.decode(encode(snapshot.private(viewer)))
                assert msgspec.json.decode(encode(step.private)) == {**private, "legal": []}


@pytest.mark.parametrize(
    "options",
    [{}, {"two_player": "advanced"}, SHORT],
    ids=["fictional", "advanced", "same value"],
)
def test_a_face_up_replay_of_cover_me_shows_every_card(options: Data) -> None:
    """In every position the public cards and the hidden ones are all cards of the game, each once."""
    removed = coverme.Clothes.GREEN if "same_value" in options else None
    everything = Counter(coverme.card_text(card) for card in CARDS if CLOTHES[card] is not removed)
    for step in seen(finished("cover-me", 2, options), FACE_UP).steps:
        assert Counter(lying(parsed(step.public), parsed(step.face_up))) == everything


def parsed(part: Any) -> Any:
    """Return a raw part of a step as parsed JSON."""
    return msgspec.json.decode(encode(part))


def lying(public: Data, hidden: Data) -> Iterator[str]:
    """Yield every card on the table."""
    stacks = [stack["cards"] or () for stack in (*hidden["prestige_stacks"], *hidden["side_stacks"])]
    names = ("face_down", "next_pile", "fictional_pile", "looked")
    piles = [*(hidden[name] for name in names), *hidden["open_piles"], *hidden["hands"], *hidden["set_aside"]]
    covers = [magazine["covers"] for magazine in public["magazines"]]
    yield from chain(public["influence_row"], public["discard"], *covers, *stacks, *piles)
    yield from [card for card in hidden["placed"] if card is not None]


def test_a_face_up_replay_of_cover_up_shows_every_card() -> None:
    """In every position hands and draw piles are the whole deck, and pending give-backs are visible."""
    everything = Counter(face.id for face in coverup.house_deck().faces)
    given = 0
    for step in seen(finished("cover-up", 3, {}), FACE_UP).steps:
        public, hidden = parsed(step.public), parsed(step.face_up)
        hands = chain.from_iterable(side["hand"] for side in public["seats"])
        assert Counter(chain(hands, hidden["green"], hidden["yellow"], hidden["red"])) == everything
        given += sum(card is not None for card in hidden["giving_back"])
    assert given


def test_face_up_events_hide_nothing() -> None:
    """They contain every card that was placed, drawn or chosen."""
    live = finished("cover-me", 3, SHORT)
    data = [parsed(step.events) for step in seen(live, FACE_UP).steps]
    cards = [event["cards"] for events in data for event in events if event["event"] in ("placed", "dealt", "looked")]
    assert cards
    assert all(None not in shown for shown in cards)
    hidden = [parsed(step.events) for step in seen(live, None).steps]
    assert any(event.get("cards") == [None] for events in hidden for event in events)


def test_a_step_says_who_decided_and_when() -> None:
    """The deal has no seat; for a seat a person or a bot decides."""
    live = Live(options={**SHORT, "start": 0})
    live.sit(ADA, BO)
    live.seat_bots(CY, bot="trend")
    live.wait(60)
    live.start()
    live.wait(5)
    live.act(live.table.to_act[0], live.legal(live.table.to_act[0])[0])
    live.do(Leave(BO), BO)
    play_out(live)
    replayed = seen(live, None)
    assert [(one.name, one.bot) for one in replayed.players] == [("Ada", None), ("Bo", None), ("Cy", "trend")]
    assert replayed.title == "Friday"
    deal, first, *others = replayed.steps
    assert (deal.at, deal.seat, deal.by) == (EIGHT + 60_000, None, None)
    assert (first.at, first.seat, first.by) == (EIGHT + 65_000, 0, "person")
    assert {(step.seat, step.by) for step in others} == {(0, "person"), (1, "stand-in"), (2, "bot")}


def test_the_end_of_time_has_no_seat() -> None:
    """In Cover Up the clock ends a round, and the step has no seat."""
    steps = seen(finished("cover-up", 2, {"round_limit": 30}), None).steps
    assert {(step.seat, step.by) for step in steps[1:] if step.by == "clock"} == {(None, "clock")}


def test_the_replay_of_a_record_equals_that_of_the_table() -> None:
    """Except for times and deciders, which a record does not contain."""
    live = finished("cover-me", 3, SHORT)
    record = record_of("friday", live.entries)
    for viewer in (None, BO, FACE_UP):
        kept = replay_of_record(record, viewer)
        assert {(step.at, step.by) for step in kept.steps} == {(None, None)}
        live_steps = [msgspec.structs.replace(step, at=None, by=None) for step in seen(live, viewer).steps]
        assert encode(kept.steps) == encode(live_steps)
    record.events[-1] = {"event": "vote", "seat": 0, "play_on": 7}
    with pytest.raises(RecordError, match="7"):
        replay_of_record(record, None)


def test_there_is_no_replay_before_the_end() -> None:
    """Neither in the lobby nor during the game; an abandoned game is over."""
    live = Live(options={"start": 0})
    live.sit(ADA, BO, CY)
    with pytest.raises(Refusal, match="no game"):
        replay_of_table("friday", live.entries, None)
    live.start()
    live.act(ADA, coverme.Take(coverme.Source.BLONDE))
    for viewer in (None, ADA, FACE_UP):
        with pytest.raises(Refusal, match="not over"):
            replay_of_table("friday", live.entries, viewer)
    for seat in (ADA, BO, CY):
        live.leave(seat)
    live.do_duty()
    assert len(seen(live, FACE_UP).steps) == 2


def test_a_seat_that_does_not_exist_is_refused() -> None:
    """The refusal says which seats there are."""
    with pytest.raises(Refusal, match="seat 3: the seats are 0 to 2"):
        replay_of_table("friday", finished("cover-me", 3, SHORT).entries, Seat(3))
