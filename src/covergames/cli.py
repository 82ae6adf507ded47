"""The command line of covergames.

The module of a command is imported when that command runs. The list of all commands reads their docstrings from the sources:
importing all modules would take four times as long.
"""

from __future__ import annotations

import ast
import inspect
import sys
from importlib import import_module
from importlib.abc import InspectLoader
from importlib.util import find_spec
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Any, Final, cast

import typer
from typer.core import TyperGroup

from covergames import __version__

if TYPE_CHECKING:
    from collections.abc import Mapping

COMMANDS: Final[Mapping[str, str]] = {
    "admin": "covergames.commands.admin",
    "analyse": "covergames.commands.analyse",
    "backup": "covergames.commands.backup",
    "bot": "covergames.commands.bot",
    "dataset": "covergames.commands.dataset",
    "doctor": "covergames.commands.doctor",
    "play": "covergames.commands.play",
    "replay": "covergames.commands.replay",
    "restore": "covergames.commands.restore",
    "rules": "covergames.commands.rules",
    "serve": "covergames.commands.serve",
    "simulate": "covergames.commands.simulate",
    "tournament": "covergames.commands.tournament",
    "report": "covergames.commands.report",
    "verify": "covergames.commands.verify",
}
"""Each command, with the module of the function of that name; games add more commands.

A module that has a `group` of commands offers all of them under that name.
"""

_UsageError: Final = cast("type[typer.BadParameter]", typer.BadParameter.__base__)
"""The base class of Typer's errors about a command line."""


class _LazyGroup(TyperGroup):
    """A group that imports each command on first use."""

    def list_commands(self, _context: Any) -> list[str]:
        return sorted(all_commands())

    def get_command(self, _context: Any, name: str) -> Any:
        module = COMMANDS.get(name) or all_commands().get(name)
        if module is None:
            return None
        found = import_module(module)
        group = getattr(found, "group", None)
        if group is None:
            group = typer.Typer(add_completion=False, rich_markup_mode=None)
            group.command(name)(getattr(found, name))
        return typer.main.get_command(group)

    def format_commands(self, _context: Any, formatter: Any) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary(module, name)) for name, module in sorted(all_commands().items())])


def all_commands() -> dict[str, str]:
    """Return `COMMANDS` and the commands that games add; this imports the games."""
    from covergames.games import GAMES

    added = {name: module for game in GAMES.values() for name, module in game.commands.items()}
    return {**added, **COMMANDS}


def summary(module: str, command: str) -> str:
    """Return the first line of a command's docstring, read from the source of its module."""
    spec = find_spec(module)
    source = spec.loader.get_source(module) if spec and isinstance(spec.loader, InspectLoader) else None
    for node in ast.parse(source or "").body:
        if isinstance(node, ast.FunctionDef) and node.name == command:
            return (ast.get_docstring(node) or "").partition("\n")[0]
    return (inspect.getdoc(getattr(import_module(module), command)) or "").partition("\n")[0]


app = typer.Typer(cls=_LazyGroup, add_completion=False, rich_markup_mode=None)


def _print_version(is_wanted: bool) -> None:  # noqa: FBT001 - Typer's callback
    if is_wanted:
        print(f"covergames {__version__}")
        raise typer.Exit


@app.callback()
def covergames(
    *,
    version: Annotated[
        bool, typer.Option("--version", help="Show the version.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    """Cover Me and Cover Up: play, replay, simulate, read the rules. Without a command: play in the browser."""


def run(arguments: list[str]) -> int:
    """Run a command line and return the exit code."""
    try:
        code = app(arguments or ["play"], prog_name="covergames", standalone_mode=False)
    except typer.Exit as leaving:
        return leaving.exit_code
    except typer.Abort:
        return 130
    except _UsageError as error:
        print(f"covergames: {_sentence(_one_line(error.format_message(), arguments))}", file=sys.stderr)
        return error.exit_code
    except RecursionError:
        print("covergames: a file is nested too deeply to be read", file=sys.stderr)
        return 1
    except OSError as error:
        what = f"{error.filename}: {error.strerror}" if error.filename else str(error)
        print(f"covergames: {_sentence(what)}", file=sys.stderr)
        return 1
    return code if isinstance(code, int) else 0


def _sentence(text: str) -> str:
    from covergames.commands.failure import sentence

    return sentence(text)


def _one_line(message: str, arguments: list[str]) -> str:
    """Return the message in one line; add the value of the option if the message does not name it."""
    line = " ".join(message.split())
    words = [word for argument in arguments for word in argument.split("=", 1)]
    for option, value in pairwise(words):
        if option.startswith("--") and f"value for '{option}'" in line and value not in line:
            return f"{line} (given: {value!r})"
    return line


def main() -> None:
    """Run the command line of this process."""
    sys.exit(run(sys.argv[1:]))
