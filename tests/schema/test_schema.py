"""The JSON of a game follows from its types: a toy game has one field for every annotation of `covergames.encoding`."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, IntEnum
from typing import Annotated, Any, NamedTuple, NewType, cast

import msgspec
import pytest

from covergames.encoding import (
    Bounded,
    ByClock,
    Inlined,
    Known,
    Named,
    Recalled,
    Stamped,
    Unwritten,
    WrittenAs,
    written,
)
from covergames.game import CLOCK, NotationError, Seat, Types
from covergames.games import AnyGame
from covergames.schema import Codec, codec_of, encode_options, read_options, write_options

Card = NewType("Card", int)
TEXTS = ("ace", "king", "queen")
ACE, KING, QUEEN = Card(0), Card(1), Card(2)


class Pile(IntEnum):
    """Numbers are written as words."""

    FACE_DOWN = 0
    OPEN = 1


class Colour(Enum):
    """Words are written as they are."""

    RED = "red"
    BLACK = "black"


class Point(NamedTuple):
    """A pair, to be inlined."""

    x: int
    y: Annotated[int, Bounded(0, 3)]


@dataclass(frozen=True)
class Draw:
    """An action with a renamed field, a time, and a value whose fields are inlined."""

    pile: Annotated[Pile, Named("from")]
    at: Annotated[Point, Inlined()]
    t: Annotated[int, Bounded(least=0), Stamped()]


@dataclass(frozen=True)
class Pass:
    """An action without fields."""


@dataclass(frozen=True)
class Expire(ByClock):
    """An action of the clock."""

    t: Annotated[int, Stamped()]


class Drawn(NamedTuple):
    """An event; a card may be hidden."""

    seat: Seat
    cards: tuple[Card | None, ...]


class Dealt(NamedTuple):
    """An event of which readers get only a size."""

    hand: Annotated[tuple[Card | None, ...], Named("size"), WrittenAs(int, len, lambda size: (None,) * size)]


@dataclass(frozen=True)
class Options:
    """Options with their defaults."""

    colour: Colour = Colour.RED
    limit: int | None = None
    names: tuple[str, ...] = field(default_factory=lambda: ("a",))


@dataclass(frozen=True)
class View:
    """A view with a secret, a field that readers already know, and a property for clients that do not know the rules."""

    secret: Annotated[Card | None, Unwritten()]
    players: Annotated[int, Recalled(lambda known: known.players)]
    top: Card | None
    scores: dict[Seat, int] | None
    colours: tuple[Colour, Colour]

    @property
    @written
    def is_empty(self) -> bool:
        """Whether no card lies there."""
        return self.top is None


class Private(NamedTuple):
    """What one seat sees."""

    seat: Seat
    hand: tuple[Card, ...]


class FaceUp(NamedTuple):
    """Everything."""

    hand: tuple[Card, ...]


class ToyGame:
    """The part of a game from which its JSON is derived."""

    NAME = "toy"
    TYPES = Types(
        card=Card,
        action=Draw | Pass | Expire,
        event=Drawn | Dealt,
        options=Options,
        view=View,
        private=Private,
        face_up=FaceUp,
    )

    def card_texts(self, _options: Options) -> tuple[str, ...]:
        """Return the texts of the cards."""
        return TEXTS

    def check(self, players: int, options: Options) -> None:
        """Accept everything."""


GAME = cast("AnyGame", ToyGame())
CODEC: Codec = codec_of(GAME, Options())
DRAW = Draw(Pile.FACE_DOWN, Point(-2, 3), t=0)
VIEW = View(ACE, 4, KING, {Seat(1): 7}, (Colour.RED, Colour.BLACK))


@pytest.mark.parametrize(
    ("action", "data"),
    [(DRAW, {"event": "draw", "from": "face-down", "x": -2, "y": 3}), (Pass(), {"event": "pass"})],
)
def test_a_player_sends_an_action_without_seat_and_time(action: Any, data: dict[str, Any]) -> None:
    """Renamed fields have their names in JSON, inlined fields are beside the others, and the time is decoded as 0."""
    assert CODEC.action.data(action) == data
    assert CODEC.action.decode(msgspec.json.encode(data)) == action


@pytest.mark.parametrize(
    ("seat", "action", "data"),
    [
        (
            Seat(2),
            Draw(Pile.OPEN, Point(0, 0), t=5),
            {"event": "draw", "seat": 2, "from": "open", "x": 0, "y": 0, "t": 5},
        ),
        (Seat(0), Pass(), {"event": "pass", "seat": 0}),
        (CLOCK, Expire(9), {"event": "expire", "t": 9}),
    ],
)
def test_a_record_holds_an_action_with_seat_and_time(seat: Seat, action: Any, data: dict[str, Any]) -> None:
    """The clock has no seat."""
    assert CODEC.write_decision(seat, action) == data
    assert CODEC.read_decision(data) == (seat, action)
    assert CODEC.decode_decision(CODEC.encode_decision(seat, action)) == (seat, action)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"event": "expire"}, "'expire' is none of draw, pass - at `$.event`"),
        ({"event": "draw", "from": "hand", "x": 0, "y": 0}, "'hand' is none of face-down, open - at `$.from`"),
        ({"event": "draw", "from": "open", "x": 0, "y": 4}, "Expected `int` <= 3 - at `$.y`: 4"),
        ({"event": "draw", "from": "open", "x": 2**53, "y": 0}, "at `$.x`: 9007199254740992"),
        ({"event": "draw", "from": "open", "x": 0}, "missing required field `y`"),
        ({"event": "pass", "seat": 1}, "unknown field `seat`"),
        (7, "Expected `object`, got `int` - at `$`: 7"),
    ],
)
def test_an_invalid_action_is_refused(data: object, message: str) -> None:
    """The error names the field, its value and the allowed values."""
    for read in (CODEC.action.convert, lambda data: CODEC.action.decode(msgspec.json.encode(data))):
        with pytest.raises(NotationError) as refusal:
            read(data)
        assert message in str(refusal.value)


def test_an_event_hides_what_its_writer_hides() -> None:
    """Cards are texts, a hidden one is null, and a hand may be written as its size."""
    events = (Drawn(Seat(0), (QUEEN, None)), Dealt((ACE, KING)))
    assert CODEC.events.data(events) == [
        {"event": "drawn", "seat": 0, "cards": ["queen", None]},
        {"event": "dealt", "size": 2},
    ]
    assert CODEC.events.decode(CODEC.events.encode(events)) == (events[0], Dealt((None, None)))
    with pytest.raises(NotationError, match=r"there is no card 'jack' - at `\$\.cards\[1\]`"):
        CODEC.event.convert({"event": "drawn", "seat": 0, "cards": ["ace", "jack"]})


def test_a_view_has_no_secret_and_nothing_that_is_known() -> None:
    """A reader gets None for the secret, the known value, and the property from the class."""
    data = {"game": "toy", "top": "king", "scores": {"1": 7}, "colours": ["red", "black"], "is_empty": False}
    assert CODEC.public.data(VIEW) == data
    read = CODEC.public.decode(CODEC.public.encode(VIEW), known=Known(4, Options(), ()))
    assert read == View(None, 4, KING, {Seat(1): 7}, (Colour.RED, Colour.BLACK))


def test_unchanged_fields_are_not_encoded_again() -> None:
    """An equal view gives the same object, a changed one the same bytes as without an earlier one."""
    first = CODEC.public.encode_after(VIEW, None)
    assert first.json == CODEC.public.encode(VIEW)
    assert CODEC.public.encode_after(View(QUEEN, 4, KING, {Seat(1): 7}, VIEW.colours), first) is first, (
        "only the secret"
    )
    moved = View(ACE, 4, None, {Seat(1): 7}, VIEW.colours)
    assert CODEC.public.encode_after(moved, first).json == CODEC.public.encode(moved)


def test_options_are_written_if_they_differ_from_the_default() -> None:
    """Records omit the others; a client gets all of them."""
    options = Options(limit=3)
    assert write_options(GAME, options) == {"limit": 3}
    assert read_options(GAME, {"limit": 3}, 2) == options
    assert msgspec.json.decode(encode_options(GAME, options)) == {"colour": "red", "limit": 3, "names": ["a"]}
    assert read_options(GAME, {}, 2) == Options()


def test_a_type_without_a_json_form_is_named() -> None:
    """The error says what to do."""
    with pytest.raises(TypeError, match=r"no JSON form of .*set.*: annotate it with WrittenAs"):
        CODEC.form(set[int])


def test_short_json_is_shared_and_long_json_is_not() -> None:
    """Tables have many fields with the same short JSON; the few long ones are different anyway."""
    form = codec_of(cast("AnyGame", ToyGame()), Options()).private
    short, long = (ACE,), (ACE, KING, QUEEN, ACE)
    hands = [[form.encode_after(Private(Seat(0), hand), None).written.hand for _ in range(2)] for hand in (short, long)]
    assert hands[0] == [msgspec.Raw(b'["ace"]')] * 2
    assert hands[1] == [msgspec.Raw(b'["ace","king","queen","ace"]')] * 2
    assert hands[0][0] is hands[0][1]
    assert hands[1][0] is not hands[1][1]
