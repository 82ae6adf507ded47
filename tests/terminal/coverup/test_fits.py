"""Every page of Cover Up fits on a terminal of 100 columns and 30 lines."""

from __future__ import annotations

import asyncio
import re
from typing import Final

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from covergames.bots import BotFault
from covergames.coverup import Options, Phase
from covergames.terminal.coverup import app as app_module
from covergames.terminal.coverup.app import CoverUpApp
from covergames.text import LANGUAGES, text
from tests.cases import by_target
from tests.terminal.coverup.kit import COUNTDOWN_SECONDS, LocalTable, MessyBot, begun

pytestmark = pytest.mark.filterwarnings("ignore::covergames.coverup.solver.InterpretedSolverWarning")

SIZE: Final = (100, 30)
NAMES: Final = ("Player", "Wilhelmina", "Bo", "Bartholomew", "Di", "Ed")


def assert_fits(app: CoverUpApp) -> None:
    """Check that each part is on the screen, that none of its lines are cut off, and that only names are shortened."""
    columns, lines = SIZE
    middle = app.query_one("#middle").region.bottom
    for name, picture in app.pictures().items():
        part = app.query_one(f"#{name}", Static)
        options = app.console.options.update(width=part.content_size.width, height=None)
        drawn = ["".join(piece.text for piece in line).rstrip() for line in app.console.render_lines(picture, options)]
        shown = "\n".join(drawn).rstrip()
        assert part.region.bottom <= (lines if name in ("message", "keys") else middle), shown
        assert part.region.right <= columns, shown
        assert len(shown.splitlines()) <= part.content_size.height, shown
        assert set(re.findall(r"\w*…", shown)) <= {f"{word[:end]}…" for word in NAMES for end in range(5, 11)}, shown


async def walk(table: LocalTable, app: CoverUpApp, pilot: Pilot[OSError | BotFault], *, step: tuple[int, int]) -> None:
    """Play to the end, and look at every page: lay each card that far from the last one, lock, and give cards back."""

    async def look() -> None:
        app.redraw()
        await pilot.pause()
        assert_fits(app)

    await look()
    app.action_lay()
    await look()
    table.clock.seconds += COUNTDOWN_SECONDS
    await look()
    while table.record.result is None:
        if table.state.phase is Phase.LAY:
            for number in range(5):
                app.action_choose(number)
                x, y = app.held.x, app.held.y
                app.action_move(number * step[0] - x, number * step[1] - y)
                app.action_lay()
            await look()
            app.action_hourglass()
            await look()
            app.action_done()
            await look()
            table.clock.seconds += 400
        else:
            await look()
            app.action_choose(int(table.green_keys()[0]) - 1)
            await look()
            app.action_lay()
        app.tick()
    await look()


STEPS: Final = {"one upon another": (0, 0), "wide": (3, 1), "tall": (1, 3)}
"""How far from the last card the player lays the next one."""
CASES: Final = [(players, language, step) for step in STEPS for language in LANGUAGES for players in range(2, 7)]


@pytest.mark.parametrize(
    ("players", "language", "step"),
    by_target((pytest.param(*case, id=", ".join(map(str, case))) for case in CASES), fast=0, every=61, first=4),
)
def test_every_page_fits(monkeypatch: pytest.MonkeyPatch, players: int, language: str, step: str) -> None:
    """Greeting, laying, refusals, locked cards, the points of a round, giving back, and the result."""
    monkeypatch.setattr(app_module, "BEST_PILE_NODES", 300)  # a short search gives larger piles and wider points

    async def play() -> None:
        greeting = text("terminal.cover-up.welcome", language, name=NAMES[0], names=", ".join(NAMES[1:players]))
        table = begun(Options(assist=True), names=NAMES[:players], bot=MessyBot)
        app = table.app(language, greeting=greeting)
        async with app.run_test(size=SIZE) as pilot:
            await walk(table, app, pilot, step=STEPS[step])

    asyncio.run(play())
