"""Bots are found by name."""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from covergames import bots, coverme, coverup
from covergames.bots import registry
from covergames.bots.coverme import ChampionBot, EditorBot, NoviceBot, PlanBot, TrendBot
from covergames.bots.coverup import LayingBot
from covergames.games import GAMES, AnyGame, game_named
from covergames.table.refusal import Refusal
from covergames.table.settings import check_bot

SWIFT = """
import random

class Swift:
    def __init__(self, generator: random.Random) -> None: ...

    def choose(self, view):
        return view.legal[0]

class Thinker(Swift):
    def __init__(self, generator: random.Random, budget: object = None) -> None:
        self.budget = budget

NUMBER = 7
"""


def test_every_name_makes_its_bot() -> None:
    """Every listed name works."""
    made = {name: type(bots.named(coverme, name)(random.Random(0))) for name in bots.names(coverme)}
    assert made == {
        "random": bots.ChanceBot,
        "novice": NoviceBot,
        "trend": TrendBot,
        "plan": PlanBot,
        "editor": EditorBot,
        "champion": ChampionBot,
    }


def test_cover_up_has_other_bots() -> None:
    """They are listed from weak to strong; even the random bot has a pace."""
    own = "novice", "random", "beginner", "human", "quick", "perfect"
    assert bots.names(coverup)[: len(own)] == own
    assert all(type(bots.named(coverup, name)(random.Random(0))) is LayingBot for name in own)


