"""Cover Up in the terminal: the live match with a driven clock, and the screen with pressed keys."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from functools import partial
from io import StringIO
from itertools import pairwise

import pytest
from rich.console import Console

from covergames import record
from covergames.bots import BotFault, BotMaker
from covergames.bots.coverup import beginner, perfect, quick
from covergames.coverup import Action, Colour, Done, Flip, GiveBack, Lay, Options, Phase, Placement, View, solve
from covergames.dealer import RandomDealer
from covergames.game import IllegalAction, Seat
from covergames.games import GAMES
from covergames.record import Recording
from covergames.terminal.coverup import CoverUpScreen
from covergames.terminal.coverup_match import COUNTDOWN, Match
from covergames.terminal.words import Words
from covergames.text import LANGUAGES, text

pytestmark = pytest.mark.filterwarnings("ignore::covergames.coverup.solver.InterpretedSolverWarning")


class Clock:
    """A clock that is driven."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


class Idle:
    """A bot that watches until time is up, and gives back its first green card."""

    def __init__(self, _generator: random.Random) -> None: ...

    def choose(self, view: View) -> Action:
        return Done(10**9) if view.phase is Phase.LAY else view.legal[0]


def begun(options: Options | None = None, *, bot: BotMaker = Idle) -> tuple[Match, Clock]:
    names = ["You", "Ada", "Bo"]
    dealer = RandomDealer(random.Random(1))
    return seated(Recording.begin(GAMES["cover-up"].rules, names, options or Options(), dealer), bot=bot)


def seated(recording: Recording, *, bot: BotMaker = Idle) -> tuple[Match, Clock]:
    clock = Clock()
    players = {seat: bot(random.Random(seat)) for seat in recording.state.seats if seat != 0}
    return Match(recording, seat=Seat(0), bots=players, clock=clock), clock


def resumed(match: Match, *, bot: BotMaker = Idle) -> tuple[Match, Clock]:
    """The match again, from what was saved of it."""
    kept = record.read(match.recording.record.encode())
    return seated(Recording.resume(kept, RandomDealer(random.Random(3))), bot=bot)


def screen_of(match: Match, language: str = "en", save: Callable[[], None] = lambda: None) -> CoverUpScreen:
    return CoverUpScreen(match, Words(language, tuple(match.names), match.seat), greeting="Hello.", save=save)


def shown(screen: CoverUpScreen, width: int = 46) -> str:
    """All that is on the screen, as text."""
    console = Console(file=StringIO(), width=width, color_system=None)
    playing = screen.match.state.phase is Phase.LAY
    table = screen.greeting() if screen.is_waiting else screen.table_picture() if playing else screen.score_picture()
    for part in (table, screen.players_picture(), screen.hand_picture(), screen.message, screen.keys_text()):
        console.print(part, markup=False)
    file = console.file
    assert isinstance(file, StringIO)
    return file.getvalue()


def greens(match: Match) -> list[str]:
    """The numbers of your green cards."""
    state = match.state
    return [
        str(number)
        for number, card in enumerate(state.hands[match.seat], start=1)
        if state.options.deck[card].colour is Colour.GREEN
    ]


def bring(screen: CoverUpScreen, placement: Placement) -> None:
    """Turn, flip and move the card in hand until it lies so."""
    if placement.flip:
        screen.action_flip_card()
    for _ in range(placement.turn):
        screen.action_turn()
    screen.action_move(placement.x - screen.held.x, placement.y - screen.held.y)
    assert screen.held == placement


@pytest.mark.parametrize(("bot", "seconds"), [(beginner, 8.0), (quick, 3.5), (perfect, 1.5)])
def test_bots_lay_at_their_pace_and_the_clock_ends_the_round(bot: BotMaker, seconds: float) -> None:
    """Nothing happens in the count of three; then cards come one by one, somebody flips, and time runs out."""
    match, clock = begun(bot=bot)
    clock.seconds += COUNTDOWN - 0.1
    assert not match.has_begun
    assert not match.tick()
    laid = []
    while match.state.phase is Phase.LAY:
        clock.seconds += 0.1
        match.tick()
        laid.append(sum(map(len, match.state.piles)))
        assert laid == sorted(laid)
    assert max(after - before for before, after in pairwise(laid)) <= 2
    assert match.state.flipped_by in (1, 2)
    assert match.state.flipped_at == pytest.approx(1000 * 5 * seconds, rel=0.6)
    assert match.state.scores[0][0].points == 25
    assert match.state.now == match.state.deadline


