"""Thousands of complete games, with every combination of players and options, and with piles that run out."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Literal

import pytest

from covergames import coverme, record
from covergames.coverme import Clothes, GameLength, Options, TwoPlayer
from covergames.coverme.events import GameEnded
from covergames.coverme.scoring import leaders
from tests.cases import by_target
from tests.contract.adapters import COVER_ME_TABLES, Table
from tests.contract.play import Shuffler
from tests.coverme.generous import Generous
from tests.coverme.invariants import check_position
from tests.playthroughs import occasions
from tests.playthroughs.occasions import Occasions, note

Style = Literal["random", "generous", "stingy"]

CHUNKS = 16
RECORDS = Path(__file__).parent / "records"


def play(table: Table, seed: int, *, style: Style = "random", checked: float = 0.2) -> Occasions:
    """Play one game to its result; a random share of its positions is checked."""
    chooser = random.Random(f"{table.name} {seed}")
    dealer = Shuffler(chooser)
    generous = Generous(chooser, extra_seasons=8, is_stingy=style == "stingy")
    reached: Occasions = Counter()
    state = coverme.new(table.players, table.options, dealer)
    ended = 0
    while seats := coverme.to_act(state):
        assert coverme.result(state) is None
        if chooser.random() < checked:
            check_position(state)
        seat = chooser.choice(seats)
        legal = coverme.legal(state, seat)
        step = coverme.apply(
            state, seat, generous.choose(state, seat) if style != "random" else chooser.choice(legal), dealer
        )
        note(reached, state, step.state, step.events)
        ended += isinstance(step.events[-1], GameEnded)
        state = step.state
    check_position(state)
    result = coverme.result(state)
    assert result is not None
    assert ended == 1
    assert min(result.places) == 1
    assert [seat for seat, place in enumerate(result.places) if place == 1] == leaders(state)
    return reached


def test_the_tables_are_all_there_are() -> None:
    """2 to 5 players and the advanced game; 3 lengths; main game, or same value with 11 numbers of years; 2 switches."""
    assert len(COVER_ME_TABLES) == len({table.name for table in COVER_ME_TABLES}) == 5 * 3 * (1 + 11) * 2 * 2
    assert {table.options.same_value for table in COVER_ME_TABLES} == {None, *Clothes}


@pytest.mark.slow
@pytest.mark.prove(sample=1, proof=3)
@pytest.mark.parametrize("chunk", by_target(range(CHUNKS), every=CHUNKS))
def test_random_games_end_well(chunk: int, quantity: int) -> None:
    """In random games with every combination of options, every promise of the rules holds to the end."""
    for table in COVER_ME_TABLES[chunk::CHUNKS]:
        for seed in range(quantity):
            play(table, seed)


@pytest.mark.rule("CM-X1")
def test_some_random_games_end_well() -> None:
    """A few such games, in `make fast`."""
    for table in COVER_ME_TABLES[:: len(COVER_ME_TABLES) // 12]:
        play(table, 0, checked=1)


def same_value(players: int, years: int = 10, two_player: TwoPlayer = TwoPlayer.FICTIONAL) -> Table:
    options = Options(same_value=Clothes.RED, years=years, two_player=two_player)
    return Table(f"{players} {two_player.value} {years}", players, options)


TAKEN_OUT = {occasions.RESHUFFLED: 20, occasions.OPEN_PILE_EMPTY: 100, occasions.NO_FACE_DOWN: 100}
SHORT_HANDS = {
    occasions.WENT_WITHOUT: 100,
    occasions.SHORT_HAND: 100,
    occasions.EMPTY_HAND: 20,
    occasions.ONE_SOURCE: 40,
}
MAGAZINES_OUT = {occasions.FICTIONAL_SHORT: 50, occasions.A_WENT_SHORT: 50, occasions.B_WENT_SHORT: 50}


@pytest.mark.slow
@pytest.mark.rule("CM-R3", "CM-R4", "CM-P2", "CM-24")
@pytest.mark.parametrize(
    ("table", "at_least"),
    [
        pytest.param(same_value(5), TAKEN_OUT | SHORT_HANDS | {occasions.PLAYED_ON: 5}, id="five players"),
        pytest.param(same_value(4), TAKEN_OUT | SHORT_HANDS, id="four players"),
        pytest.param(same_value(3), TAKEN_OUT | SHORT_HANDS, id="three players"),
        pytest.param(same_value(2), TAKEN_OUT | MAGAZINES_OUT, id="fictional"),
        pytest.param(
            same_value(2, two_player=TwoPlayer.ADVANCED),
            TAKEN_OUT | SHORT_HANDS | {occasions.ONE_MAGAZINE: 20},
            id="advanced",
        ),
    ],
)
def test_piles_run_out(table: Table, at_least: dict[str, int]) -> None:
    """In ten years with players who score all they can, every pile runs out, and every rare case occurs."""
    reached: Occasions = sum((play(table, seed, style="generous", checked=1) for seed in range(8)), Counter())
    assert {name: count for name, count in at_least.items() if reached[name] < count} == {}, reached


@pytest.mark.rule("CM-R4")
@pytest.mark.parametrize("name", ["next-pile-taken", "next-pile-taken-and-looked-through"])
def test_the_next_pile_is_taken_when_nothing_else_is_left(name: str) -> None:
    """In recorded games of five, every other pile ran out while the next pile still had cards."""
    game = record.read((RECORDS / f"{name}.json").read_bytes())
    reached: Occasions = Counter()
    for before, after in pairwise(record.replay(game)):
        check_position(after.state)
        note(reached, before.state, after.state, after.events)
    assert reached[occasions.NEXT_TAKEN] >= 2
    assert reached[occasions.RESHUFFLED] >= 3


@pytest.mark.slow
@pytest.mark.rule("CM-R5", "CM-X4")
@pytest.mark.parametrize(
    ("table", "at_least"),
    [
        pytest.param(Table("3", 3, Options()), {occasions.LAST_OF_NEXT: 3, occasions.NO_NEXT: 20}, id="three players"),
        pytest.param(Table("5", 5, Options()), {occasions.LAST_OF_NEXT: 3, occasions.NO_NEXT: 20}, id="five players"),
        pytest.param(Table("2", 2, Options()), {occasions.NO_NEXT: 20}, id="fictional"),
        pytest.param(
            Table("2 advanced", 2, Options(two_player=TwoPlayer.ADVANCED)),
            {occasions.LAST_OF_NEXT: 3, occasions.NO_NEXT: 20},
            id="advanced",
        ),
    ],
)
def test_the_next_pile_runs_out(table: Table, at_least: dict[str, int]) -> None:
    """Players who never score stay tied, play on again and again, and use up the next pile."""
    reached: Occasions = sum((play(table, seed, style="stingy") for seed in range(6)), Counter())
    assert reached[occasions.PLAYED_ON] >= 20
    assert {name: count for name, count in at_least.items() if reached[name] < count} == {}, reached


@pytest.mark.slow
@pytest.mark.rule("CM-R3", "CM-R4")
@pytest.mark.parametrize("length", [GameLength.STANDARD, GameLength.LONGER])
def test_the_main_game_runs_out_of_cards(length: GameLength) -> None:
    """The main game, played generously, uses up the face-down pile, and open piles stay empty."""
    table = Table(f"5 {length.value}", 5, Options(length=length))
    reached: Occasions = sum((play(table, seed, style="generous") for seed in range(20)), Counter())
    assert reached[occasions.RESHUFFLED] >= 8
    assert reached[occasions.OPEN_PILE_EMPTY] >= 2
