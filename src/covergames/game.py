"""The interface of a game's rules.

A game is a module (``covergames.coverme``, ``covergames.coverup``) with the functions of the protocol `Game`, or an instance of
a class that inherits from `Game` the functions that most games have in common. States are immutable: `apply` returns a new
one. Randomness comes only from a `Dealer`, time only from a field of an action.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, NamedTuple, NewType, Protocol, TypeAlias, TypeVar, cast

Seat = NewType("Seat", int)
"""A place at the table, counted clockwise from 0."""

CLOCK: Final = Seat(-1)
"""The seat of actions that the clock takes."""

Data: TypeAlias = dict[str, Any]
"""A parsed JSON object."""

AnyCard = TypeVar("AnyCard")


class Dealer(Protocol):
    """The only source of randomness."""

    def shuffle(self, pile: str, cards: Sequence[AnyCard]) -> list[AnyCard]:
        """Return the cards of the pile with this name in a new order, the top card first."""
        ...


class RuleError(ValueError):
    """The rules forbid it. The error has the id of the rule, and a reason with the offending value."""

    def __init__(self, rule_id: str, reason: str) -> None:
        super().__init__(f"{reason} ({rule_id})")
        self.rule_id = rule_id
        self.reason = reason


class IllegalAction(RuleError):
    """The seat may not do this action now; the state has not changed."""


class OptionsError(RuleError):
    """The game cannot be played with these options by this number of players."""


class NotationError(ValueError):
    """Text or data that cannot be read; the message shows it."""


def check_viewer(seat: Seat | None, players: int) -> None:
    """Check that the seat is at the table; None is a spectator.

    Raises:
        ValueError: there is no such seat.
    """
    if seat is not None and seat not in range(players):
        raise ValueError(f"there is no seat {seat!r}: the seats are 0 to {players - 1}, and None is a spectator")


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a finished game: score and place of every seat. Seats that tie have the same place."""

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
    """The effect of an action: the new state, and the events with all secrets."""

    state: StateOut
    events: tuple[EventOut, ...]


class Timing(Protocol[StateIn, Action]):
    """The clock of a game in real time. Times are whole milliseconds since the start of the current round.

    A table knows when the round started, sets the time of each action and ends the round at its deadline.
    """

    @property
    def COUNTDOWN_MILLISECONDS(self) -> int:
        """The length of the countdown before a round."""
        ...

    @property
    def TOO_EARLY(self) -> str:
        """The id of the rule that an action before the start of the round breaks."""
        ...

    @property
    def TOO_LATE(self) -> str:
        """The id of the rule that an action at or after the deadline breaks."""
        ...

    def is_real_time(self, state: StateIn) -> bool:
        """Return whether a round is being played, in which everybody may act at any time."""
        ...

    def begins_phase(self, before: StateIn | None, after: StateIn) -> bool:
        """Return whether a round, or the turns after it, began with `after`; `before` is None at the start of the game."""
        ...

    def now(self, state: StateIn) -> int:
        """Return the time of the round's latest action."""
        ...

    def deadline(self, state: StateIn) -> int | None:
        """Return when the round ends; None: not known yet."""
        ...

    def time_of(self, action: Action) -> int | None:
        """Return the time of the action; None: it has no time."""
        ...

    def at_time(self, action: Action, t: int) -> Action:
        """Return the action with this time; an action without a time is not changed."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Types:
    """The types of a game, from which the JSON of its messages and records is derived."""

    card: Any
    """A ``NewType`` of int: the index of a card in the game's `card_texts`."""
    action: Any
    """A union of dataclasses or named tuples."""
    event: Any
    """A union of dataclasses or named tuples."""
    options: Any
    """A dataclass or named tuple with a default for every field."""
    view: Any
    """What a seat or a spectator sees: a dataclass or named tuple with the fields ``seat``, ``to_act``, ``legal``, ``result`` and
    others."""
    private: Any
    """What a seat sees in addition to a spectator: a dataclass or named tuple with the fields ``seat``, ``legal`` and others."""
    face_up: Any
    """What a spectator's view hides."""


Part = TypeVar("Part")


