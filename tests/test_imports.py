"""Imports point in one direction: a part imports only parts below it."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "src" / "covergames"

BUILDS_ON = {
    "game": (),
    "encoding": (),
    "compiled": (),
    "coverme": ("game", "encoding"),
    "coverup": ("game", "encoding", "compiled"),
    "dealer": ("game",),
    "games": ("coverme", "coverup"),
    "schema": ("games",),
    "record": ("schema", "dealer"),
    "text": (),
    "rulebook": ("games",),
    "folders": (),
    "continuing": ("record",),
    "kernel": ("record",),
    "bots": ("record", "kernel"),
    "analysis": ("kernel", "bots", "text"),
    "lab": ("analysis",),
    "envs": ("kernel", "bots"),
    "learning": ("kernel",),
    "terminal": ("kernel", "text", "rulebook", "folders", "client"),
    "table": ("kernel", "bots", "continuing"),
    "puzzle": ("table",),
    "cover_puzzle": ("table",),
    "wire": ("table",),
    "client": ("wire",),
    "server": ("wire", "analysis", "puzzle", "cover_puzzle", "text", "rulebook", "folders"),
    "commands": ("lab", "analysis", "cover_puzzle", "envs", "terminal", "server", "client"),
    "cli": ("commands",),
    "__main__": ("cli",),
    "__init__": ("game",),
}
"""Each part of the package, and the parts right below it; it may import these and all parts below them."""

GAMES = ("coverme", "coverup")

FOR_TYPES_ONLY = {"covergames.coverup._search": {"mypy_extensions.i64"}}
"""Names that a compiled inner loop needs for mypyc but does not import when it runs, as a test of the solver proves."""

CHANCE_AND_TIME = {"datetime", "random", "secrets", "time", "uuid"}
"""Standard modules that a game must not use: the dealer provides chance, and an action has its time."""

NOT_FOR_A_TABLE = CHANCE_AND_TIME - {"datetime"} | {
    "asyncio",
    "io",
    "os",
    "pathlib",
    "socket",
    "subprocess",
    "threading",
}
"""Modules that a live table must not use: it is given seeds and times, and other parts store it. It may write dates."""


def below(part: str) -> set[str]:
    """Return all parts that this part may import."""
    return {deeper for lower in BUILDS_ON[part] for deeper in (lower, *below(lower))}


def imported(module: str, source: str, *, is_package: bool = False) -> set[str]:
    """Return the full names of all imports of a module; for ``from a import b`` that is ``a.b``."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            home = module.split(".") + (["__init__"] if is_package else [])
            start = ".".join(home[: -node.level]) if node.level else ""
            origin = ".".join(filter(None, (start, node.module)))
            names.update(f"{origin}.{alias.name}" for alias in node.names)
    return names


def violations(module: str, source: str, *, is_package: bool = False) -> list[str]:
    """Return a sentence for each forbidden import."""
    part = [*module.split("."), "__init__"][1]
    if part not in BUILDS_ON:
        return [f"{module}: say in BUILDS_ON where {part!r} belongs"]
    found = []
    for name in sorted(imported(module, source, is_package=is_package)):
        root, target, *_ = [*name.split("."), ""]
        if root == "covergames":
            if target not in {part, "__version__"} | below(part):
                found.append(f"{module} imports {name}, but {part} may import only {sorted(below(part))} of ours")
        elif name in FOR_TYPES_ONLY.get(module, ()):
            continue
        elif part in GAMES and root not in sys.stdlib_module_names:
            found.append(f"{module} imports {name}, but a game needs nothing but the standard library")
        elif part in GAMES and root in CHANCE_AND_TIME:
            found.append(f"{module} imports {name}, but a game uses no source of chance or time")
        elif part == "table" and root in NOT_FOR_A_TABLE:
            found.append(f"{module} imports {name}, but a table uses no chance, clock, input or output")
    return found


