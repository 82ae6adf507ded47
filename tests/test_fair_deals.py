"""The page about fair deals is right: its program does not use this package, and proves our records."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from covergames.game import Data, Seat
from covergames.schema import write_options
from covergames.table import FairDealer, commitment, record_of
from covergames.table.fair import deal_key, derived_nonce
from tests.contract.adapters import ADAPTERS
from tests.table.kit import play_out, playing

PAGE = (Path(__file__).parents[1] / "docs" / "fair-deals.md").read_text("utf-8")
DECK = next(table.options for table in ADAPTERS["cover-up"].variants if "deck=drawn" in table.name)


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the page's program to a file."""
    (source,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    path = tmp_path_factory.mktemp("page") / "prove.py"
    path.write_text(source, encoding="utf-8")
    return path


def proves(program: Path, data: dict[str, Any]) -> str:
    """Return the output of the program for a record; it runs alone and does not need this package."""
    path = program.with_name("game.json")
    path.write_text(json.dumps(data), encoding="utf-8")
    done = subprocess.run([sys.executable, "-I", "-S", str(program), str(path)], capture_output=True, text=True)
    return done.stdout.strip() or done.stderr.splitlines()[-1]


def played(game: str, players: int, options: Data) -> dict[str, Any]:
    live = playing(game, players, options=options)
    play_out(live)
    data: dict[str, Any] = json.loads(record_of("friday", live.entries).encode())
    return data


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("cover-me", 3, {}),
        ("cover-me", 2, {"same_value": "drawn", "start": 1}),
        ("cover-me", 5, {"same_value": "drawn", "years": 1}),
        ("cover-me", 2, {"two_player": "advanced", "start": 0, "length": "longer"}),
        ("cover-up", 2, {}),
        ("cover-up", 6, write_options(ADAPTERS["cover-up"].game, DECK)),
    ],
)
def test_the_pages_program_proves_our_records(program: Path, game: str, players: int, options: Data) -> None:
    assert proves(program, played(game, players, options)) == "proven"


def seed(data: dict[str, Any]) -> None:
    data["fair"]["seed"] = "00" * 32


def nonce(data: dict[str, Any]) -> None:
    data["fair"]["nonces"][0] = "another"


def start(data: dict[str, Any]) -> None:
    data["start"] = (data["start"] + 1) % 3


def shuffle(data: dict[str, Any]) -> None:
    cards = data["events"][1]["cards"]
    cards[0], cards[1] = cards[1], cards[0]


@pytest.mark.parametrize("tamper", [seed, nonce, start, shuffle])
def test_the_pages_program_detects_tampering(program: Path, tamper: Callable[[dict[str, Any]], None]) -> None:
    data = played("cover-me", 3, {"same_value": "drawn", "years": 1})
    tamper(data)
    assert proves(program, data).startswith("AssertionError: ")


def test_the_pages_example_is_right() -> None:
    zeros = "0" * 64
    order = FairDealer(deal_key(zeros, ["ada", "bo"])).shuffle("green", range(10))
    assert f"`{' '.join(map(str, order))}`" in PAGE
    assert f"`{commitment(zeros)}`" in PAGE
    assert f"`{derived_nonce(zeros, Seat(1))}`" in PAGE
