"""Every game keeps these promises, with any players and options."""

from __future__ import annotations

import pickle
import random
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

import pytest

from covergames.game import IllegalAction, NotationError, Seat
from covergames.games import GAMES
from covergames.schema import codec_of, read_options, write_options
from tests.cases import by_target
from tests.contract.adapters import ADAPTERS, Adapter, Table
from tests.contract.play import Rewound, Tape, Turn, seeded, walk

VARIANTS = [
    pytest.param(adapter, table, id=f"{name} {table.name}")
    for name, adapter in ADAPTERS.items()
    for table in adapter.variants
]
CHUNKS = 12
ALL_TABLES = [
    pytest.param(adapter, tuple(adapter.tables)[chunk::CHUNKS], id=f"{name} {chunk + 1} of {CHUNKS}")
    for name, adapter in ADAPTERS.items()
    for chunk in range(CHUNKS)
]
MAX_ACTIONS = 12
"""The most legal actions of a decision that are tried."""


@lru_cache(maxsize=1)
def game_of(name: str, table: Table) -> tuple[Turn, ...]:
    """Return one random game, for all properties that only look at its positions."""
    return tuple(walk(ADAPTERS[name], table, 1))


def sampled(turns: Iterable[Turn], share: float) -> Iterator[tuple[Turn, random.Random]]:
    """Return some of the positions, each with a separate generator."""
    sampler = random.Random(str(share))
    return ((turn, random.Random(turn.index)) for turn in turns if sampler.random() < share)


def seats_at(table: Table) -> list[Seat]:
    return [Seat(number) for number in range(table.players)]


def check_untouched(adapter: Adapter, table: Table, *, share: float) -> None:
    """Check that no action or refusal changes a position, even in a long game."""
    game = adapter.game
    given: list[tuple[Any, bytes]] = []
    for turn, chooser in sampled(walk(adapter, table, 2), share):
        given.append((turn.state, pickle.dumps(turn.state)))
        for seat in game.to_act(turn.state):
            for action in list(game.legal(turn.state, seat))[:3]:
                game.apply(turn.state, seat, action, seeded(turn.index))
        for action in adapter.refused(turn.state, turn.seat, chooser):
            with pytest.raises(IllegalAction):
                game.apply(turn.state, turn.seat, action, seeded(turn.index))
        game.view(turn.state, turn.seat)
    assert all(state == pickle.loads(before) for state, before in given)


def check_legal_is_accepted(adapter: Adapter, table: Table, *, share: float) -> None:
    """Check that every legal action applies and leads to a position with every card, and to a decision or a result."""
    game = adapter.game
    for turn, chooser in sampled(game_of(adapter.game.NAME, table), share):
        for seat in game.to_act(turn.state):
            actions = list(game.legal(turn.state, seat))
            for action in chooser.sample(actions, min(len(actions), MAX_ACTIONS)):
                state = game.apply(turn.state, seat, action, seeded(turn.index)).state
                assert adapter.cards(state) == adapter.deck(game.options_of(state))
                assert bool(game.to_act(state)) == (game.result(state) is None)


def check_illegal_is_refused(adapter: Adapter, table: Table, *, share: float) -> None:
    """Check that illegal actions, and all actions of a seat that does not decide, are refused with a rule and a reason."""
    game = adapter.game
    for turn, chooser in sampled(game_of(adapter.game.NAME, table), share):
        waiting = [seat for seat in seats_at(table) if seat not in game.to_act(turn.state)]
        refused = [
            (seat, action) for seat in game.to_act(turn.state) for action in adapter.refused(turn.state, seat, chooser)
        ]
        refused += [(seat, turn.action) for seat in (*waiting, Seat(table.players), Seat(99))]
        for seat, action in refused:
            with pytest.raises(IllegalAction) as refusal:
                game.apply(turn.state, seat, action, seeded(turn.index))
            assert re.fullmatch(r"[A-Z]{2}-[A-Z]?\d+", refusal.value.rule_id)
            assert refusal.value.reason
            assert refusal.value.rule_id in str(refusal.value)


def check_legal_is_stable(adapter: Adapter, table: Table, *, share: float) -> None:
    """Check that `legal` gives the same list for equal positions, without duplicates."""
    game = adapter.game
    for turn, _ in sampled(game_of(adapter.game.NAME, table), share):
        twin = pickle.loads(pickle.dumps(turn.state))
        assert twin == turn.state
        for seat in seats_at(table):
            actions = list(game.legal(turn.state, seat))
            assert actions == list(game.legal(turn.state, seat)) == list(game.legal(twin, seat))
            assert len(set(actions)) == len(actions)


def check_no_dead_end(adapter: Adapter, table: Table, *, share: float) -> None:
    """Check that somebody has to act until there is a result, and that exactly these seats have legal actions."""
    game = adapter.game
    for turn, _ in sampled(game_of(adapter.game.NAME, table), share):
        to_act = game.to_act(turn.state)
        assert to_act
        assert game.result(turn.state) is None
        assert len(set(to_act)) == len(to_act)
        for seat in {*seats_at(table), *to_act}:
            assert bool(game.legal(turn.state, seat)) == (seat in to_act)


def check_same_shuffles_same_game(adapter: Adapter, table: Table) -> None:
    """Check that the same shuffles and decisions give the same positions, events and views."""
    game = adapter.game
    tape = Tape(seeded(table.name))
    turns = list(walk(adapter, table, 6, tape))
    rewound = Rewound(tape.shuffles)
    state = game.new(table.players, table.options, rewound)
    for turn in turns:
        assert state == turn.state
        state = game.apply(state, turn.seat, turn.action, rewound).state
    assert game.result(state) is not None
    assert list(rewound.left()) == []


