"""Tables that exist before a test opens a page, played as far as the test needs and stored as a server stores them."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import msgspec

from covergames import coverme
from covergames.analysis import analyse, encode, version_of
from covergames.bots.budget import Budget
from covergames.coverme import Feature, Keep, Place, Row
from covergames.coverup import Done, Lay, Placement
from covergames.game import Seat
from covergames.server.compression import compress
from covergames.server.store import Store, StoredAnalysis, StoredEntry
from covergames.server.summary import summary_of
from covergames.server.tokens import new_table
from covergames.table import Settings, Table, decode, record_of
from covergames.table.entries import Acted
from tests.browser.guest import SavedSeat
from tests.table.kit import Live, token

MAX_GAMES: Final = 1000
"""The most games that are played to find a rare moment."""

HOUR_MS: Final = 3_600_000

ME: Final = Seat(0)
"""The seat of the guest, unless a test chooses another."""

Condition: TypeAlias = Callable[[Table], bool]
"""Whether a table is in the wanted state."""


def asked(*kinds: type[coverme.Action], cards: int = 1, row: Row | None = None, phase: str | None = None) -> Condition:
    """Return the condition that the first seat chooses between such actions, with that many cards each, or in this row."""

    def is_asked(table: Table) -> bool:
        state = table.state
        if ME not in table.to_act or (phase is not None and state.phase.value != phase):
            return False
        legal = coverme.legal(state, ME)
        return (
            {type(action) for action in legal} == set(kinds)
            and all(len(action.cards) == cards for action in legal if isinstance(action, Place | Keep))
            and (row is None or any(isinstance(action, Feature) and action.row is row for action in legal))
        )

    return is_asked


def cover_me_game(
    until: Condition,
    *,
    players: int = 3,
    people: int = 1,
    bot: str = "random",
    options: Mapping[str, Any] | None = None,
) -> Live:
    """Play a game of Cover Me until the condition holds; people take the first seats, bots the others, and all decide at random.

    Each attempt has its number as seed, so that a test gets the same game every time.
    """
    for number in range(MAX_GAMES):
        live = Live(
            players=players,
            options=options,
            settings=Settings(away_after=None),
            seed=f"{number:064x}",
            at=round(time.time() * 1000),
        )
        seats = [Seat(seat) for seat in range(players)]
        live.sit(*seats[:people])
        live.seat_bots(*seats[people:], bot=bot)
        live.start()
        chance = random.Random(number)
        while not (found := until(live.table)) and not live.table.is_over:
            live.decide(chance.choice(live.table.to_act), chance)
        if found:
            for seat in seats[:people]:
                live.leave(seat)
            return live
    raise AssertionError(f"in {MAX_GAMES} games this moment never came")


def cover_up_game(
    until: Condition, *, players: int = 3, people: int | None = None, options: Mapping[str, Any] | None = None
) -> Live:
    """Play a game of Cover Up, an hour ago, until the condition holds; people take the first seats, or all, bots the others.

    In every round each seat lays two cards far apart, so that the upper one is removed (CU-S1), and is done. Every action takes
    0.4 s.
    """
    start = round(time.time() * 1000) - HOUR_MS
    live = Live("cover-up", players, options=options, settings=Settings(away_after=None), at=start)
    seats = [Seat(seat) for seat in range(players)]
    live.sit(*seats[:people])
    live.seat_bots(*seats[players if people is None else people :])
    live.start()
    chance = random.Random(1)
    while not until(live.table):
        seat, state = live.table.to_act[0], live.table.state
        if live.table.round_start is None:
            live.decide(seat, chance)
            continue
        live.at = max(live.at, live.table.round_start)
        for action in [
            *(
                Lay(Placement(card, flip=False, turn=0, x=20 * x, y=0), 0)
                for x, card in enumerate(state.hands[seat][:2])
            ),
            Done(0),
        ]:
            live.wait(0.4)
            live.choose(seat, action)
    for seat, _ in live.table.people:
        live.leave(seat)
    return live


def gives_back(table: Table) -> bool:
    """The condition that the first round is counted and all have to give a card back."""
    return bool(table.state.phase.value == "give-back")


@dataclass
class Archive:
    """The store of the server that the guests visit."""

    store: Store

    async def add(self, live: Live) -> list[SavedSeat]:
        """Store this table under a new name; the seats of its people."""
        name = new_table()
        first, *others = [StoredEntry(entry.sequence, entry.at, entry.encode()) for entry in live.entries]
        assert await self.store.create(name, first, summary_of(live.table))
        assert await self.store.append(name, others, summary_of(live.table))
        return [SavedSeat(name, token(seat), live.table.game.NAME) for seat, _ in live.table.people]

    async def save_analysis(self, saved: SavedSeat, live: Live, *, budget: Budget | None = None) -> None:
        """Store the analysis of a finished game, as the server does when it is asked for one."""
        analysis = compress(encode(analyse(record_of(saved.table, live.entries), budget=budget)))
        await self.store.save_analysis(saved.table, StoredAnalysis(version_of(saved.game), 1, 1, 0, analysis))

    async def save_progress(self, saved: SavedSeat, done: int, total: int) -> None:
        """Store how far the analysis is, as another worker does that computes it."""
        until = round(time.time() * 1000) + HOUR_MS
        await self.store.save_analysis(saved.table, StoredAnalysis(version_of(saved.game), done, total, until, b""))

    async def table(self, name: str) -> Table:
        """The table as stored now."""
        return Table.fold(name, [decode(stored.data) for stored in await self.store.entries(name)])

    async def decided(self, name: str, seat: Seat) -> list[dict[str, Any]]:
        """All decisions of that seat, in order."""
        happened = [decode(stored.data).body for stored in await self.store.entries(name)]
        return [
            msgspec.json.decode(what.action)
            for what in happened
            if isinstance(what, Acted) and what.seat == seat and what.by == "person"
        ]
