"""`knows` contains exactly what a perfect memory can infer from redacted events."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from covergames import coverme, record
from covergames.coverme import Card, Keep, Source, State, Take
from covergames.coverme.cards import CLOTHES
from covergames.coverme.events import Event, Featured, Judged, Kept, Looked
from covergames.game import Seat
from tests.cases import by_target
from tests.contract.adapters import COVER_ME_TABLES, COVER_ME_VARIANTS, Table
from tests.contract.play import Shuffler
from tests.coverme.generous import Generous
from tests.coverme.observer import Observer

CHUNKS = 20
RECORDS = Path(__file__).parents[1] / "playthroughs" / "records"


def known_to(state: State, seat: Seat | None) -> set[Card]:
    bits = state.knows[state.players if seat is None else seat]
    return {Card(card) for card in range(162) if bits >> card & 1}


def viewers(players: int) -> list[Seat | None]:
    return [None, *(Seat(number) for number in range(players))]


def steps(table: Table, seed: int, *, style: str = "random") -> Iterator[tuple[State, tuple[Event, ...]]]:
    """Yield the positions of a random game, each with the events before it."""
    chooser = random.Random(f"{table.name} {seed}")
    dealer = Shuffler(chooser)
    driver = Generous(chooser, extra_seasons=3, is_stingy=style == "stingy")
    state = coverme.new(table.players, table.options, dealer)
    yield state, ()
    while seats := coverme.to_act(state):
        seat = chooser.choice(seats)
        action = chooser.choice(coverme.legal(state, seat)) if style == "random" else driver.choose(state, seat)
        step = coverme.apply(state, seat, action, dealer)
        state = step.state
        yield step.state, step.events


def check_memory(game: Iterator[tuple[State, tuple[Event, ...]]], *, every: int = 1) -> None:
    """Check that views, unseen cards and `knows` agree with the observers, at this many positions."""
    state, _ = next(game)
    observers = [Observer.at(coverme.view(state, seat)) for seat in viewers(state.players)]
    for number, (position, events) in enumerate(game):
        for observer in observers:
            observer.observe(coverme.redact(event, observer.seat) for event in events)
            if number % every == 0:
                assert observer.known() == known_to(position, observer.seat)
            if number % 17 == 0:
                check_view(position, observer)


def check_view(state: State, observer: Observer) -> None:
    """Check that the view shows exactly those hidden cards whose place the observer knows."""
    view = coverme.view(state, observer.seat)
    assert list(view.face_down) == observer.face_down
    assert list(view.next_pile) == observer.next_pile
    assert list(view.looked) == observer.looked
    assert set(view.discard) == observer.discard
    for hand, worked_out in zip(view.hands, observer.hands, strict=True):
        assert hand.size == len(worked_out)
        assert list(hand.known) == sorted(card for card in worked_out if card is not None)
    if view.fictional_pile is not None:
        known = sorted(card for card in observer.fictional if card is not None)
        assert list(view.fictional_pile.known) == known
        assert view.fictional_pile.size + view.magazines[2].has_placed == len(observer.fictional)
    everything = {card for card in range(162) if CLOTHES[card] is not state.options.same_value}
    assert set(view.unseen) == everything - observer.known()
    for pile, hair in zip(view.open_piles, coverme.Hair, strict=True):
        assert pile.size == len(observer.open_piles[hair])


@pytest.mark.rule("CM-I1")
@pytest.mark.parametrize("table", COVER_ME_VARIANTS, ids=lambda table: table.name)
def test_memory_follows_from_the_shown_events(table: Table) -> None:
    """In every variant each viewer knows exactly the places that follow from the events that it saw."""
    check_memory(steps(table, 1))


@pytest.mark.slow
@pytest.mark.rule("CM-I1")
@pytest.mark.parametrize("chunk", by_target(range(CHUNKS), every=CHUNKS))
def test_memory_at_every_table(chunk: int) -> None:
    """The same is true with every combination of players and options, and when piles run out."""
    for number, table in enumerate(COVER_ME_TABLES[chunk::CHUNKS]):
        check_memory(steps(table, 2, style=("random", "generous", "stingy")[number % 3]), every=5)


@pytest.mark.rule("CM-I1", "CM-R2")
@pytest.mark.parametrize("table", [COVER_ME_VARIANTS[2], COVER_ME_VARIANTS[4]], ids=lambda table: table.name)
def test_memory_of_cards_that_are_drawn_again(table: Table) -> None:
    """A player who put a card under the next pile does not know where it is after somebody else has drawn it and chosen."""
    game = list(steps(table, 4, style="stingy"))
    forgotten = [
        (before, after)
        for (before, _), (after, events) in pairwise(game)
        for event in events
        if isinstance(event, Kept)
        for seat in range(table.players)
        if seat != event.seat and known_to(before, Seat(seat)) & set(before.looked)
    ]
    assert forgotten
    check_memory(iter(game))


@pytest.mark.rule("CM-I1", "CM-R4")
def test_memory_when_the_next_pile_is_taken_without_a_choice() -> None:
    """A remembered card that a player has to take from the next pile is known to be in that hand."""
    game = record.read((RECORDS / "next-pile-taken.json").read_bytes())
    check_memory((moment.state, moment.events) for moment in record.replay(game))


@pytest.mark.rule("CM-I1")
@pytest.mark.parametrize("table", COVER_ME_VARIANTS, ids=lambda table: table.name)
def test_everybody_knows_what_the_public_knows(table: Table) -> None:
    """A seat knows everything that a spectator knows, and its hand."""
    for state, _ in steps(table, 3):
        for number in range(table.players):
            assert known_to(state, Seat(number)) >= known_to(state, None) | set(state.hands[number])


def until(table: Table, *kinds: type[Event]) -> tuple[State, tuple[Event, ...]]:
    """Return the first position of a random game after events of all these kinds."""
    return next(
        (state, events)
        for seed in range(20)
        for state, events in steps(table, seed)
        if set(kinds) <= {type(event) for event in events}
    )


@pytest.mark.rule("CM-R2", "CM-I1")
def test_a_seat_remembers_the_card_that_it_put_under_the_next_pile() -> None:
    """While choosing, the seat sees the drawn cards; afterwards it knows which one is at the bottom; others do not."""
    state, events = until(COVER_ME_VARIANTS[0], Looked)
    looked = next(event for event in events if isinstance(event, Looked))
    other = Seat((looked.seat + 1) % state.players)
    assert coverme.view(state, looked.seat).looked == looked.cards
    assert coverme.view(state, other).looked == (None, None)
    action = coverme.legal(state, looked.seat)[0]
    assert isinstance(action, Keep)
    (kept,) = action.cards
    (put_back,) = set(looked.cards) - {kept}
    after = coverme.apply(state, looked.seat, action, Shuffler(random.Random(0))).state
    assert coverme.view(after, looked.seat).next_pile[-1] == put_back
    assert kept in coverme.view(after, looked.seat).hand
    assert set(coverme.view(after, other).next_pile) == {None}
    assert kept not in coverme.view(after, other).hands[looked.seat].known
    assert {kept, put_back} <= set(coverme.view(after, other).unseen)


@pytest.mark.rule("CM-S6", "CM-I1")
def test_everybody_remembers_cards_taken_from_open_piles() -> None:
    """Such a card is known to be in that hand; only the owner knows a card from the face-down pile."""
    state = next(steps(COVER_ME_VARIANTS[0], 0))[0]
    (seat,) = coverme.to_act(state)
    dealer = Shuffler(random.Random(0))
    top = state.open_piles[Source.BLONDE][-1]
    openly = coverme.apply(state, seat, Take(Source.BLONDE), dealer).state
    blind = coverme.apply(state, seat, Take(Source.FACE_DOWN), dealer).state
    for viewer in (None, Seat((seat + 1) % 3), Seat((seat + 2) % 3)):
        assert coverme.view(openly, viewer).hands[seat].known == (top,)
        assert coverme.view(blind, viewer).hands[seat].known == ()


@pytest.mark.rule("CM-M1", "CM-I1")
def test_everybody_remembers_models_that_return_to_a_hand() -> None:
    """The models that were not featured are known to be in their owners' hands."""
    state, events = until(COVER_ME_VARIANTS[0], Featured)
    for event in events:
        if isinstance(event, Featured):
            for viewer in viewers(state.players):
                assert set(event.returned) <= set(coverme.view(state, viewer).hands[event.magazine].known)


@pytest.mark.rule("CM-23", "CM-I1")
def test_everybody_remembers_models_that_return_to_the_fictional_pile() -> None:
    """The other models of the fictional magazines are known to be in their pile, in no known order."""
    state, events = until(COVER_ME_VARIANTS[3], Featured, Judged)
    returned = [
        card for event in events if isinstance(event, Featured) and event.magazine >= 2 for card in event.returned
    ]
    for viewer in viewers(2):
        pile = coverme.view(state, viewer).fictional_pile
        assert pile is not None
        assert set(returned) <= set(pile.known)
        assert list(pile.known) == sorted(pile.known)
