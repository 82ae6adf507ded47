"""Validation of commands: who may send which command when, and the entry that follows from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, assert_never

from covergames.game import CLOCK, OptionsError, RuleError, Seat
from covergames.games import AnyGame
from covergames.schema import write_options
from covergames.table import duties
from covergames.table.commands import (
    HOST,
    KEEPER,
    OPERATOR,
    Act,
    Actor,
    Arrange,
    Close,
    Command,
    Connect,
    Disconnect,
    Leave,
    Lock,
    Mute,
    Play,
    Ready,
    Rematch,
    Remove,
    ReportDelay,
    Role,
    Say,
    SeatBot,
    ShutDown,
    Sit,
    StandIn,
    Start,
    TakeBack,
    TimeUp,
)
from covergames.table.entries import (
    Acted,
    Arranged,
    BotSat,
    By,
    Closed,
    Connected,
    DelayReported,
    Disconnected,
    EntryBody,
    Left,
    Locked,
    Muted,
    Readied,
    Rematched,
    Removed,
    Sat,
    Spoke,
    Started,
    StoodIn,
    TookBack,
)
from covergames.table.fair import FairDealer, is_nonce
from covergames.table.refusal import Code, Refusal, Repeated
from covergames.table.seats import Person, SeatedBot, StoodInFor, rounded_delay
from covergames.table.settings import check_bot, check_settings
from covergames.table.user_text import check_chat_rate, checked_chat_text, checked_name, checked_reason, name_key

if TYPE_CHECKING:
    from covergames.table.table import Table

MAX_COMMAND_ID_LENGTH: Final = 64
MAX_CONNECTIONS_PER_SEAT: Final = 8


class GameStep(NamedTuple):
    """The new state of the game, and the events that led to it."""

    events: tuple[Any, ...]
    state: Any
    shuffles: int
    """How many shuffles the game has had."""


Answer: TypeAlias = tuple[EntryBody, GameStep | None] | Repeated
"""The body of the entry to store, with the step of the game if there is one; or the command has no effect."""


def checked_id(text: str) -> str:
    """Return the id of a command.

    Raises:
        Refusal: it is empty or too long.
    """
    if not 0 < len(text) <= MAX_COMMAND_ID_LENGTH:
        raise Refusal(Code.UNREADABLE, f"a command's id has 1 to {MAX_COMMAND_ID_LENGTH} characters, not {len(text)}")
    return text


def answer(table: Table, command: Command, by: Actor, at: int) -> Answer:
    """Return the entry that follows from the command of this actor at this time.

    Raises:
        Refusal: the table does not accept the command.
    """
    match command:
        case Act():
            return _act(table, command, by, at)
        case Play():
            _check_keeper(by)
            return _play(table, command, at)
        case TimeUp():
            _check_keeper(by)
            return _time_up(table, at)
        case Say():
            return _say(table, command, by, at)
        case Connect():
            _check_keeper(by)
            return _connect(table, command)
        case Disconnect():
            _check_keeper(by)
            return _disconnect(table, command)
        case ReportDelay():
            _check_keeper(by)
            return _report_delay(table, command)
        case Sit():
            return _sit(table, command, by)
        case SeatBot():
            _check_host(table, by)
            return _seat_bot(table, command)
        case Leave():
            return _leave(table, command, by, at)
        case Remove():
            _check_host(table, by)
            return _remove(table, command)
        case Mute():
            _check_host(table, by)
            return _mute(table, command)
        case Ready():
            return _ready(table, command, by)
        case Arrange():
            _check_host(table, by)
            return _arrange(table, command)
        case Start():
            _check_host(table, by)
            return _start(table)
        case StandIn():
            _check_keeper(by)
            return _stand_in(table, command, at)
        case TakeBack():
            return _take_back(table, by)
        case Rematch():
            return _rematch(table, command, by)
        case Close():
            return _close(table, by, at)
        case Lock():
            _check_operator(by)
            return _lock(table, command)
        case ShutDown():
            _check_operator(by)
            return Closed("operator", checked_reason(command.reason)), None
        case _:
            assert_never(command)


# Actors.


def _check_keeper(by: Actor) -> None:
    if by is not KEEPER:
        raise Refusal(Code.NOT_YOURS, "only the server can do that")


def _check_operator(by: Actor) -> None:
    if by is not OPERATOR:
        raise Refusal(Code.NOT_YOURS, "only the operator of the server can do that")


def _check_host(table: Table, by: Actor) -> None:
    if not table.is_host(by):
        raise Refusal(Code.NOT_YOURS, "only the host can do that")


def _acting_person(table: Table, by: Actor) -> tuple[Seat, Person]:
    """Return the seat and the person of the actor; refuse other actors."""
    if by is None or isinstance(by, Role):
        raise Refusal(Code.NOT_YOURS, "only a person with a seat can do that")
    person = _person(table, by)
    if person.stood_in_for is StoodInFor.REMOVED:
        raise Refusal(Code.NOT_YOURS, f"the host removed {person.name} from seat {by}")
    return by, person


def _person(table: Table, seat: Seat) -> Person:
    """Return the person in the seat; refuse a seat without a person."""
    _check_seat(table, seat)
    person = table.seats[seat]
    if not isinstance(person, Person):
        raise Refusal(Code.EMPTY, f"there is no person in seat {seat}")
    return person


def _check_seat(table: Table, seat: Seat) -> None:
    if not 0 <= seat < table.players:
        raise Refusal(Code.UNREADABLE, f"seat {seat}: the seats are 0 to {table.players - 1}")


# Before the game.


def _check_lobby(table: Table) -> None:
    if table.state is not None:
        raise Refusal(Code.NOT_NOW, "the game has already started")


def _sit(table: Table, command: Sit, by: Actor) -> Answer:
    _check_lobby(table)
    if by is not None and by is not HOST:
        raise Refusal(Code.NOT_YOURS, "you already have a seat")
    if by is HOST and not (table.is_hosted_by_token and table.host is None):
        raise Refusal(Code.NOT_YOURS, "the host already has a seat")
    if table.is_locked and by is None:
        raise Refusal(Code.LOCKED, "the operator of this server has locked the table: nobody else can take a seat")
    name = _free_name(table, command.name)
    _check_nonce(command.nonce)
    seat = _free_seat(table, command.seat)
    is_host = by is HOST or (table.host is None and not table.is_hosted_by_token)
    return Sat(seat, name, command.token_hash, command.nonce, is_host), None


def _seat_bot(table: Table, command: SeatBot) -> Answer:
    _check_lobby(table)
    check_bot(command.bot, table.game)
    name = _free_name(table, command.name)
    return BotSat(_free_seat(table, command.seat), name, command.bot), None


def _free_name(table: Table, text: str) -> str:
    name = checked_name(text)
    if any(occupant is not None and name_key(occupant.name) == name_key(name) for occupant in table.seats):
        raise Refusal(Code.NAME_TAKEN, f"the name {name!r} is already taken")
    return name


def _free_seat(table: Table, wanted: Seat | None) -> Seat:
    free = [Seat(seat) for seat, occupant in enumerate(table.seats) if occupant is None]
    if wanted is not None:
        _check_seat(table, wanted)
        if wanted not in free:
            raise Refusal(Code.FULL, f"seat {wanted} is taken")
        return wanted
    if not free:
        raise Refusal(Code.FULL, f"all {table.players} seats are taken")
    return free[0]


def _check_nonce(nonce: str | None) -> None:
    if nonce is not None and not is_nonce(nonce):
        raise Refusal(
            Code.UNREADABLE, f"nonce {nonce[:64]!r}: a nonce has 1 to 64 letters, digits, hyphens and underscores"
        )


def _ready(table: Table, command: Ready, by: Actor) -> Answer:
    seat, person = _acting_person(table, by)
    _check_lobby(table)
    if command.seen is not None and command.seen < table.arranged:
        raise Refusal(Code.STALE, f"the table was rearranged in entry {table.arranged}, after {command.seen}")
    _check_nonce(command.nonce)
    if person.ready == command.ready and command.nonce in (None, person.nonce):
        return Repeated(table.sequence)
    return Readied(seat, command.ready, command.nonce), None


def _arrange(table: Table, command: Arrange) -> Answer:
    _check_lobby(table)
    check_options(table.game, command.options, command.players)
    check_settings(command.settings, table.game)
    if table.origin is not None and (command.players, command.options) != (table.players, table.options):
        raise Refusal(Code.NOT_NOW, "this game continues another one: its players and options stay as they were")
    for seat, occupant in enumerate(table.seats):
        if occupant is not None and seat >= command.players:
            raise Refusal(Code.FULL, f"{command.players} seats are too few: {occupant.name} sits in seat {seat}")
    return Arranged(command.players, write_options(table.game, command.options), command.settings), None


def check_options(game: AnyGame, options: Any, players: int) -> None:
    """Check the options of a game.

    Raises:
        Refusal: the game cannot be played with these options by this number of players.
    """
    try:
        game.check(players, options)
    except OptionsError as error:
        raise Refusal(Code.ILLEGAL, error.reason, rule_id=error.rule_id) from None


def _start(table: Table) -> Answer:
    _check_lobby(table)
    free = [str(seat) for seat, occupant in enumerate(table.seats) if occupant is None]
    if free:
        raise Refusal(Code.NOT_READY, f"free seats: {', '.join(free)}")
    waiting = [person.name for seat, person in table.people if not person.ready and seat != table.host]
    if waiting:
        raise Refusal(Code.NOT_READY, f"not ready: {', '.join(waiting)}")
    return Started(), None


# The game.


def _check_playing(table: Table) -> None:
    if table.state is None:
        raise Refusal(Code.NOT_NOW, "the game has not started")
    if table.is_over:
        raise Refusal(Code.NOT_NOW, "the game is over")


def _act(table: Table, command: Act, by: Actor, at: int) -> Answer:
    seat, person = _acting_person(table, by)
    _check_playing(table)
    if person.stood_in_for is not None:
        raise Refusal(Code.NOT_YOURS, f"a bot stands in for seat {seat} until its player takes it back")
    forgotten = table.recent_commands[seat].forgotten_up_to if seat in table.recent_commands else 0
    if command.seen < forgotten:  # it may be a late copy of a command that was already executed
        raise Refusal(
            Code.STALE,
            f"commands up to entry {forgotten} are forgotten, and this one was sent after entry {command.seen}",
        )
    return _decide(table, seat, command.action, seen=command.seen, by="person", at=at)


def _play(table: Table, command: Play, at: int) -> Answer:
    _check_playing(table)
    _check_seat(table, command.seat)
    by: By
    match table.seats[command.seat]:
        case SeatedBot():
            by = "bot"
        case Person(stood_in_for=StoodInFor.ONCE):
            by = "clock"
        case Person(stood_in_for=StoodInFor()):
            by = "stand-in"
        case _:
            raise Refusal(Code.NOT_YOURS, f"no bot decides for seat {command.seat}")
    return _decide(table, command.seat, command.action, seen=command.seen, by=by, at=at)


def _decide(table: Table, seat: Seat, action: Any, *, seen: int, by: By, at: int) -> Answer:
    """Apply a decision; refuse it as stale if what the seat has to decide has changed since the entry `seen`."""
    if table.changed[seat] > seen:
        raise Refusal(Code.STALE, f"the decision of seat {seat} changed in entry {table.changed[seat]}, after {seen}")
    return _applied(table, seat, _at_time(table, action, at), by)


def _at_time(table: Table, action: Any, at: int) -> Any:
    """Return the action with the server's time, if it has a time."""
    timing = table.game.timing
    if timing is None or table.round_start is None or timing.time_of(action) is None:
        return action
    if at < table.round_start:
        raise Refusal(Code.COUNTDOWN, f"the round begins in {table.round_start - at} ms", rule_id=timing.TOO_EARLY)
    return timing.at_time(action, max(at - table.round_start, timing.now(table.state)))


