"""The games there are: one registration each, with everything that the rest of the project needs to know of it.

Besides the package's own games there are those of other packages, as entry points of the group ``covergames.games``. The
entry point has the name of the game and refers to its `Registration`.

>>> list(GAMES)
['cover-me', 'cover-up']
>>> GAMES["cover-me"].rules.PLAYERS
range(2, 6)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final, TypeAlias

from covergames import coverme, coverup
from covergames.game import Game, NotationError

AnyGame: TypeAlias = Game[Any, Any, Any, Any, Any]

GROUP: Final = "covergames.games"
"""The group of entry points with which other packages register games."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Registration:
    """A game: its rules, and the modules that other parts of the project import when they first need them.

    The part that imports a module says, in a protocol, what it expects there. A game without such a module does without
    what it would offer.
    """

    rules: AnyGame
    """The module of the rules, such as ``covergames.coverme``."""
    bots: str = "covergames.bots.any_game"
    """The game's bots; expected is `covergames.bots.GameBots`."""
    lab: str = "covergames.lab.any_game"
    """What simulations count and draw; expected is `covergames.lab.GameLab`."""
    analysis: str | None = None
    """What a finished game is judged by; expected is `covergames.analysis.GameAnalysis`."""
    continuing: str | None = None
    """How a finished game is continued from one of its positions; expected is `covergames.continuing.GameContinuing`."""
    terminal: str | None = None
    """Screens of the terminal client; expected is `covergames.terminal.screens.GameScreens`."""
    envs: str | None = None
    """The game as environments for learning; expected is `GAME`, a `covergames.envs.table.EnvGame`."""
    server: str | None = None
    """What the game adds to the server, such as puzzles: handlers, ``ROUTES``, and the types of their requests and answers, ``MESSAGES``."""
    commands: Mapping[str, str] = field(default_factory=dict)
    """Commands that the game adds to the program, each with the module of a function of that name."""
    sections: Mapping[str, str] = field(default_factory=dict)
    """The sections of the rules, in order: each heading with the ids of its rules, separated by spaces."""


class Games(Mapping[str, Registration]):
    """The registrations by name. Those of other packages are loaded on first use."""

    def __init__(self, own: Iterable[Registration]) -> None:
        self._own = {registration.rules.NAME: registration for registration in own}

    def __getitem__(self, name: str) -> Registration:
        return self._own[name] if name in self._own else _loaded(_entry_points()[name])

    def __iter__(self) -> Iterator[str]:
        return iter({**self._own, **_entry_points()})

    def __len__(self) -> int:
        return len({**self._own, **_entry_points()})

    def __contains__(self, name: object) -> bool:
        return name in self._own or name in _entry_points()


@cache
def _entry_points() -> Mapping[str, EntryPoint]:
    """Return the games of other packages; none of them replaces one of ours."""
    return {point.name: point for point in sorted(entry_points(group=GROUP))}


@cache
def _loaded(point: EntryPoint) -> Registration:
    registration = point.load()
    if not isinstance(registration, Registration) or point.name != registration.rules.NAME:
        raise TypeError(
            f"the entry point {point.name!r} refers to {point.value}, which is no registration of that game"
        )
    return registration


GAMES: Final[Mapping[str, Registration]] = Games(
    (
        Registration(
            rules=coverme,
            bots="covergames.bots.coverme",
            lab="covergames.lab.coverme",
            analysis="covergames.analysis.coverme",
            continuing="covergames.continuing.coverme",
            envs="covergames.envs.coverme",
            terminal="covergames.terminal.coverme",
            server="covergames.server.coverme",
            commands={"place": "covergames.commands.coverme.place"},
            sections=coverme.SECTIONS,
        ),
        Registration(
            rules=coverup,
            bots="covergames.bots.coverup",
            lab="covergames.lab.coverup",
            analysis="covergames.analysis.coverup",
            continuing="covergames.continuing.coverup",
            envs="covergames.envs.coverup",
            terminal="covergames.terminal.coverup",
            server="covergames.server.coverup",
            commands={name: f"covergames.commands.coverup.{name}" for name in ("daily", "deck", "solve")},
            sections=coverup.SECTIONS,
        ),
    )
)
"""All games by the name that records and commands use."""


def game_named(name: str) -> AnyGame:
    """Return the rules of the game of that name.

    Raises:
        NotationError: there is no such game.
    """
    if name not in GAMES:
        raise NotationError(f"game {name!r} is none of {', '.join(GAMES)}")
    return GAMES[name].rules
