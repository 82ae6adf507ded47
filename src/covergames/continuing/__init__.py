"""Continue a finished game from one of its positions, in any seat: with all cards as they were, or from what the seat knew.

>>> from covergames.continuing import beginning
>>> from covergames.dealer import RandomDealer
>>> from covergames.lab import Setup, play
>>> import random
>>> record = play(Setup(game="cover-me", players=3, bots=("random",), seed=1), 0).record
>>> begun = beginning(record, step=100, seat=Seat(1), dealer=RandomDealer(random.Random(2)))
>>> begun.record.result is None, begun.step <= 100
(True, True)
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol, cast

import msgspec

from covergames.game import Data, Dealer, Seat
from covergames.games import GAMES, game_named
from covergames.record import AnyMoment, Record, RecordError, position, replay


class GameContinuing(Protocol):
    """What a game's module for continuing offers."""

    def may_begin(self, state: Any, /, *, anew: bool) -> bool:
        """Return whether a game can begin here; with unseen cards dealt anew, no secret choice may be waiting."""
        ...

    def deal_anew(
        self, events: Sequence[Data], moments: Sequence[AnyMoment], seat: Seat, dealer: Dealer, /
    ) -> list[Data]:
        """Return other events with which the seat would have seen the same; unseen cards and secret choices are random.

        The result depends on what the seat has seen and on the dealer, and on nothing else.
        """
        ...


@dataclass(frozen=True, slots=True)
class Beginning:
    """A position from which a game continues."""

    record: Record
    """The game up to there: no result, no proof, no meta. Its options are settled."""
    step: int
    """How many decisions the game has had."""
    digest: str
    """The `digest` of the original game up to there."""


def beginning(record: Record, *, step: int, seat: Seat, dealer: Dealer | None) -> Beginning:
    """Return the latest position at or before the step, counted in decisions, from which the game can continue.

    Without a dealer, all cards are as they were. With a dealer, those that the seat has not seen are dealt anew.

    Raises:
        RecordError: the record cannot be replayed, the game cannot be continued, or there is no such seat or step.
    """
    continuing = _continuing(record)
    if seat not in range(len(record.players)):
        raise RecordError(f"there is no seat {seat}: the seats are 0 to {len(record.players) - 1}")
    moments = list(replay(record))
    if step not in range(len(moments)):
        raise RecordError(f"there is no step {step}: the steps are 0 to {len(moments) - 1}")
    while not continuing.may_begin(moments[step].state, anew=dealer is not None):
        step -= 1
    moments = moments[: step + 1]
    events = record.events[: moments[-1].index]
    begun = msgspec.structs.replace(record, events=events, result=None, fair=None, meta={})
    original = digest(begun)
    if dealer is not None:
        begun.events = continuing.deal_anew(events, moments, seat, dealer)
        game = game_named(record.game)
        if game.view(position(begun).state, seat) != game.view(moments[-1].state, seat):
            raise AssertionError(f"seat {seat} sees another game at step {step}")
    return Beginning(begun, step, original)


def digest(record: Record, events: int | None = None) -> str:
    """Return the SHA-256 of the game up to that event: options, shuffles and decisions, as JSON in the form of RFC 8785."""
    facts = {
        "game": record.game,
        "players": len(record.players),
        "options": record.options,
        "start": record.start,
        "events": record.events[:events],
    }
    return hashlib.sha256(
        json.dumps(facts, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    ).hexdigest()


def _continuing(record: Record) -> GameContinuing:
    game_name = record.game
    module = GAMES[game_name].continuing if game_name in GAMES else None
    if module is None:
        raise RecordError(f"a game of {game_name} cannot be continued")
    return cast("GameContinuing", import_module(module))
