"""One live table: its entries, folded. No clock, no chance, no input or output: times and secrets come in as data.

Whoever serves a table asks it to `propose` what follows from a command, keeps the proposed entry, and only then lets the table
`accept` it and tells people. An entry that somebody else has kept is taken in with `absorb`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, assert_never

from covergames.game import Seat
from covergames.games import AnyGame, game_named
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
    Muted,
    Opened,
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
from covergames.table.seats import Occupant, Person, RecentCommands, SeatedBot, StoodInFor
from covergames.table.settings import Settings
from covergames.table.tokens import is_token
from covergames.table.user_text import CHAT_HISTORY_MESSAGES, Message
from covergames.table.view import Stage, TableView, view_of


class Proposal(NamedTuple):
    """What would follow from a command: to be kept, then accepted, then told."""

    entry: Entry
    events: tuple[Any, ...]
    """What happens in the game, nothing hidden: each viewer is told what the game's `redact` leaves of it."""
    state: Any
    """The game afterwards; None: it has not begun."""
    shuffles: int
    """How often the dealer has shuffled by then."""

    def __repr__(self) -> str:
        return f"Proposal({self.entry!r})"


class BotTurn(NamedTuple):
    """A decision that a bot owes."""

    seat: Seat
    bot: str
    seen: int
    """The latest entry that changed what is to be decided, to give with the bot's answer; in real time, that changed the game."""


