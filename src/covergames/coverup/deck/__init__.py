"""Decks: the data file of records.md, read strictly, and the generator of the house deck.

``python -m covergames.coverup.deck`` generates the house deck and writes it to standard output; with a number it
generates the deck of that seed. The generator is `covergames.coverup.house`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, TypeGuard

from covergames.coverup.cards import CARDS_PER_COLOUR, COLUMNS, ROWS, SYMBOLS, Card, Colour, Face, Squares
from covergames.encoding import Named, written
from covergames.game import NotationError, RuleError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

HOUSE: Final = "house"
"""The name of the deck that the project ships."""

MAX_NAME_LENGTH: Final = 40
"""The most characters of the name of a deck, of a symbol, and of the id of a card: every message repeats ids."""
NAME_FORM: Final = f"a text of 1 to {MAX_NAME_LENGTH} characters that can be printed"

MAX_SHOWN_LENGTH: Final = 200
"""The most characters of a wrong value that an error repeats."""


class DeckError(RuleError):
    """A file that is not a deck of Cover Up: which card, and why (CU-C1)."""

    def __init__(self, reason: str) -> None:
        super().__init__("CU-C1", reason)


@dataclass(frozen=True, slots=True)
class Deck:
    """The 108 cards of a game; a `Card` is an index into it (CU-C1)."""

    name: str
    symbols: tuple[str, ...]
    """Their names; the first symbol has the number 1."""
    faces: Annotated[tuple[Face, ...], Named("cards")] = field(repr=False)

    @property
    @written
    def rows(self) -> Literal[2]:
        """The rows of squares on a card (CU-C2)."""
        return ROWS

    @property
    @written
    def columns(self) -> Literal[4]:
        """The columns of squares on a card (CU-C2)."""
        return COLUMNS

    def __getitem__(self, card: Card) -> Face:
        return self.faces[card]

    def __iter__(self) -> Iterator[Card]:
        """Yield the cards: ``for card in deck: print(deck[card].id)``."""
        return iter([Card(index) for index in range(len(self.faces))])

    def __len__(self) -> int:
        return len(self.faces)

    def __contains__(self, card: object) -> bool:
        """Return whether this is a card of the deck."""
        return card in range(len(self.faces))

    def __reduce__(self) -> tuple[Callable[..., Deck], tuple[Any, ...]]:
        """Let a pickle refer to the house deck: everybody in a process shares it."""
        return (house_deck, ()) if self is house_deck() else (Deck, (self.name, self.symbols, self.faces))

    def squares(self, card: Card) -> Squares:
        """Return the eight squares of the card, row by row."""
        return self.faces[card].squares

    def of_colour(self, colour: Colour) -> tuple[Card, ...]:
        """Return the cards of one colour, in the deck's order."""
        return tuple(Card(index) for index, face in enumerate(self.faces) if face.colour is colour)

    def card(self, card_id: str) -> Card:
        """Return the card with that id.

        Raises:
            NotationError: no card has it.
        """
        for index, face in enumerate(self.faces):
            if face.id == card_id:
                return Card(index)
        raise NotationError(f"no card {card_id!r} in the deck {self.name!r}")


def write_deck(deck: Deck) -> dict[str, Any]:
    """Return the deck as data of a deck file."""
    return {
        "name": deck.name,
        "rows": ROWS,
        "columns": COLUMNS,
        "symbols": list(deck.symbols),
        "cards": [{"id": face.id, "colour": face.colour.value, "squares": list(face.squares)} for face in deck.faces],
    }


def to_json(deck: Deck) -> str:
    """Return the text of a deck file, with one card per line."""
    data = write_deck(deck)
    cards = ",\n  ".join(json.dumps(card) for card in data.pop("cards"))
    return f'{json.dumps(data)[:-1]}, "cards": [\n  {cards}\n]}}\n'


