"""Replaying recorded games of Cover Up."""

from __future__ import annotations

import random
from collections.abc import Sequence
from io import StringIO

import pytest
from rich.console import Console

from covergames import coverup, record
from covergames.coverup import Lay, Options, Placement
from covergames.dealer import RandomDealer
from covergames.game import CLOCK, Seat
from covergames.terminal import coverup as screens
from covergames.terminal.coverup.replay_screen import CoverUpReplay
from covergames.terminal.coverup.story import clock_time
from covergames.terminal.words import Words
from covergames.text import LANGUAGES, text
from tests.contract.coverup_worlds import choose

pytestmark = pytest.mark.rule("CU-I1")


def played() -> record.Record:
    """Return a game in which time ends every round, and one card lies very far away."""
    chance = random.Random(8)
    game = record.Recording.begin(coverup, ["Ada", "Bo"], Options(), RandomDealer(chance))
    first, second, *_ = game.state.hands[0]
    game.act(Seat(0), Lay(Placement(first, flip=False, turn=0, x=0, y=0), 0))
    game.act(Seat(0), Lay(Placement(second, flip=False, turn=0, x=10**12, y=-(10**12)), 0))
    game.act(CLOCK, coverup.legal(game.state, CLOCK)[0])
    while seats := coverup.to_act(game.state):
        action = choose(game.state, seats[0], chance)
        if isinstance(action, Lay | coverup.GiveBack):
            game.act(seats[0], action)
        else:
            game.act(CLOCK, coverup.legal(game.state, CLOCK)[0])
    return game.record


def replayed(
    moments: Sequence[record.AnyMoment], language: str = "en", viewer: Seat | None = None
) -> tuple[CoverUpReplay, StringIO]:
    out = StringIO()
    console = Console(file=out, width=100, height=40, color_system=None, highlight=False)
    return screens.replay(moments, Words(language, ("Ada", "Bo"), viewer), console), out


def test_every_position_can_be_shown() -> None:
    """Keys step forwards and backwards and jump; an unknown answer is refused."""
    moments = list(record.replay(played()))
    shown, out = replayed(moments)
    last = str(moments[-1].index)
    answers = iter(["", "n", "p", last, "", "p", "nonsense", "h", "0", "q"])
    reviews: list[str] = []
    shown.walk(shown.at(0), lambda _: next(answers), lambda: reviews.append("review"))
    assert list(answers) == []
    assert reviews == ["review"]
    assert out.getvalue().count("Ada: g") >= 7
    assert text("terminal.replay.no-further") in out.getvalue()
    assert "“nonsense” is no answer here" in out.getvalue()
    assert f"event {last} of {last}" in out.getvalue()


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_describes_the_whole_game(language: str) -> None:
    """The replay shows cards laid and removed, points, exchanges and the end."""
    moments = list(record.replay(played()))
    shown, out = replayed(moments, language, Seat(0))
    for number in range(len(moments)):
        shown.show(number)
    pages = " ".join(out.getvalue().split())
    assert text("cover-up.fault.unlinked", language) in pages
    assert text("cover-up.event.began", language, round=5) in pages
    assert text("result.game-over", language) in pages
    assert text("cover-up.event.time-ran-out", language) in pages
    assert text("replay.seat", language, name="Ada") in pages


def test_a_card_that_is_being_given_back_is_shown_to_its_player_only() -> None:
    """Others see it when all have chosen (CU-I1)."""
    moments = list(record.replay(played()))
    number = next(n for n, moment in enumerate(moments) if isinstance(moment.action, coverup.GiveBack))
    card = moments[number].state.options.deck[moments[number].action.card].id
    for viewer, sentence in (
        (Seat(0), f"You give {card} back."),
        (Seat(1), "Ada has chosen."),
        (None, "Ada has chosen."),
    ):
        shown, out = replayed(moments, viewer=viewer)
        shown.show(number)
        assert sentence in out.getvalue()


@pytest.mark.parametrize(
    ("milliseconds", "shown"), [(-5, "0:00"), (0, "0:00"), (1, "0:01"), (60000, "1:00"), (299001, "5:00")]
)
def test_clock_time(milliseconds: int, shown: str) -> None:
    """Minutes and seconds, rounded up to whole seconds."""
    assert clock_time(milliseconds) == shown
