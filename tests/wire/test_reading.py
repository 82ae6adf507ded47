"""Client messages are decoded strictly: an error names the field that is wrong and shows its value."""

from __future__ import annotations

import json
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from covergames import coverme, coverup, wire
from covergames.game import NotationError, OptionsError, Seat
from covergames.games import AnyGame
from covergames.schema import codec_of
from covergames.table.settings import Settings
from covergames.wire import (
    MAX_MESSAGE_BYTES,
    Act,
    Arrange,
    Arrangement,
    ClientMessage,
    Close,
    Hello,
    Leave,
    Mute,
    Ping,
    Ready,
    Rematch,
    Remove,
    Say,
    SeatBot,
    Start,
    TakeBack,
    Unreadable,
    encode,
    read_client_message,
    read_options,
    read_server_message,
)

GREEN = coverup.Card(0)
MODEL = coverme.Card(103)
ACTIONS: dict[AnyGame, tuple[Any, ...]] = {
    coverme: (
        coverme.Take(coverme.Source.FACE_DOWN),
        coverme.Place((MODEL,)),
        coverme.Feature(coverme.Row.PRIMARY, MODEL),
        coverme.Keep((MODEL, MODEL)),
        coverme.Swap(MODEL),
        coverme.Stay(),
        coverme.Vote(play_on=True),
    ),
    coverup: (
        coverup.Lay(coverup.Placement(GREEN, flip=True, turn=3, x=-2, y=4), t=0),
        coverup.Lift(GREEN, t=0),
        coverup.Flip(t=0),
        coverup.Done(t=0),
        coverup.GiveBack(GREEN),
    ),
}
CODECS = {game: codec_of(game, game.TYPES.options()) for game in ACTIONS}
RAW_ACTIONS = [CODECS[game].action.encode(action) for game, actions in ACTIONS.items() for action in actions]
CLIENT_MESSAGES: tuple[ClientMessage, ...] = (
    Hello("a token"),
    Hello(None),
    *(Act("1", 7, action) for action in RAW_ACTIONS),
    Say("2", "hello"),
    Ready("3", ready=True, seen=4),
    Start("4"),
    Arrange("5", Arrangement("cover-me", 3), Settings()),
    Arrange("5", Arrangement("cover-up", 3, {"assist": True}), Settings(decision_time=60)),
    SeatBot("6", Seat(1), "trend", "Bo"),
    Remove("7", Seat(1)),
    Mute("8", Seat(1), muted=True),
    TakeBack("9"),
    Rematch("10"),
    Leave("11"),
    Close("12"),
    Ping(3),
)

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)


def test_the_samples_are_complete() -> None:
    """The samples contain every kind of message and every kind of action."""
    assert {type(message) for message in CLIENT_MESSAGES} == set(get_args(ClientMessage))
    for game, actions in ACTIONS.items():
        assert {type(action) for action in actions} == set(get_args(game.TYPES.action)) - {coverup.TimeUp}


@pytest.mark.parametrize("message", CLIENT_MESSAGES, ids=lambda message: encode(message).decode())
def test_an_encoded_message_is_decoded(message: ClientMessage) -> None:
    """As bytes and as text."""
    assert read_client_message(encode(message)) == message
    assert read_client_message(encode(message).decode()) == message
    assert decoded(encode(message).decode(), game_of(message)) is not None


def game_of(message: ClientMessage) -> AnyGame:
    """Return the game of the table that receives the message."""
    return coverup if isinstance(message, Act) and message.action in RAW_ACTIONS[len(ACTIONS[coverme]) :] else coverme


def decoded(frame: str, game: AnyGame) -> Any:
    """What a server has read of a message when it knows the table's game.

    Raises:
        Unreadable: it is no message.
        NotationError: it is one, but names no action or options of the game.
        OptionsError: its options make no game.
    """
    message = read_client_message(frame)
    match message:
        case Act(action=action):
            decided = CODECS[game].action.decode(action, at="$.action")
            message = replace(message, action=CODECS[game].action.encode(decided))
        case Arrange(arrangement=arrangement):
            options, chosen = read_options(arrangement), wire.game_of(arrangement)
            arrangement = wire.write_arrangement(chosen, arrangement.players, options)
            message = replace(message, arrangement=arrangement)
        case _:
            pass
    return json.loads(encode(message))


REFUSED = (Unreadable, NotationError, OptionsError)


