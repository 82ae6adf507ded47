"""No module outside a game's folders asks which game it is: it uses the registration."""

from __future__ import annotations

import io
import re
import tokenize
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "src" / "covergames"

NAME = re.compile(r"cover-?_?(me|up)", re.IGNORECASE)

FOLDERS = ("coverme", "coverup")
"""The games' folders, at any depth: the rules, and each game's part of bots, lab, terminal, server and commands."""

ALLOWED = {
    "games.py": "registers both games",
    "puzzle.py": "puzzles are hands of Cover Up",
    "cover_puzzle.py": "puzzles are positions of Cover Me",
    "kernel": "Cover Me's kernel",
    "learning": "learns for that kernel",
}


def named_in(source: str) -> list[str]:
    """Return the lines of code that name a game; comments and docstrings may give examples."""
    found = []
    before = tokenize.NEWLINE
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        is_docstring = token.type == tokenize.STRING and before in (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)
        if token.type != tokenize.COMMENT and not is_docstring and NAME.search(token.string):
            found.append(f"{token.start[0]}: {token.line.strip()}")
        if token.type not in (tokenize.COMMENT, tokenize.NL):
            before = token.type
    return found


def modules() -> list[Path]:
    """Return all modules outside the games' folders."""
    paths = [path.relative_to(PACKAGE) for path in sorted(PACKAGE.rglob("*.py"))]
    return [path for path in paths if not {*FOLDERS, *ALLOWED} & {*path.parts}]


@pytest.mark.parametrize("path", modules(), ids=str)
def test_no_module_names_a_game(path: Path) -> None:
    """Differences between games are in their registrations."""
    assert named_in((PACKAGE / path).read_text("utf-8")) == []


def test_the_allowed_modules_exist() -> None:
    """No exception is superfluous."""
    for name in ALLOWED:
        path = PACKAGE / name
        sources = [path] if path.is_file() else list(path.glob("*.py"))
        assert any(named_in(source.read_text("utf-8")) for source in sources)


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("from covergames import coverme", 1),
        ("if game == 'cover-up': pass", 1),
        ("class CoverUpScreen: pass", 1),
        ("is_cover_me = True", 1),
        ('"""Such as cover-me."""\nx = 1  # not cover-up', 0),
        ('def f() -> None:\n    """Cover-me."""\n    return "cover-me"', 1),
        ("discover = uncover(me)", 0),
    ],
)
def test_a_name_in_code_is_found(source: str, found: int) -> None:
    """It is found in imports, comparisons, texts and names, but not in comments and docstrings."""
    assert len(named_in(source)) == found