def _applied(table: Table, seat: Seat, action: Any, by: By) -> Answer:
    dealer = FairDealer(table.deal_key, count=table.shuffles)
    try:
        step = table.game.apply(table.state, seat, action, dealer)
    except RuleError as error:
        timing = table.game.timing
        t = None if timing is None else timing.time_of(action)
        raise Refusal(Code.ILLEGAL, error.reason, rule_id=error.rule_id, t=t) from None
    decision = table.codec.encode_decision(seat, action)
    return Acted(None if seat == CLOCK else seat, decision, by), GameStep(step.events, step.state, dealer.count)


def _time_up(table: Table, at: int) -> Answer:
    deadline = table.deadline
    if deadline is None:
        raise Refusal(Code.NOT_NOW, "no round with a deadline is being played")
    if at < deadline:
        raise Refusal(Code.NOT_NOW, f"time is up in {deadline - at} ms")
    (action,) = table.game.legal(table.state, CLOCK)
    return _applied(table, CLOCK, action, "clock")


# Chat, connections and stand-ins.


def _say(table: Table, command: Say, by: Actor, at: int) -> Answer:
    seat: Seat | None = None
    if not (by is HOST and table.is_host(by)):
        seat, person = _acting_person(table, by)
        if person.muted:
            raise Refusal(Code.MUTED, f"the host has muted {person.name}")
    if not table.settings.chat:
        raise Refusal(Code.NO_CHAT, "this table has no chat")
    text = checked_chat_text(command.text)
    check_chat_rate(table.chat, seat, at)
    return Spoke(seat, text), None