@dataclass(slots=True, repr=False)
class Table:
    """A table after so many entries. Equal tables have had the same entries.

    Its fields are replaced and never written into, so that `after` costs little.
    """

    id: str
    game: AnyGame
    players: int
    options: Any
    """The game's options as they were announced; what they leave open is drawn by lot when the cards are dealt."""
    codec: Codec = field(compare=False)
    """The JSON of the game with these options."""
    settings: Settings
    title: str
    commitment: str
    seed: str
    """Secret until the game is over; `view` knows when that is."""
    host_token_hash: str | None
    is_hosted_by_token: bool
    """Whether the host's token still makes a host: until the host leaves the seat they took with it."""
    rematch_of: str | None
    seats: tuple[Occupant | None, ...]
    sequence: int
    at: int
    arranged: int
    """The latest entry with which players, options and settings were chosen."""
    host: Seat | None = None
    """The seat of the host; None: the host has none, or there is no host."""
    chat: tuple[Message, ...] = ()
    memories: Mapping[Seat | None, RecentCommands] = field(default_factory=dict)
    """The latest commands by seat; None: those of the host as a host."""

    state: Any = None
    """The game; None: it has not begun."""
    deal_key: bytes = b""
    shuffles: int = 0
    step: int = 0
    """The latest entry with which the game went on."""
    to_act: tuple[Seat, ...] = ()
    changed: tuple[int, ...] = ()
    """For each seat the entry with which it last came to owe a decision, or ceased to."""
    asked_at: tuple[int, ...] = ()
    """For each seat since when it owes its decision."""
    round_start: int | None = None
    """When the present round begins, after the countdown; None: the game is not in real time now."""
    is_over: bool = False
    rematch: str | None = None
    closed: str | None = None
    """Why the table is closed."""

    def __repr__(self) -> str:
        return f"<Table {self.id}: {self.game.NAME}, {self.stage.value}, sequence {self.sequence}>"

    @classmethod
    def fold(cls, id: str, entries: Iterable[Entry]) -> Table:  # noqa: A002
        """The table of these entries, from the first on."""
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
            raise ValueError(f"table {id} does not begin with its opening but with {entry}")
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
            seats=(None,) * body.players,
            sequence=1,
            at=entry.at,
            arranged=1,
        )

    # What can be asked.

    @property
    def stage(self) -> Stage:
        """How far the table is."""
        if self.closed is not None:
            return Stage.CLOSED
        if self.state is None:
            return Stage.LOBBY
        return Stage.OVER if self.is_over else Stage.PLAYING

    @property
    def nonces(self) -> tuple[str, ...]:
        """Each seat's part of the deal, as it is or would be dealt; a derived one is as secret as the seed."""
        return tuple(
            occupant.nonce
            if isinstance(occupant, Person) and occupant.nonce is not None
            else derived_nonce(self.seed, Seat(seat))
            for seat, occupant in enumerate(self.seats)
        )

    @property
    def people(self) -> list[tuple[Seat, Person]]:
        """All people with a seat, those included whom a bot stands in for."""
        return [(Seat(seat), person) for seat, person in enumerate(self.seats) if isinstance(person, Person)]

    @property
    def is_attended(self) -> bool:
        """Whether anybody is present; bots among themselves need nobody."""
        people = self.people
        return not people or any(person.is_present for _, person in people)

    @property
    def deadline(self) -> int | None:
        """When time is up in the present round; None: that is not known yet, or no round is being played."""
        timing = self.game.timing
        if timing is None or self.round_start is None:
            return None
        deadline = timing.deadline(self.state)
        return None if deadline is None else self.round_start + deadline

    @property
    def is_real_time(self) -> bool:
        """Whether a round is being played, in which everybody may act at any time."""
        return self.round_start is not None

    def seat_of(self, token: str) -> Seat | None:
        """Whose token it is, or None."""
        found = None
        for seat, person in self.people:
            if is_token(token, person.token_hash) and person.stood_in_for is not StoodInFor.REMOVED:
                found = seat
        return found

    def actor_of(self, token: str) -> Actor:
        """Who asks with that token: a seat, the host without a seat, or just somebody at the door."""
        seat = self.seat_of(token)
        if seat is not None:
            return seat
        kept = self.host_token_hash
        return HOST if kept is not None and is_token(token, kept) and self.is_hosted_by_token else None

    def is_host(self, actor: Actor) -> bool:
        """Whether that is the host."""
        return self.is_hosted_by_token if actor is HOST else actor is not None and actor == self.host

    def propose(self, command: Command, *, by: Actor, at: int) -> Proposal | Repeated:
        """What follows from the command at that time, or `Refusal`; the table is as before either way.

        A time before the latest entry's counts as that one's: the clocks of two machines differ.
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
        """What was proposed has been kept, so it has happened."""
        entry = proposal.entry
        if entry.sequence != self.sequence + 1:
            raise ValueError(f"table {self.id} is at {self.sequence}: entry {entry.sequence} does not follow")
        self.sequence = entry.sequence
        self.at = entry.at
        self._write(entry.body, proposal)
        if entry.command is not None:
            actor = _actor(entry.body)
            memory = self.memories.get(actor, RecentCommands()).with_command(entry.command, entry.sequence)
            self.memories = {**self.memories, actor: memory}

    def after(self, proposal: Proposal) -> Table:
        """The table as it will be once the proposal is kept; this one stays as it is."""
        following = object.__new__(Table)
        for name in Table.__slots__:
            setattr(following, name, getattr(self, name))
        following.accept(proposal)
        return following

    def absorb(self, entry: Entry) -> Proposal:
        """Take in an entry that has been kept; what it led to is in the answer."""
        proposal = self.proposal_of(entry)
        self.accept(proposal)
        return proposal

    def duty(self) -> duties.Duty | None:
        """What the keeper has to ask next, and when; None: nothing as long as nothing happens."""
        return duties.next_duty(self)

    def bots_to_act(self) -> tuple[BotTurn, ...]:
        """The decisions that bots owe, their own and those of people they stand in for; none while nobody is there."""
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

    def view(self) -> TableView:
        """All that there is to see around the game, the same for everybody."""
        return view_of(self)

    def game_view(self, seat: Seat | None) -> Any:
        """The game as the seat sees it; None: a spectator. Only once it has begun."""
        if self.state is None:
            raise Refusal(Code.NOT_NOW, "the game has not begun")
        return self.game.view(self.state, seat)

    def _decided_about(self, seat: Seat) -> int:
        return self.step if self.is_real_time else self.changed[seat]

    def _recall(self, command: str, by: Actor) -> int | None:
        """The entry that this asker's command led to before."""
        memory = self.memories.get(by) if isinstance(by, int) else None
        known = None if memory is None else memory.recall(command)
        if known is None and self.is_host(by):
            memory = self.memories.get(None)
            known = None if memory is None else memory.recall(command)
        return known

    # What has happened.

    def proposal_of(self, entry: Entry) -> Proposal:
        """What an entry that has been kept leads to; the table is as before."""
        match entry.body:
            case Acted(_, action):
                seat, decision = self.codec.decode_decision(action)
                dealer = FairDealer(self.deal_key, count=self.shuffles)
                step = self.game.apply(self.state, seat, decision, dealer)
                return Proposal(entry, step.events, step.state, dealer.count)
            case Started():
                dealer = FairDealer(deal_key(self.seed, self.nonces))
                options = self.game.settle(self.players, self.options, dealer)
                state = self.game.new(self.players, options, dealer)
                return Proposal(entry, (), state, dealer.count)
            case _:
                return Proposal(entry, (), self.state, self.shuffles)

    def _write(self, body: EntryBody, proposal: Proposal) -> None:
        """The table after that."""
        match body:
            case Acted():
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
                message = Message(
                    self.sequence, self.at, None if body.seat is None else Seat(body.seat), name, body.text
                )
                self.chat = (*self.chat[-CHAT_HISTORY_MESSAGES + 1 :], message)
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
                self.deal_key = deal_key(self.seed, self.nonces)
                self.changed = (self.sequence,) * self.players
                self.asked_at = (self.at,) * self.players
                self._advance(proposal, None)
            case StoodIn():
                self._change(body.seat, stood_in_for=StoodInFor.ONCE if body.once else StoodInFor.AWAY)
            case TookBack():
                self._write_took_back(Seat(body.seat))
            case Rematched():
                self.rematch = body.table
            case Closed():
                self.closed = body.reason
            case Opened():
                raise ValueError(f"table {self.id} is open already; entry {self.sequence} opens it again")
            case _:
                assert_never(body)

    def _advance(self, proposal: Proposal, actor: Seat | None) -> None:
        """The game goes on, and some seats owe another decision than before."""
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
            # Nobody was there to decide, so nobody's time was running.
            self.asked_at = (self.at,) * len(self.asked_at)
        self._change(seat, connections=(*self._person(seat).connections, connection), away_since=None)

    def _write_sat(self, body: Sat) -> None:
        seat = Seat(body.seat)
        self.memories = {actor: memory for actor, memory in self.memories.items() if actor != seat}
        self._seat(seat, Person(body.name, body.token_hash, body.nonce, since=self.sequence, away_since=self.at))
        if body.host:
            self.host = seat

    def _write_left(self, seat: Seat, why: StoodInFor) -> None:
        """The seat is free, or once the game has begun a bot plays on; the host's office passes on."""
        if self.state is None:
            self._seat(seat, None)
        elif why is StoodInFor.REMOVED:
            self._change(seat, stood_in_for=why, connections=(), away_since=self.at)
        else:
            self._change(seat, stood_in_for=why)
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
        if self.host is None and not self.is_hosted_by_token:
            self.host = seat

    def _person(self, seat: int) -> Person:
        person = self.seats[seat]
        if not isinstance(person, Person):
            raise ValueError(
                f"table {self.id}: entry {self.sequence} is about a person in seat {seat}, where none sits"
            )
        return person

    def _change(self, seat: int, **changes: Any) -> None:
        """Something about the person in that seat is different now."""
        self._seat(seat, replace(self._person(seat), **changes))

    def _seat(self, seat: int, occupant: Occupant | None) -> None:
        self.seats = (*self.seats[:seat], occupant, *self.seats[seat + 1 :])


def _actor(body: EntryBody) -> Seat | None:
    """Whose command led to it, as the memory of commands has it."""
    if isinstance(body, Acted | Spoke | Readied | Left | TookBack) and body.seat is not None:
        return Seat(body.seat)
    return None