def object_paths(data: Any, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """Return the paths of all objects in a message."""
    if not isinstance(data, dict):
        return []
    return [path, *(place for name, value in data.items() for place in object_paths(value, (*path, name)))]


def at(data: Any, path: tuple[str, ...]) -> Any:
    for name in path:
        data = data[name]
    return data


def is_decoded(written: Any, read: Any) -> bool:
    """Return whether all written values were decoded; missing ones have their default."""
    if isinstance(written, dict) and isinstance(read, dict):
        return all(name in read and is_decoded(value, read[name]) for name, value in written.items())
    return bool(written == read)


@given(message=st.sampled_from(CLIENT_MESSAGES), choice=st.randoms(use_true_random=False), value=JSON)
def test_a_message_with_one_value_changed_is_the_changed_message_or_refused(
    message: ClientMessage, choice: Any, value: Any
) -> None:
    """There is no other error, and no message that differs from the changed one."""
    data = json.loads(encode(message))
    inner = at(data, choice.choice([place for place in object_paths(data) if at(data, place)]))
    inner[choice.choice(sorted(inner))] = value
    frame = json.dumps(data)
    try:
        read = decoded(frame, game_of(message))
    except REFUSED:
        return
    assert is_decoded(data, read)


@given(message=st.sampled_from(CLIENT_MESSAGES), choice=st.randoms(use_true_random=False), name=st.text())
def test_an_unknown_field_is_refused(message: ClientMessage, choice: Any, name: str) -> None:
    """In any object of the message."""
    data = json.loads(encode(message))
    inner = at(data, choice.choice(object_paths(data)))
    known = set(inner) | {"nonce", "delay", "options", *Settings.__struct_fields__, "deck", "length", "assist"}
    inner[name if name not in known else f"{name}?"] = 1
    with pytest.raises(REFUSED, match="unknown field"):
        decoded(json.dumps(data), game_of(message))


@given(message=st.sampled_from(CLIENT_MESSAGES), choice=st.randoms(use_true_random=False))
def test_a_missing_field_is_refused(message: ClientMessage, choice: Any) -> None:
    """Only fields with a default may be missing."""
    data = json.loads(encode(message))
    has_default = {"nonce", "delay", "options", "assist", "protocol", *Settings.__struct_fields__}
    inner = at(data, choice.choice([place for place in object_paths(data) if set(at(data, place)) - has_default]))
    del inner[choice.choice(sorted(set(inner) - has_default))]
    with pytest.raises(REFUSED):
        decoded(json.dumps(data), game_of(message))


@given(st.binary(max_size=300) | st.text(max_size=300) | JSON.map(json.dumps))
def test_a_frame_that_is_not_a_message_is_refused(frame: bytes | str) -> None:
    """Bytes, text or JSON that is not a message raises `Unreadable` and no other error."""
    for read in (read_client_message, read_server_message):
        with pytest.raises(Unreadable):
            read(frame)


@given(message=st.sampled_from(CLIENT_MESSAGES), cut=st.integers(min_value=1, max_value=200))
def test_a_truncated_message_is_refused(message: ClientMessage, cut: int) -> None:
    """Also if only one character is missing."""
    with pytest.raises(Unreadable):
        read_client_message(encode(message)[:-cut])


@pytest.mark.parametrize(
    ("frame", "message", "command"),
    [
        (
            '{"type": "frob", "id": "3"}',
            "'frob' is none of hello, act, say, ready, start, arrange, seat_bot, remove, mute, take_back, rematch, leave, close, "
            "ping - at `$.type`",
            "3",
        ),
        (
            '{"type": "mute", "id": "m", "seat": 6, "muted": true}',
            "Expected `int` <= 5 - at `$.seat`: 6",
            "m",
        ),
        ('{"type": "say", "id": "", "text": "hi"}', 'Expected `str` of length >= 1 - at `$.id`: ""', None),
        ('{"type": "say", "id": 5, "text": "hi"}', "Expected `str`, got `int` - at `$.id`: 5", None),
        ('{"type": "say", "id": "s"}', 'Object missing required field `text` - at `$`: {"type":"say","id":"s"}', "s"),
        ('{"type": "say", "id": "s", "text": ', "not JSON: Input data was truncated", None),
        ("[]", "Expected `object`, got `array` - at `$`: []", None),
    ],
)
def test_a_refusal_names_the_field_and_its_value(frame: str, message: str, command: str | None) -> None:
    """It has the path and the wrong value, and the id of the command if it can be read, for the answer."""
    with pytest.raises(Unreadable) as refusal:
        read_client_message(frame)
    assert str(refusal.value) == message
    assert refusal.value.command == command


def test_a_long_value_is_shortened() -> None:
    """A refusal does not repeat a long message."""
    with pytest.raises(Unreadable) as refusal:
        read_client_message(json.dumps({"type": "say", "id": "1", "text": ["x" * 5000]}))
    assert len(str(refusal.value)) < 150


def test_a_large_message_is_not_decoded() -> None:
    """It is refused because of its size alone."""
    with pytest.raises(
        Unreadable, match=f"a message of {MAX_MESSAGE_BYTES + 1} bytes: {MAX_MESSAGE_BYTES} are allowed"
    ):
        read_client_message(b"x" * (MAX_MESSAGE_BYTES + 1))
    with pytest.raises(Unreadable, match=r"are allowed"):
        read_client_message("é" * (MAX_MESSAGE_BYTES // 2 + 1))


@pytest.mark.parametrize("frame", ["[" * 60_000, '{"type": "act", "id": "1", "seen": 1, "action": ' + '{"a":' * 12_000])
def test_a_deeply_nested_message_is_refused(frame: str) -> None:
    """Deep nesting only leads to a refusal."""
    with pytest.raises(Unreadable, match="not JSON"):
        read_client_message(frame)
