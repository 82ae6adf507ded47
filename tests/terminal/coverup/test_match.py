"""A local match of Cover Up with a clock that the test drives."""

from __future__ import annotations

from itertools import pairwise

import pytest

from covergames import record
from covergames.bots import BotFault, BotMaker
from covergames.bots.coverup import beginner, perfect, quick
from covergames.bots.coverup.players import person
from covergames.coverup import Action, Colour, Done, Flip, GiveBack, Lay, Options, Phase, Placement, View, solve
from covergames.game import IllegalAction
from tests.terminal.coverup.kit import COUNTDOWN_SECONDS, IdleBot, begun

pytestmark = pytest.mark.filterwarnings("ignore::covergames.coverup.solver.InterpretedSolverWarning")


@pytest.mark.parametrize(
    ("bot", "seconds"), [(beginner, person(4).pace.card), (quick, person(7).pace.card), (perfect, 1.5)]
)
def test_bots_lay_at_their_pace_and_the_clock_ends_the_round(bot: BotMaker, seconds: float) -> None:
    """Nothing happens during the countdown. Then bots lay card by card, one flips, and time runs out."""
    table = begun(bot=bot)
    before = table.state
    table.wait(COUNTDOWN_SECONDS - 0.1)
    assert table.match.countdown == 1
    assert table.state is before
    laid = []
    while table.state.phase is Phase.LAY:
        table.wait(0.1)
        laid.append(sum(map(len, table.state.piles)))
        assert laid == sorted(laid)
    assert max(after - before for before, after in pairwise(laid)) <= 2
    assert table.state.flipped_by in (1, 2)
    assert table.state.flipped_at == pytest.approx(1000 * 5 * seconds, rel=0.6)
    assert table.state.scores[0][0].points == 25
    assert table.state.now == table.state.deadline


def test_the_view_follows_the_state() -> None:
    """A bot's action changes what the player sees."""
    table = begun(bot=quick)
    assert table.match.view is table.match.view
    table.wait(COUNTDOWN_SECONDS + 10)
    assert [side.pile for side in table.match.view.seats] == list(table.state.piles)
    assert table.match.view.seat == 0


def test_earlier_actions_of_bots_come_first() -> None:
    """Actions are applied in the order of their times, however late the match ticks."""
    table = begun(bot=perfect)
    table.clock.seconds += COUNTDOWN_SECONDS + 15
    card = table.state.hands[0][0]
    table.match.act(Lay(Placement(card, flip=False, turn=0, x=0, y=0), table.match.now))
    times = [event["t"] for event in table.record.events if "t" in event]
    assert times == sorted(times)
    assert times[-1] == 15_000
    assert table.state.flipped_by in (1, 2)
    assert table.state.flipped_at is not None
    assert table.state.flipped_at < 12_000


class Cheat(IdleBot):
    """A bot that flips the hourglass without a card on the table."""

    def choose(self, view: View) -> Action:
        return Flip(2000) if view.phase is Phase.LAY else super().choose(view)


def test_an_illegal_action_of_a_bot_names_the_bot() -> None:
    """The player's own action is not blamed for it."""
    table = begun(bot=Cheat)
    table.clock.seconds += COUNTDOWN_SECONDS + 3
    with pytest.raises(BotFault, match=r"^Bo, the bot in seat 2: only 0 of 5 cards are laid \(CU-H1\)$"):
        table.match.act(Done(table.match.now))


def test_a_bot_that_lets_no_time_pass_does_not_freeze_the_screen() -> None:
    """A tick ends, whatever bots do."""

    class Fidget(IdleBot):
        def choose(self, view: View) -> Action:
            assert view.seat is not None
            mine = view.seats[view.seat]
            x = mine.pile[0].x if mine.pile else 0
            return Lay(Placement(mine.hand[0], flip=False, turn=0, x=1 - x, y=0), view.now)

    table = begun(bot=Fidget)
    before = table.state
    table.wait(COUNTDOWN_SECONDS)
    assert table.state is not before
    assert table.state.now == 0
    table.clock.seconds += 300
    table.match.act(Done(1))
    assert table.state.locked[0]


def test_a_whole_match_is_recorded() -> None:
    """The record of five rounds against bots replays to the same state."""
    table = begun()
    while table.record.result is None:
        state = table.state
        if state.phase is Phase.LAY:
            table.clock.seconds += COUNTDOWN_SECONDS
            for placement in solve(state.hands[0], state.options.deck).pile:
                table.clock.seconds += 0.1
                table.match.act(Lay(placement, table.match.now))
            table.match.act(Flip(table.match.now))
            while table.state.phase is Phase.LAY:
                table.wait(1)
        else:
            table.match.tick()
            greens = [card for card in state.hands[0] if state.options.deck[card].colour is Colour.GREEN]
            table.match.act(GiveBack(greens[0]))
    *_, last = record.replay(record.read(table.record.encode()))
    assert last.state == table.state
    assert table.state.totals[0] == min(table.state.totals)


def test_an_action_after_the_deadline_is_refused() -> None:
    """Even if the match has not ticked since the deadline; the next tick ends the round."""
    table = begun(Options(round_limit=10))
    table.clock.seconds += COUNTDOWN_SECONDS + 10
    with pytest.raises(IllegalAction, match="CU-H2"):
        table.match.act(Done(table.match.now))
    table.match.tick()
    assert table.state.phase is Phase.GIVE_BACK


def test_a_resumed_game_goes_on_at_the_time_of_its_latest_action() -> None:
    """After another countdown the clock shows that time, and bots finish their piles."""
    table = begun(Options(assist=True), bot=quick)
    table.clock.seconds += COUNTDOWN_SECONDS
    card = table.state.hands[0][0]
    table.match.act(Lay(Placement(card, flip=False, turn=0, x=0, y=0), table.match.now))
    while sum(map(len, table.state.piles)) < 6:
        table.wait(0.5)
    left, left_at = table.state, table.state.now
    table.clock.seconds += 4  # without any action

    again = table.resumed(bot=quick)
    assert again.state == left
    assert (again.match.now, again.match.countdown) == (left_at - 3000, 3)
    again.match.tick()
    assert again.state == left
    again.clock.seconds += 1.5
    assert again.match.countdown == 2
    again.clock.seconds += 1.5
    assert (again.match.now, again.match.countdown) == (left_at, 0)
    while again.state.phase is Phase.LAY:
        assert [at for at in left.piles[1] if at not in again.state.piles[1]] == []
        again.wait(0.5)
    assert again.state.flipped_by in (1, 2)
    assert len(list(record.replay(again.record))) > 7