def test_what_a_bot_did_before_you_comes_first() -> None:
    """However late the screen looks, everything happens in the order of its time."""
    match, clock = begun(bot=perfect)
    clock.seconds += COUNTDOWN + 15
    match.act(Lay(Placement(match.state.hands[0][0], flip=False, turn=0, x=0, y=0), match.now))
    times = [event["t"] for event in match.recording.record.events if "t" in event]
    assert times == sorted(times)
    assert times[-1] == 15_000
    assert match.state.flipped_by in (1, 2)
    assert match.state.flipped_at is not None
    assert match.state.flipped_at < 12_000


class Cheat(Idle):
    """A bot that flips without a card on the table."""

    def choose(self, view: View) -> Action:
        return Flip(2000) if view.phase is Phase.LAY else super().choose(view)


def test_a_bot_that_does_what_it_may_not_ends_the_screen() -> None:
    """It is named, with the rule, and your own action is not blamed for it."""
    match, clock = begun(bot=Cheat)
    clock.seconds += COUNTDOWN + 3
    with pytest.raises(BotFault, match=r"^Bo, the bot in seat 2: only 0 of 5 cards are laid \(CU-H1\)$"):
        match.act(Done(match.now))

    async def play() -> object:
        match, clock = begun(bot=Cheat)
        screen = screen_of(match)
        async with screen.run_test() as pilot:
            await pilot.press("enter")
            clock.seconds += COUNTDOWN + 3
            screen.pulse()
        return screen.return_value

    assert "only 0 of 5 cards are laid" in str(asyncio.run(play()))


def test_a_bot_that_lets_no_time_pass_does_not_stop_the_screen() -> None:
    """A tick comes to an end, whatever bots do."""

    class Fidget(Idle):
        def choose(self, view: View) -> Action:
            assert view.seat is not None
            mine = view.seats[view.seat]
            x = mine.pile[0].x if mine.pile else 0
            return Lay(Placement(mine.hand[0], flip=False, turn=0, x=1 - x, y=0), view.now)

    match, clock = begun(bot=Fidget)
    clock.seconds += COUNTDOWN
    assert match.tick()
    assert match.state.now == 0
    clock.seconds += 300
    match.act(Done(1))
    assert match.state.locked[0]


def test_a_whole_match_is_a_record() -> None:
    """Five rounds against the bots, with our own best pile each time, replay to the same end."""
    match, clock = begun()
    while match.recording.record.result is None:
        state = match.state
        if state.phase is Phase.LAY:
            clock.seconds += COUNTDOWN
            for placement in solve(state.hands[0], state.options.deck).pile:
                clock.seconds += 0.1
                match.act(Lay(placement, match.now))
            match.act(Flip(match.now))
            while match.state.phase is Phase.LAY:
                clock.seconds += 1
                match.tick()
        else:
            match.tick()
            greens = [card for card in state.hands[0] if state.options.deck[card].colour is Colour.GREEN]
            match.act(GiveBack(greens[0]))
    *_, last = record.replay(record.read(match.recording.record.encode()))
    assert last.state == match.state
    assert match.state.totals[0] == min(match.state.totals)


def test_too_late_is_too_late() -> None:
    """After the deadline a card is refused although the clock has not rung yet; then it rings."""
    match, clock = begun(Options(round_limit=10))
    clock.seconds += COUNTDOWN + 10
    with pytest.raises(IllegalAction, match="CU-H2"):
        match.act(Done(match.now))
    assert match.tick()
    assert match.state.phase is Phase.GIVE_BACK


