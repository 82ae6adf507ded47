"""Which game is played, by how many, with which options: told once, and again when it changes.

Options are spelt as in records, and what has its default is left out. The deck of Cover Up is always written out when
a server tells it, so that a client can draw the cards; who arranges a table may also name the deck ``house``.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from covergames import coverme, coverup
from covergames.coverme import GameLength, TwoPlayer
from covergames.coverup import Colour, write_deck
from covergames.game import Seat
from covergames.games import AnyGame
from covergames.wire.part import CardText, Part

Letter: TypeAlias = Literal["Y", "R", "B", "G", "K", "W"]
"""A clothes colour of Cover Me."""


class CoverMeOptions(Part, frozen=True, omit_defaults=True):
    """The optional rules of a game of Cover Me."""

    length: GameLength = GameLength.STANDARD
    same_value: Letter | Literal["drawn"] | None = None
    years: int | None = None
    two_player: TwoPlayer = TwoPlayer.FICTIONAL
    first_game: bool = False
    open_scores: bool = False
    start: Seat | None = None
    """The starting seat; null: drawn by lot when the game begins."""


class Face(Part, frozen=True):
    """A card of Cover Up: eight squares, row by row, each 0 or the number of a symbol."""

    id: CardText
    colour: Colour
    squares: list[int]


class Deck(Part, frozen=True):
    """The cards of Cover Up and the names of their symbols, the first of which has the number 1."""

    name: str
    rows: int
    columns: int
    symbols: list[str]
    cards: list[Face]


class CoverUpOptions(Part, frozen=True, omit_defaults=True):
    """The optional rules of a game of Cover Up."""

    deck: Deck | Literal["house"] = "house"
    hourglass: int = 30
    """Seconds."""
    round_limit: int | None = 300
    """Seconds; null: no limit."""
    assist: bool = False


class CoverMe(Part, frozen=True, tag_field="game", tag=coverme.NAME):
    """A game of Cover Me."""

    players: int
    options: CoverMeOptions = CoverMeOptions()


class CoverUp(Part, frozen=True, tag_field="game", tag=coverup.NAME):
    """A game of Cover Up."""

    players: int
    options: CoverUpOptions = CoverUpOptions()


Arrangement: TypeAlias = CoverMe | CoverUp


def write_arrangement(game: AnyGame, players: int, options: Any) -> Arrangement:
    """The arrangement as a server tells it."""
    data = game.write_options(options)
    if isinstance(options, coverup.Options):
        data["deck"] = write_deck(options.deck)
    arrangement: Arrangement = msgspec.convert({"game": game.NAME, "players": players, "options": data}, Arrangement)
    return arrangement


def game_of(arrangement: Arrangement) -> AnyGame:
    """The game that is played."""
    return coverme if isinstance(arrangement, CoverMe) else coverup


def options_data(arrangement: Arrangement) -> dict[str, Any]:
    """The options as a record holds them."""
    data: dict[str, Any] = msgspec.to_builtins(arrangement.options)
    return data


def read_options(arrangement: Arrangement) -> Any:
    """The options of the game, or `NotationError` or `OptionsError`."""
    return game_of(arrangement).read_options(options_data(arrangement), arrangement.players)
