"""A game of Cover Up in the terminal, in real time."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from covergames import coverup, schema
from covergames.bots import AnyBot, BotFault
from covergames.commands.decks import with_deck
from covergames.commands.failure import FAILED, USAGE, fail
from covergames.commands.options import read_options
from covergames.game import Dealer, NotationError, RuleError, Seat
from covergames.games import GAMES
from covergames.record import Recording
from covergames.terminal import saving
from covergames.terminal.coverup import CoverUpScreen
from covergames.terminal.coverup_match import Match
from covergames.terminal.words import Words, capital
from covergames.text import text

NAMES = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo")
"""What the bots are called, by seat."""


def begun(
    players: int,
    seat: int,
    *,
    name: str | None,
    options: Sequence[str],
    deck: str | None,
    language: str,
    dealer: Dealer,
) -> Recording:
    """A new game for you and bots."""
    try:
        chosen = schema.read_options(coverup, with_deck(read_options(options), deck, coverup.NAME), players)
    except (NotationError, RuleError) as error:
        fail(str(error), code=USAGE)
    if seat not in range(players):
        fail(f"seat {seat}: the seats are 0 to {players - 1}", code=USAGE)
    own = capital(text("player", language)) if name is None else name
    names = [own if number == seat else NAMES[number] for number in range(players)]
    return Recording.begin(GAMES[coverup.NAME].rules, names, chosen, dealer)


def sit_down(
    recording: Recording, seat: Seat, bots: Mapping[Seat, AnyBot], path: Path, language: str, *, is_new: bool
) -> bool:
    """Play until the end, or until you leave; the record is kept either way. Whether the game is over."""
    words = Words(language, tuple(recording.record.players), seat)
    match = Match(recording, seat=seat, bots=bots, clock=time.monotonic)
    greeting = words(
        "terminal.cover-up.welcome" if is_new else "terminal.welcome-back",
        name=words.name(seat),
        names=words.names(bots),
    )

    def save() -> None:
        saving.write(path, recording.record)

    try:
        save()
        error = CoverUpScreen(match, words, greeting=greeting, save=save).run()
        if error is not None:
            raise error
        save()
    except BotFault as fault:
        fail(str(fault), code=FAILED)
    except OSError as error:
        fail(f"{path} cannot be written: {error.strerror}", code=FAILED)
    return recording.record.result is not None
