"""The contract that all games fulfil.

A game is a module whose functions are those of `Game` (``covergames.coverme``, ``covergames.coverup``), or an instance of a
class that inherits from `Game` and from it the functions that are the same in most games. States are values: `apply` answers
with a new one and leaves the given one untouched. Chance enters only through a `Dealer`, time only as a field of an action.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, NamedTuple, NewType, Protocol, TypeAlias, TypeVar, cast

Seat = NewType("Seat", int)
"""A place at the table, counted clockwise from 0."""

CLOCK: Final = Seat(-1)
"""The seat that acts when time itself does."""

Data: TypeAlias = dict[str, Any]
"""One JSON object of a record."""

AnyCard = TypeVar("AnyCard")


class Dealer(Protocol):
    """The only chance there is."""

    def shuffle(self, pile: str, cards: Sequence[AnyCard]) -> list[AnyCard]:
        """The cards of the pile of that name in a new order, top first."""
        ...


class RuleError(ValueError):
    """Something the rules refuse: which rule, and why, with the offending value."""

    def __init__(self, rule_id: str, reason: str) -> None:
        super().__init__(f"{reason} ({rule_id})")
        self.rule_id = rule_id
        self.reason = reason


class IllegalAction(RuleError):
    """An action that this seat may not do now; it has changed nothing."""


class OptionsError(RuleError):
    """Players and options that make no game."""


class NotationError(ValueError):
    """Text or data that cannot be read; the message shows it."""


@dataclass(frozen=True, slots=True)
class Result:
    """A finished game: score and place of every seat; equal places are equal numbers."""

    scores: tuple[int, ...]
    places: tuple[int, ...]


State = TypeVar("State")
Event = TypeVar("Event")
Action = TypeVar("Action")
Options = TypeVar("Options")
View = TypeVar("View")
StateIn = TypeVar("StateIn", contravariant=True)
StateOut = TypeVar("StateOut", covariant=True)
EventOut = TypeVar("EventOut", covariant=True)


class Step(NamedTuple, Generic[StateOut, EventOut]):
    """What an action led to: the new state, and what happened on the way, nothing hidden."""

    state: StateOut
    events: tuple[EventOut, ...]


class Timing(Protocol[StateIn, Action]):
    """What a game against the clock says about time, in whole milliseconds since its present round began.

    A table knows when the round began, stamps each action with its time and ends the round at its deadline.
    """

    @property
    def COUNTDOWN_MILLISECONDS(self) -> int:
        """How long everybody waits before a round begins."""
        ...

    @property
    def TOO_EARLY(self) -> str:
        """The id of the rule that an action before the beginning of the round breaks."""
        ...

    @property
    def TOO_LATE(self) -> str:
        """The id of the rule that an action at or after the deadline breaks."""
        ...

    def is_real_time(self, state: StateIn) -> bool:
        """Return whether a round is being played, in which everybody may act at any time."""
        ...

    def begins_phase(self, before: StateIn | None, after: StateIn) -> bool:
        """Return whether a round, or the turns after it, began between two states; None: the game began."""
        ...

    def now(self, state: StateIn) -> int:
        """Return the time of the round's latest action."""
        ...

    def deadline(self, state: StateIn) -> int | None:
        """Return when the round ends; None: that is not known yet."""
        ...

    def time_of(self, action: Action) -> int | None:
        """Return when the action is done; None: it has no time."""
        ...

    def at_time(self, action: Action, t: int) -> Action:
        """Return the same action, done at that time; an action without a time is returned as it is."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Types:
    """The types of a game from which its messages and records are derived."""

    card: Any
    """A ``NewType`` of int: a card's number, which is its place in the game's `card_texts`."""
    action: Any
    """A union of dataclasses or named tuples, as the event is."""
    event: Any
    options: Any
    """A dataclass or named tuple with a default for every field."""
    view: Any
    """What a seat sees: a dataclass or named tuple with the fields ``seat``, ``to_act``, ``legal`` and ``result``, and others."""
    private: Any
    """What one seat sees beyond a spectator: a dataclass or named tuple with the fields ``seat`` and ``legal``, and others."""
    face_up: Any


Part = TypeVar("Part")


class Memory(dict[Any, tuple[tuple[Any, ...], Any]]):
    """The parts of a view and what each was made from, so that nothing is made again that has not changed.

    >>> memory = Memory()
    >>> hand = memory.part("hand", sorted, (3, 1, 2))
    >>> memory.part("hand", sorted, (3, 1, 2)) is hand
    True
    """

    __slots__ = ()

    def part(self, name: Any, make: Callable[..., Part], *inputs: Any) -> Part:
        """Return what `make` returns for these inputs; if they are equal to the last ones of that name, the same object."""
        try:
            earlier, part = self[name]
            if earlier == inputs:
                return part  # type: ignore[no-any-return]
        except KeyError:
            pass
        made = make(*inputs)
        self[name] = inputs, made
        return made


class Forgetful(Memory):
    """A memory that remembers nothing, for a view that is needed once."""

    __slots__ = ()

    def part(self, name: Any, make: Callable[..., Part], *inputs: Any) -> Part:  # noqa: ARG002
        """Return what `make` returns for these inputs."""
        return make(*inputs)


FORGETFUL: Final = Forgetful()


class Game(Protocol[State, Action, Options, View, Event]):
    """What the rest of the project may ask of a game's rules; `covergames.games` registers the rest."""

    @property
    def NAME(self) -> str:
        """The name in records and commands, such as ``cover-me``."""
        ...

    @property
    def PLAYERS(self) -> range:
        """How many can play."""
        ...

    @property
    def timing(self) -> Timing[State, Action] | None:
        """The clock of a game that is played against one; None: the game has turns only."""
        return None

    @property
    def TYPES(self) -> Types:
        """What messages and records are derived from."""
        ...

    def check(self, players: int, options: Options) -> None:
        """Raise `OptionsError` if players and options make no game."""
        ...

    def settle(self, players: int, options: Options, dealer: Dealer) -> Options:  # noqa: ARG002
        """The options with everything drawn by lot that the table's creator left open."""
        self.check(players, options)
        return options

    def new(self, players: int, options: Options, dealer: Dealer) -> State:
        """Set the game up as far as the first decision."""
        ...

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """Who owes a decision; several at once when choices are simultaneous, nobody when the game is over."""
        ...

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        """Everything the seat may do now, in a stable order."""
        ...

    def apply(self, state: State, seat: Seat, action: Action, dealer: Dealer) -> Step[State, Event]:
        """Carry the action out, or raise `IllegalAction`; the given state is untouched either way."""
        ...

    def view(self, state: State, seat: Seat | None) -> View:
        """All that the seat may see; None: a spectator."""
        seen = self.spectator(state, FORGETFUL)
        return seen if seat is None else self.with_private(seen, self.private(state, seat, FORGETFUL))

    def spectator(self, state: State, memory: Memory) -> View:
        """Return what everybody sees, without the history; what has not changed is taken from the memory."""
        ...

    def private(self, state: State, seat: Seat, memory: Memory) -> Any:
        """Return what the seat sees beyond a spectator; what has not changed is taken from the memory."""
        ...

    def with_private(self, spectator: View, own: Any) -> View:
        """Return the view of a seat: a spectator's, in which each field of the private part replaces that of the same name."""
        parts = {name: getattr(part, name) for part in (spectator, own) for name in part.__annotations__}
        make: Callable[..., View] = type(spectator)
        return make(**parts)

    def face_up(self, state: State) -> Any:
        """Return what a spectator's view hides, for looking back at a game that is over; unless said otherwise, the state."""
        return state

    def set_up_events(self, state: State) -> tuple[Event, ...]:  # noqa: ARG002
        """Return what happened before the first decision, nothing hidden, of a game that has just begun."""
        return ()

    def history(self, state: State) -> tuple[Event, ...]:  # noqa: ARG002
        """Return the events that a view remembers, as everybody saw them."""
        return ()

    def redact(self, event: Event, viewer: Seat | None) -> Event:
        """The event as the seat, or a spectator, may see it; unknown is None."""
        ...

    def result(self, state: State) -> Result | None:
        """Scores and places once the game is over."""
        ...

    def compact(self, state: State, before: State | None, /) -> State:  # noqa: ARG002
        """Return an equal state in less memory, for a table that keeps it; `before` is the one that was kept last."""
        return state

    def options_of(self, state: State) -> Options:
        """The settled options that the game is played with; unless said otherwise, the state's field ``options``."""
        options: Options = cast("Any", state).options
        return options

    def card_texts(self, options: Options) -> Sequence[str]:
        """Return the text of every card by its number, as records hold it."""
        ...
