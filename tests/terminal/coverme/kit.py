"""A local game of Cover Me in memory: a scripted or random player, and everything on the screen."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.console import Console

from covergames import bots, coverme
from covergames.coverme.cards import CARDS
from covergames.coverme.notation import card_text, parse_card
from covergames.dealer import RandomDealer
from covergames.game import Seat
from covergames.record import Recording
from covergames.schema import read_options
from covergames.terminal.coverme.game_loop import GameLoop
from covergames.terminal.coverme.match import LocalMatch
from covergames.terminal.coverme.screen import CoverMeScreen
from covergames.terminal.coverme.words import CoverMeWords
from covergames.terminal.local_game import LocalGame

FIRST = Seat(0)
NAMES = ("Player", "Bo", "Cy", "Di", "Ed")

VARIANTS: dict[str, tuple[int, dict[str, object]]] = {
    "two, fictional": (2, {}),
    "two, advanced": (2, {"two_player": "advanced"}),
    "two, advanced, same value": (2, {"two_player": "advanced", "same_value": "drawn", "years": 1}),
    "three": (3, {}),
    "three, first game, open scores": (3, {"first_game": True, "open_scores": True}),
    "three, same value": (3, {"same_value": "G", "years": 2}),
    "four, longer": (4, {"length": "longer"}),
    "five, shorter": (5, {"length": "shorter"}),
}


def begin(players: int = 3, *, seed: int = 1, **options: object) -> Recording:
    """Return a new game; the same seed gives the same deal."""
    return begin_with(NAMES[:players], options, seed=seed)


def begin_with(names: Sequence[str], options: Mapping[str, object], *, seed: int) -> Recording:
    """Return a new game of players with these names."""
    settings = read_options(coverme, options, len(names))
    return Recording.begin(coverme, names, settings, RandomDealer(random.Random(seed)))


def cards_in(text: str) -> set[int]:
    """Return every card that the text names."""
    return {parse_card(found) for found in re.findall(r"\b[YRBGKW][brk][sml][qdt]\b", text)}


def random_answers(seed: int, *, commands: Sequence[str] = ()) -> Callable[[str], str]:
    """Return a player who answers with a random choice, sometimes after random commands."""
    chance = random.Random(seed)

    def answer(prompt: str) -> str:
        offered = re.search("1\N{EN DASH}([0-9]+)", prompt)
        if offered is None:
            return ""
        if commands and chance.random() < 0.3:
            return chance.choice(commands)
        return str(chance.randint(1, int(offered[1])))

    return answer


def script(*answers: str) -> Callable[[str], str]:
    """Return a player who gives these answers and then leaves."""
    left: Iterator[str] = iter(answers)

    def answer(_prompt: str) -> str:
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    return answer


@dataclass(frozen=True)
class ShownPage:
    """What the player saw before an answer, and the prompt below it."""

    view: Any
    text: str
    prompt: str


@dataclass
class ScriptedGame:
    """A player's game against bots."""

    recording: Recording
    answer: Callable[[str], str]
    seat: Seat = FIRST
    language: str = "en"
    size: tuple[int, int] = (80, 24)
    saved: list[int] = field(default_factory=list)
    """The number of recorded events at each save."""
    leaks: set[str] = field(default_factory=set)
    """Cards on the screen that the player cannot have seen."""
    bot: str = "random"
    greeting: str = "Hello."
    pages: list[ShownPage] = field(default_factory=list)
    """Everything that was printed, divided at the prompts."""

    def __post_init__(self) -> None:
        self.output = io.StringIO()
        self.known: set[int] = set()
        self._read = 0
        width, height = self.size
        console = Console(file=self.output, width=width, height=height, highlight=False, color_system=None)
        players = len(self.recording.record.players)
        opponents = [Seat(number) for number in range(players) if number != self.seat]
        maker = bots.named(coverme, self.bot)
        names = tuple(self.recording.record.players)
        game = LocalGame(
            recording=self.recording,
            seat=self.seat,
            bots={seat: maker(random.Random(seat)) for seat in opponents},
            save=self._save,
        )
        screen = CoverMeScreen(console, CoverMeWords(self.language, names, self.seat))
        self._loop = GameLoop(LocalMatch(game), screen, self._ask, greeting=self.greeting)
        self._learn()

    @property
    def shown(self) -> str:
        """Everything that was printed so far."""
        return self.output.getvalue()

    @property
    def unread(self) -> str:
        """What was printed since the last answer."""
        return self.shown[self._read :]

    def play(self) -> bool:
        """Play until the end, or until the player leaves; return whether the game is over."""
        is_over = self._loop.play()
        self.pages.append(ShownPage(self.view(), self.unread, ""))
        self._look()
        return is_over

    def view(self) -> Any:
        """Return what the player sees now."""
        return coverme.view(self.recording.state, self.seat)

    def _learn(self) -> None:
        self.known |= set(CARDS) - set(self.view().unseen)

    def _save(self) -> None:
        self.saved.append(len(self.recording.record.events))
        self._learn()

    def _look(self) -> None:
        new = self.unread
        self._read += len(new)
        self.leaks |= {card_text(coverme.Card(card)) for card in cards_in(new) - self.known}

    def _ask(self, prompt: str) -> str:
        self.pages.append(ShownPage(self.view(), self.unread, prompt))
        self._look()
        self.output.write(f"{prompt}\n")
        self._read = len(self.shown)
        return self.answer(prompt)
