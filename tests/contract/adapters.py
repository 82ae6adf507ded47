"""What the contract suite needs to know about each game: its tables, its cards, and illegal actions.

The properties themselves are the same for all games. A game that is in `covergames.games.GAMES` and not in `ADAPTERS`
fails the suite.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Final, Protocol

from covergames import coverme, coverup
from covergames.coverme import (
    Card,
    Clothes,
    Feature,
    GameLength,
    Keep,
    Options,
    Place,
    Row,
    Source,
    State,
    Stay,
    Swap,
    Take,
    TwoPlayer,
    Vote,
)
from covergames.coverme.cards import CARDS, CLOTHES
from covergames.game import Dealer, Seat, Step
from covergames.games import AnyGame
from covergames.schema import write_options
from tests.contract import coverme_worlds, coverup_worlds, third_game, third_game_worlds


@dataclass(frozen=True, slots=True)
class Table:
    """A number of players and options with which a game can be played."""

    name: str
    players: int
    options: Any


@dataclass(frozen=True, slots=True)
class World:
    """A position that one viewer cannot distinguish from another one, and the same action in it."""

    state: Any
    action: Any
    dealer: Dealer


class Adapter(Protocol):
    """What the properties need to know about one game."""

    @property
    def game(self) -> AnyGame:
        """The game."""
        ...

    @property
    def tables(self) -> Sequence[Table]:
        """Every combination of players and options."""
        ...

    @property
    def variants(self) -> Sequence[Table]:
        """A few tables that together reach every rule."""
        ...

    def choose(self, state: Any, seat: Seat, chooser: random.Random) -> Any:
        """Return a random decision of the seat; games end with such decisions."""
        ...

    def cards(self, state: Any) -> Counter[Hashable]:
        """Return every card of the game, with hidden ones."""
        ...

    def deck(self, options: Any) -> Counter[Hashable]:
        """Return every card with which the game is played."""
        ...

    def refused(self, state: Any, seat: Seat, chooser: random.Random) -> Iterable[Any]:
        """Return well-formed actions that are illegal for the seat now."""
        ...

    def other_world(
        self, before: Any, seat: Seat, action: Any, step: Step[Any, Any], viewer: Seat | None, chooser: random.Random
    ) -> World:
        """Return a random other world that the viewer cannot distinguish, neither before nor after the step."""
        ...


class CoverMe:
    """Cover Me."""

    game: Final[AnyGame] = coverme

    @property
    def tables(self) -> Sequence[Table]:
        """2 to 5 players and the advanced game, all lengths, same value with any number of years, and all other options."""
        return COVER_ME_TABLES

    @property
    def variants(self) -> Sequence[Table]:
        """One table per variant."""
        return COVER_ME_VARIANTS

    def choose(self, state: State, seat: Seat, chooser: random.Random) -> coverme.Action:
        """Return any legal action, each with the same probability."""
        return chooser.choice(coverme.legal(state, seat))

    def cards(self, state: State) -> Counter[Hashable]:
        """Return all piles, rows, hands and stacks; a chosen cover is already in the row of its magazine."""
        return Counter(cards_on_table(state))

    def deck(self, options: Options) -> Counter[Hashable]:
        """Return each combination once (CM-C1), without the removed colour (CM-V3)."""
        return Counter(card for card in CARDS if CLOTHES[card] is not options.same_value)

    def refused(self, state: State, seat: Seat, chooser: random.Random) -> Iterable[coverme.Action]:
        """Return a sample of all actions, without the legal ones."""
        legal = set(coverme.legal(state, seat))
        return [action for action in some_actions(state, chooser) if action not in legal]

    def other_world(
        self,
        before: State,
        seat: Seat,
        action: coverme.Action,
        step: Step[State, coverme.Event],
        viewer: Seat | None,
        chooser: random.Random,
    ) -> World:
        """Move the unseen cards and change the unseen choices (CM-I3)."""
        return World(*coverme_worlds.other_world(before, seat, action, step, viewer, chooser))


def cards_on_table(state: State) -> list[Card]:
    """Return every card of the game, wherever it is."""
    return [
        *state.face_down,
        *(card for pile in state.open_piles for card in pile),
        *state.next_pile,
        *(card for pile in state.set_aside for card in pile),
        *state.discard,
        *state.fictional_pile,
        *state.influence_row,
        *(card for hand in state.hands for card in hand),
        *(card for stack in state.prestige_stacks for card in stack),
        *(card for stack in state.side_stacks for card in stack),
        *(card for row in state.covers for card in row),
        *(card for card in state.placed if card is not None),
        *state.looked,
    ]


def some_actions(state: State, chooser: random.Random) -> list[coverme.Action]:
    """Return actions of every kind, with cards from every place, including unknown ones."""
    places = [
        *state.hands,
        *state.open_piles,
        *state.covers,
        state.face_down,
        state.next_pile,
        state.looked,
        state.discard,
        state.influence_row,
    ]
    cards = [chooser.choice(place) for place in places if place]
    cards += [chooser.choice(CARDS), Card(-1), Card(len(CARDS))]
    pairs = [(chooser.choice(cards), chooser.choice(cards)) for _ in range(4)]
    return [
        *(Take(source) for source in Source),
        *(Place((card,)) for card in cards),
        *(Place(pair) for pair in pairs),
        Place(()),
        Place((cards[0], cards[0])),
        Place((*pairs[0], cards[-3])),
        *(Keep((card,)) for card in cards),
        *(Keep(pair) for pair in pairs),
        Keep(()),
        *(Keep((card, card)) for card in state.looked),
        *(Feature(chooser.choice(tuple(Row)), card) for card in cards),
        *(Swap(card) for card in cards),
        Stay(),
        Vote(play_on=True),
        Vote(play_on=False),
    ]


def _cover_me_tables() -> list[Table]:
    tables: list[Table] = []
    seatings = [
        (2, TwoPlayer.FICTIONAL),
        (2, TwoPlayer.ADVANCED),
        *((players, TwoPlayer.FICTIONAL) for players in (3, 4, 5)),
    ]
    switches = (False, True)
    worths: list[tuple[bool, int | None]] = [(False, None), *((True, years) for years in (None, *range(1, 11)))]
    for (players, two_player), length, (is_same_value, years), first_game, open_scores in product(
        seatings, GameLength, worths, switches, switches
    ):
        removed = list(Clothes)[len(tables) % len(Clothes)]
        options = Options(
            length=length,
            same_value=removed if is_same_value else None,
            years=years,
            two_player=two_player,
            first_game=first_game,
            open_scores=open_scores,
            start=Seat(len(tables) // 7 % players),
        )
        tables.append(Table(_table_name(players, options), players, options))
    return tables


def _table_name(players: int, options: Options) -> str:
    """Return the players and the options that are not the default, as a record writes them."""
    data = write_options(coverme, options)
    return " ".join([str(players), *(name if value is True else f"{name}={value}" for name, value in data.items())])


def _table(players: int, options: Options) -> Table:
    return Table(_table_name(players, options), players, options)


COVER_ME_TABLES: Final = tuple(_cover_me_tables())
COVER_ME_VARIANTS: Final = (
    _table(3, Options()),
    _table(4, Options(open_scores=True)),
    _table(5, Options(first_game=True)),
    _table(2, Options()),
    _table(2, Options(two_player=TwoPlayer.ADVANCED)),
    _table(3, Options(length=GameLength.LONGER)),
    _table(4, Options(length=GameLength.SHORTER)),
    _table(5, Options(same_value="drawn", years=2)),
    _table(2, Options(same_value=Clothes.WHITE, length=GameLength.SHORTER)),
    _table(2, Options(same_value=Clothes.GREEN, years=1, two_player=TwoPlayer.ADVANCED, first_game=True)),
    _table(2, Options(two_player=TwoPlayer.ADVANCED, length=GameLength.LONGER, open_scores=True)),
)


class CoverUp:
    """Cover Up."""

    game: Final[AnyGame] = coverup

    @property
    def tables(self) -> Sequence[Table]:
        """2 to 6 players, short and long times, with and without assist."""
        return [_cover_up_table(*table) for table in coverup_worlds.TABLES]

    @property
    def variants(self) -> Sequence[Table]:
        """A few tables that together reach every rule."""
        return [_cover_up_table(*table) for table in coverup_worlds.VARIANTS]

    def choose(self, state: coverup.State, seat: Seat, chooser: random.Random) -> coverup.Action:
        """Return a decision: cards are laid well or anywhere, and players finish the round."""
        return coverup_worlds.choose(state, seat, chooser)

    def cards(self, state: coverup.State) -> Counter[Hashable]:
        """Return all hands and draw piles."""
        return coverup_worlds.cards(state)

    def deck(self, options: coverup.Options) -> Counter[Hashable]:
        """Return each card once (CU-C1)."""
        return coverup_worlds.deck(options)

    def refused(self, state: coverup.State, seat: Seat, chooser: random.Random) -> Iterable[coverup.Action]:
        """Return actions of every kind that break a rule."""
        return coverup_worlds.refused(state, seat, chooser)

    def other_world(
        self,
        before: coverup.State,
        seat: Seat,
        action: coverup.Action,
        step: Step[coverup.State, coverup.Event],
        viewer: Seat | None,
        chooser: random.Random,
    ) -> World:
        """Shuffle the draw piles, and change the cards that others give back (CU-I1)."""
        return World(*coverup_worlds.other_world(before, seat, action, step, viewer, chooser))


def _cover_up_table(players: int, options: coverup.Options) -> Table:
    data = write_options(coverup, options)
    if "deck" in data:
        data["deck"] = options.deck.name
    return Table(" ".join([str(players), *(f"{name}={value}" for name, value in data.items())]), players, options)


class CatTower:
    """Cat Tower, which only the tests register."""

    game: Final[AnyGame] = third_game.REGISTRATION.rules

    @property
    def tables(self) -> Sequence[Table]:
        """All numbers of players, with few and many turns."""
        seatings = product(self.game.PLAYERS, (1, 5, MOST_TURNS))
        return [Table(f"{players} turns={turns}", players, third_game.Options(turns)) for players, turns in seatings]

    @property
    def variants(self) -> Sequence[Table]:
        """The longest games."""
        return [table for table in self.tables if table.options.turns == MOST_TURNS]

    def choose(self, state: third_game.State, seat: Seat, chooser: random.Random) -> third_game.Sit:
        """Any of the cats."""
        return third_game.Sit(chooser.choice(state.hands[seat]))

    def cards(self, state: third_game.State) -> Counter[Hashable]:
        """The hands, the rest, and all cats that ever sat on the tower."""
        return Counter([*(cat for hand in state.hands for cat in hand), *state.rest, *third_game_worlds.sat(state)])

    def deck(self, options: third_game.Options) -> Counter[Hashable]:
        """Each cat once."""
        return Counter(third_game_worlds.deck(options))

    def refused(self, state: third_game.State, seat: Seat, chooser: random.Random) -> Iterable[third_game.Sit]:
        """Cats from everywhere, unknown ones included."""
        return third_game_worlds.refused(state, seat, chooser)

    def other_world(
        self,
        before: third_game.State,
        seat: Seat,
        action: third_game.Sit,
        step: Step[third_game.State, third_game.Sat | third_game.Drew],
        viewer: Seat | None,
        chooser: random.Random,
    ) -> World:
        """The unseen cats are elsewhere."""
        return World(*third_game_worlds.other_world(before, seat, action, step, viewer, chooser))


MOST_TURNS: Final = 20

ADAPTERS: Final[Mapping[str, Adapter]] = {
    coverme.NAME: CoverMe(),
    coverup.NAME: CoverUp(),
    CatTower.game.NAME: CatTower(),
}
