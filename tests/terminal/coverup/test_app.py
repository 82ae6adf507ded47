"""The Cover Up screen: keys, pictures and saving."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

import pytest
from rich.text import Text

from covergames.bots import BotFault
from covergames.coverup import Flip, Lay, Options, Phase, solve
from covergames.terminal.coverup.app import CoverUpApp
from covergames.text import LANGUAGES, text
from tests.terminal.coverup.kit import COUNTDOWN_SECONDS, LocalTable, begun, bring, shown
from tests.terminal.coverup.test_match import Cheat

pytestmark = pytest.mark.filterwarnings("ignore::covergames.coverup.solver.InterpretedSolverWarning")


async def started(table: LocalTable, seconds: float) -> CoverUpApp:
    """Run the screen, begin, and let this many seconds of the round pass."""
    app = table.app()
    async with app.run_test() as pilot:
        await pilot.press("enter")
        table.clock.seconds += COUNTDOWN_SECONDS + seconds
        app.tick()
    return app


def test_an_illegal_action_of_a_bot_ends_the_screen() -> None:
    """The screen returns the error."""
    app = asyncio.run(started(begun(bot=Cheat), 3))
    assert "only 0 of 5 cards are laid" in str(app.return_value)


@pytest.mark.slow
def test_keys_move_turn_flip_and_lay() -> None:
    """Keys change the held card at once; enter lays it, backspace lifts it, and refusals are shown."""

    async def keys() -> None:
        table = begun()
        app = table.app()
        async with app.run_test(size=(110, 40)) as pilot:
            await pilot.press("h")
            assert "count of three" in app.message
            table.clock.seconds += 1000  # the clock stands still while the greeting is read
            await pilot.press("enter")
            assert app.clock_text() == "3 ..."
            await pilot.press("enter")
            assert "count of three" in app.message
            table.clock.seconds += COUNTDOWN_SECONDS
            assert app.clock_text() == "5:00"
            await pilot.press("right", "right", "down", "r", "f", "enter")
            (placement,) = table.state.piles[0]
            assert (placement.x, placement.y, placement.turn, placement.flip) == (2, 1, 3, True)
            assert app.held.card == table.state.hands[0][1]
            await pilot.press("h")
            assert "Only 1 of your five cards" in app.message
            await pilot.press("backspace")
            assert "is not laid" in app.message
            await pilot.press("1", "left", "space")
            assert table.state.piles[0][0].x == 1
            await pilot.press("1", "backspace")
            assert table.state.piles[0] == ()
            drawn = app.pictures()["table"]
            assert isinstance(drawn, Text)
            assert drawn.plain.count("\n") == 36
            await pilot.press("d")
            assert table.state.locked == (True, False, False)
            await pilot.press("enter")
            assert "locked" in app.message
            table.clock.seconds += 300
            app.tick()
            assert table.state.phase is Phase.GIVE_BACK
            await pilot.press("2", "enter")
            app.tick()
            assert table.state.round == 2
            assert app.held.card == table.state.hands[0][0]

    asyncio.run(keys())


@pytest.mark.prove
@pytest.mark.slow
def test_a_whole_game_by_keys() -> None:
    """The player lays the best pile in five rounds, flips the hourglass, gives cards back, and wins."""
    saves: list[None] = []

    async def play() -> None:
        table = begun(save=lambda: saves.append(None))
        app = table.app()
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("enter")
            while table.record.result is None:
                table.clock.seconds += COUNTDOWN_SECONDS
                best = solve(table.state.hands[0], table.state.options.deck)
                for placement in best.pile:
                    await pilot.press(str(table.state.hands[0].index(placement.card) + 1))
                    bring(app, placement)
                    await pilot.press("enter")
                assert len(table.state.piles[0]) == len(best.pile) == 5
                await pilot.press("h")
                assert table.state.flipped_by == 0
                assert app.keys_text().startswith("Your cards are locked")
                table.clock.seconds += 30
                app.tick()
                assert table.state.scores[-1][0].points == best.points - 1
                if table.record.result is None:
                    assert "Best pile" in shown(app)
                    await pilot.press("5" if table.state.round > 1 else "1", "enter")
                    if table.state.phase is Phase.GIVE_BACK:
                        assert "is not green" in app.message
                        await pilot.press(table.green_keys()[0], "enter")
                        app.tick()
            await pilot.press("h")
            assert "cannot be done now" in app.message
            assert "You win!" in shown(app)
            await pilot.press("q")

    asyncio.run(play())
    assert len(saves) == 9  # after each round, and after each exchange of cards


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_screen(language: str) -> None:
    """The screens from the greeting to the end have all messages, with every refusal."""
    table = begun(Options(assist=True))
    app = table.app(language)
    message = partial(text, language=language)
    assert message("terminal.cover-up.begin") in " ".join(shown(app).split())
    app.action_hourglass()
    assert app.message == message("terminal.cover-up.wait")
    app.action_lay()
    table.clock.seconds += COUNTDOWN_SECONDS
    app.action_lay()
    app.action_move(9, 9)
    app.action_lay()
    assert message("cover-up.faults", count=1) in shown(app)
    app.action_hourglass()
    assert app.message == message("terminal.cover-up.no.laid", laid=2)
    for _ in range(3):
        app.action_lay()
    app.action_hourglass()
    assert app.message == message("terminal.cover-up.no.flawed")
    app.action_done()
    assert app.keys_text() == message("terminal.cover-up.keys.locked")
    assert "✓" in shown(app)
    table.clock.seconds += 300
    app.action_lift()
    assert app.message == message("cover-up.event.time-ran-out")
    app.tick()
    pages = " ".join(shown(app).split())
    assert message("cover-up.fault.unlinked") in pages or message("cover-up.fault.conflict") in pages
    assert message("terminal.cover-up.keys.give-back") in pages
    while table.record.result is None:
        if table.state.phase is Phase.GIVE_BACK:
            app.action_choose(int(table.green_keys()[0]) - 1)
            app.action_lay()
        else:
            table.clock.seconds += 400
        app.tick()
    assert message("terminal.cover-up.keys.over") in " ".join(shown(app).split())


@pytest.mark.parametrize(
    ("language", "size"),
    [
        ("en", (80, 24)),
        *(pytest.param(language, (80, 24), marks=pytest.mark.slow) for language in LANGUAGES if language != "en"),
        pytest.param("fi", (100, 40), marks=pytest.mark.slow),
        pytest.param("nl", (40, 12), marks=pytest.mark.slow),
    ],
)
def test_the_screen_fits(language: str, size: tuple[int, int]) -> None:
    """With six players and the longest words, all cards and keys fit on 80 by 24, and a smaller terminal works."""

    async def look() -> None:
        table = begun(Options(assist=True), names=("Player", "Ada", "Bo", "Cy", "Di", "Ed"))
        app = table.app(language)
        async with app.run_test(size=size) as pilot:
            await pilot.press("enter")
            table.clock.seconds += COUNTDOWN_SECONDS
            await pilot.press("enter")
            app.redraw()
            await pilot.pause()
            hand, keys = app.query_one("#hand"), app.query_one("#keys")
            if size != (40, 12):
                assert hand.region.bottom <= app.query_one("#middle").region.bottom
                assert keys.region.height <= 2
                assert keys.region.bottom <= size[1]

    asyncio.run(look())


def test_a_resumed_hourglass_has_the_sand_of_the_latest_action() -> None:
    """Time that passed after the latest recorded action does not count."""
    table = begun()
    table.clock.seconds += COUNTDOWN_SECONDS + 10
    for placement in solve(table.state.hands[0], table.state.options.deck).pile:
        table.match.act(Lay(placement, table.match.now))
    table.match.act(Flip(table.match.now))
    table.clock.seconds += 20
    again = table.resumed()
    app = again.app()
    assert app.is_locked
    app.action_lay()
    again.clock.seconds += COUNTDOWN_SECONDS
    assert app.clock_text() == "⧗ 0:30"
    again.clock.seconds += 30
    app.tick()
    assert again.state.phase is Phase.GIVE_BACK


def test_a_game_left_between_rounds_is_resumed_there() -> None:
    """The screen shows the points at once, and a card can be given back."""
    table = begun()
    table.wait(COUNTDOWN_SECONDS + 300)
    table.match.tick()
    again = table.resumed()
    app = again.app()
    assert not app.is_greeting
    assert "Best pile" in shown(app)
    app.action_lay()
    assert again.state.giving_back[0] is None  # no card is chosen: enter was meant for the round that is over
    app.action_choose(0)
    app.action_lay()
    assert again.state.round == 2


def raises(error: Exception) -> Callable[[], None]:
    def save() -> None:
        raise error

    return save


def test_a_game_that_cannot_be_saved_ends_the_screen() -> None:
    """At the end of the first round, not after five."""
    table = begun(save=raises(OSError(28, "No space left on device")))
    app = asyncio.run(started(table, 300))
    error: OSError | BotFault | None = app.return_value
    assert isinstance(error, OSError)
    assert error.strerror == "No space left on device"