def check_notation(adapter: Adapter, table: Table, *, share: float) -> None:
    """Check that options, cards and decisions round-trip through text and data."""
    game = adapter.game
    for turn, _ in sampled(game_of(adapter.game.NAME, table), share):
        options = game.options_of(turn.state)
        codec = codec_of(game, options)
        assert read_options(game, write_options(game, options), table.players) == options
        for seat in game.to_act(turn.state):
            for action in (turn.action, *game.legal(turn.state, seat)):
                data = codec.write_decision(seat, action)
                assert codec.read_decision(data) == (seat, action)
                assert data["event"]
    first = game_of(adapter.game.NAME, table)[0].state
    options = game.options_of(first)
    deck = list(adapter.deck(options))
    codec = codec_of(game, options)
    texts = {text: card for card, text in zip(deck, codec.card_texts(deck), strict=True)}
    assert len(texts) == len(deck)
    assert all(codec.card(text) == card for text, card in texts.items())


def test_every_game_has_an_adapter() -> None:
    """No game is exempt from the contract."""
    assert ADAPTERS.keys() == GAMES.keys()
    assert all(adapter.game is GAMES[name].rules for name, adapter in ADAPTERS.items())
    assert all(name == adapter.game.NAME for name, adapter in ADAPTERS.items())


@pytest.mark.parametrize(("adapter", "table"), VARIANTS)
def test_positions_are_values(adapter: Adapter, table: Table) -> None:
    """`apply` does not change the given position, even if it refuses the action."""
    check_untouched(adapter, table, share=0.1)


@pytest.mark.parametrize(("adapter", "table"), VARIANTS)
def test_every_legal_action_applies(adapter: Adapter, table: Table) -> None:
    """Every action that `legal` lists is accepted, loses no card, and leads on."""
    check_legal_is_accepted(adapter, table, share=0.2)


@pytest.mark.parametrize(("adapter", "table"), VARIANTS)
def test_everything_else_is_refused(adapter: Adapter, table: Table) -> None:
    """Every other action is refused with the rule and the reason."""
    check_illegal_is_refused(adapter, table, share=0.2)


@pytest.mark.parametrize(("adapter", "table"), VARIANTS)
def test_legal_is_stable(adapter: Adapter, table: Table) -> None:
    """`legal` depends on the position only."""
    check_legal_is_stable(adapter, table, share=0.2)


@pytest.mark.parametrize(("adapter", "table"), VARIANTS)
def test_there_is_no_dead_end(adapter: Adapter, table: Table) -> None:
    """Somebody can act in every position before the end."""
    check_no_dead_end(adapter, table, share=1)


@pytest.mark.parametrize(("adapter", "table"), VARIANTS)
def test_the_same_shuffles_give_the_same_game(adapter: Adapter, table: Table) -> None:
    """The dealer is the only source of chance."""
    check_same_shuffles_same_game(adapter, table)


@pytest.mark.parametrize(("adapter", "table"), VARIANTS)
def test_notation_round_trips(adapter: Adapter, table: Table) -> None:
    """Reading gives back what was written."""
    check_notation(adapter, table, share=0.2)


@pytest.mark.slow
@pytest.mark.parametrize(("adapter", "tables"), by_target(ALL_TABLES, every=CHUNKS))
def test_the_contract_holds_at_every_table(adapter: Adapter, tables: tuple[Table, ...]) -> None:
    """The properties hold with every combination of players and options."""
    for table in tables:
        check_untouched(adapter, table, share=0.01)
        check_legal_is_accepted(adapter, table, share=0.02)
        check_illegal_is_refused(adapter, table, share=0.02)
        check_legal_is_stable(adapter, table, share=0.01)
        check_notation(adapter, table, share=0.02)
        check_same_shuffles_same_game(adapter, table)


@pytest.mark.parametrize("adapter", ADAPTERS.values(), ids=ADAPTERS)
def test_all_combinations_of_options_round_trip(adapter: Adapter) -> None:
    """Every combination of options is the same after writing and reading, whether settled or not."""
    for table in adapter.tables:
        data = write_options(adapter.game, table.options)
        assert read_options(adapter.game, data, table.players) == table.options
        settled = adapter.game.settle(table.players, table.options, seeded(0))
        assert adapter.game.settle(table.players, settled, Rewound(())) == settled


@pytest.mark.parametrize("adapter", ADAPTERS.values(), ids=ADAPTERS)
@pytest.mark.parametrize("damage", ["unknown field", "missing field", "unknown event", "seat of another type"])
def test_damaged_decisions_are_not_guessed_at(adapter: Adapter, damage: str) -> None:
    """A decision with an unknown, missing or mistyped field is refused as unreadable."""
    game = adapter.game
    for table in adapter.variants[:3]:
        for turn, _ in sampled(game_of(adapter.game.NAME, table), 0.1):
            options = game.options_of(turn.state)
            data = dict(codec_of(game, options).write_decision(turn.seat, turn.action))
            match damage:
                case "unknown field":
                    data["colour"] = "red"
                case "missing field":
                    del data[list(data)[-1]]
                case "unknown event":
                    data["event"] = "dance"
                case _:
                    data["seat" if "seat" in data else "t"] = "0"
            with pytest.raises(NotationError):
                codec_of(game, options).read_decision(data)