def read_deck(data: object) -> Deck:
    """Return the deck of a deck file's data (CU-C1).

    Raises:
        DeckError: the data is not a deck; the error names the card and the reason.
    """
    fields = _fields(data, "the deck", ("name", "rows", "columns", "symbols", "cards"))
    name = fields["name"]
    if not _is_name(name):
        raise DeckError(f"the deck's name is {_shown(name)}, not {NAME_FORM}")
    for side, expected in (("rows", ROWS), ("columns", COLUMNS)):
        if fields[side] != expected or isinstance(fields[side], bool):
            raise DeckError(f"the deck has {fields[side]!r} {side}, not {expected} (CU-C2)")
    symbols = fields["symbols"]
    if not isinstance(symbols, list) or not all(map(_is_name, symbols)):
        raise DeckError(f"the deck's symbols are {_shown(symbols)}, not a list of names, each {NAME_FORM}")
    if len(set(symbols)) != SYMBOLS or len(symbols) != SYMBOLS:
        raise DeckError(f"the deck names the symbols {_shown(symbols)}, not {SYMBOLS} different ones")
    cards = fields["cards"]
    if not isinstance(cards, list):
        raise DeckError(f"the deck's cards are {_shown(cards)}, not a list")
    faces: list[Face] = []
    seen: dict[str, int] = {}
    for number, card in enumerate(cards, start=1):
        face = _read_face(card, number)
        if face.id in seen:
            raise DeckError(f"card {number} has the id {face.id!r}, as card {seen[face.id]} has")
        seen[face.id] = number
        faces.append(face)
    for colour in Colour:
        count = sum(face.colour is colour for face in faces)
        if count != CARDS_PER_COLOUR:
            raise DeckError(f"the deck has {count} {colour.value} cards, not {CARDS_PER_COLOUR}")
    return Deck(name, tuple(symbols), tuple(faces))


def _fields(data: object, what: str, names: Sequence[str]) -> Mapping[str, object]:
    if not isinstance(data, dict):
        raise DeckError(f"{what} is {data!r}, not an object")
    for name in names:
        if name not in data:
            raise DeckError(f"{what} has no {name!r}")
    for name in data:
        if name not in names:
            raise DeckError(f"{what} has an unknown field {name!r}")
    return data


def _read_face(data: object, number: int) -> Face:
    fields = _fields(data, f"card {number}", ("id", "colour", "squares"))
    card_id, colour_name, squares = fields["id"], fields["colour"], fields["squares"]
    if not _is_name(card_id):
        raise DeckError(f"card {number} has the id {_shown(card_id)}, not {NAME_FORM}")
    what = f"card {number} ({card_id!r})"
    try:
        colour = Colour(colour_name)
    except ValueError:
        raise DeckError(f"{what} has the colour {colour_name!r}, not green, yellow or red") from None
    if not isinstance(squares, list) or len(squares) != ROWS * COLUMNS:
        raise DeckError(f"{what} has the squares {squares!r}, not a list of {ROWS * COLUMNS}")
    for square in squares:
        if type(square) is not int or not 0 <= square <= SYMBOLS:
            raise DeckError(f"{what} has a square {square!r}, not a number from 0 to {SYMBOLS}")
    face = Face(card_id, colour, tuple(squares))
    if face.count != colour.symbols:
        raise DeckError(f"{what} is {colour.value} and has {face.count} symbols, not {colour.symbols}")
    return face


def _is_name(value: object) -> TypeGuard[str]:
    """Return whether the value is short text that is safe to print: a deck may come from anywhere."""
    return isinstance(value, str) and value.strip() != "" and value.isprintable() and len(value) <= MAX_NAME_LENGTH


def _shown(value: object) -> str:
    """Return the beginning of a value, for an error."""
    text = repr(value)
    return text if len(text) <= MAX_SHOWN_LENGTH else f"{text[:MAX_SHOWN_LENGTH]}…"


def parse_deck(text: str) -> Deck:
    """Return the deck of a deck file's text.

    Raises:
        DeckError: the text is not a deck.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise DeckError(f"the deck file is not JSON: {error}") from None
    return read_deck(data)


def load_deck(path: Path) -> Deck:
    """Return the deck in a file.

    Raises:
        DeckError: the file is not a deck.
        OSError: the file cannot be read.
    """
    try:
        return parse_deck(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise DeckError(f"the deck file is not UTF-8 text: {error}") from None


@cache
def house_deck() -> Deck:
    """Return the deck of this package (CU-C2)."""
    return parse_deck((files("covergames.coverup") / "decks" / "house.json").read_text(encoding="utf-8"))
