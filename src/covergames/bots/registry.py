"""The bots by game and by the name that commands use.

A game's own bots are in the module that its registration names. Other packages add bots by entry points of the group
``covergames.bots``: ``GAME.fast`` is a bot called fast that plays that game, ``fast`` one that plays any game. And
``path/to/file.py:Name`` names a class or function in that file that makes a bot.

After any of these names may come a budget for each decision, as in ``editor:50ms``, or a skill, as in ``human:4``, if the bot is
made with one.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import sys
from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Final, Protocol, cast

from covergames.bots.bot import AnyBot, BotMaker
from covergames.bots.budget import Budget, BudgetError
from covergames.bots.skill import SkillError, parse_skill
from covergames.games import GAMES, AnyGame

GROUP: Final = "covergames.bots"
"""The group of the entry points of other packages' bots."""


class GameBots(Protocol):
    """What the module with a game's bots offers."""

    @property
    def BOTS(self) -> Mapping[str, BotMaker]:
        """What makes each bot, by name, weakest first."""
        ...

    @property
    def OPPONENT(self) -> str:
        """The bot that plays against a person who has not chosen one, with its budget."""
        ...

    @property
    def STAND_IN(self) -> str:
        """The bot that plays for a person who is away."""
        ...

    @property
    def LEVELS(self) -> Mapping[str, str]:
        """The bots that people choose as ``novice``, ``gentle``, ``good``, ``strong`` and ``champion``."""
        ...


class UnknownBot(ValueError):
    """A name that no bot of this game has, or a budget or skill that the bot cannot have; the message says which."""


def bots_of(game: AnyGame) -> GameBots:
    """Return the module with the game's own bots; it is imported on first use."""
    return cast("GameBots", importlib.import_module(GAMES[game.NAME].bots))


def names(game: AnyGame) -> tuple[str, ...]:
    """Return the names of the bots that play this game: its own, weakest first, then those of other packages."""
    return (*bots_of(game).BOTS, *_entry_points(game))


def named(game: AnyGame, name: str) -> BotMaker:
    """Return what makes the bot of that name: ``named(game, "editor:50ms")(random.Random(7))``.

    Raises:
        UnknownBot: no bot of this game has that name, or it takes no such budget or skill.
    """
    folder, is_file, rest = name.rpartition(".py:")
    own_name, has_more, more = rest.partition(":")
    maker = _of_file(f"{folder}.py", own_name) if is_file else _known(game, own_name)
    return _with_budget_or_skill(name, maker, more) if has_more else maker


def budget_of(game: AnyGame, name: str) -> Budget | None:
    """Return the budget in a bot's name; None: there is none.

    Raises:
        UnknownBot: no bot of this game has that name, or it takes no such budget or skill.

    >>> from covergames.games import game_named
    >>> str(budget_of(game_named("cover-me"), "editor:50ms")), budget_of(game_named("cover-up"), "human:4")
    ('50ms', None)
    """
    maker = named(game, name)
    return maker.keywords.get("budget") if isinstance(maker, partial) else None


def remembers(game: AnyGame, name: str) -> bool:
    """Return whether the bot may keep something between two decisions: unless its class says ``remembers = False``.

    Raises:
        UnknownBot: no bot of this game has that name, or it takes no such budget or skill.

    >>> from covergames.games import game_named
    >>> remembers(game_named("cover-me"), "editor:200ms"), remembers(game_named("cover-up"), "quick")
    (False, True)
    """
    maker = named(game, name)
    return bool(getattr(maker.func if isinstance(maker, partial) else maker, "remembers", True))


def can_share(game: AnyGame, name: str) -> bool:
    """Return whether several processes can share the bot's decisions: it is a `SharingBot` with a budget of time.

    Raises:
        UnknownBot: no bot of this game has that name, or it takes no such budget or skill.

    >>> from covergames.games import game_named
    >>> [can_share(game_named("cover-me"), name) for name in ("champion", "champion:1s", "champion:500p", "editor")]
    [True, True, False, False]
    """
    maker = named(game, name)
    if not hasattr(maker.func if isinstance(maker, partial) else maker, "part"):
        return False
    budget = inspect.signature(maker).parameters["budget"].default
    return isinstance(budget, Budget) and budget.seconds is not None


def at_level(game: AnyGame, name: str) -> str:
    """Return the name of the bot that plays at a level; a name that is no level stays the same.

    >>> from covergames.games import game_named
    >>> at_level(game_named("cover-up"), "gentle"), at_level(game_named("cover-up"), "quick")
    ('beginner', 'quick')
    """
    return bots_of(game).LEVELS.get(name, name)


def _known(game: AnyGame, name: str) -> BotMaker:
    """Return what makes a bot of the game, or one of another package."""
    if name in (own := bots_of(game).BOTS):
        return own[name]
    if name in (others := _entry_points(game)):
        return _loaded(others[name])
    raise UnknownBot(f"bot {name!r} is none of {', '.join(names(game))}, which play {game.NAME}")


def _with_budget_or_skill(name: str, maker: BotMaker, text: str) -> BotMaker:
    """Return the maker with that budget or skill; it must have a parameter called ``budget`` or ``skill``."""
    parameters = inspect.signature(maker).parameters
    made = cast("Callable[..., AnyBot]", maker)
    try:
        if "skill" in parameters:
            return partial(made, skill=parse_skill(text))
        budget = Budget.parse(text)
    except (BudgetError, SkillError) as error:
        raise UnknownBot(f"bot {name!r}: {error}") from None
    if "budget" not in parameters:
        raise UnknownBot(f"bot {name!r}: {name.removesuffix(f':{text}')} takes no budget")
    return partial(made, budget=budget)


@cache
def _all_entry_points() -> tuple[EntryPoint, ...]:
    return tuple(entry_points(group=GROUP))


def _entry_points(game: AnyGame) -> dict[str, EntryPoint]:
    """Return other packages' bots for this game. None of them replaces one of the game's own."""
    found = {}
    for point in _all_entry_points():
        first, dot, rest = point.name.partition(".")
        of, name = (first, rest) if dot and first in GAMES else (None, point.name)
        if of in (None, game.NAME) and name not in bots_of(game).BOTS:
            found[name] = point
    return dict(sorted(found.items()))


def _loaded(point: EntryPoint) -> BotMaker:
    try:
        return _checked(point.name, point.load())
    except (ImportError, AttributeError) as error:
        raise UnknownBot(f"bot {point.name!r} cannot be loaded from {point.value}: {error}") from None


@cache
def _of_file(path: str, attribute: str) -> BotMaker:
    """Return the maker of that name in a Python file, which is run once."""
    module = _module(path)
    if not hasattr(module, attribute):
        raise UnknownBot(f"bot {path}:{attribute}: there is no {attribute!r} in {path}")
    return _checked(f"{path}:{attribute}", getattr(module, attribute))


@cache
def _module(path: str) -> ModuleType:
    file = Path(path)
    if not file.is_file():
        raise UnknownBot(f"bot file {path!r} does not exist")
    name = f"covergames_bot_file_{file.stem}_{abs(hash(file.resolve()))}"
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses, among others, look their module up
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise UnknownBot(f"bot file {path!r} cannot be run: {type(error).__name__}: {error}") from error
    return module


def _checked(name: str, maker: object) -> BotMaker:
    if not callable(maker):
        raise UnknownBot(f"bot {name} is {maker!r}, which makes no bot: it should be a class or a function")
    return cast("BotMaker", maker)
