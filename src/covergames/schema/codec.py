"""Encodes and decodes the actions, events, views, decisions and options of a game, all derived from its Python types."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from typing import Any, Final, get_args

import msgspec

from covergames.game import Data, NotationError, Seat, Types
from covergames.games import AnyGame
from covergames.schema.derivation import Derived, derive
from covergames.schema.form import Cards, Form, Json
from covergames.schema.source import Dialect, Hint, Tag, members_of, tag_of

MAX_CACHED_CODECS: Final = 64
"""How many decks of cards are cached with their codecs."""


class Codec:
    """Encodes and decodes the JSON of one game with one deck of cards."""

    def __init__(self, name: str, types: Types, texts: tuple[str, ...]) -> None:
        self._name = name
        self._types = types
        self._texts = texts
        self._cards = Cards({text: card for card, text in enumerate(texts)})
        self._forms: dict[Hint, Form[Any]] = {}

    def form(self, hint: Hint) -> Form[Any]:
        """Return the JSON form of a type of the game."""
        if hint not in self._forms:
            self._forms[hint] = Form(_derived(self._name, self._types, hint), self._texts, self._cards)
        return self._forms[hint]

    @cached_property
    def action(self) -> Form[Any]:
        """The form of an action as a player sends it, without seat and time."""
        return self.form(self._types.action)

    @cached_property
    def event(self) -> Form[Any]:
        """The form of an event."""
        return self.form(self._types.event)

    @cached_property
    def events(self) -> Form[Any]:
        """The form of a sequence of events."""
        return self.form(tuple.__class_getitem__((self._types.event, ...)))

    @cached_property
    def public(self) -> Form[Any]:
        """The form of a spectator's view, without the fields that readers can recall (`Recalled`)."""
        return self.form(self._types.view)

    @cached_property
    def private(self) -> Form[Any]:
        """The form of the private part: what a seat sees in addition to a spectator."""
        return self.form(self._types.private)

    @cached_property
    def face_up(self) -> Form[Any]:
        """The form of everything that was hidden, for a game that is over."""
        return self.form(self._types.face_up)

    def card_texts(self, cards: Iterable[Any]) -> list[str]:
        """Return the texts of the cards."""
        return [self._texts[card] for card in cards]

    def card(self, text: str) -> Any:
        """Return the card with this text.

        Raises:
            NotationError: there is no such card.
        """
        if text not in self._cards:
            raise NotationError(f"there is no card {text!r}")
        return self._cards[text]

    def encode_decision(self, seat: Seat, action: Any) -> msgspec.Raw:
        """Return the decision in the notation of records: ``{"event": "take", "seat": 0, "from": "blonde"}``."""
        return msgspec.Raw(msgspec.json.encode(self._decision.write(action, seat)))

    def write_decision(self, seat: Seat, action: Any) -> Data:
        """Return the decision in the notation of records, as a dictionary."""
        data: Data = msgspec.json.decode(self.encode_decision(seat, action))
        return data

    def decode_decision(self, data: Json) -> tuple[Seat, Any]:
        """Return the seat and the action of a decision in the notation of records.

        Raises:
            NotationError: it is not a decision of this game; the message names the field and its value.
        """
        decision: tuple[Seat, Any] = self._decision.decode(data)
        return decision

    def read_decision(self, data: Mapping[str, object]) -> tuple[Seat, Any]:
        """Return the seat and the action of a decision that is a dictionary.

        Raises:
            NotationError: it is not a decision of this game; the message names the field and its value.
        """
        decision: tuple[Seat, Any] = self._decision.convert(data)
        return decision

    @cached_property
    def _decision(self) -> Form[Any]:
        return Form(_derived_decision(self._name, self._types), self._texts, self._cards)


def codec_of(game: AnyGame, options: Any) -> Codec:
    """Return the codec of the game with these options."""
    return _codec(game.NAME, game.TYPES, tuple(game.card_texts(options)))


def write_options(game: AnyGame, options: Any) -> Data:
    """Return the options in the notation of records: only those that differ from the default."""
    default = game.TYPES.options()
    written: Data = _options(game.NAME, game.TYPES).data(options)
    for member in members_of(game.TYPES.options):
        if getattr(options, member.name) == getattr(default, member.name):
            del written[member.json_name]
    return written


def encode_options(game: AnyGame, options: Any) -> msgspec.Raw:
    """Return all options as JSON for clients, including those with their default."""
    return _options(game.NAME, game.TYPES).encode(options)


def read_options(game: AnyGame, data: Mapping[str, object] | msgspec.Raw, players: int, *, at: str = "options") -> Any:
    """Return the options of a record or a request; missing ones have their default.

    Raises:
        NotationError: they cannot be read; the message names the field and its value.
        OptionsError: the game cannot be played with them by this number of players.
    """
    form = _options(game.NAME, game.TYPES)
    options = form.decode(data, at=at) if isinstance(data, msgspec.Raw) else form.convert(data, at=at)
    game.check(players, options)
    return options


def wire_type(game: AnyGame, hint: Hint) -> Hint:
    """Return the type that msgspec encodes for a type of the game."""
    return _derived(game.NAME, game.TYPES, hint).wire


@lru_cache(maxsize=MAX_CACHED_CODECS)
def _codec(name: str, types: Types, texts: tuple[str, ...]) -> Codec:
    return Codec(name, types, texts)


@cache
def _options(name: str, types: Types) -> Form[Any]:
    return Form(_derived(name, types, types.options), (), Cards())


@cache
def _derived(name: str, types: Types, hint: Hint) -> Derived:
    return derive(hint, _dialect(name, types))


@cache
def _derived_decision(name: str, types: Types) -> Derived:
    tags = {each: tag_of(each) for each in _members(types.action)}
    return derive(types.action, Dialect(name, card=types.card, tags=tags, has_seats=True))


@cache
def _dialect(name: str, types: Types) -> Dialect:
    """Return the rules for the JSON that players and spectators get."""
    tags = {each: tag_of(each) for each in (*_members(types.action), *_members(types.event))}
    tags |= {
        types.view: Tag("game", name, "Public"),
        types.private: Tag("game", name, "Private"),
        types.face_up: Tag("game", name, "FaceUp"),
    }
    return Dialect(name, card=types.card, tags=tags, sparse=types.options)


def _members(union: Hint) -> Sequence[type]:
    """Return the classes of a union; a game with one kind of action has no union."""
    return get_args(union) or (union,)