def module_name(path: Path) -> str:
    """Return the dotted name of a source file."""
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=module_name)
def test_no_module_imports_from_above(path: Path) -> None:
    """Every module of the package keeps to its layer."""
    assert violations(module_name(path), path.read_text("utf-8"), is_package=path.name == "__init__.py") == []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("covergames.coverme.rules", "from dataclasses import dataclass"),
        ("covergames.coverme.rules", "from covergames.game import IllegalAction, Seat"),
        ("covergames.coverme.rules", "from covergames import game"),
        ("covergames.coverme.rules", "from . import season\nfrom .cards import Card\nfrom ..game import Seat"),
        ("covergames.coverme.rules", "from covergames.coverme.cards import Card"),
        ("covergames.record", "import msgspec\nfrom covergames import coverme, coverup"),
        ("covergames.table.duties", "import hmac\nfrom covergames.bots import named\nimport covergames.record"),
        ("covergames.wire.views", "import msgspec\nfrom covergames.table import TableView"),
        ("covergames.client.socket", "import asyncio\nfrom covergames import wire\nfrom covergames.bots import Bot"),
        ("covergames.server.app", "import time\nfrom covergames import wire, table, text"),
        ("covergames.cli", "from covergames.server import app"),
        ("covergames.cli", "from covergames import __version__"),
    ],
)
def test_imports_from_below_are_fine(module: str, source: str) -> None:
    """The rule does not forbid these."""
    assert violations(module, source) == []


@pytest.mark.parametrize(
    ("module", "source", "offending"),
    [
        ("covergames.coverme.rules", "from covergames import coverup", "covergames.coverup"),
        ("covergames.coverme.rules", "from ..coverup.cards import Card", "covergames.coverup.cards.Card"),
        ("covergames.coverme.rules", "import covergames.record", "covergames.record"),
        ("covergames.coverme.rules", "import msgspec", "msgspec"),
        ("covergames.coverme.rules", "def draw():\n    from random import choice", "random.choice"),
        ("covergames.coverme.rules", "if TYPE_CHECKING:\n    from covergames.bots import Bot", "covergames.bots.Bot"),
        ("covergames.coverup.rules", "import time", "time"),
        ("covergames.game", "from covergames.coverme.cards import Card", "covergames.coverme.cards.Card"),
        ("covergames.record", "from covergames.table import Table", "covergames.table.Table"),
        ("covergames.table.duties", "import time", "time"),
        ("covergames.table.opening", "from secrets import token_hex", "secrets.token_hex"),
        ("covergames.table.table", "import asyncio", "asyncio"),
        ("covergames.table.view", "from covergames.wire import Welcome", "covergames.wire.Welcome"),
        ("covergames.wire.views", "from covergames.server import app", "covergames.server.app"),
        ("covergames.client.socket", "from covergames.server import app", "covergames.server.app"),
        ("covergames.bots.trend", "from ..lab import simulate", "covergames.lab.simulate"),
        ("covergames.kernel.flat", "from covergames.bots import Bot", "covergames.bots.Bot"),
        ("covergames.terminal.board", "from covergames.server import wire", "covergames.server.wire"),
        ("covergames.server.app", "from covergames.terminal import board", "covergames.terminal.board"),
        ("covergames.record", "from covergames import cli", "covergames.cli"),
        ("covergames.record", "from covergames import Seat", "covergames.Seat"),
        ("covergames", "from covergames.coverme import new", "covergames.coverme.new"),
    ],
)
def test_an_import_from_above_is_found(module: str, source: str, offending: str) -> None:
    """The violation names the module and the import."""
    (violation,) = violations(module, source)
    assert violation.startswith(f"{module} imports {offending}")


def test_relative_imports_of_a_package_start_in_it() -> None:
    """In ``__init__.py`` one dot is the package itself."""
    assert imported("covergames.coverme", "from .rules import new", is_package=True) == {"covergames.coverme.rules.new"}
    assert imported("covergames.coverme.rules", "from .cards import Card") == {"covergames.coverme.cards.Card"}


def test_a_new_part_must_be_placed() -> None:
    """A module that is missing in the table is a violation."""
    assert violations("covergames.utils.text", "") == ["covergames.utils.text: say in BUILDS_ON where 'utils' belongs"]
