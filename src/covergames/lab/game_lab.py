"""What a game offers to the lab: what to count, what to draw, and perhaps a kernel that plays by itself."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast

from covergames.bots.budget import Budget
from covergames.game import Seat
from covergames.games import GAMES
from covergames.record import Record

if TYPE_CHECKING:
    from covergames.lab.figure import Picture
    from covergames.lab.run import Run
    from covergames.text import Say


class Watch(Protocol):
    """Counts events of one game for statistics."""

    def see(self, events: Iterable[Any]) -> None:
        """Count what happened."""
        ...

    def frequencies(self) -> Mapping[str, tuple[int, int]]:
        """Return how often each thing happened, and of how many cases."""
        ...

    def tallies(self) -> Mapping[str, int]:
        """Return everything else, under names of the game; the tallies of many games are added."""
        ...

    def figures(self) -> Mapping[str, tuple[int, ...]]:
        """Return what was counted for each seat."""
        ...


@dataclass(frozen=True, slots=True)
class KernelGames:
    """The outcomes of games that a kernel played: an entry for each game, and the tallies of all of them."""

    scores: Sequence[tuple[int, ...]]
    places: Sequence[tuple[int, ...]]
    starts: Sequence[Seat]
    decisions: Sequence[int]
    frequencies: Sequence[Mapping[str, tuple[int, int]]]
    tallies: dict[str, int]


class LuckCorrection(Protocol):
    """Measures the luck of a game."""

    def __call__(self, record: Record, budget: Budget, /, *, seed: str) -> tuple[float, ...]:
        """Return what is to be taken off each seat's share of the victory; its mean over many games is 0."""
        ...


class Highlight(NamedTuple):
    """A share that a game adds to the comparison of several runs; title and heading are message keys."""

    title: str
    heading: str
    share: float


class GameLab(Protocol):
    """What the module with a game's part of the lab offers."""

    @property
    def KERNEL_PLAYERS(self) -> Collection[str]:
        """The players that the game's kernel has, by name."""
        ...

    @property
    def luck_correction(self) -> LuckCorrection | None:
        """How the luck of a game is measured; None: it cannot be."""
        ...

    def watch(self, players: int, options: Any, /) -> Watch:
        """Return a counter for a game that begins."""
        ...

    def play_in_kernel(
        self, line_ups: Sequence[Sequence[str]], options: Any, /, *, seed: int, numbers: Sequence[int]
    ) -> KernelGames:
        """Let the kernel's players play the games of these numbers; each has a line-up, by seat."""
        ...

    def pictures(self, run: Run, say: Say, /) -> list[Picture]:
        """Draw the charts that only runs of this game have."""
        ...

    def highlight(self, run: Run, /) -> Highlight | None:
        """Return the share that characterises the run; None: it has no figures for that."""
        ...


def lab_of(game: str) -> GameLab:
    """Return the module with that game's part of the lab; it is imported on first use."""
    return cast("GameLab", import_module(GAMES[game].lab))
