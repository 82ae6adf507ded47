"""The functions that the terminal expects of a game."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from typing import Final

import pytest

from covergames import coverme
from covergames.games import GAMES, Registration
from covergames.terminal import coverme as coverme_screens
from covergames.terminal import coverup as coverup_screens
from covergames.terminal import screens
from covergames.terminal.screens import GameScreens, NoScreens, screens_of

SCREENS: Final[Mapping[str, GameScreens]] = {"cover-me": coverme_screens, "cover-up": coverup_screens}
"""Mypy checks that the modules fit the protocol."""


@pytest.mark.parametrize("name", SCREENS)
def test_each_game_registers_its_screens(name: str) -> None:
    assert screens_of(GAMES[name].rules) is SCREENS[name]


def test_a_game_without_screens_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screens, "GAMES", {coverme.NAME: Registration(rules=coverme)})
    with pytest.raises(NoScreens, match="cover-me has no screens for the terminal"):
        screens_of(coverme)


@pytest.mark.parametrize("name", SCREENS)
def test_playing_against_bots_does_not_need_the_client(name: str) -> None:
    """Websockets is installed only with an extra."""
    code = (
        f"import sys; from covergames.games import GAMES; from covergames.terminal.screens import screens_of; "
        f"screens_of(GAMES[{name!r}].rules); sys.exit('websockets' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
