"""The command line of covergames: `COMMANDS` lists what it can do.

A command's module is imported only when that command is asked for, or for the list of all.
"""

from __future__ import annotations

import sys
from importlib import import_module
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, cast

import typer
from typer.core import TyperGroup

if TYPE_CHECKING:
    from collections.abc import Mapping

COMMANDS: Final[Mapping[str, str]] = {
    "bot": "covergames.commands.bot",
    "play": "covergames.commands.play",
    "replay": "covergames.commands.replay",
    "rules": "covergames.commands.rules",
    "serve": "covergames.commands.serve",
    "simulate": "covergames.commands.simulate",
    "tournament": "covergames.commands.tournament",
    "report": "covergames.commands.report",
    "verify": "covergames.commands.verify",
}
"""Every command and the module in which a function of that name carries it out; games add commands to these."""

_UsageError: Final = cast("type[typer.BadParameter]", typer.BadParameter.__base__)
"""Every error that Typer has for a command line."""


class _LazyGroup(TyperGroup):
    """A group that imports a command when it is wanted."""

    def list_commands(self, _context: Any) -> list[str]:
        return sorted(all_commands())

    def get_command(self, _context: Any, name: str) -> Any:
        module = COMMANDS.get(name) or all_commands().get(name)
        if module is None:
            return None
        single = typer.Typer(add_completion=False, rich_markup_mode=None)
        single.command(name)(getattr(import_module(module), name))
        return typer.main.get_command(single)


def all_commands() -> dict[str, str]:
    """Return `COMMANDS` and those that games add; this imports the games."""
    from covergames.games import GAMES

    added = {name: module for game in GAMES.values() for name, module in game.commands.items()}
    return {**added, **COMMANDS}


app = typer.Typer(cls=_LazyGroup, add_completion=False, rich_markup_mode=None)


@app.callback()
def covergames() -> None:
    """Cover Me and Cover Up: play, replay, simulate, look up the rules."""


def run(arguments: list[str]) -> int:
    """Carry out a command line, and return the exit code."""
    try:
        code = app(arguments or ["--help"], prog_name="covergames", standalone_mode=False)
    except typer.Exit as leaving:
        return leaving.exit_code
    except typer.Abort:
        return 130
    except _UsageError as error:
        print(f"covergames: {_named(error.format_message(), arguments)}", file=sys.stderr)
        return error.exit_code
    return code if isinstance(code, int) else 0


def _named(message: str, arguments: list[str]) -> str:
    """Return the message in one line, with the value of the option if the message does not name it."""
    line = " ".join(message.split())
    words = [word for argument in arguments for word in argument.split("=", 1)]
    for option, value in pairwise(words):
        if option.startswith("--") and f"value for '{option}'" in line and value not in line:
            return f"{line} (given: {value!r})"
    return line


def main() -> None:
    """Run the program; this is the console entry point."""
    sys.exit(run(sys.argv[1:]))