@pytest.mark.slow
def test_keys_move_turn_flip_and_lay() -> None:
    """Keys change the card in hand at once; enter lays it, backspace lifts it, and refusals are shown."""

    async def keys() -> None:
        match, clock = begun()
        screen = screen_of(match)
        async with screen.run_test(size=(110, 40)) as pilot:
            await pilot.press("h")
            assert "count of three" in screen.message
            clock.seconds += 1000  # reading takes its time, and none of the round's
            await pilot.press("enter")
            assert not match.has_begun
            assert screen.clock_text() == "3 ..."
            await pilot.press("enter")
            assert "count of three" in screen.message
            clock.seconds += COUNTDOWN
            assert screen.clock_text() == "5:00"
            await pilot.press("right", "right", "down", "r", "f", "enter")
            (placement,) = match.state.piles[0]
            assert (placement.x, placement.y, placement.turn, placement.flip) == (2, 1, 3, True)
            assert screen.held.card == match.state.hands[0][1]
            await pilot.press("h")
            assert "Only 1 of your five cards" in screen.message
            await pilot.press("backspace")
            assert "is not laid" in screen.message
            await pilot.press("1", "left", "space")
            assert match.state.piles[0][0].x == 1
            await pilot.press("1", "backspace")
            assert match.state.piles[0] == ()
            assert screen.table_picture().plain.count("\n") == 36
            await pilot.press("d")
            assert match.state.locked == (True, False, False)
            await pilot.press("enter")
            assert "locked" in screen.message
            clock.seconds += 300
            screen.pulse()
            assert match.state.phase is Phase.GIVE_BACK
            await pilot.press("2", "enter")
            screen.pulse()
            assert match.state.round == 2
            assert screen.held.card == match.state.hands[0][0]

    asyncio.run(keys())


@pytest.mark.slow
def test_a_whole_game_by_keys() -> None:
    """Five rounds: the best pile laid by keys, the hourglass, a card given back; every round is saved, and we win."""
    saved: list[int] = []

    async def play() -> None:
        match, clock = begun()
        screen = screen_of(match, save=lambda: saved.append(len(match.recording.record.events)))
        async with screen.run_test(size=(80, 24)) as pilot:
            await pilot.press("enter")
            while match.recording.record.result is None:
                clock.seconds += COUNTDOWN
                best = solve(match.state.hands[0], match.state.options.deck)
                for placement in best.pile:
                    await pilot.press(str(match.state.hands[0].index(placement.card) + 1))
                    bring(screen, placement)
                    await pilot.press("enter")
                assert len(match.state.piles[0]) == len(best.pile) == 5
                await pilot.press("h")
                assert match.state.flipped_by == 0
                assert screen.keys_text().startswith("You are locked")
                clock.seconds += 30
                screen.pulse()
                assert match.state.scores[-1][0].points == best.points - 1
                if match.recording.record.result is None:
                    assert "Best pile" in shown(screen)
                    await pilot.press("5" if match.state.round > 1 else "1", "enter")
                    if match.state.phase is Phase.GIVE_BACK:
                        assert "is not green" in screen.message
                        await pilot.press(greens(match)[0], "enter")
                        screen.pulse()
            await pilot.press("h")
            assert "cannot be done now" in screen.message
            assert "You win!" in shown(screen)
            await pilot.press("q")

    asyncio.run(play())
    assert len(saved) == 9
    assert saved == sorted(saved)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_screen(language: str) -> None:
    """Greeting, count, laying, locked, a flawed pile scored, giving back, the end, every refusal: all can be told."""
    match, clock = begun(Options(assist=True))
    screen = screen_of(match, language)
    said = partial(text, language=language)
    assert said("terminal.cover-up.begin") in " ".join(shown(screen).split())
    screen.action_hourglass()
    assert screen.message == said("terminal.cover-up.wait")
    screen.action_lay()
    clock.seconds += COUNTDOWN
    screen.action_lay()
    screen.action_move(9, 9)
    screen.action_lay()
    assert said("cover-up.faults", count=1) in shown(screen)
    screen.action_hourglass()
    assert screen.message == said("terminal.cover-up.no.laid", laid=2)
    for _ in range(3):
        screen.action_lay()
    screen.action_hourglass()
    assert screen.message == said("terminal.cover-up.no.flawed")
    screen.action_done()
    assert screen.keys_text() == said("terminal.cover-up.keys.locked")
    assert "✓" in shown(screen)
    clock.seconds += 300
    screen.action_lift()
    assert screen.message == said("cover-up.event.time-ran-out")
    screen.pulse()
    pages = " ".join(shown(screen).split())
    assert said("cover-up.fault.unlinked") in pages or said("cover-up.fault.conflict") in pages
    assert said("terminal.cover-up.keys.give-back") in pages
    while match.recording.record.result is None:
        if match.state.phase is Phase.GIVE_BACK:
            screen.action_choose(int(greens(match)[0]) - 1)
            screen.action_lay()
            screen.pulse()
        else:
            clock.seconds += 400
            screen.pulse()
    assert said("terminal.cover-up.keys.over") in " ".join(shown(screen).split())


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
    """Six players, the longest words: all five cards and the keys are on a screen of 80 by 24, and a small one works."""

    async def look() -> None:
        dealer = RandomDealer(random.Random(1))
        names = ["Player", "Ada", "Bo", "Cy", "Di", "Ed"]
        match, clock = seated(Recording.begin(GAMES["cover-up"].rules, names, Options(assist=True), dealer))
        screen = screen_of(match, language)
        async with screen.run_test(size=size) as pilot:
            await pilot.press("enter")
            clock.seconds += COUNTDOWN
            await pilot.press("enter")
            screen.redraw()
            await pilot.pause()
            hand, keys = screen.query_one("#hand"), screen.query_one("#keys")
            if size != (40, 12):
                assert hand.region.bottom <= screen.query_one("#middle").region.bottom
                assert keys.region.height <= 2
                assert keys.region.bottom <= size[1]

    asyncio.run(look())


