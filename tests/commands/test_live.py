"""``covergames play cover-up``: the table that it sets up, and the game that it keeps."""

from __future__ import annotations

from pathlib import Path

import pytest
import typer

from covergames import record
from covergames.commands import live
from covergames.coverup.deck import to_json
from covergames.coverup.house import generate
from covergames.terminal.coverup import CoverUpScreen

pytestmark = pytest.mark.filterwarnings("ignore::covergames.coverup.solver.InterpretedSolverWarning")


def test_a_table_with_options_and_another_deck(tmp_path: Path) -> None:
    """You sit where you want, under your name, with the options and the deck you chose."""
    path = tmp_path / "deck.json"
    path.write_text(to_json(generate(5, "five")), encoding="utf-8")
    match = live.begun(3, 1, name="Eva", options=["hourglass=20", "assist=true", f"deck={path}"])
    assert list(match.names) == ["Ada", "Eva", "Cy"]
    assert match.seat == 1
    assert (match.state.options.hourglass, match.state.options.assist) == (20, True)
    assert match.state.options.deck == generate(5, "five")


@pytest.mark.parametrize(
    ("players", "seat", "options", "reason"),
    [
        (7, 0, [], "CU-C3"),
        (2, 2, [], "seat 2"),
        (2, 0, ["hourglass=no"], "hourglass 'no'"),
        (2, 0, ["deck=/no/such/file"], "deck cannot be read"),
    ],
)
def test_what_cannot_be_played_is_refused(
    players: int, seat: int, options: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """With exit code 2 and a line that names the offending value."""
    with pytest.raises(typer.Exit) as leaving:
        live.begun(players, seat, name=None, options=options)
    assert leaving.value.exit_code == 2
    assert reason in capsys.readouterr().err


def test_the_game_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever leaves finds the record of what was played, and its path is told."""
    monkeypatch.setattr(CoverUpScreen, "run", lambda _: None)
    path = tmp_path / "game.json"
    live.play_live(2, 0, name=None, options=[], save=path)
    assert capsys.readouterr().out == f"{path}\n"
    kept = record.read(path.read_bytes())
    assert kept.players == ["You", "Bo"]
    assert len(list(record.replay(kept))) == 1
    with pytest.raises(typer.Exit) as leaving:
        live.play_live(2, 0, name=None, options=[], save=tmp_path)
    assert leaving.value.exit_code == 1
