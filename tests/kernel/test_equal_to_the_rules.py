"""The kernel plays exactly as `covergames.coverme`: every position of every game is the same."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from covergames import coverme, record
from covergames.coverme import Clothes, Options, State, TwoPlayer
from covergames.game import Seat
from covergames.kernel import Position
from covergames.record import Recording
from tests.cases import by_target
from tests.contract.adapters import COVER_ME_TABLES, COVER_ME_VARIANTS, Table
from tests.coverme.generous import Generous
from tests.kernel.replaying import Tape, compare, compare_legal, play_both, replay_both

RECORDS = Path(__file__).parents[1] / "playthroughs" / "records"
CHUNKS = 16


@pytest.mark.parametrize("table", COVER_ME_VARIANTS, ids=lambda table: table.name)
def test_every_position_of_a_random_game(table: Table) -> None:
    """After every decision of a game, in every variant, the kernel's position is that of the rules."""
    assert sum(1 for _ in play_both(table.players, table.options, random.Random(f"{table.name}"))) > 10


@pytest.mark.slow
@pytest.mark.prove(sample=1, proof=4)
@pytest.mark.parametrize("chunk", by_target(range(CHUNKS), every=CHUNKS))
def test_every_position_of_thousands_of_games(chunk: int, quantity: int) -> None:
    """The same is true with every combination of options, in several games each."""
    for table in COVER_ME_TABLES[chunk::CHUNKS]:
        for seed in range(quantity):
            for _ in play_both(table.players, table.options, random.Random(f"{table.name} {seed}")):
                pass


OUT_OF_CARDS = [
    (players, Options(same_value=Clothes.RED, years=10, two_player=two_player))
    for players, two_player in [
        (2, TwoPlayer.FICTIONAL),
        (2, TwoPlayer.ADVANCED),
        (3, TwoPlayer.FICTIONAL),
        (4, TwoPlayer.FICTIONAL),
        (5, TwoPlayer.FICTIONAL),
    ]
] + [(5, Options()), (3, Options()), (2, Options()), (2, Options(two_player=TwoPlayer.ADVANCED))]


def exhausted(state: State) -> list[str]:
    """Return what is used up in this position."""
    return [
        name
        for name, is_so in [
            ("face-down pile", not state.face_down),
            ("face-down pile and discard", not state.face_down and not state.discard),
            ("open pile", not all(state.open_piles)),
            ("all open piles", not any(state.open_piles)),
            ("hand", not all(state.hands)),
            ("next pile", state.options.same_value is None and not state.next_pile),
            ("fictional pile", state.is_fictional and len(state.fictional_pile) < 2),
        ]
        if is_so
    ]


def play_into_corners(players: int, options: Options, seed: int) -> Counter[str]:
    """Play a generous and a stingy game, and return how often each thing was used up."""
    found: Counter[str] = Counter()
    for is_stingy in (False, True):
        chooser = random.Random(f"{players} {options} {seed} {is_stingy}")
        corner = Generous(chooser, extra_seasons=4, is_stingy=is_stingy)
        for state in play_both(players, options, chooser, corner.choose):
            found.update(exhausted(state))
    return found


@pytest.mark.slow
@pytest.mark.prove(sample=1, proof=3)
def test_every_position_of_games_that_exhaust_the_piles(quantity: int) -> None:
    """Games in which piles, hands and fictional magazines run out stay equal, and all of this happens."""
    found: Counter[str] = Counter()
    for players, options in OUT_OF_CARDS:
        for seed in range(quantity):
            found += play_into_corners(players, options, seed)
    assert {name for name, count in found.items() if count >= 20} >= {
        "face-down pile",
        "face-down pile and discard",
        "open pile",
        "all open piles",
        "hand",
        "next pile",
        "fictional pile",
    }, found


def test_a_game_that_exhausts_the_piles() -> None:
    """One such game, in `make fast`."""
    assert play_into_corners(5, Options(same_value=Clothes.RED, years=7), 0)["face-down pile and discard"] > 10


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.json")), ids=lambda path: path.stem)
def test_recorded_games(path: Path) -> None:
    """Records in which the next pile had to be taken replay in the kernel to the same positions."""
    assert replay_both(record.read(path.read_bytes())) > 100


def test_a_written_record() -> None:
    """A new record replays in the kernel to the same positions."""
    chooser = random.Random(4)
    recording = Recording.begin(coverme, ["a", "b"], Options(), Tape(chooser))
    while seats := coverme.to_act(recording.state):
        recording.act(seats[0], chooser.choice(coverme.legal(recording.state, seats[0])))
    assert replay_both(recording.record) > 100


def grow(state: State, position: Position, depth: int, tape: Tape) -> int:
    """Compare every line of play of that many decisions, and return the number of positions."""
    compare(position, state)
    if depth == 0:
        return 1
    compare_legal(position, state)
    grown = 1
    for seat in coverme.to_act(state):
        for action in coverme.legal(state, seat):
            step = coverme.apply(state, seat, action, tape)
            twin = position.copy()
            twin.apply(seat, action, tape.wind())
            grown += grow(step.state, twin, depth - 1, tape)
    return grown


def late(table: Table, seed: int, decisions: int) -> tuple[State, Tape]:
    """Return a game of short hands, after this many decisions."""
    chooser = random.Random(f"{table.name} {seed}")
    tape = Tape(chooser)
    state = coverme.new(table.players, table.options, tape)
    corner = Generous(chooser)
    for _ in range(decisions):
        seats = coverme.to_act(state)
        if not seats:
            break
        seat = chooser.choice(seats)
        state = coverme.apply(state, seat, corner.choose(state, seat), tape).state
    tape.wind()
    return state, tape


@pytest.mark.parametrize(
    ("table", "decisions"),
    [
        (Table("5 out", 5, Options(same_value=Clothes.RED, years=10, start=Seat(0))), 500),
        (Table("3", 3, Options(start=Seat(0))), 64),
        (Table("2 fictional", 2, Options(start=Seat(0))), 60),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_whole_small_trees(table: Table, decisions: int) -> None:
    """From some positions on, every line of play gives the same positions."""
    state, tape = late(table, 0, decisions)
    grown = 0
    for _ in range(3):
        grown += grow(state, Position.of(state), 2, tape)
        for _ in range(4):
            seats = coverme.to_act(state)
            if seats:
                state = coverme.apply(state, seats[0], coverme.legal(state, seats[0])[0], tape).state
        tape.wind()
    assert grown > 100


@pytest.mark.parametrize("table", COVER_ME_VARIANTS, ids=lambda table: table.name)
def test_from_any_state(table: Table) -> None:
    """A table made from a state has the position of that state, and so has a copy of it."""
    chooser = random.Random(f"{table.name} any state")
    tape = Tape(chooser)
    state = coverme.new(table.players, table.options, tape)
    while seats := coverme.to_act(state):
        compare(Position.of(state), state)
        compare(Position.of(state).copy(), state)
        seat = chooser.choice(seats)
        state = coverme.apply(state, seat, chooser.choice(coverme.legal(state, seat)), tape).state
