"""``covergames play cover-up`` in a terminal: new games, saved games and refusals."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
import typer

from covergames import coverup, record
from covergames.bots import BotFault
from covergames.cli import run
from covergames.commands.play_local import new_game
from covergames.commands.play_request import PlayRequest
from covergames.coverup import Lay, Placement
from covergames.coverup.deck import to_json
from covergames.coverup.house import generate
from covergames.dealer import RandomDealer
from covergames.game import Seat
from covergames.record import Recording
from covergames.table import origin_of
from covergames.terminal import console
from covergames.terminal.coverup.app import CoverUpApp
from covergames.text import LANGUAGES, text
from tests.analysis.games import cover_up
from tests.terminal.coverup.kit import shown

pytestmark = pytest.mark.filterwarnings("ignore::covergames.coverup.solver.InterpretedSolverWarning")


def begun(
    players: int = 2,
    seat: int = 0,
    *,
    name: str | None = None,
    options: tuple[str, ...] = (),
    deck: str | None = None,
    language: str = "en",
) -> Recording:
    request = PlayRequest(game=coverup, players=players, language=language, name=name, options=options, deck=deck)
    return new_game(request, Seat(seat), RandomDealer(random.Random(1)))


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> list[CoverUpApp]:
    """Return the screens of a terminal in which the player leaves every screen immediately."""
    screens: list[CoverUpApp] = []
    monkeypatch.setattr(CoverUpApp, "run", lambda screen: screens.append(screen))
    monkeypatch.setattr(console, "is_live", lambda: True)
    return screens


@pytest.mark.slow
def test_a_game_with_options_and_another_deck(tmp_path: Path) -> None:
    """The player has the chosen seat, name, options and deck; bots have other names."""
    path = tmp_path / "deck.json"
    path.write_text(to_json(generate(5, "five")), encoding="utf-8")
    recording = begun(3, 1, name="Eva", options=("hourglass=20", "assist=true"), deck=str(path))
    assert recording.record.players == ["Ada", "Eva", "Bo"]
    options = recording.state.options
    assert (options.hourglass, options.assist) == (20, True)
    assert options.deck == generate(5, "five")


@pytest.mark.parametrize(
    ("players", "seat", "options", "deck", "reason"),
    [
        (7, 0, (), None, "CU-C3"),
        (2, 2, (), None, "seat 2"),
        (2, 0, ("hourglass=no",), None, 'at `options.hourglass`: "no"'),
        (2, 0, (), "/no/such/file", "/no/such/file cannot be read"),
        (2, 0, ("deck=house",), "house", "--deck house: the deck is among the options already"),
    ],
)
def test_a_game_that_cannot_be_played_is_refused(
    players: int,
    seat: int,
    options: tuple[str, ...],
    deck: str | None,
    reason: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The exit code is 2, and a line names the offending value."""
    with pytest.raises(typer.Exit) as leaving:
        begun(players, seat, options=options, deck=deck)
    assert leaving.value.exit_code == 2
    error = capsys.readouterr().err
    assert reason in error
    assert error.count("\n") == 1


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_player_who_leaves_can_resume_the_game(
    language: str, tmp_path: Path, terminal: list[CoverUpApp], capsys: pytest.CaptureFixture[str]
) -> None:
    """The path and the command are printed; the resumed game has the same seat and file, and another greeting."""
    path = tmp_path / "my game.json"
    arguments = ["play", "cover-up", "--language", language]
    assert run([*arguments, "--seat", "2", "--save", str(path)]) == 0
    printed = capsys.readouterr().out
    assert text("terminal.saved", language, path=str(path)) in printed
    assert f"play cover-up --resume '{path}'" in printed
    kept = record.read(path.read_bytes())
    assert kept.players == ["Ada", "Bo", text("player", language).capitalize()]
    assert kept.meta == {"seat": "2", "bots": "beginner beginner"}

    left = Recording.resume(kept, RandomDealer(random.Random(1)))
    card = left.state.hands[2][0]
    left.act(Seat(2), Lay(Placement(card, flip=True, turn=1, x=4, y=-2), 12_345))
    path.write_bytes(left.record.encode())
    assert run([*arguments, "--resume", str(path)]) == 0
    assert record.read(path.read_bytes()) == left.record
    first, again = terminal
    assert (first.match.seat, again.match.seat) == (2, 2)
    assert again.view.now == 12_345
    assert again.held.card == left.state.hands[2][1]
    assert shown(first) != shown(again)


@pytest.mark.usefixtures("terminal")
def test_bots_can_be_chosen_by_level(tmp_path: Path) -> None:
    """The record keeps the names of the bots, so that it stays the same game if levels change."""
    path = tmp_path / "game.json"
    assert run(["play", "cover-up", "--bot", "novice", "--bot", "good", "--save", str(path)]) == 0
    assert record.read(path.read_bytes()).meta == {"seat": "0", "bots": "novice human:6"}