def test_an_unknown_name_is_refused_with_the_known_ones() -> None:
    """A user who misspells a name sees the right ones."""
    with pytest.raises(
        bots.UnknownBot,
        match=r"^bot 'tredn' is none of random, novice, trend, plan, editor, champion, which play cover-me$",
    ):
        bots.named(coverme, "tredn")


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Install a package with bots."""
    (tmp_path / "swift_bots.py").write_text(SWIFT)
    info = tmp_path / "swift_bots-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: swift-bots\nVersion: 1.0\n")
    lines = (
        "cover-me.swift = swift_bots:Swift",
        "cover-up.slow = swift_bots:Swift",
        "anywhere = swift_bots:Swift",
        "thinker = swift_bots:Thinker",
        "random = swift_bots:Swift",
        "lost = swift_bots:Lost",
        "gone = no_such_module:Gone",
        "number = swift_bots:NUMBER",
    )
    (info / "entry_points.txt").write_text("[covergames.bots]\n" + "\n".join(lines))
    monkeypatch.syspath_prepend(tmp_path)
    registry._all_entry_points.cache_clear()
    yield tmp_path
    registry._all_entry_points.cache_clear()
    sys.modules.pop("swift_bots", None)


@pytest.mark.usefixtures("installed")
def test_other_packages_bring_bots_along() -> None:
    """They play one game or any game, and cannot replace our names."""
    assert bots.names(coverme)[:5] == ("random", "novice", "trend", "plan", "editor")
    assert {"anywhere", "swift"} <= set(bots.names(coverme))
    for name in ("swift", "anywhere"):
        assert type(bots.named(coverme, name)(random.Random(0))).__name__ == "Swift"
    assert bots.named(coverme, "random") is bots.ChanceBot


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("lost", "bot 'lost' cannot be loaded from swift_bots:Lost: .*Lost"),
        ("gone", "bot 'gone' cannot be loaded from no_such_module:Gone: No module named 'no_such_module'"),
        ("number", "bot number is 7, which makes no bot: it should be a class or a function"),
    ],
)
def test_a_bot_that_cannot_be_loaded_says_why(name: str, reason: str) -> None:
    """The error names what is missing."""
    with pytest.raises(bots.UnknownBot, match=reason):
        bots.named(coverme, name)


def test_a_bot_can_be_in_a_file(tmp_path: Path) -> None:
    """It is named ``path/to/file.py:Name``, and the file runs once."""
    file = tmp_path / "my bots" / "swift.py"
    file.parent.mkdir()
    file.write_text(SWIFT)
    maker = bots.named(coverme, f"{file}:Swift")
    assert type(maker(random.Random(0))).__name__ == "Swift"
    assert bots.named(coverme, f"{file}:Swift") is maker


@pytest.mark.parametrize(
    ("source", "name", "reason"),
    [
        (SWIFT, "Swfit", "there is no 'Swfit' in .*bot.py"),
        (SWIFT, "NUMBER", "NUMBER is 7, which makes no bot"),
        ("def (", "Swift", "cannot be run: SyntaxError: "),
        ("1 / 0", "Swift", "cannot be run: ZeroDivisionError: division by zero"),
        (None, "Swift", "bot.py' does not exist"),
    ],
)
def test_a_file_without_a_bot_says_why(tmp_path: Path, source: str | None, name: str, reason: str) -> None:
    """The error shows the offending name or the error in the file."""
    if source is not None:
        (tmp_path / "bot.py").write_text(source)
    with pytest.raises(bots.UnknownBot, match=reason):
        bots.named(coverme, f"{tmp_path / 'bot.py'}:{name}")


def budget_of(name: str) -> object:
    """Return the budget with which the bot of that name is made."""
    maker = bots.named(coverme, name)
    assert isinstance(maker, partial)
    return maker.keywords["budget"]


def test_a_budget_comes_after_the_name() -> None:
    """It is a time or a number of playouts; without one, the bot has its default."""
    assert budget_of("editor:50ms") == bots.Budget(seconds=0.05)
    assert budget_of("editor:500p") == bots.Budget(playouts=500)
    assert bots.named(coverme, "editor") is EditorBot
    assert type(bots.named(coverme, "editor:500p")(random.Random(0))) is EditorBot


@pytest.mark.usefixtures("installed")
def test_bots_of_packages_and_files_may_take_a_budget(tmp_path: Path) -> None:
    """They need an argument called budget."""
    file = tmp_path / "thinking.py"
    file.write_text(SWIFT)
    for name in ("thinker", f"{file}:Thinker"):
        bot = bots.named(coverme, f"{name}:2s")(random.Random(0))
        assert getattr(bot, "budget") == bots.Budget(seconds=2.0)  # noqa: B009 (unknown to the type)
        assert getattr(bots.named(coverme, name)(random.Random(0)), "budget") is None  # noqa: B009


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("editor:fast", r"^bot 'editor:fast': 'fast' is not a budget: write 50ms, 1s or 500p \(playouts\)$"),
        ("editor:0ms", r"^bot 'editor:0ms': 0ms is not a budget: it must be more than 0$"),
        ("editor:", r"^bot 'editor:': '' is not a budget: write"),
        ("trend:1s", r"^bot 'trend:1s': trend takes no budget$"),
        ("tredn:1s", r"^bot 'tredn' is none of random, novice, trend, plan, editor, champion, which play cover-me$"),
        ("nowhere.py:Swift:1s", r"^bot file 'nowhere.py' does not exist$"),
    ],
)
def test_a_budget_that_cannot_be_says_why(name: str, reason: str) -> None:
    """The error shows the whole name, and the reason."""
    with pytest.raises(bots.UnknownBot, match=reason):
        bots.named(coverme, name)


def test_a_skill_comes_after_the_name() -> None:
    """It is a whole number from 1 to 9, also at a table; without one, the bot has its default."""
    for skill in bots.SKILLS:
        maker = bots.named(coverup, f"human:{skill}")
        assert isinstance(maker, partial)
        assert maker.keywords == {"skill": skill}
        check_bot(f"human:{skill}", coverup)
    assert not isinstance(bots.named(coverup, "human"), partial)


@pytest.mark.parametrize("skill", ["0", "10", "05", "4.5", "-1", "", "200ms", "\u0664"])
def test_a_skill_that_cannot_be_says_why(skill: str) -> None:
    """The error shows the whole name, and what may be written; a table refuses it as well."""
    reason = re.escape(f"bot 'human:{skill}': {skill!r} is not a skill: write 1 to 9")
    with pytest.raises(bots.UnknownBot, match=f"^{reason}$"):
        bots.named(coverup, f"human:{skill}")
    with pytest.raises(Refusal, match=reason):
        check_bot(f"human:{skill}", coverup)
    with pytest.raises(bots.UnknownBot, match="novice takes no budget"):
        bots.named(coverup, "novice:1s")


@pytest.mark.parametrize("game", [game_named(name) for name in GAMES], ids=GAMES)
def test_the_bots_that_a_game_names_may_sit_at_its_tables(game: AnyGame) -> None:
    """Opponent, stand-in and every level are bots of the game, with a budget that a table allows."""
    own = bots.bots_of(game)
    assert list(own.LEVELS) == ["novice", "gentle", "good", "strong", "champion"]
    for name in (own.OPPONENT, own.STAND_IN, *own.LEVELS.values()):
        check_bot(name, game)


@pytest.mark.parametrize("game", [game_named(name) for name in GAMES], ids=GAMES)
def test_a_level_names_its_bot(game: AnyGame) -> None:
    """Other names stay as they are, with their budget."""
    levels = bots.bots_of(game).LEVELS
    assert [bots.at_level(game, level) for level in levels] == [*levels.values()]
    for name in ("random", "editor:1s", "nobody"):
        assert bots.at_level(game, name) == name


@pytest.mark.parametrize("game", [coverme, coverup], ids=["cover-me", "cover-up"])
def test_levels_follow_the_order_of_the_bots(game: AnyGame) -> None:
    """Bots are listed from weak to strong, and so are levels."""
    known = list(bots.names(game))
    places = [known.index(name.partition(":")[0]) for name in bots.bots_of(game).LEVELS.values()]
    assert places == sorted(places)


def test_bots_at_a_table_have_different_names() -> None:
    """A name is free if nobody has it, in upper or lower case; after the last one they are numbered."""
    names: list[str] = []
    for _ in range(len(bots.TABLE_NAMES) + 2):
        names.append(bots.free_name(names))
    assert names == [*bots.TABLE_NAMES, "Ada 2", "Ada 3"]
    assert bots.free_name(["ADA", "bo"]) == "Cy"
