"""A game's actions, events, views, decisions and options as JSON, all derived from the game's own types."""

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


class Codec:
    """The JSON of one game with one deck of cards."""

    def __init__(self, name: str, types: Types, texts: tuple[str, ...]) -> None:
        self._name = name
        self._types = types
        self._texts = texts
        self._cards = Cards({text: card for card, text in enumerate(texts)})
        self._forms: dict[Hint, Form[Any]] = {}

    def form(self, hint: Hint) -> Form[Any]:
        """Return how values of that type of the game are written."""
        if hint not in self._forms:
            self._forms[hint] = Form(_derived(self._name, self._types, hint), self._texts, self._cards)
        return self._forms[hint]

    @cached_property
    def action(self) -> Form[Any]:
        """What a player sends: the action without seat and time."""
        return self.form(self._types.action)

    @cached_property
    def event(self) -> Form[Any]:
        """What happened."""
        return self.form(self._types.event)

    @cached_property
    def events(self) -> Form[Any]:
        """Several things that happened, in order."""
        return self.form(tuple.__class_getitem__((self._types.event, ...)))

    @cached_property
    def public(self) -> Form[Any]:
        """A spectator's view, without what its readers know already."""
        return self.form(self._types.view)

    @cached_property
    def private(self) -> Form[Any]:
        """What one seat sees beyond a spectator."""
        return self.form(self._types.private)

    @cached_property
    def face_up(self) -> Form[Any]:
        """What lies hidden, for a game that is over."""
        return self.form(self._types.face_up)

    def card_texts(self, cards: Iterable[Any]) -> list[str]:
        """Return the cards as text."""
        return [self._texts[card] for card in cards]

    def card(self, text: str) -> Any:
        """Return the card of that text.

        Raises:
            NotationError: there is no such card.
        """
        if text not in self._cards:
            raise NotationError(f"there is no card {text!r}")
        return self._cards[text]

    def encode_decision(self, seat: Seat, action: Any) -> msgspec.Raw:
        """Return the decision as records hold it: ``{"event": "take", "seat": 0, "from": "blonde"}``."""
        return msgspec.Raw(msgspec.json.encode(self._decision.write(action, seat)))

    def write_decision(self, seat: Seat, action: Any) -> Data:
        """Return the same as a dictionary."""
        data: Data = msgspec.json.decode(self.encode_decision(seat, action))
        return data

    def decode_decision(self, data: Json) -> tuple[Seat, Any]:
        """Return who decided, and what.

        Raises:
            NotationError: it is no decision of this game; the message names place and value.
        """
        decision: tuple[Seat, Any] = self._decision.decode(data)
        return decision

    def read_decision(self, data: Mapping[str, object]) -> tuple[Seat, Any]:
        """Return the same from a dictionary."""
        decision: tuple[Seat, Any] = self._decision.convert(data)
        return decision

    @cached_property
    def _decision(self) -> Form[Any]:
        return Form(_derived_decision(self._name, self._types), self._texts, self._cards)


def codec_of(game: AnyGame, options: Any) -> Codec:
    """Return the JSON of the game as it is played with these options."""
    return _codec(game.NAME, game.TYPES, tuple(game.card_texts(options)))


def write_options(game: AnyGame, options: Any) -> Data:
    """Return the options as records hold them: only those that differ from the default."""
    default = game.TYPES.options()
    written: Data = _options(game.NAME, game.TYPES).data(options)
    for member in members_of(game.TYPES.options):
        if getattr(options, member.name) == getattr(default, member.name):
            del written[member.json_name]
    return written


def encode_options(game: AnyGame, options: Any) -> msgspec.Raw:
    """Return all options, those with their default as well, as a client is told them."""
    return _options(game.NAME, game.TYPES).encode(options)


def read_options(game: AnyGame, data: Mapping[str, object] | msgspec.Raw, players: int, *, at: str = "options") -> Any:
    """Return the options of a record or a request; what is not said has its default.

    Raises:
        NotationError: they cannot be read; the message names place and value.
        OptionsError: they make no game.
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
    """Return how the game is written for players and spectators."""
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
