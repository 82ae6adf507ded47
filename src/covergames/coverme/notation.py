"""Cards, options and decisions as text and data, as records hold them.

A card is four letters: ``Gkmd`` is green clothes, black hair, semi-long, diamond.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from enum import Enum
from typing import Any, Final, TypeVar

from covergames.coverme.actions import Action, Feature, Keep, Place, Row, Source, Stay, Swap, Take, Vote
from covergames.coverme.cards import (
    CARDS,
    CLOTHES,
    HAIR,
    LENGTH,
    PATTERN,
    Card,
    Characteristic,
    Clothes,
    Hair,
    Length,
    Pattern,
)
from covergames.coverme.options import GameLength, Options, Removed, TwoPlayer, check
from covergames.game import Data, NotationError, Seat

LETTER: Final[Mapping[Characteristic, str]] = {
    **dict(zip(Clothes, "YRBGKW", strict=True)),
    **dict(zip(Hair, "brk", strict=True)),
    **dict(zip(Length, "sml", strict=True)),
    **dict(zip(Pattern, "qdt", strict=True)),
}

_TEXTS: Final = tuple(
    LETTER[CLOTHES[card]] + LETTER[HAIR[card]] + LETTER[LENGTH[card]] + LETTER[PATTERN[card]] for card in CARDS
)
_CARD_OF_TEXT: Final = {text: card for card, text in zip(CARDS, _TEXTS, strict=True)}

SOURCE_NAMES: Final[Mapping[Source, str]] = {
    Source.BLONDE: "blonde",
    Source.RED_BROWN: "red-brown",
    Source.BLACK: "black",
    Source.FACE_DOWN: "face-down",
}

FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "take": ("seat", "from"),
    "place": ("seat", "cards"),
    "feature": ("seat", "magazine", "card"),
    "keep": ("seat", "cards"),
    "swap": ("seat", "card"),
    "stay": ("seat",),
    "vote": ("seat", "play_on"),
}
"""The decisions of a record and what each of them says."""


def card_text(card: Card) -> str:
    """The card's four letters."""
    return _TEXTS[card]


def parse_card(text: str) -> Card:
    """The card of those four letters."""
    if text not in _CARD_OF_TEXT:
        raise NotationError(f"{text!r} is no card: a card is like 'Gkmd', one letter each of YRBGKW, brk, sml, qdt")
    return _CARD_OF_TEXT[text]


def cards_text(cards: Iterable[Card]) -> str:
    """Cards separated by spaces."""
    return " ".join(card_text(card) for card in cards)


def parse_cards(text: str) -> list[Card]:
    """Cards separated by spaces."""
    return [parse_card(word) for word in text.split()]


def write_card(card: Card, _options: Options) -> str:
    """The card's four letters: the same in every variant."""
    return card_text(card)


def read_card(text: str, _options: Options) -> Card:
    """The card of those four letters: the same in every variant."""
    return parse_card(text)


def write_action(seat: Seat, action: Action, _options: Options) -> Data:
    """A decision as a record holds it."""
    match action:
        case Take(source):
            return {"event": "take", "seat": seat, "from": SOURCE_NAMES[source]}
        case Place(cards):
            return {"event": "place", "seat": seat, "cards": [card_text(card) for card in cards]}
        case Feature(row, card):
            return {"event": "feature", "seat": seat, "magazine": row.value, "card": card_text(card)}
        case Keep(cards):
            return {"event": "keep", "seat": seat, "cards": [card_text(card) for card in cards]}
        case Swap(card):
            return {"event": "swap", "seat": seat, "card": card_text(card)}
        case Stay():
            return {"event": "stay", "seat": seat}
        case Vote(play_on):
            return {"event": "vote", "seat": seat, "play_on": play_on}