def _connect(table: Table, command: Connect) -> Answer:
    _, person = _acting_person(table, command.seat)
    if command.connection in person.connections:
        return Repeated(table.sequence)
    if len(person.connections) >= MAX_CONNECTIONS_PER_SEAT:
        raise Refusal(Code.TOO_MANY, f"seat {command.seat} already has {len(person.connections)} connections")
    return Connected(command.seat, command.connection), None


def _disconnect(table: Table, command: Disconnect) -> Answer:
    _check_seat(table, command.seat)
    person = table.seats[command.seat]
    if not isinstance(person, Person) or command.connection not in person.connections:
        return Repeated(table.sequence)
    return Disconnected(command.seat, command.connection), None


def _report_delay(table: Table, command: ReportDelay) -> Answer:
    before = _person(table, command.seat).delay
    delay = rounded_delay(command.delay, before)
    if delay == before:
        return Repeated(table.sequence)
    return DelayReported(command.seat, delay), None


def _leave(table: Table, command: Leave, by: Actor, at: int) -> Answer:
    person = _person(table, command.seat)
    if by is KEEPER:
        _check_due(duties.leaving_due(table, command.seat), at)
    elif _acting_person(table, by)[0] != command.seat:
        raise Refusal(Code.NOT_YOURS, f"seat {command.seat} belongs to {person.name}")
    if not person.has_seat:
        return Repeated(table.sequence)
    return Left(command.seat), None