class Memory(dict[Any, tuple[tuple[Any, ...], Any]]):
    """A cache of the parts of a view: a part is computed again only if its inputs have changed.

    >>> memory = Memory()
    >>> hand = memory.part("hand", sorted, (3, 1, 2))
    >>> memory.part("hand", sorted, (3, 1, 2)) is hand
    True
    """

    __slots__ = ()

    def part(self, name: Any, make: Callable[..., Part], *inputs: Any) -> Part:
        """Return ``make(*inputs)``; if the inputs equal the previous ones for this name, the same object as before."""
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
    """A memory that stores nothing, for a single view."""

    __slots__ = ()

    def part(self, name: Any, make: Callable[..., Part], *inputs: Any) -> Part:  # noqa: ARG002
        """Return ``make(*inputs)``."""
        return make(*inputs)


FORGETFUL: Final = Forgetful()


class Game(Protocol[State, Action, Options, View, Event]):
    """The functions of a game's rules. `covergames.games` registers everything else about a game."""

    @property
    def NAME(self) -> str:
        """The name in records and commands, such as ``cover-me``."""
        ...

    @property
    def PLAYERS(self) -> range:
        """The possible numbers of players."""
        ...

    @property
    def timing(self) -> Timing[State, Action] | None:
        """The clock of a game in real time; None: the game has only turns."""
        return None

    @property
    def TYPES(self) -> Types:
        """The types from which messages and records are derived."""
        ...

    def check(self, players: int, options: Options) -> None:
        """Check that the game can be played with these options by this number of players.

        Raises:
            OptionsError: it cannot.
        """
        ...

    def settle(self, players: int, options: Options, dealer: Dealer) -> Options:  # noqa: ARG002
        """Return the options after drawing by lot those that the host left open."""
        self.check(players, options)
        return options

    def new(self, players: int, options: Options, dealer: Dealer) -> State:
        """Return the state before the first decision."""
        ...

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """Return the seats that have to decide: several if decisions are simultaneous, none if the game is over."""
        ...

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        """Return all actions that the seat may do now, in a stable order."""
        ...

    def apply(self, state: State, seat: Seat, action: Action, dealer: Dealer) -> Step[State, Event]:
        """Apply the action, and return the new state with the events; the given state does not change.

        Raises:
            IllegalAction: the seat may not do the action now.
        """
        ...

    def view(self, state: State, seat: Seat | None) -> View:
        """Return everything that the seat, or a spectator (None), may see."""
        seen = self.spectator(state, FORGETFUL)
        return seen if seat is None else self.with_private(seen, self.private(state, seat, FORGETFUL))

    def spectator(self, state: State, memory: Memory) -> View:
        """Return the view of a spectator, without the history; unchanged parts come from the memory."""
        ...

    def private(self, state: State, seat: Seat, memory: Memory) -> Any:
        """Return what the seat sees in addition to a spectator; unchanged parts come from the memory."""
        ...

    def with_private(self, spectator: View, own: Any) -> View:
        """Return the view of a seat: the spectator's, in which each field of the private part replaces that of the same name."""
        parts = {name: getattr(part, name) for part in (spectator, own) for name in part.__annotations__}
        make: Callable[..., View] = type(spectator)
        return make(**parts)

    def face_up(self, state: State) -> Any:
        """Return what a spectator's view hides, for the replay of a game that is over: by default the state."""
        return state

    def set_up_events(self, state: State) -> tuple[Event, ...]:  # noqa: ARG002
        """Return the events before the first decision, with all secrets; the state is that before the first decision."""
        return ()

    def history(self, state: State) -> tuple[Event, ...]:  # noqa: ARG002
        """Return the events in the history of a view, redacted for spectators."""
        return ()

    def redact(self, event: Event, viewer: Seat | None) -> Event:
        """Return the event as the viewer, a seat or a spectator (None), may see it; hidden values are None."""
        ...

    def result(self, state: State) -> Result | None:
        """Return scores and places; None: the game is not over."""
        ...

    def compact(self, state: State, before: State | None, /) -> State:  # noqa: ARG002
        """Return an equal state that needs less memory; `before` is the previous state of the table."""
        return state

    def options_of(self, state: State) -> Options:
        """Return the options of the game, after `settle`: by default the state's field ``options``."""
        options: Options = cast("Any", state).options
        return options

    def card_texts(self, options: Options) -> Sequence[str]:
        """Return the text of every card in the notation of records, by its number."""
        ...