def read_action(data: Mapping[str, object], _options: Options) -> tuple[Seat, Action]:
    """The decision of a record."""
    kind = data.get("event")
    if not isinstance(kind, str) or kind not in FIELDS:
        raise NotationError(f"event {kind!r} is none of {', '.join(FIELDS)}")
    expected = {"event", *FIELDS[kind]}
    if data.keys() != expected:
        wrong = sorted(data.keys() ^ expected)
        raise NotationError(
            f"{kind} has the fields {', '.join(FIELDS[kind])}; {', '.join(wrong)} is missing or unknown"
        )
    return Seat(_typed(data, "seat", int)), _read_decision(kind, data)


def _read_decision(kind: str, data: Mapping[str, object]) -> Action:
    match kind:
        case "take":
            return Take(_read_source(_typed(data, "from", str)))
        case "place":
            return Place(_read_cards(data))
        case "feature":
            return Feature(_read_enum(Row, "magazine", data["magazine"]), parse_card(_typed(data, "card", str)))
        case "keep":
            return Keep(_read_cards(data))
        case "swap":
            return Swap(parse_card(_typed(data, "card", str)))
        case "stay":
            return Stay()
        case _:
            return Vote(_typed(data, "play_on", bool))


def write_options(options: Options) -> Data:
    """The options that differ from the default; a record keeps ``start`` beside them."""
    data: Data = {}
    if options.length is not GameLength.STANDARD:
        data["length"] = options.length.value
    if options.same_value is not None:
        data["same_value"] = options.same_value if options.same_value == "drawn" else LETTER[options.same_value]
    if options.years is not None:
        data["years"] = options.years
    if options.two_player is not TwoPlayer.FICTIONAL:
        data["two_player"] = options.two_player.value
    if options.first_game:
        data["first_game"] = True
    if options.open_scores:
        data["open_scores"] = True
    if options.start is not None:
        data["start"] = options.start
    return data


def read_options(data: Mapping[str, object], players: int) -> Options:
    """The options of a record or a request; what is not named has its default."""
    known = {field.name for field in fields(Options)}
    for name in data:
        if name not in known:
            raise NotationError(f"option {name!r} is none of {', '.join(sorted(known))}")
    options = Options(
        length=_read_enum(GameLength, "length", data.get("length", "standard")),
        same_value=_read_removed(data.get("same_value")),
        years=None if data.get("years") is None else _typed(data, "years", int),
        two_player=_read_enum(TwoPlayer, "two_player", data.get("two_player", "fictional")),
        first_game="first_game" in data and _typed(data, "first_game", bool),
        open_scores="open_scores" in data and _typed(data, "open_scores", bool),
        start=None if data.get("start") is None else Seat(_typed(data, "start", int)),
    )
    check(players, options)
    return options


AnyEnum = TypeVar("AnyEnum", bound="Enum")
Plain = TypeVar("Plain", int, str, bool, list[Any])


def _typed(data: Mapping[str, object], name: str, kind: type[Plain]) -> Plain:
    """The field's value, if it has exactly this type."""
    value = data[name]
    if type(value) is not kind:
        raise NotationError(f"{name} {value!r} should be of type {kind.__name__}")
    return value


def _read_enum(kind: type[AnyEnum], name: str, value: object) -> AnyEnum:
    for member in kind:
        if member.value == value:
            return member
    raise NotationError(f"{name} {value!r} is none of {', '.join(str(member.value) for member in kind)}")


def _read_source(name: str) -> Source:
    for source, known in SOURCE_NAMES.items():
        if known == name:
            return source
    raise NotationError(f"from {name!r} is none of {', '.join(SOURCE_NAMES.values())}")


def _read_cards(data: Mapping[str, object]) -> tuple[Card, ...]:
    words = _typed(data, "cards", list)
    for word in words:
        if not isinstance(word, str):
            raise NotationError(f"{word!r} in cards is no card")
    return tuple(parse_card(word) for word in words)


def _read_removed(value: object) -> Removed | None:
    if value is None or value == "drawn":
        return "drawn" if value else None
    for colour in Clothes:
        if LETTER[colour] == value:
            return colour
    raise NotationError(
        f"same_value {value!r} is null, 'drawn' or one of the letters {''.join(LETTER[c] for c in Clothes)}"
    )
