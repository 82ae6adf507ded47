"""A live table in a test: it proposes, stores and accepts commands, and the test sets the clock."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from covergames import coverup
from covergames.game import Data, Seat
from covergames.games import game_named
from covergames.record import Record
from covergames.schema import read_options
from covergames.server.continuing_process import Begun, Where, begun_by_record
from covergames.table import (
    KEEPER,
    Act,
    Actor,
    Command,
    Connect,
    Disconnect,
    Entry,
    Origin,
    Play,
    Proposal,
    Ready,
    Refusal,
    Repeated,
    SeatBot,
    Settings,
    Sit,
    Start,
    Table,
    TableView,
    opening,
    token_hash,
)
from covergames.table.entries import NO_PREFIX, Acted

SEED: Final = "c0" * 32
EIGHT: Final = 1_800_000_000_000
"""When the tables of the tests are opened, in milliseconds since 1970."""
NAMES: Final = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo")

ADA, BO, CY, DI = Seat(0), Seat(1), Seat(2), Seat(3)


def token(seat: Seat) -> str:
    """Return the token of the person in the seat."""
    return f"token-of-{NAMES[seat]}"


def written(entry: Entry) -> Data:
    """Return the decision of the entry in the notation of records."""
    data: Data = msgspec.json.decode(decided(entry).action)
    return data


def decided(entry: Entry) -> Acted:
    """Return the decision of the entry."""
    assert isinstance(entry.body, Acted), entry
    return entry.body


class Live:
    """A table, its stored entries, and the time."""

    def __init__(
        self,
        game: str = "cover-me",
        players: int = 3,
        *,
        options: Mapping[str, Any] | None = None,
        settings: Settings | None = None,
        host_token: str | None = None,
        seed: str = SEED,
        at: int = EIGHT,
        origin: Origin | None = None,
        prefix: msgspec.Raw = NO_PREFIX,
    ) -> None:
        first = opening(
            game,
            players=players,
            options=read_options(game_named(game), options or {}, players),
            settings=Settings() if settings is None else settings,
            title="Friday",
            seed=seed,
            host_token_hash=None if host_token is None else token_hash(host_token),
            at=at,
            origin=origin,
            prefix=prefix,
        )
        self.entries = [first]
        self.table = Table.fold("friday", self.entries)
        self.at = at

    def view(self) -> TableView:
        """The public view of the table."""
        return self.table.view()

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.at += round(1000 * seconds)

    def do(self, command: Command, by: Actor) -> Proposal:
        """Execute a command that the table accepts."""
        proposal = self.table.propose(command, by=by, at=self.at)
        assert isinstance(proposal, Proposal), proposal
        self.entries.append(proposal.entry)
        self.table.accept(proposal)
        return proposal

    def refuse(self, command: Command, by: Actor) -> Refusal:
        """Send a command that the table refuses, and check that nothing has changed."""
        try:
            answer = self.table.propose(command, by=by, at=self.at)
        except Refusal as refusal:
            assert self.table == self.folded()
            return refusal
        raise AssertionError(f"{command} was not refused: {answer}")

    def repeat(self, command: Command, by: Actor) -> int:
        """Send a command that has no effect, and return the entry that the table answers with."""
        answer = self.table.propose(command, by=by, at=self.at)
        assert isinstance(answer, Repeated), answer
        assert self.table == self.folded()
        return answer.sequence

    def folded(self) -> Table:
        """Return the table as another server folds it from the stored entries."""
        return Table.fold("friday", self.entries)

    def sit(self, *seats: Seat) -> None:
        """Let people take these seats, connect and be ready."""
        for seat in seats:
            self.do(Sit(NAMES[seat], token_hash(token(seat)), nonce=f"nonce-{seat}", seat=seat), None)
            self.do(Connect(seat, f"w1-{seat}"), KEEPER)
            self.do(Ready(ready=True), seat)

    def seat_bots(self, *seats: Seat, bot: str = "random") -> None:
        """Let the host give these seats to bots."""
        assert self.table.host is not None
        for seat in seats:
            self.do(SeatBot(seat, bot, NAMES[seat]), self.table.host)

    def start(self) -> None:
        """Let the host start the game."""
        assert self.table.host is not None
        self.do(Start(), self.table.host)

    def leave(self, seat: Seat) -> None:
        """Close the connection of the person."""
        self.do(Disconnect(seat, f"w1-{seat}"), KEEPER)

    def act(self, seat: Seat, action: Any) -> Proposal:
        """Let the person decide."""
        return self.do(Act(action, self.table.sequence), seat)

    def legal(self, seat: Seat) -> Sequence[Any]:
        """Return the legal actions of the seat."""
        return self.table.game.legal(self.table.state, seat)

    def decide(self, seat: Seat, chooser: random.Random) -> Proposal:
        """Let the person, or the bot that stands in, choose a random legal action."""
        return self.choose(seat, chooser.choice(self.legal(seat)))

    def choose(self, seat: Seat, action: Any) -> Proposal:
        """Let the person, or the bot in the seat, decide."""
        if seat in (turn.seat for turn in self.table.bots_to_act()):
            return self.do(Play(seat, action, self.table.sequence), KEEPER)
        return self.act(seat, action)

    def do_duty(self) -> Entry:
        """Let the keeper do the next duty when it is due."""
        duty = self.table.duty()
        assert duty is not None
        self.at = max(self.at, duty.due)
        return self.do(duty.command, KEEPER).entry


def playing(
    game: str = "cover-me",
    players: int = 3,
    *,
    options: Mapping[str, Any] | None = None,
    settings: Settings | None = None,
    seed: str = SEED,
) -> Live:
    """Return a table of people at which the game has started."""
    live = Live(game, players, options=options, settings=settings, seed=seed)
    live.sit(*(Seat(seat) for seat in range(players)))
    live.start()
    return live


def continuing(record: Record, *, step: int, seat: Seat = ADA, anew: bool = True, table: str | None = None) -> Live:
    """Return the lobby of a table that continues the game of a record."""
    begun = begun_by_record(record.encode(), Where(step, seat, anew, SEED))
    assert isinstance(begun, bytes), begun
    opened = msgspec.json.decode(begun, type=Begun)
    return Live(
        opened.game,
        opened.players,
        options=opened.options,
        origin=msgspec.structs.replace(opened.origin, table=table),
        prefix=opened.prefix,
    )


def play_out(live: Live, *, seed: int = 1) -> None:
    """Play random actions to the end; a round of Cover Up ends when time is up or all are done."""
    chooser = random.Random(seed)
    while not live.table.is_over:
        if live.table.round_start is None:
            live.decide(chooser.choice(live.table.to_act), chooser)
            continue
        live.at = max(live.at, live.table.round_start)
        for seat in live.table.to_act:
            live.decide(seat, chooser)
            live.wait(0.2)
        if live.table.deadline is not None:
            live.do_duty()
        elif live.table.round_start is not None:
            for seat in live.table.to_act:
                live.act(seat, coverup.Done(0))
