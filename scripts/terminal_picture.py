"""Draw the README's picture: a real position of a recorded game, as the terminal shows it.

python scripts/terminal_picture.py            writes docs/images/terminal.svg
python scripts/terminal_picture.py --check    says whether it is up to date
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
from covergames.terminal.chair import LocalChair
from covergames.terminal.coverme import Sitting
from covergames.terminal.screen import Screen
from covergames.terminal.words import Words

PICTURE: Final = Path(__file__).parents[1] / "docs" / "images" / "terminal.svg"
GAME: Final = PICTURE.with_suffix(".json")
SIZE: Final = (104, 40)
ME: Final = Seat(0)

NIGHT: Final = TerminalTheme(
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
    """The second month of the last summer: all six colours are in play, and the player is about to choose."""
    moment = (state.year, state.season, state.month)
    return moment == (3, Season.SUMMER, 2) and coverme.to_act(state) == (ME,)


class RecentCommands:
    """Plays what was recorded."""

    def __init__(self, decisions: Iterable[coverme.Action]) -> None:
        self._decisions = iter(decisions)

    def choose(self, _view: coverme.View) -> coverme.Action:
        """The next decision of the record."""
        return next(self._decisions)


def picture() -> str:
    """The screen after the player's choice in that position."""
    record = read(GAME.read_bytes())
    moments = list(replay(record))
    now = next(number for number, moment in enumerate(moments) if is_wanted(moment.state))
    players = {
        Seat(number): RecentCommands([moment.action for moment in moments[now + 1 :] if moment.seat == number])
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

    screen = Screen(console, Words("en", tuple(record.players), ME))
    opponents = {seat: bot for seat, bot in players.items() if seat != ME}
    chair = LocalChair(recording, seat=ME, bots=opponents, save=lambda: None)
    Sitting(chair, screen=screen, ask=ask).play()
    drawn = console.export_svg(title="covergames play cover-me", theme=NIGHT, unique_id="terminal")
    return "\n".join(line.rstrip() for line in drawn.splitlines()) + "\n"


def main() -> int:
    """Write the picture, or compare it."""
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