def _remove(table: Table, command: Remove) -> Answer:
    _check_seat(table, command.seat)
    match table.seats[command.seat]:
        case None:
            raise Refusal(Code.EMPTY, f"seat {command.seat} is free")
        case SeatedBot():
            _check_lobby(table)
        case Person(stood_in_for=StoodInFor.REMOVED):
            return Repeated(table.sequence)
        case Person():
            pass
    return Removed(command.seat), None


def _mute(table: Table, command: Mute) -> Answer:
    person = _person(table, command.seat)
    if person.muted == command.muted:
        return Repeated(table.sequence)
    return Muted(command.seat, command.muted), None


def _stand_in(table: Table, command: StandIn, at: int) -> Answer:
    _check_seat(table, command.seat)
    due = duties.decision_due if command.once else duties.stand_in_due
    _check_due(due(table, command.seat), at)
    return StoodIn(command.seat, command.once), None


def _take_back(table: Table, by: Actor) -> Answer:
    seat, person = _acting_person(table, by)
    _check_playing(table)
    if person.stood_in_for is None:
        return Repeated(table.sequence)
    if person.stood_in_for is StoodInFor.ONCE:
        raise Refusal(
            Code.NOT_NOW, f"the decision time is over; after this decision seat {seat} decides in person again"
        )
    return TookBack(seat), None


def _rematch(table: Table, command: Rematch, by: Actor) -> Answer:
    if not table.is_host(by):
        _, person = _acting_person(table, by)
        if table.is_host_present or not person.has_seat:
            raise Refusal(Code.NOT_YOURS, "only the host can do that while connected")
    if not table.is_over:
        raise Refusal(Code.NOT_NOW, "the game is not over")
    if table.rematch is not None:
        raise Refusal(Code.NOT_NOW, f"the rematch is at table {table.rematch}")
    return Rematched(command.table), None


def _close(table: Table, by: Actor, at: int) -> Answer:
    if by is KEEPER:
        _check_due(duties.closing_due(table), at)
        return Closed("abandoned"), None
    _check_host(table, by)
    if table.state is not None and not table.is_over:
        raise Refusal(Code.NOT_NOW, "a table cannot be closed during its game")
    return Closed("host"), None


def _lock(table: Table, command: Lock) -> Answer:
    if table.is_locked == command.locked:
        return Repeated(table.sequence)
    return Locked(command.locked), None


def _check_due(due: int | None, at: int) -> None:
    if due is None:
        raise Refusal(Code.NOT_NOW, "the command is not due")
    if at < due:
        raise Refusal(Code.NOT_NOW, f"the command is due in {due - at} ms")
