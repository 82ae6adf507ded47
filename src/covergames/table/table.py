"""One live table: the fold over its entries. No I/O, no clock, no randomness: times and secrets are arguments.

A server calls `propose` with a command, stores the proposed entry, and only then calls `accept` and sends updates. It calls
`absorb` with an entry that another worker has stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final, NamedTuple, assert_never

import msgspec
from msgspec import Raw

from covergames.game import Seat
from covergames.games import AnyGame, game_named
from covergames.record import Record, position, unfinished
from covergames.schema import Codec, codec_of, read_options
from covergames.table import duties, validation
from covergames.table.commands import HOST, Actor, Command
from covergames.table.entries import (
    Acted,
    Arranged,
    BotSat,
    Closed,
    Connected,
    DelayReported,
    Disconnected,
    Entry,
    EntryBody,
    Left,
    Locked,
    Muted,
    Opened,
    Origin,
    Readied,
    Rematched,
    Removed,
    Sat,
    Spoke,
    Started,
    StoodIn,
    TookBack,
)
from covergames.table.fair import FairDealer, deal_key, derived_nonce
from covergames.table.refusal import Code, Refusal, Repeated
from covergames.table.seats import Occupant, Person, RecentCommands, SeatedBot, StoodInFor, Substitute, Substitution
from covergames.table.settings import Settings
from covergames.table.tokens import is_token
from covergames.table.user_text import CHAT_HISTORY_MESSAGES, Message, Notice
from covergames.table.view import Stage, TableView, view_of


class Proposal(NamedTuple):
    """The effect of a command. A server stores its entry, then accepts it, then sends updates."""

    entry: Entry
    events: tuple[Any, ...]
    """The events of the game, with all secrets. `redact` of the game returns what a viewer may see."""
    state: Any
    """The state of the game afterwards; None: it has not started."""
    shuffles: int
    """How many shuffles the game has had afterwards."""

    def __repr__(self) -> str:
        return f"Proposal({self.entry!r})"


class BotTurn(NamedTuple):
    """A decision that a bot has to take."""

    seat: Seat
    bot: str
    seen: int
    """The latest entry that changed the decision, or in real time the game; the command `Play` repeats it."""


@dataclass(repr=False, slots=True)
class Table:
    """The state of a table after a number of entries. Tables with the same entries are equal.

    Every value in a field is immutable, so that a shallow copy is enough for `after`.
    """

    id: str
    game: AnyGame
    players: int
    options: Any
    """The options that the host chose; those that are open are drawn by lot at the start of the game."""
    codec: Codec = field(compare=False)
    """Encodes and decodes the JSON of the game with these options."""
    settings: Settings
    title: str
    commitment: str
    seed: str
    """Secret until the game is over; `view` decides when to show it."""
    host_token_hash: str | None
    is_hosted_by_token: bool
    """Whether the owner of the host's token is the host: until the host takes a seat with it and leaves."""
    rematch_of: str | None
    origin: Origin | None
    """The game that this one continues; None: none, it begins with a deal."""
    prefix: Raw = field(compare=False)
    """The events of the record before the first decision at this table, with all secrets."""
    seats: tuple[Occupant | None, ...]
    sequence: int
    at: int
    arranged: int
    """The latest entry that set players, options and settings."""
    host: Seat | None = None
    """The seat of the host; None: the host has none, or there is no host."""
    chat: tuple[Message, ...] = ()
    recent_commands: Mapping[Seat | None, RecentCommands] = field(default_factory=dict)
    """The latest commands by seat; None: commands of the host."""

    state: Any = None
    """The state of the game; None: it has not started."""
    deal_key: bytes = b""
    shuffles: int = 0
    step: int = 0
    """The latest entry that changed the game."""
    decisions: int = 0
    """How many decisions the game has had; time that was up counts as one."""
    to_act: tuple[Seat, ...] = ()
    changed: tuple[int, ...] = ()
    """For each seat the latest entry that changed what it has to decide."""
    asked_at: tuple[int, ...] = ()
    """For each seat the time since which it has to take its decision."""
    round_start: int | None = None
    """When the current round starts, after the countdown; None: no round in real time is being played."""
    is_over: bool = False
    substitutions: tuple[Substitution, ...] = ()
    """The decisions that a bot took for a person."""
    rematch: str | None = None
    is_locked: bool = False
    """Whether the operator lets nobody else take a seat."""
    closed: str | None = None
    """Why the table is closed; None: it is not."""

    def __repr__(self) -> str:
        return f"<Table {self.id}: {self.game.NAME}, {self.stage.value}, sequence {self.sequence}>"

    @classmethod
    def fold(cls, id: str, entries: Iterable[Entry]) -> Table:  # noqa: A002
        """Return the table with these entries, from the first on.

        Raises:
            ValueError: there are no entries, or the first one does not open the table.
        """
        table = None
        for entry in entries:
            if table is None:
                table = cls._opened(id, entry)
            else:
                table.absorb(entry)
        if table is None:
            raise ValueError(f"table {id} has no entries")
        return table

    @classmethod
    def _opened(cls, id: str, entry: Entry) -> Table:  # noqa: A002
        body = entry.body
        if not isinstance(body, Opened) or entry.sequence != 1:
            raise ValueError(f"table {id} does not begin with an opening but with {entry}")
        game = game_named(body.game)
        options = read_options(game, body.options, body.players)
        return cls(
            id=id,
            game=game,
            players=body.players,
            options=options,
            codec=codec_of(game, options),
            settings=body.settings,
            title=body.title,
            commitment=body.commitment,
            seed=body.seed,
            host_token_hash=body.host_token_hash,
            is_hosted_by_token=body.host_token_hash is not None,
            rematch_of=body.rematch_of,
            origin=body.origin,
            prefix=body.prefix,
            seats=(None,) * body.players,
            sequence=1,
            at=entry.at,
            arranged=1,
        )

    # Queries and commands.

    @property
    def stage(self) -> Stage:
        """The stage of the table."""
        if self.closed is not None:
            return Stage.CLOSED
        if self.state is None:
            return Stage.LOBBY
        return Stage.OVER if self.is_over else Stage.PLAYING

    @property
    def nonces(self) -> tuple[str, ...]:
        """The nonce of each seat; one that is derived from the seed is as secret as the seed."""
        return tuple(
            occupant.nonce
            if isinstance(occupant, Person) and occupant.nonce is not None
            else derived_nonce(self.seed, Seat(seat))
            for seat, occupant in enumerate(self.seats)
        )

    @property
    def people(self) -> list[tuple[Seat, Person]]:
        """All people in seats, including those for whom a bot stands in."""
        return [(Seat(seat), person) for seat, person in enumerate(self.seats) if isinstance(person, Person)]

    @property
    def is_attended(self) -> bool:
        """Whether a person is present, or only bots play."""
        people = self.people
        return not people or any(person.is_present for _, person in people)

    @property
    def deadline(self) -> int | None:
        """When time is up in the current round; None: not known yet, no round is being played, or nobody is present."""
        timing = self.game.timing
        if timing is None or self.round_start is None or not self.is_attended:
            return None
        deadline = timing.deadline(self.state)
        return None if deadline is None else self.round_start + deadline

    @property
    def is_real_time(self) -> bool:
        """Whether a round is being played, in which everybody may act at any time."""
        return self.round_start is not None

    def seat_of(self, token: str) -> Seat | None:
        """Return the seat that the token belongs to; None: no seat."""
        found = None
        for seat, person in self.people:
            if is_token(token, person.token_hash) and person.stood_in_for is not StoodInFor.REMOVED:
                found = seat
        return found

    def actor_of(self, token: str) -> Actor:
        """Return the actor that the token belongs to: a seat, the host without a seat, or a visitor."""
        seat = self.seat_of(token)
        if seat is not None:
            return seat
        stored = self.host_token_hash
        return HOST if stored is not None and is_token(token, stored) and self.is_hosted_by_token else None

    def is_host(self, actor: Actor) -> bool:
        """Return whether the actor is the host."""
        return self.is_hosted_by_token if actor is HOST else actor is not None and actor == self.host

    @property
    def is_host_present(self) -> bool:
        """Whether the host has a seat and an open connection."""
        return self.host is not None and self._person(self.host).is_present

    def propose(self, command: Command, *, by: Actor, at: int) -> Proposal | Repeated:
        """Return the effect of the command at this time, without changing the table.

        A time before the latest entry counts as the time of that entry, because the clocks of two machines differ.

        Raises:
            Refusal: the table does not accept the command.
        """
        at = max(at, self.at)
        name = getattr(command, "id", None)
        if name is not None:
            known = self._recall(validation.checked_id(name), by)
            if known is not None:
                return Repeated(known)
        if self.closed is not None:
            raise Refusal(Code.CLOSED, f"the table is closed: {self.closed}")
        answer = validation.answer(self, command, by, at)
        if isinstance(answer, Repeated):
            return answer
        body, step = answer
        entry = Entry(self.sequence + 1, at, body, name)
        return self.proposal_of(entry) if step is None else Proposal(entry, step.events, step.state, step.shuffles)

    def accept(self, proposal: Proposal) -> None:
        """Apply a proposal whose entry has been stored.

        Raises:
            ValueError: the entry is not the next one of the table.
        """
        entry = proposal.entry
        if entry.sequence != self.sequence + 1:
            raise ValueError(f"table {self.id} is at {self.sequence}: entry {entry.sequence} does not follow")
        self.sequence = entry.sequence
        self.at = entry.at
        self._write(entry.body, proposal)
        if entry.command is not None:
            actor = _actor(entry.body)
            memory = self.recent_commands.get(actor, RecentCommands()).with_command(entry.command, entry.sequence)
            self.recent_commands = {**self.recent_commands, actor: memory}

    def after(self, proposal: Proposal) -> Table:
        """Return a copy of the table to which the proposal is applied."""
        following = object.__new__(Table)
        for name in _FIELDS:
            setattr(following, name, getattr(self, name))
        following.accept(proposal)
        return following

    def absorb(self, entry: Entry) -> Proposal:
        """Apply an entry that another worker has stored, and return its effect."""
        proposal = self.proposal_of(entry)
        self.accept(proposal)
        return proposal

    def duty(self) -> duties.Duty | None:
        """Return the next duty of the keeper; None: there is none until the table changes."""
        return duties.next_duty(self)

    def bots_to_act(self) -> tuple[BotTurn, ...]:
        """Return the decisions that bots have to take, also as stand-ins; none while no person is present."""
        if self.stage is not Stage.PLAYING:
            return ()
        turns = []
        for seat in self.to_act:
            match self.seats[seat]:
                case SeatedBot(_, bot):
                    turns.append(BotTurn(seat, bot, self._decided_about(seat)))
                case Person(stood_in_for=StoodInFor()):
                    turns.append(BotTurn(seat, self.settings.stand_in_for(self.game), self._decided_about(seat)))
                case _:
                    pass
        return tuple(turns) if turns and self.is_attended else ()

    @property
    def waits_for_bots(self) -> bool:
        """Whether bots alone have to decide, while a person who plays waits."""
        is_person = [isinstance(who, Person) and who.stood_in_for is None for who in self.seats]
        return any(is_person) and not any(is_person[seat] for seat in self.to_act)

    def view(self) -> TableView:
        """Return the public view of the table, without its game."""
        return view_of(self)

    def game_view(self, seat: Seat | None) -> Any:
        """Return the game as the seat, or a spectator (None), sees it.

        Raises:
            Refusal: the game has not started.
        """
        if self.state is None:
            raise Refusal(Code.NOT_NOW, "the game has not started")
        return self.game.view(self.state, seat)

    def begun(self) -> Record:
        """Return the record of the game that this table continues, up to there, with the names of the people here."""
        names = [occupant.name for occupant in self.seats if occupant is not None]
        return unfinished(self.game, names, self.options, msgspec.json.decode(self.prefix))

    def _decided_about(self, seat: Seat) -> int:
        return self.step if self.is_real_time else self.changed[seat]

    def _recall(self, command: str, by: Actor) -> int | None:
        """Return the entry of the earlier execution of the actor's command; None: it was not executed, or is forgotten."""
        memory = self.recent_commands.get(by) if isinstance(by, int) else None
        known = None if memory is None else memory.recall(command)
        if known is None and self.is_host(by):
            memory = self.recent_commands.get(None)
            known = None if memory is None else memory.recall(command)
        return known

    # The fold.

    def proposal_of(self, entry: Entry) -> Proposal:
        """Return the effect of a stored entry, without changing the table."""
        match entry.body:
            case Acted(_, action):
                seat, decision = self.codec.decode_decision(action)
                dealer = FairDealer(self.deal_key, count=self.shuffles)
                step = self.game.apply(self.state, seat, decision, dealer)
                return Proposal(entry, step.events, step.state, dealer.count)
            case Started() if self.origin is not None:
                return Proposal(entry, (), position(self.begun()).state, 0)
            case Started():
                dealer = FairDealer(deal_key(self.seed, self.nonces))
                options = self.game.settle(self.players, self.options, dealer)
                state = self.game.new(self.players, options, dealer)
                return Proposal(entry, (), state, dealer.count)
            case _:
                return Proposal(entry, (), self.state, self.shuffles)

    def _write(self, body: EntryBody, proposal: Proposal) -> None:
        """Apply what happened in an entry."""
        match body:
            case Acted():
                self.decisions += 1
                if (substitute := substitute_in(body)) is not None:
                    events = len(self.game.history(self.state))
                    self.substitutions += (Substitution(events, substitute),)
                self._advance(proposal, None if body.seat is None else Seat(body.seat))
            case Connected():
                self._write_connected(Seat(body.seat), body.connection)
            case Disconnected():
                left = tuple(each for each in self._person(body.seat).connections if each != body.connection)
                self._change(body.seat, connections=left, away_since=None if left else self.at)
            case DelayReported():
                self._change(body.seat, delay=body.delay)
            case Spoke():
                name = "" if body.seat is None else self._person(body.seat).name
                self._say(None if body.seat is None else Seat(body.seat), name, body.text)
            case Sat():
                self._write_sat(body)
            case BotSat():
                self._seat(body.seat, SeatedBot(body.name, body.bot))
            case Left():
                self._write_left(Seat(body.seat), StoodInFor.LEFT)
            case Removed():
                self._write_left(Seat(body.seat), StoodInFor.REMOVED)
            case Muted():
                self._change(body.seat, muted=body.muted)
            case Readied():
                nonce = self._person(body.seat).nonce if body.nonce is None else body.nonce
                self._change(body.seat, ready=body.ready, nonce=nonce)
            case Arranged():
                self._write_arranged(body)
            case Started():
                self.decisions = 0 if self.origin is None else self.origin.step
                self.deal_key = deal_key(self.seed, self.nonces)
                self.changed = (self.sequence,) * self.players
                self.asked_at = (self.at,) * self.players
                self._advance(proposal, None)
            case StoodIn():
                self._change(body.seat, stood_in_for=StoodInFor.ONCE if body.once else StoodInFor.AWAY)
                if not body.once:
                    self._report(Seat(body.seat), Notice.AWAY)
            case TookBack():
                self._write_took_back(Seat(body.seat))
            case Rematched():
                self.rematch = body.table
            case Locked():
                self.is_locked = body.locked
            case Closed():
                self.closed = body.reason
            case Opened():
                raise ValueError(f"table {self.id} is already open: entry {self.sequence} opens it again")
            case _:
                assert_never(body)

    def _advance(self, proposal: Proposal, actor: Seat | None) -> None:
        """Set the new state of the game, and note which seats have a new decision."""
        before, self.state = self.state, self.game.compact(proposal.state, self.state)
        self.shuffles = proposal.shuffles
        self.step = self.sequence
        waited, self.to_act = self.to_act, self.game.to_act(self.state)
        timing = self.game.timing
        if timing is None:
            same = [seat for seat in waited if seat in self.to_act and seat != actor]
        elif timing.begins_phase(before, self.state):
            self.round_start = self.at + timing.COUNTDOWN_MILLISECONDS if timing.is_real_time(self.state) else None
            same = []
        else:
            same = [seat for seat in waited if seat in self.to_act and (seat != actor or self.is_real_time)]
        if len(same) < len(waited) or len(same) < len(self.to_act):
            changed, asked_at = list(self.changed), list(self.asked_at)
            for seat in (*waited, *self.to_act):
                if seat not in same:
                    changed[seat] = self.sequence
                    asked_at[seat] = self.at
            self.changed, self.asked_at = tuple(changed), tuple(asked_at)
        if not self.to_act:
            self.is_over = self.game.result(self.state) is not None
        if actor is not None:
            occupant = self.seats[actor]
            if isinstance(occupant, Person) and occupant.stood_in_for is StoodInFor.ONCE:
                self._change(actor, stood_in_for=None)

    def _write_connected(self, seat: Seat, connection: str) -> None:
        if not self.is_attended:
            # Nobody was present, so neither the time for decisions nor the clock of the round was running.
            self.asked_at = (self.at,) * len(self.asked_at)
            if self.round_start is not None:
                self.round_start += self.at - max(person.away_since or 0 for _, person in self.people)
        self._change(seat, connections=(*self._person(seat).connections, connection), away_since=None)

    def _write_sat(self, body: Sat) -> None:
        seat = Seat(body.seat)
        self.recent_commands = {actor: memory for actor, memory in self.recent_commands.items() if actor != seat}
        self._seat(seat, Person(body.name, body.token_hash, body.nonce, since=self.sequence, away_since=self.at))
        if body.host:
            self.host = seat

    def _write_left(self, seat: Seat, why: StoodInFor) -> None:
        """Free the seat, or during the game let a bot stand in. If the person was the host, choose another host."""
        if self.state is None:
            self._seat(seat, None)
        elif why is StoodInFor.REMOVED:
            self._change(seat, stood_in_for=why, connections=(), away_since=self.at)
            self._report(seat, Notice.REMOVED)
        else:
            self._change(seat, stood_in_for=why)
            self._report(seat, Notice.LEFT)
        if self.host == seat:
            self.is_hosted_by_token = False
            heirs = [(not person.is_present, person.since, other) for other, person in self.people if person.has_seat]
            self.host = min(heirs)[2] if heirs else None

    def _write_arranged(self, body: Arranged) -> None:
        self.players = body.players
        self.options = read_options(self.game, body.options, body.players)
        self.codec = codec_of(self.game, self.options)
        self.settings = body.settings
        self.seats = (*self.seats[: body.players], *(None,) * (body.players - len(self.seats)))
        self.arranged = self.sequence
        for seat, _ in self.people:
            self._change(seat, ready=False)

    def _write_took_back(self, seat: Seat) -> None:
        is_present = self._person(seat).is_present
        self._change(seat, stood_in_for=None, away_since=None if is_present else self.at)
        self.asked_at = (*self.asked_at[:seat], self.at, *self.asked_at[seat + 1 :])
        self._report(seat, Notice.BACK)
        if self.host is None and not self.is_hosted_by_token:
            self.host = seat

    def _report(self, seat: Seat, notice: Notice) -> None:
        """Report in the chat who decides for the seat from now on; after the game nobody decides."""
        if not self.is_over:
            self._say(seat, self._person(seat).name, "", notice)

    def _say(self, seat: Seat | None, name: str, text: str, notice: Notice | None = None) -> None:
        message = Message(self.sequence, self.at, seat, name, text, notice)
        self.chat = (*self.chat[-CHAT_HISTORY_MESSAGES + 1 :], message)

    def _person(self, seat: int) -> Person:
        person = self.seats[seat]
        if not isinstance(person, Person):
            raise ValueError(
                f"table {self.id}: entry {self.sequence} is about a person in seat {seat}, but there is none"
            )
        return person

    def _change(self, seat: int, **changes: Any) -> None:
        """Change fields of the person in the seat."""
        self._seat(seat, replace(self._person(seat), **changes))

    def _seat(self, seat: int, occupant: Occupant | None) -> None:
        self.seats = (*self.seats[:seat], occupant, *self.seats[seat + 1 :])


_FIELDS: Final = tuple(field.name for field in fields(Table))


def _actor(body: EntryBody) -> Seat | None:
    """Return whose command led to the entry, as a key of `Table.recent_commands`."""
    if isinstance(body, Acted | Spoke | Readied | Left | TookBack) and body.seat is not None:
        return Seat(body.seat)
    return None


def substitute_in(body: EntryBody) -> Substitute | None:
    """Return who decided for a person; None: the person or the bot in the seat, or it is no decision of a seat."""
    if isinstance(body, Acted) and body.seat is not None and body.by in ("stand-in", "clock"):
        return body.by
    return None
