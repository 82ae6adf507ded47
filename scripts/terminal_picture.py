"""Draw the README's picture of the terminal: a position of a recorded game.

python scripts/terminal_picture.py            writes docs/images/terminal.svg
python scripts/terminal_picture.py --check    checks that it is up to date
"""

from __future__ import annotations

import io
import random
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.terminal_theme import TerminalTheme

from covergames import coverme
from covergames.coverme.state import State
from covergames.coverme.trends import Season
from covergames.dealer import RandomDealer
from covergames.game import Seat
from covergames.record import Recording, read, replay
from covergames.terminal.coverme.game_loop import GameLoop
from covergames.terminal.coverme.match import LocalMatch
from covergames.terminal.coverme.screen import CoverMeScreen
from covergames.terminal.coverme.words import CoverMeWords
from covergames.terminal.local_game import LocalGame

PICTURE: Final = Path(__file__).parents[1] / "docs" / "images" / "terminal.svg"
GAME: Final = PICTURE.with_suffix(".json")
SIZE: Final = (104, 40)
"""The columns and lines of the terminal."""
ME: Final = Seat(0)

DARK_THEME: Final = TerminalTheme(
    (24, 25, 33),
    (222, 222, 226),
    [
        (24, 25, 33),
        (224, 90, 75),
        (88, 184, 120),
        (242, 201, 76),
        (91, 155, 230),
        (255, 143, 199),
        (120, 200, 210),
        (222, 222, 226),
    ],
)


def is_wanted(state: State) -> bool:
    """Return whether it is the second month of the last summer, with all six colours in play, and the player's turn."""
    moment = (state.year, state.season, state.month)
    return moment == (3, Season.SUMMER, 2) and coverme.to_act(state) == (ME,)


class RecordedPlayer:
    """A bot that repeats recorded decisions."""

    def __init__(self, decisions: Iterable[coverme.Action]) -> None:
        self._decisions = iter(decisions)

    def choose(self, _view: coverme.View) -> coverme.Action:
        """Return the next recorded decision."""
        return next(self._decisions)


def picture() -> str:
    """Return the screen after the player's choice in the wanted position, as SVG."""
    record = read(GAME.read_bytes())
    moments = list(replay(record))
    now = next(number for number, moment in enumerate(moments) if is_wanted(moment.state))
    players = {
        Seat(number): RecordedPlayer([moment.action for moment in moments[now + 1 :] if moment.seat == number])
        for number in range(len(record.players))
    }
    recording = Recording(coverme, record, moments[now].state, RandomDealer(random.Random(0)))
    width, height = SIZE
    console = Console(
        file=io.StringIO(), record=True, width=width, height=height, color_system="truecolor", highlight=False
    )
    answers = [moments[now + 1].action]

    def ask(prompt: str) -> str:
        if not answers:
            console.print(f"{prompt}█", end="")
            raise EOFError
        console.export_text()
        return coverme.card_text(answers.pop().cards[0])

    screen = CoverMeScreen(console, CoverMeWords("en", tuple(record.players), ME))
    opponents = {seat: bot for seat, bot in players.items() if seat != ME}
    game = LocalGame(recording=recording, seat=ME, bots=opponents, save=lambda: None)
    GameLoop(LocalMatch(game), screen, ask).play()
    drawn = console.export_svg(title="covergames play cover-me", theme=DARK_THEME, unique_id="terminal")
    return "\n".join(line.rstrip() for line in drawn.splitlines()) + "\n"


def main() -> int:
    """Write the picture or check it, and return the exit code."""
    drawn = picture()
    if "--check" in sys.argv[1:]:
        if PICTURE.exists() and PICTURE.read_text("utf-8") == drawn:
            return 0
        print(f"{PICTURE} is not up to date: python scripts/terminal_picture.py", file=sys.stderr)
        return 1
    PICTURE.parent.mkdir(parents=True, exist_ok=True)
    PICTURE.write_text(drawn, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
