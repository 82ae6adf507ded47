"""Positions made from a view are possible for its viewer."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from covergames import coverme
from covergames.coverme import Card, Clothes, Magazine, Options, Phase, State, TwoPlayer
from covergames.coverme.cards import CARDS, CLOTHES
from covergames.coverme.state import State as FullState
from covergames.game import Seat
from covergames.kernel import Hidden, Policy, Position, Until
from covergames.kernel._table import FACE_DOWN
from tests.cases import by_target
from tests.contract.adapters import COVER_ME_TABLES, COVER_ME_VARIANTS, Table
from tests.coverme.generous import Generous
from tests.kernel.replaying import Tape

CHUNKS = 16
SECRET = {"featured", "votes", "fictional_pile", "placed", "hands"}


def states(table: Table, seed: int, *, generous: bool = False) -> Iterator[State]:
    """Return the positions of a game."""
    chooser = random.Random(f"{table.name} {seed}")
    tape = Tape(chooser)
    corner = Generous(chooser, extra_seasons=2)
    state = coverme.new(table.players, table.options, tape)
    yield state
    while seats := coverme.to_act(state):
        seat = chooser.choice(seats)
        action = corner.choose(state, seat) if generous else chooser.choice(coverme.legal(state, seat))
        state = coverme.apply(state, seat, action, tape).state
        yield state


def truth(hidden: Hidden, state: FullState) -> list[Card]:
    """Return the real cards in the unknown places."""
    view = hidden.view
    held: list[list[Card]] = []
    for number, hand in enumerate(state.hands):
        covers = [card for m in state.magazines_of(Seat(number)) if (card := state.placed[m]) is not None]
        held.append([card for card in (*hand, *covers) if card not in view.hands[number].known])
    fictional = [card for card in (*state.fictional_pile, *state.placed[2:3]) if card is not None]
    known = set(view.fictional_pile.known) if view.fictional_pile else set()
    piles = {
        "next": [card for card, seen in zip(state.next_pile, reversed(view.next_pile), strict=True) if seen is None],
        "looked": [card for card, seen in zip(state.looked, view.looked, strict=True) if seen is None],
        "set aside": [card for pile in state.set_aside for card in pile],
        "fictional": [card for card in fictional if card not in known],
    }
    found: list[Card] = []
    for place in hidden.unknown:
        if place.where == "face-down":
            found.append(state.face_down[place.slot - FACE_DOWN])
        else:
            cards = held[place.seat] if place.where == "hand" and place.seat is not None else piles[place.where]
            found.append(cards.pop(0))
    return found


def check_colours(hidden: Hidden, state: FullState) -> None:
    """The known colours are right: a hand or a pile has at least as many cards of each colour as stated."""
    said = {number: Counter[Clothes]() for number in range(state.players)}
    for place in hidden.unknown:
        if place.where == "hand" and place.seat is not None and place.clothes is not None:
            said[place.seat][place.clothes] += 1
        if place.where == "face-down" and place.clothes is not None:
            assert place.clothes is CLOTHES[state.face_down[place.slot - FACE_DOWN]]
    for number, colours in said.items():
        covers = [card for m in state.magazines_of(Seat(number)) if (card := state.placed[m]) is not None]
        unknown = {*state.hands[number], *covers} - {*hidden.view.hands[number].known}
        assert colours <= Counter(CLOTHES[card] for card in unknown)


def check_truth(hidden: Hidden, state: FullState) -> None:
    """With the real cards in the unknown places, the position is the real one."""
    placed = {Magazine(number): card for number, card in enumerate(state.placed) if card is not None}
    completed = hidden.complete(truth(hidden, state), placed=placed).fields()
    expected = Position.of(state).fields()
    if state.is_fictional:
        for fields in (completed, expected):
            fields["fictional_pile"] = sorted([*fields["fictional_pile"], fields["placed"][2] or 0])  # type: ignore[index, misc]
            fields["placed"] = fields["placed"][:2]  # type: ignore[index]
    for fields in (completed, expected):
        fields["featured"] = sorted(fields["featured"])  # type: ignore[call-overload]
        fields["votes"] = [vote is None for vote in fields["votes"]]  # type: ignore[attr-defined]
    for name, value in expected.items():
        assert completed[name] == value, name


def check_sample(hidden: Hidden, state: FullState, seed: int) -> None:
    """A sample has every card once, differs from the real position only in hidden places, and has the known colours."""
    sample = hidden.sample(seed=seed)
    completed, view = sample.fields(), hidden.view
    cards = Counter(cards_of(completed))
    assert cards == Counter(card for card in CARDS if CLOTHES[card] is not state.options.same_value)
    for name in (
        "open_piles",
        "discard",
        "influence_row",
        "prestige_stacks",
        "side_stacks",
        "covers",
        "duties",
        "start",
    ):
        assert completed[name] == getattr(state, name), name
    for name in ("face_down", "next_pile", "looked"):
        seen = getattr(view, name) if name == "looked" else tuple(reversed(getattr(view, name)))
        assert all(known in (None, card) for known, card in zip(seen, completed[name], strict=True)), name  # type: ignore[call-overload]
    assert {CLOTHES[card] for card in completed["next_pile"]} <= {view.next_clothes}  # type: ignore[attr-defined]
    for pile, real in zip(completed["set_aside"], state.set_aside, strict=True):  # type: ignore[call-overload]
        assert sorted(pile) == sorted(real)
    for number, hand in enumerate(view.hands):
        held = [*completed["hands"][number]]  # type: ignore[index]
        held += [card for m in state.magazines_of(Seat(number)) if (card := completed["placed"][m]) is not None]  # type: ignore[index]
        assert len(held) == hand.size
        assert set(hand.known) <= set(held)
    assert sample.to_act() == view.to_act
    if view.seat is not None:
        assert set(sample.legal(view.seat)) == set(view.legal)


def cards_of(fields: dict[str, object]) -> Iterator[Card]:
    """Yield every card of a position."""
    for name in ("face_down", "next_pile", "discard", "fictional_pile", "influence_row", "looked"):
        yield from fields[name]  # type: ignore[misc]
    for name in ("open_piles", "set_aside", "hands", "prestige_stacks", "side_stacks", "covers"):
        for pile in fields[name]:  # type: ignore[attr-defined]
            yield from pile
    yield from (card for card in fields["placed"] if card is not None)  # type: ignore[attr-defined]


def check(table: Table, seed: int, *, share: float, generous: bool = False) -> None:
    chooser = random.Random(seed)
    for state in states(table, seed, generous=generous):
        if chooser.random() < share:
            seat = chooser.choice([None, *(Seat(number) for number in range(state.players))])
            hidden = Hidden(coverme.view(state, seat))
            check_colours(hidden, state)
            check_truth(hidden, state)
            check_sample(hidden, state, chooser.getrandbits(30))


@pytest.mark.parametrize("table", COVER_ME_VARIANTS, ids=lambda table: table.name)
def test_every_variant(table: Table) -> None:
    """Some positions of a game of every variant, seen by every seat and by a spectator."""
    check(table, 0, share=0.2)


def test_piles_that_run_out() -> None:
    """Piles and hands are empty, and cards are taken from the next pile without a choice (CM-R4, CM-R5)."""
    check(Table("5 out", 5, Options(same_value=Clothes.RED, years=6)), 0, share=0.1, generous=True)
    check(Table("5", 5, Options()), 0, share=0.15, generous=True)
    check(Table("2 advanced", 2, Options(two_player=TwoPlayer.ADVANCED)), 0, share=0.15, generous=True)


@pytest.mark.slow
@pytest.mark.parametrize("chunk", by_target(range(CHUNKS), every=CHUNKS))
def test_every_table(chunk: int) -> None:
    """The same is true with every combination of options."""
    for table in COVER_ME_TABLES[chunk::CHUNKS]:
        check(table, 1, share=0.1)


def test_samples_of_a_season_equal_samples_of_single_positions() -> None:
    """Each playout from a view deals the unknown places again, up to the end of the season."""
    table = Table("4", 4, Options(start=Seat(0)))
    state = next(state for state in states(table, 3) if state.phase is Phase.PLACE and state.year == 2)
    hidden = Hidden(coverme.view(state, Seat(1)))
    outcomes = hidden.play_out(200, seed=5, policies=Policy.TREND, until=Until.SEASON)
    for counts in outcomes.specials:
        assert all(sum(column) == 1 for column in zip(*counts, strict=True))
    assert len({tuple(row) for row in zip(*outcomes.scores, strict=True)}) > 5
    again = hidden.play_out(200, seed=5, policies=Policy.TREND, until=Until.SEASON)
    assert again == outcomes
