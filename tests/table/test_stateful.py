"""Random commands of random actors at random times, at tables of both games."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from covergames import coverme, coverup
from covergames.coverup.timing import COUNTDOWN_MILLISECONDS
from covergames.game import Seat
from covergames.table import (
    HOST,
    KEEPER,
    Act,
    Actor,
    Arrange,
    Close,
    Command,
    Connect,
    Disconnect,
    Leave,
    Mute,
    Play,
    Ready,
    Refusal,
    Rematch,
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
    decode,
    opening,
    record_of,
    token_hash,
)
from tests.cases import examples
from tests.table.kit import EIGHT, NAMES, SEED

GAMES: dict[str, list[tuple[int, Any]]] = {
    "cover-me": [
        (2, coverme.Options(two_player=coverme.TwoPlayer.ADVANCED)),
        (2, coverme.Options(same_value="drawn", years=1)),
        (3, coverme.Options(first_game=True)),
    ],
    "cover-up": [
        (2, coverup.Options()),
        (3, coverup.Options(round_limit=None, assist=True)),
        (2, coverup.Options(hourglass=5, round_limit=20)),
    ],
}
ACTIONS: dict[str, list[Any]] = {
    "cover-me": [coverme.Stay(), coverme.Take(coverme.Source.BLACK), coverme.Vote(play_on=True)],
    "cover-up": [coverup.Done(0), coverup.Flip(0), coverup.GiveBack(coverup.Card(0))],
}

seats = st.integers(-1, 3).map(Seat)
askers = st.one_of(seats, st.sampled_from([HOST, KEEPER, None]))
good_ids = st.none() | st.sampled_from("abcdefghijklmnopqrstuvwxyz")
ids = good_ids | st.just("")
words = st.sampled_from(["Ada", "Bo", "Cy", "Di", "Ed", "Flo", "x" * 25, "\x07"])
nonces = st.none() | st.sampled_from(["one", "two", "a,b"])
connections = st.sampled_from(["w1-1", "w1-2", "w2-1"])
wishes = st.builds(
    Settings,
    away_after=st.sampled_from([5, 60, None, 1]),
    decision_time=st.sampled_from([None, 5, 30]),
    stand_in=st.sampled_from([None, "random", "nobody"]),
    chat=st.booleans(),
    abandoned_after=st.sampled_from([60, 3600]),
)


def arrangements(game: str) -> st.SearchStrategy[tuple[int, Any]]:
    """Return a strategy for numbers of players and options, some of them invalid."""
    options = GAMES[game][0][1]
    return st.sampled_from([*GAMES[game], (4, options), (9, options)])


def arrange(chosen: tuple[int, Any], wish: Settings, name: str | None) -> Arrange:
    players, options = chosen
    return Arrange(players, options, wish, name)


COMMANDS: st.SearchStrategy[Command] = st.one_of(
    st.builds(Sit, words, st.sampled_from(["a", "b"]).map(token_hash), nonces, st.none() | seats),
    st.builds(SeatBot, seats, st.sampled_from(["random", "deep-thought"]), words, ids),
    st.builds(Leave, seats, ids),
    st.builds(Remove, seats, ids),
    st.builds(Mute, seats, st.booleans(), ids),
    st.builds(Ready, st.booleans(), nonces, st.none() | st.integers(0, 30), ids),
    st.builds(Start, ids),
    st.builds(TimeUp),
    st.builds(Say, st.sampled_from(["hello", "", "\x07", "x" * 301]), ids),
    st.builds(Connect, seats, connections),
    st.builds(Disconnect, seats, connections),
    st.builds(StandIn, seats, st.booleans()),
    st.builds(TakeBack, ids),
    st.builds(Rematch, st.just("saturday"), ids),
    st.builds(Close, ids),
)

COMMANDS_OF: dict[str, st.SearchStrategy[Command]] = {
    game: st.one_of(
        COMMANDS,
        st.builds(arrange, arrangements(game), wishes, ids),
        st.builds(Act, st.sampled_from(ACTIONS[game]), st.integers(0, 60), ids),
        st.builds(Play, seats, st.sampled_from(ACTIONS[game]), st.integers(0, 60)),
    )
    for game in GAMES
}


def wish(table: Table, chooser: random.Random) -> tuple[Command, Actor]:
    """Return a random command with an actor who may send it."""
    host = HOST if table.host is None else table.host
    seat = Seat(chooser.randrange(table.players))
    name = chooser.choice([None, *"abcdefghijklmnopqrstuvwxyz"])
    nonce = chooser.choice([None, "one", "two"])
    connection = chooser.choice(["w1-1", "w1-2", "w2-1"])
    players, options = chooser.choice(GAMES[table.game.NAME])
    settings = Settings(away_after=5, decision_time=chooser.choice([None, 30]), chat=chooser.random() < 0.8)
    possible: list[tuple[Command, Actor]] = [
        (Arrange(players, options, settings, name), host),
        (Sit(chooser.choice(NAMES), token_hash(str(chooser.random())), nonce), None),
        (SeatBot(seat, "random", chooser.choice(NAMES), name), host),
        (Leave(seat, name), seat),
        (Remove(seat, name), host),
        (Mute(seat, muted=chooser.random() < 0.5, id=name), host),
        (Ready(ready=chooser.random() < 0.8, nonce=nonce, id=name), seat),
        (Say("hello", name), seat),
        *[(Connect(seat, connection), KEEPER)] * 3,
        *[(Disconnect(seat, connection), KEEPER)] * 2,
        *[(TakeBack(name), seat)] * 2,
        (Rematch("saturday", name), host),
    ]
    return chooser.choice(possible)


class TableMachine(RuleBasedStateMachine):
    """A table of one server, and the same table of a second server that only reads the stored entries."""

    table: Table
    elsewhere: Table

    @initialize(game=st.sampled_from(sorted(GAMES)), number=st.integers(0, 2), wish=wishes, token=st.booleans())
    def open(self, game: str, number: int, wish: Settings, *, token: bool) -> None:
        players, options = GAMES[game][number]
        if wish.away_after == 1 or wish.stand_in == "nobody":
            wish = Settings()
        first = opening(
            game,
            players=players,
            options=options,
            settings=wish,
            title="",
            seed=SEED,
            host_token_hash=token_hash("host") if token else None,
            at=EIGHT,
        )
        self.at = EIGHT
        self.entries = [first]
        self.table = Table.fold("friday", [first])
        self.elsewhere = Table.fold("friday", [first])

    def ask(self, command: Command, by: Actor) -> None:
        """Store a proposal, accept it on the first server and absorb it on the second."""
        try:
            answer = self.table.propose(command, by=by, at=self.at)
        except Refusal:
            return
        if isinstance(answer, Repeated):
            assert 1 <= answer.sequence <= self.table.sequence
            return
        entry = decode(answer.entry.encode())
        assert entry == answer.entry
        assert (entry.sequence, entry.at) == (self.table.sequence + 1, max(self.at, self.entries[-1].at))
        self.entries.append(entry)
        following = self.table.after(answer)
        assert self.table == self.elsewhere, "nothing has happened yet"
        self.table.accept(answer)
        assert self.table == following
        assert self.elsewhere.absorb(entry) == answer

    @rule(seconds=st.sampled_from([0, 0.001, 1, 5, 30, 4000, -2]))
    def wait(self, seconds: float) -> None:
        self.at += round(1000 * seconds)

    @rule(data=st.data(), by=askers)
    def anything(self, data: st.DataObject, by: Actor) -> None:
        self.ask(data.draw(COMMANDS_OF[self.table.game.NAME]), by)

    @rule(seed=st.integers(0, 2**16), count=st.integers(1, 10))
    def some_sensible_things(self, seed: int, count: int) -> None:
        chooser = random.Random(seed)
        for _ in range(count):
            self.ask(*wish(self.table, chooser))

    @precondition(lambda self: self.table.stage is Stage.LOBBY)
    @rule()
    def gather(self) -> None:
        """Fill all seats, make all people ready and start the game."""
        for number in range(self.table.players):
            self.ask(Sit(f"Player {number}", token_hash(str(number)), f"n{number}", Seat(number)), None)
            self.ask(Connect(Seat(number), "w1-1"), KEEPER)
            self.ask(Ready(ready=True), Seat(number))
        host = HOST if self.table.host is None else self.table.host
        self.ask(Start(), host)
        assert self.table.stage is Stage.PLAYING

    @precondition(lambda self: self.table.stage is Stage.PLAYING)
    @rule(seed=st.integers(0, 2**16), count=st.integers(1, 40), name=good_ids)
    def play(self, seed: int, count: int, name: str | None) -> None:
        """Let the seats that have to decide do so."""
        chooser = random.Random(seed)
        for _ in range(count):
            if self.table.stage is not Stage.PLAYING:
                return
            seat = chooser.choice(self.table.to_act)
            game = self.table.game
            self.at = max(self.at, self.table.round_start or 0)
            actions = ACTIONS[game.NAME] if chooser.random() < 0.1 else game.legal(self.table.state, seat)
            action = chooser.choice(actions)
            self.ask(Act(action, self.table.sequence, name), seat)
            self.ask(Play(seat, action, self.table.sequence), KEEPER)

    @rule(may_close=st.sampled_from([False] * 7 + [True]))
    def keep(self, *, may_close: bool) -> None:
        """Let the keeper do its next duty, which the table never refuses when it is due."""
        duty = self.table.duty()
        if duty is not None and (may_close or not isinstance(duty.command, Close)):
            self.at = max(self.at, duty.due)
            before = self.table.sequence
            self.ask(duty.command, KEEPER)
            assert self.table.sequence == before + 1, duty

    @invariant()
    def is_the_same_elsewhere(self) -> None:
        """Both servers have equal tables: refused commands change nothing."""
        assert self.table == self.elsewhere
        assert self.table.view() == self.elsewhere.view()

    @invariant()
    def has_at_most_one_host_who_is_a_person(self) -> None:
        if self.table.host is not None:
            assert self.table.host in [seat for seat, person in self.table.people if person.has_seat]

    @invariant()
    def times_are_in_order(self) -> None:
        if self.table.round_start is not None:
            assert self.table.round_start <= self.table.at + COUNTDOWN_MILLISECONDS
            assert self.table.deadline is None or self.table.deadline >= self.table.round_start

    def teardown(self) -> None:
        assert Table.fold("friday", self.entries) == self.table
        if self.table.is_over:
            assert record_of("friday", self.entries).result is not None


class LongTableMachine(TableMachine):
    """The same with longer runs."""


TableMachine.TestCase.settings = settings(max_examples=examples(0.2), stateful_step_count=15)
LongTableMachine.TestCase.settings = settings(max_examples=examples(1), stateful_step_count=40)

TestTableMachine = TableMachine.TestCase
TestLongTableMachine = pytest.mark.prove(pytest.mark.slow(LongTableMachine.TestCase))