def test_a_game_goes_on_at_the_time_it_was_left() -> None:
    """After another count of three the clock stands where the latest recorded action was, and bots finish their piles."""
    match, clock = begun(Options(assist=True), bot=quick)
    clock.seconds += COUNTDOWN
    match.act(Lay(Placement(match.state.hands[0][0], flip=False, turn=0, x=0, y=0), match.now))
    while sum(map(len, match.state.piles)) < 6:
        clock.seconds += 0.5
        match.tick()
    left, clock_at = match.state, match.state.now
    clock.seconds += 4  # nobody did anything in these

    again, clock = resumed(match, bot=quick)
    assert again.state == left
    assert (again.now, again.count, again.has_begun) == (clock_at - 3000, 3, False)
    assert not again.tick()
    clock.seconds += 1.5
    assert again.count == 2
    clock.seconds += 1.5
    assert (again.now, again.count, again.has_begun) == (clock_at, 0, True)
    while again.state.phase is Phase.LAY:
        assert [at for at in left.piles[1] if at not in again.state.piles[1]] == []
        clock.seconds += 0.5
        again.tick()
    assert again.state.flipped_by in (1, 2)
    assert len(list(record.replay(again.recording.record))) > 7


def test_the_sand_runs_on_where_it_was() -> None:
    """A game left while the hourglass runs has as much sand left as at the latest recorded action."""
    match, clock = begun()
    clock.seconds += COUNTDOWN + 10
    for placement in solve(match.state.hands[0], match.state.options.deck).pile:
        match.act(Lay(placement, match.now))
    match.act(Flip(match.now))
    clock.seconds += 20
    again, clock = resumed(match)
    screen = screen_of(again)
    assert screen.is_locked
    screen.action_lay()
    clock.seconds += COUNTDOWN
    assert screen.clock_text() == "⧗ 0:30"
    clock.seconds += 30
    screen.pulse()
    assert again.state.phase is Phase.GIVE_BACK


def test_a_game_left_between_rounds_goes_on_there() -> None:
    """No greeting stands before the points, and the card can be given back."""
    match, clock = begun()
    clock.seconds += COUNTDOWN + 300
    match.tick()
    match.tick()
    again, _ = resumed(match)
    screen = screen_of(again)
    assert not screen.is_waiting
    assert "Best pile" in shown(screen)
    screen.action_lay()
    assert again.state.giving_back[0] is None  # no card was chosen: enter was meant for the round that is over
    screen.action_choose(0)
    screen.action_lay()
    assert again.state.round == 2


def test_a_game_that_cannot_be_kept_ends_the_screen() -> None:
    """Whoever plays on a full disk is told at once, not after five rounds."""

    def full() -> None:
        raise OSError(28, "No space left on device")

    async def play() -> OSError | BotFault | None:
        match, clock = begun()
        screen = screen_of(match, save=full)
        async with screen.run_test() as pilot:
            await pilot.press("enter")
            clock.seconds += COUNTDOWN + 300
            screen.pulse()
        return screen.return_value

    error = asyncio.run(play())
    assert isinstance(error, OSError)
    assert error.strerror == "No space left on device"
