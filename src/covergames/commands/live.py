"""A game of Cover Up in the terminal, in real time."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from covergames import coverup
from covergames.commands.failure import FAILED, USAGE, fail
from covergames.commands.options import read_options
from covergames.coverup import DeckError, load_deck, write_deck
from covergames.dealer import RandomDealer
from covergames.game import NotationError, RuleError, Seat
from covergames.terminal.coverup import CoverUpScreen
from covergames.terminal.coverup_match import Match
from covergames.terminal.saving import default_path, write

NAMES = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo")


def play_live(players: int, seat: int, *, name: str | None, options: Sequence[str], save: Path | None) -> None:
    """Play until the end, or until you leave; the record of what was played is kept either way."""
    match = begun(players, seat, name=name, options=options)
    CoverUpScreen(match).run()
    path = save or default_path(coverup.NAME, datetime.now().astimezone(), os.environ)
    try:
        write(path, match.recording.record)
    except OSError as error:
        fail(f"the game cannot be kept in {path}: {error.strerror}", code=FAILED)
    print(path)


def begun(players: int, seat: int, *, name: str | None, options: Sequence[str]) -> Match:
    """A table with you and bots; ``deck=FILE`` among the options plays with another deck."""
    try:
        data = read_options(options)
        if isinstance(data.get("deck"), str) and data["deck"] != "house":
            data["deck"] = write_deck(load_deck(Path(data["deck"])))
        chosen = coverup.read_options(data, players)
    except (NotationError, RuleError, DeckError) as error:
        fail(str(error), code=USAGE)
    except OSError as error:
        fail(f"the deck cannot be read: {error.strerror}", code=USAGE)
    if seat not in range(players):
        fail(f"seat {seat}: the seats are 0 to {players - 1}", code=USAGE)
    return Match(
        [(name or "You") if number == seat else NAMES[number] for number in range(players)],
        seat=Seat(seat),
        options=chosen,
        dealer=RandomDealer(random.SystemRandom()),
        clock=time.monotonic,
        chance=random.Random(),
    )
