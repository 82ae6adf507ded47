"""``covergames solve`` and ``covergames deck``."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
import typer
from typer.testing import CliRunner, Result

from covergames import coverup
from covergames.commands.coverup.deck import deck
from covergames.commands.coverup.solve import solve
from covergames.coverup.deck import to_json
from covergames.terminal.coverup.cards import DIGITS, GLYPHS, glyphs_for, pile_lines
from covergames.text import LANGUAGES, text
from tests.cases import by_target
from tests.coverup_kit import deck_with

pytestmark = pytest.mark.filterwarnings("ignore::covergames.coverup.solver.InterpretedSolverWarning")

app = typer.Typer()
app.command()(solve)
app.command()(deck)

HAND = ["g01", "y01", "y02", "r01", "r02"]


def run(*arguments: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(app, arguments, input=stdin)


def test_json_has_these_fields() -> None:
    """One line, with the pile from bottom to top; the pile has the given points."""
    result = run("solve", *HAND, "--json")
    assert result.exit_code == 0
    (line,) = result.stdout.splitlines()
    answer = json.loads(line)
    assert list(answer) == ["hand", "points", "proven", "pile", "aside", "optimal_piles", "nodes", "ms"]
    assert answer["hand"] == HAND
    assert answer["proven"] is True
    assert all(list(at) == ["card", "flip", "turn", "x", "y"] for at in answer["pile"])
    house = coverup.house_deck()
    pile = tuple(
        coverup.Placement(house.card(at["card"]), at["flip"], at["turn"], at["x"], at["y"]) for at in answer["pile"]
    )
    counted = coverup.score(pile, [house.card(name) for name in HAND], house)
    assert counted.points == answer["points"]
    assert [house[card].id for card in counted.aside] == answer["aside"]


def test_a_drawing_for_people() -> None:
    """The hand, its points, the pile, how to lay it, and the proof."""
    result = run("solve", "--round", "5", "--seed", "1")
    assert result.exit_code == 0
    assert "points" in result.stdout
    assert "proven best" in result.stdout
    assert "clockwise" in result.stdout
    assert run("solve", "--round", "5", "--seed", "1", "--json").stdout != run("solve", "--round", "5", "--json").stdout


@pytest.mark.parametrize(("number", "colours"), [(1, "ggggg"), (2, "ggggy"), (3, "gggyr"), (4, "ggyyr"), (5, "gyyrr")])
def test_a_round_deals_its_colours(number: int, colours: str) -> None:
    """Hands have the colours of their round, and a seed always gives the same hand."""
    first, again = (json.loads(run("solve", "--round", str(number), "--seed", "3", "--json").stdout) for _ in range(2))
    assert "".join(name[0] for name in first["hand"]) == colours
    assert first["hand"] == again["hand"]


def test_bad_lines_are_reported_and_the_others_answered(tmp_path: Path) -> None:
    """Each bad line is named with its number and the reason, the exit code is 2, the good lines have their answers."""
    lines = [json.dumps(HAND), '["g01"', '["g01","g01","y01","r01","r02"]', '["g01","nix","y01","r01","r02"]', "", "7"]
    lines += ['["g01","g02"]', '["g01",2,"y01","r01","r02"]', json.dumps(HAND[::-1])]
    path = tmp_path / "hands.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    result = run("solve", "--hands", str(path), "--json")
    assert result.exit_code == 2
    assert [json.loads(line)["hand"] for line in result.stdout.splitlines()] == [HAND, HAND[::-1]]
    errors = result.stderr.splitlines()
    reasons = [
        "line 2: not JSON",
        "line 3: card 'g01' appears twice",
        "line 4: no card 'nix'",
        "line 6: 7 is not a list",
    ]
    reasons += ["line 7: 2 cards, not 5", "line 8: 2 is not a card id"]
    assert len(errors) == len(reasons)
    assert all(reason in error for reason, error in zip(reasons, errors, strict=True))


def test_hands_from_standard_input() -> None:
    """A dash reads lines from standard input."""
    result = run("solve", "--hands", "-", "--json", stdin=json.dumps(HAND) + "\n")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["hand"] == HAND


def test_a_time_limit_says_what_is_proven() -> None:
    """Without time, the answer has a pile and a lower bound, and no proof."""
    answer = json.loads(run("solve", "--round", "5", "--seconds", "0", "--json").stdout)
    assert answer["proven"] is False
    assert answer["optimal_piles"] is None
    assert answer["lower_bound"] < answer["points"]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ((), "give five cards"),
        (("g01", "--round", "2"), "give five cards"),
        (("g01", "g02"), "2 cards, not 5"),
        ((*HAND[:4], "x9"), "no card 'x9'"),
        ((*HAND[:4], "g01"), "twice"),
        (("--round", "1", "--deck", "/no/such/file"), "cannot be read"),
        (("--hands", "/no/such/file"), "cannot be read"),
    ],
)
def test_wrong_arguments_are_refused(arguments: tuple[str, ...], reason: str) -> None:
    """The exit code is 2, and the error has the reason."""
    result = run("solve", *arguments)
    assert result.exit_code == 2
    assert reason in result.stderr


def test_another_deck(tmp_path: Path) -> None:
    """`--deck` solves with the cards of the file, and a wrong file is refused with the card and the reason."""
    path = tmp_path / "mine.json"
    mine = deck_with(**dict.fromkeys(("g01", "g02", "g03", "g04", "g05"), "1234 ...."))
    path.write_text(to_json(mine), encoding="utf-8")
    answer = json.loads(run("solve", "g01", "g02", "g03", "g04", "g05", "--deck", str(path), "--json").stdout)
    assert (answer["points"], answer["optimal_piles"]) == (4, 16)
    check = run("deck", "check", str(path))
    assert check.exit_code == 0
    assert "note: card g02 is card g01 turned or flipped" in check.stdout
    assert "green cards do not have all symbols equally often" in check.stdout
    path.write_text(to_json(mine).replace("[1, 2, 3, 4, 0, 0, 0, 0]", "[1, 2, 3, 4, 5, 0, 0, 0]", 1), encoding="utf-8")
    for command in (("solve", "--round", "1", "--deck", str(path)), ("deck", "check", str(path))):
        result = run(*command)
        assert result.exit_code == 2
        assert "card 1 ('g01') is green and has 5 symbols, not 4" in result.stderr


def test_the_house_deck_is_fine_and_can_be_drawn(tmp_path: Path) -> None:
    """No notes; all 108 cards in the terminal, and in an SVG that is XML."""
    assert run("deck", "check", "house").stdout.splitlines() == ["house: 108 cards, 36 of each colour (CU-C1)"]
    shown = run("deck", "show", "house").stdout
    assert all(face.id in shown for face in coverup.house_deck().faces)
    path = tmp_path / "house.svg"
    assert run("deck", "show", "house", "--svg", str(path)).exit_code == 0
    drawing = ElementTree.parse(path).getroot()
    uses = [element for element in drawing.iter() if element.tag.endswith("use")]
    assert len(uses) == 36 * (4 + 5 + 6) + 6
    assert run("deck", "show", "house", "--svg", str(tmp_path / "no" / "where.svg")).exit_code == 2
    assert run("deck", "show", str(tmp_path / "nothing.json")).exit_code == 2


@pytest.mark.parametrize("language", by_target(LANGUAGES))
def test_every_language_solves_and_shows(language: str, tmp_path: Path) -> None:
    """It prints proven and unproven piles, the check of a deck with notes, and its cards with the names of the symbols."""
    arguments = ("--language", language)
    best = run("solve", *HAND, *arguments).stdout
    assert (
        text("solve.optimal", language, count=json.loads(run("solve", *HAND, "--json").stdout)["optimal_piles"]) in best
    )
    hasty = run("solve", "--round", "5", "--seconds", "0", *arguments).stdout
    assert text("solve.not-proven", language, least=1, points=2)[:12] in hasty
    path = tmp_path / "mine.json"
    path.write_text(to_json(deck_with(g01="1234 ....", g02="1234 ....")), encoding="utf-8")
    checked = run("deck", "check", str(path), *arguments).stdout
    assert text("deck.alike", language, card="g02", other="g01") in checked
    assert f"{text('symbol.circle', language)} 2" in checked
    shown = run("deck", "show", str(path), *arguments).stdout
    assert all(text(f"symbol.{name}", language) in shown for name in coverup.house_deck().symbols)
    drawing = tmp_path / "mine.svg"
    assert run("deck", "show", str(path), "--svg", str(drawing), *arguments).exit_code == 0
    assert text("symbol.drop", language) in drawing.read_text(encoding="utf-8")


@pytest.mark.parametrize("command", [("solve", "--round", "1"), ("deck", "show", "house")])
def test_an_unknown_language_is_refused(command: tuple[str, ...]) -> None:
    """Every command refuses it."""
    result = run(*command, "--language", "xx")
    assert result.exit_code == 2
    assert "language 'xx'" in result.stderr


def test_unknown_symbols_keep_their_names(tmp_path: Path) -> None:
    """A deck file may have any symbols."""
    path = tmp_path / "mine.json"
    path.write_text(to_json(coverup.house_deck()).replace('"drop"', '"anchor"'), encoding="utf-8")
    assert "anchor" in run("deck", "show", str(path), "--language", "fi").stdout


def test_a_terminal_without_the_glyphs_gets_digits() -> None:
    """Symbols can be distinguished in every encoding."""
    assert [glyphs_for(name) for name in ("utf-8", "ascii", None, "nonsense")] == [GLYPHS, DIGITS, DIGITS, DIGITS]
    assert pile_lines((), coverup.house_deck()) == []
