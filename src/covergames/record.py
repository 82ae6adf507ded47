"""A game as data: every chance outcome and every decision, in order, and nothing that follows from them.

Write one with `Recording`, read one with `read`, and walk through it with `replay`. Reading is strict: what is unknown,
damaged or against the rules is refused with the index of the event.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeAlias, overload

import msgspec

from covergames.game import (
    Action,
    AnyCard,
    Data,
    Dealer,
    Event,
    Game,
    NotationError,
    Options,
    Result,
    RuleError,
    Seat,
    State,
    Step,
    View,
)
from covergames.games import AnyGame, game_named
from covergames.schema import Codec, codec_of, read_options, write_options


class RecordError(ValueError):
    """A record that cannot be read or replayed: at which event, against which rule, and why."""

    def __init__(self, reason: str, *, index: int | None = None, rule_id: str | None = None) -> None:
        where = "" if index is None else f"event {index}: "
        rule = "" if rule_id is None else f" ({rule_id})"
        super().__init__(f"{where}{reason}{rule}")
        self.reason = reason
        self.index = index
        self.rule_id = rule_id


class RecordedResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Scores and places by seat."""

    scores: list[int]
    places: list[int]


class Fair(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A live table's proof that its shuffles were the ones it had committed itself to."""

    commitment: str
    seed: str
    nonces: list[str]


class Record(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """One game, finished or not."""

    format: Literal["covergames/1"]
    game: str
    players: list[str]
    options: dict[str, Any]
    start: int | None = None
    events: list[dict[str, Any]]
    result: RecordedResult | None = None
    fair: Fair | None = None
    meta: dict[str, str] = {}

    def encode(self) -> bytes:
        """Return the record as JSON, with one event per line."""
        fields = msgspec.to_builtins(self)
        fields["format"] = self.format
        lines = ",\n".join(msgspec.json.encode(event).decode() for event in fields.pop("events"))
        result = fields.pop("result", None), fields.pop("fair", None), fields.pop("meta", None)
        head = msgspec.json.encode(fields).decode()[:-1]
        tail = "".join(
            f',\n"{name}": {msgspec.json.encode(value).decode()}'
            for name, value in zip(("result", "fair", "meta"), result, strict=True)
            if value is not None
        )
        return f'{head},\n"events": [\n{lines}\n]{tail}}}\n'.encode()


def read(data: bytes) -> Record:
    """Return the record that the JSON contains; `replay` checks whether it follows the rules.

    Raises:
        RecordError: the bytes are not a record.
    """
    try:
        return msgspec.json.decode(data, type=Record)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RecordError(f"not a record: {error}") from None


@dataclass(frozen=True, slots=True)
class Moment(Generic[State, Action, Event]):
    """A position of a replayed game: after how many events, and what led to it."""

    index: int
    """How many of the record's events have happened."""
    state: State
    seat: Seat | None
    """Who decided; None: the set-up."""
    action: Action
    """What was decided; None: the set-up."""
    events: tuple[Event, ...]


AnyMoment: TypeAlias = Moment[Any, Any, Any]


@overload
def replay(record: Record) -> Iterator[AnyMoment]: ...
@overload
def replay(
    record: Record, game: Game[State, Action, Options, View, Event]
) -> Iterator[Moment[State, Action | None, Event]]: ...
def replay(record: Record, game: AnyGame | None = None) -> Iterator[AnyMoment]:
    """Yield every position of the game: the set-up, then one for every decision.

    With `game`, such as ``replay(record, coverme)``, type checkers know the types of states, actions and events. The
    record's result is compared with the game's own at the end.

    Raises:
        RecordError: an event is damaged, missing or against the rules, or the result differs; or it is another game.
    """
    if game is not None and record.game != game.NAME:
        raise RecordError(f"this is a game of {record.game}, not of {game.NAME}")
    game = _game(record)
    reader = _Reader(record, game)
    state = reader.set_up()
    yield Moment(reader.index, state, None, None, ())
    while reader.index < len(record.events):
        seat, action = reader.decision()
        step = reader.apply(state, seat, action)
        state = step.state
        yield Moment(reader.index, state, seat, action, step.events)
    _check_result(record, game.result(state))


def position(record: Record, index: int | None = None) -> AnyMoment:
    """Return the last position that needs at most `index` events; None: all events.

    Raises:
        RecordError: the record cannot be replayed, or its set-up needs more events.
    """
    last = None
    for moment in replay(record):
        if index is not None and moment.index > index:
            break
        last = moment
    if last is None:
        raise RecordError(f"the set-up needs more than {index} events")
    return last


def decisions(record: Record, events: int | None = None) -> int:
    """Return how many decisions the first `events` events have, or all; time that was up counts as one."""
    return sum(event.get("event") != "shuffle" for event in record.events[:events])


def unfinished(game: AnyGame, players: Sequence[str], options: Any, events: list[Data]) -> Record:
    """Return the record of a game with settled options that is not over."""
    data = write_options(game, options)
    start = data.pop("start", None)
    return Record(
        format="covergames/1", game=game.NAME, players=list(players), start=start, options=data, events=events
    )


class Recording:
    """A game that is played and recorded at the same time: every shuffle and every decision."""

    def __init__(self, game: AnyGame, record: Record, state: Any, dealer: Dealer) -> None:
        self.game = game
        self.record = record
        self.state = state
        self._dealer = dealer
        self._codec = codec_of(game, game.options_of(state))

    @classmethod
    def begin(cls, game: AnyGame, players: Sequence[str], options: Any, dealer: Dealer) -> Recording:
        """Set up a game for players of these names.

        Raises:
            OptionsError: the options do not fit the number of players.
        """
        options = game.settle(len(players), options, dealer)
        record = unfinished(game, players, options, [])
        state = game.new(len(players), options, _Scribe(record, codec_of(game, options), dealer))
        return cls(game, record, state, dealer)

    @classmethod
    def resume(cls, record: Record, dealer: Dealer) -> Recording:
        """Continue a recorded game where it stopped.

        Raises:
            RecordError: the record cannot be replayed.
        """
        return cls(_game(record), record, position(record).state, dealer)

    def act(self, seat: Seat, action: Any) -> Step[Any, Any]:
        """Carry out and record a decision.

        Raises:
            IllegalAction: the rules refuse the action; the game and the record are unchanged.
        """
        length = len(self.record.events)
        scribe = _Scribe(self.record, self._codec, self._dealer)
        self.record.events.append({})
        try:
            step = self.game.apply(self.state, seat, action, scribe)
        except BaseException:
            del self.record.events[length:]
            raise
        self.record.events[length] = self._codec.write_decision(seat, action)
        self.state = step.state
        result = self.game.result(self.state)
        if result is not None:
            self.record.result = RecordedResult(list(result.scores), list(result.places))
        return step


class _Scribe:
    """A dealer that writes down what another one shuffles."""

    def __init__(self, record: Record, codec: Codec, dealer: Dealer) -> None:
        self._record = record
        self._codec = codec
        self._dealer = dealer

    def shuffle(self, pile: str, cards: Sequence[AnyCard]) -> list[AnyCard]:
        shuffled = self._dealer.shuffle(pile, cards)
        texts = self._codec.card_texts(shuffled)
        self._record.events.append({"event": "shuffle", "pile": pile, "cards": texts})
        return shuffled


class _Reader:
    """A dealer that shuffles as the record says, and the record's decisions in between."""

    def __init__(self, record: Record, game: AnyGame) -> None:
        self.index = 0
        self._record = record
        self._game = game
        data = dict(record.options)
        if "start" in data:
            raise RecordError("start belongs beside the options, not inside them")
        if record.start is not None:
            data["start"] = record.start
        try:
            options = read_options(game, data, len(record.players))
            self._options = game.settle(len(record.players), options, _NothingOpen())
        except RuleError as error:
            raise RecordError(error.reason, rule_id=error.rule_id) from None
        except NotationError as error:
            raise RecordError(str(error)) from None
        self._codec = codec_of(game, self._options)

    def set_up(self) -> Any:
        """Return the state before the first decision."""
        return self._game.new(len(self._record.players), self._options, self)

    def decision(self) -> tuple[Seat, Any]:
        """Return the next event, which has to be a decision."""
        event = self._next()
        try:
            return self._codec.read_decision(event)
        except NotationError as error:
            raise RecordError(str(error), index=self.index - 1) from None

    def apply(self, state: Any, seat: Seat, action: Any) -> Step[Any, Any]:
        """Carry out the decision that was read last."""
        index = self.index - 1
        try:
            return self._game.apply(state, seat, action, self)
        except RuleError as error:
            raise RecordError(error.reason, index=index, rule_id=error.rule_id) from None

    def shuffle(self, pile: str, cards: Sequence[AnyCard]) -> list[AnyCard]:
        event = self._next()
        index = self.index - 1
        if event.get("event") != "shuffle" or event.keys() != {"event", "pile", "cards"} or event["pile"] != pile:
            raise RecordError(f"a shuffle of the {pile} pile should be here, not {_brief(event)}", index=index)
        texts = event["cards"]
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            raise RecordError(f"cards {texts!r} is not a list of cards", index=index)
        if Counter(texts) != Counter(self._codec.card_texts(cards)):
            raise RecordError(f"the {pile} pile has other cards than those shuffled here", index=index)
        return [self._codec.card(text) for text in texts]

    def _next(self) -> Data:
        if self.index == len(self._record.events):
            raise RecordError("the record stops in the middle of a move", index=self.index)
        self.index += 1
        return self._record.events[self.index - 1]


class _NothingOpen:
    """The dealer of a record, in which everything that can be drawn by lot is said."""

    def shuffle(self, pile: str, cards: Sequence[AnyCard]) -> list[AnyCard]:
        raise RecordError(f"the record does not say which of {len(cards)} was drawn by lot: {pile}")


def _game(record: Record) -> AnyGame:
    try:
        return game_named(record.game)
    except NotationError as error:
        raise RecordError(str(error)) from None


def _check_result(record: Record, result: Result | None) -> None:
    recorded = record.result
    if result is None:
        if recorded is not None:
            raise RecordError("there is a result, but the game is not over")
    elif recorded is None:
        raise RecordError("the game is over, but there is no result")
    elif (tuple(recorded.scores), tuple(recorded.places)) != (result.scores, result.places):
        raise RecordError(
            f"the result should be scores {list(result.scores)}, places {list(result.places)}, "
            f"not {recorded.scores}, {recorded.places}"
        )


def _brief(event: Data) -> str:
    text = repr(event)
    return text if len(text) <= 80 else f"{text[:77]}..."