LOUD = """
from pathlib import Path
from covergames.coverup import Done

class Loud:
    def __init__(self, generator): ...

    def choose(self, view):
        Path(__file__).with_name("said").write_text(f"seat {view.seat}")
        return Done(view.now)
"""


def test_the_player_chooses_the_bots(tmp_path: Path, terminal: list[CoverUpApp]) -> None:
    """One for all seats or one for each, of the package or of a file; a resumed game has the same ones."""
    (tmp_path / "loud.py").write_text(LOUD, encoding="utf-8")
    path, loud = tmp_path / "game.json", f"{tmp_path / 'loud.py'}:Loud"
    arguments = ["--seat", "1", "--bot", "perfect", "--bot", loud, "--save", str(path)]
    assert run(["play", "cover-up", *arguments]) == 0
    assert record.read(path.read_bytes()).meta == {"seat": "1", "bots": f"perfect {loud}"}
    assert run(["play", "cover-up", "--resume", str(path)]) == 0
    assert record.read(path.read_bytes()).meta == {"seat": "1", "bots": f"perfect {loud}"}
    for screen in terminal:
        screen.match.tick()
        assert (tmp_path / "said").read_text() == "seat 2"
        (tmp_path / "said").unlink()


@pytest.mark.usefixtures("terminal")
def test_an_illegal_action_of_a_bot_ends_the_game_with_a_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The game is saved."""
    path = tmp_path / "game.json"
    monkeypatch.setattr(CoverUpApp, "run", lambda _screen: BotFault("Ada, the bot in seat 0: no (CU-H1)"))
    assert run(["play", "cover-up", "--save", str(path)]) == 1
    assert capsys.readouterr().err == "covergames: Ada, the bot in seat 0: no (CU-H1)\n"
    assert path.exists()


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (
            ["cover-up", "--bot", "trend"],
            "bot 'trend' is none of novice, random, beginner, human, quick, perfect, which play cover-up",
        ),
        (["cover-up", *("--bot", "quick") * 3], "3 bots (quick quick quick) for 2 opponents"),
        (["cover-me", "--deck", "my.json"], "--deck my.json: cover-me has no decks to choose from"),
        (["cover-up", "--resume", "game.json", "--deck", "my.json"], "without --option, --deck and --name"),
        (["cover-up", "--resume", "nowhere.json"], "nowhere.json"),
    ],
)
@pytest.mark.usefixtures("terminal")
def test_options_that_do_not_fit_together_are_refused(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The refusal is one line, and the exit code is 2."""
    assert run(["play", *arguments]) == 2
    error = capsys.readouterr().err
    assert reason in error
    assert error.count("\n") == 1


@pytest.mark.usefixtures("terminal")
def test_a_record_of_another_game_is_not_resumed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A record of Cover Up is no game of Cover Me."""
    path = tmp_path / "game.json"
    path.write_bytes(begun().record.encode())
    assert run(["play", "cover-me", "--resume", str(path)]) == 2
    assert "this is a game of 'cover-up', not of cover-me" in capsys.readouterr().err


@pytest.mark.usefixtures("terminal")
def test_a_file_that_cannot_be_written_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The error comes before the game begins."""
    (tmp_path / "file").touch()
    path = tmp_path / "file" / "game.json"
    assert run(["play", "cover-up", "--save", str(path)]) == 1
    assert f"{path} cannot be written" in capsys.readouterr().err


def test_a_seat_of_a_finished_game_is_taken(
    terminal: list[CoverUpApp], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The record begins like the finished game, and says so; what does not fit is refused."""
    finished = tmp_path / "finished.json"
    original = cover_up(1)
    finished.write_bytes(original.encode())
    saved = tmp_path / "game.json"
    where = ["--from", str(finished), "--seat", "1"]
    assert run(["play", "cover-up", *where, "--at", "60", "--same-cards", "--save", str(saved)]) == 0
    assert len(terminal) == 1
    continued = record.read(saved.read_bytes())
    origin = origin_of(continued)
    assert origin is not None
    assert (origin.seat, origin.anew, origin.table) == (1, False, None)
    assert continued.events == original.events[: origin.events]
    assert continued.players[1] == text("player", "en").capitalize()
    for line, words in (
        (["play", "cover-me", *where], "not of cover-me"),
        (["play", "cover-up", *where[:2], "--seat", "9"], "no seat 9"),
        (["play", "cover-up", *where, "--option", "assist=true"], "without --option"),
        (["play", "cover-up", *where, "--resume", str(saved)], "begins another game"),
        (["play", "cover-up", "--at", "3"], "--from FILE"),
        (["play", "--at", "3"], "of which game"),
    ):
        assert run(line) != 0
        assert words in capsys.readouterr().err
