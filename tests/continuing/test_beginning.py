"""A game continues from what a seat knew: the same views up to there, and nothing of what the seat could not see."""

from __future__ import annotations

import random

import pytest

from covergames.continuing import Beginning, beginning, digest
from covergames.dealer import RandomDealer
from covergames.game import Seat
from covergames.games import game_named
from covergames.record import Record, RecordError, Recording, replay
from tests.analysis.games import COVER_ME, cover_me, cover_up
from tests.cases import by_target

CASES = [*[("cover-me", number) for number in range(40)], *[("cover-up", number) for number in range(10)]]


def played(game: str, number: int) -> Record:
    return cover_me(number) if game == "cover-me" else cover_up(number)


def begun_anew(record: Record, step: int, seat: Seat, *, seed: int) -> Beginning:
    return beginning(record, step=step, seat=seat, dealer=RandomDealer(random.Random(seed)))


def some_steps(record: Record, generator: random.Random, count: int = 3) -> list[tuple[int, Seat]]:
    """Return steps of the game, each with a seat; the last step is one of them."""
    last = sum(event["event"] != "shuffle" for event in record.events)
    seats = range(len(record.players))
    steps = [*generator.sample(range(last), count - 1), last]
    return [(step, Seat(generator.choice(seats))) for step in steps]


@pytest.mark.parametrize("case", by_target(CASES, fast=0, every=7))
def test_the_seat_has_seen_the_same_game(case: tuple[str, int]) -> None:
    """Every view of the seat up to there is that of the original; the game can be played on; other cards are hidden."""
    game, number = case
    record, rules = played(game, number), game_named(game)
    moments = list(replay(record))
    for step, seat in some_steps(record, random.Random(number)):
        begun = begun_anew(record, step, seat, seed=number)
        views = [rules.view(moment.state, seat) for moment in replay(begun.record)]
        assert views == [rules.view(moment.state, seat) for moment in moments[: begun.step + 1]]
        assert begun.record.events != record.events[: len(begun.record.events)]
        recording = Recording.resume(begun.record, RandomDealer(random.Random(number)))
        actor = rules.to_act(recording.state)[0]
        recording.act(actor, rules.legal(recording.state, actor)[0])


@pytest.mark.parametrize("case", by_target(CASES, fast=0, every=7))
def test_two_worlds_give_the_same_beginning(case: tuple[str, int]) -> None:
    """Two games that the seat cannot tell apart up to there are continued with the same events, byte for byte."""
    game, number = case
    record = played(game, number)
    for step, seat in some_steps(record, random.Random(number)):
        begun = begun_anew(record, step, seat, seed=1)
        twin = begun_anew(record, step, seat, seed=2).record
        assert begun.record.events != twin.events
        assert begun_anew(twin, begun.step, seat, seed=1).record == begun.record


@pytest.mark.parametrize("number", by_target(range(len(COVER_ME)), every=3))
def test_hidden_cards_are_everywhere_that_they_may_be(number: int) -> None:
    """In the deals of many seeds, an unseen place has several cards, and so has another hand."""
    record = cover_me(number)
    deals = [begun_anew(record, 20, Seat(1), seed=seed).record for seed in range(8)]
    states = [list(replay(deal))[-1].state for deal in deals]
    assert len({state.face_down[0] for state in states}) > 2
    assert len({state.hands[0] for state in states}) > 2


def test_cards_as_they_were() -> None:
    """Without a dealer the events are those of the original, and the digest is that of both."""
    record = cover_me(0)
    begun = beginning(record, step=80, seat=Seat(0), dealer=None)
    assert begun.step == 80
    assert begun.record.events == record.events[: len(begun.record.events)]
    assert begun.digest == digest(begun.record) == digest(record, len(begun.record.events))
    assert (begun.record.result, begun.record.fair, begun.record.meta) == (None, None, {})


def test_no_secret_choice_waits_in_a_game_that_is_dealt_anew() -> None:
    """The month begins again: what others have already chosen in secret is not known to the seat (CM-P1)."""
    record = cover_me(0)
    moments = list(replay(record))
    step = next(step for step, moment in enumerate(moments) if any(card is not None for card in moment.state.placed))
    assert begun_anew(record, step, Seat(0), seed=1).step == step - 1
    assert beginning(record, step=step, seat=Seat(0), dealer=None).step == step


def test_a_game_of_cover_up_continues_from_the_start_of_a_round() -> None:
    """A step within a round, or between two, means the latest round that has begun."""
    record = cover_up(0)
    moments = list(replay(record))
    for step, moment in enumerate(moments):
        begun = beginning(record, step=step, seat=Seat(0), dealer=None)
        state = moments[begun.step].state
        assert state.round == moment.state.round
        assert not any(state.piles)


@pytest.mark.parametrize(
    ("step", "seat", "reason"),
    [(-1, 0, "no step -1"), (173, 0, "steps are 0 to 171"), (0, 4, "seats are 0 to 3"), (0, -1, "no seat -1")],
)
def test_what_does_not_exist_is_refused(step: int, seat: int, reason: str) -> None:
    with pytest.raises(RecordError, match=reason):
        beginning(cover_me(0), step=step, seat=Seat(seat), dealer=None)
