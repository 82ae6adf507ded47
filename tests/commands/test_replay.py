"""``covergames replay``: the review that a key opens."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from covergames.commands import replay
from covergames.text import text
from tests.analysis.games import cover_up


def test_a_key_says_how_everybody_played(capsys: pytest.CaptureFixture[str]) -> None:
    replay._review(Path("game.json"), cover_up(0), None, "en")
    printed = capsys.readouterr().out
    assert text("analyse.above") in printed
    assert all(text("analyse.seat", name=name, seat=seat) in printed for seat, name in enumerate(cover_up(0).players))


def test_an_unfinished_game_is_not_analysed_and_the_replay_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    unfinished = msgspec.structs.replace(cover_up(0), events=cover_up(0).events[:20], result=None)
    replay._review(Path("game.json"), unfinished, 0, "en")
    output = capsys.readouterr()
    assert output.out == ""
    assert "only finished games are analysed" in output.err
