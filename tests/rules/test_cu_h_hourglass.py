"""The hourglass and the end of a round (CU-H1, CU-H2, CU-H3)."""

from __future__ import annotations

import pytest

from covergames import coverup
from covergames.coverup import Done, Flip, Lay, Options, Phase, TimeUp
from covergames.coverup.events import Flipped, RoundScored, TimeRanOut
from covergames.game import CLOCK, OptionsError, Seat
from tests.coverup_kit import Rigged, Table, deck_with, pile

GREENS = ("g01 g02 g03 g04 g05", "g06 g07 g08 g09 g10", "g11 g12 g13 g14 g15")
SAME = dict.fromkeys(("g01", "g02", "g03", "g04", "g05", "g06", "g07", "g08", "g09", "g10"), "1234 ....")
DECK = deck_with(**SAME)
FLAWLESS = "g01@0,0 g02@0,0 g03@0,0 g04@0,0 g05@0,0"
FAULTY = "g01@0,0 g02@0,0 g03@0,0 g04@0,0 g05@1,0"
OTHER = "g06@0,0 g07@0,0 g08@0,0 g09@0,0 g10@0,0"


def table(**options: object) -> Table:
    return Table.of(*GREENS, options=Options(DECK, **options))  # type: ignore[arg-type]


@pytest.mark.rule("CU-H1")
def test_flipping_needs_all_five_cards_in_the_pile() -> None:
    """With four cards laid the hourglass stays; with five it is flipped, and the flipper is locked."""
    at = table()
    at.lay(0, FLAWLESS)
    at.lift(0, "g05")
    assert at.refusal(0, Flip(0)) == "CU-H1"
    assert Flip(0) not in coverup.legal(at.state, Seat(0))
    at.lay(0, "g05@0,0")
    assert Flip(0) in coverup.legal(at.state, Seat(0))
    at.flip(0)
    assert at.state.locked == (True, False, False)
    assert at.state.flipped_by == 0
    assert coverup.legal(at.state, Seat(0)) == ()


@pytest.mark.rule("CU-H1")
def test_only_the_first_flips() -> None:
    """Once somebody has flipped nobody else can in this round."""
    at = table()
    at.lay(0, FLAWLESS)
    at.lay(1, OTHER)
    at.flip(0, t=1000)
    assert at.refusal(1, Flip(1000)) == "CU-H1"
    assert not any(isinstance(action, Flip) for action in coverup.legal(at.state, Seat(1)))


@pytest.mark.rule("CU-H1")
@pytest.mark.parametrize("seconds", [30, 1, 45])
def test_the_others_have_thirty_seconds_or_what_the_table_set(seconds: int) -> None:
    """After a flip at 12.345 s the others lay cards until the sand has run out, and not a millisecond longer."""
    at = table(hourglass=seconds)
    at.lay(0, FLAWLESS)
    at.flip(0, t=12345)
    end = 12345 + 1000 * seconds
    assert Flipped(Seat(0), 12345, end) in at.events
    assert at.state.deadline == end
    at.lay(1, "g06@0,0", t=end - 1)
    (late,) = pile("g07@0,0", DECK)
    assert at.refusal(1, Lay(late, end)) == "CU-H2"
    assert at.refusal(1, Done(end)) == "CU-H2"
    assert at.refusal(CLOCK, TimeUp(end - 1)) == "CU-H2"
    at.time_up(end)
    assert at.state.phase is Phase.GIVE_BACK


@pytest.mark.rule("CU-H1")
def test_without_assist_an_illegal_pile_can_flip() -> None:
    """As at a table, the mistake is found at scoring only, and nobody is told before."""
    at = table()
    at.lay(0, FAULTY)
    assert coverup.view(at.state, Seat(0)).seats[0].verdicts is None
    at.flip(0)
    assert at.state.flipped_by == 0


@pytest.mark.rule("CU-H1")
def test_with_assist_an_illegal_pile_cannot_flip_and_is_shown() -> None:
    """The faults are in the view; once they are mended the hourglass can be flipped."""
    at = table(assist=True)
    at.lay(0, FAULTY)
    assert at.refusal(0, Flip(0)) == "CU-H1"
    assert Flip(0) not in coverup.legal(at.state, Seat(0))
    verdicts = coverup.view(at.state, None).seats[0].verdicts
    assert verdicts is not None
    assert not verdicts[-1].is_legal
    at.lay(0, "g05@0,0")
    at.flip(0)
    assert at.state.flipped_by == 0


@pytest.mark.rule("CU-H2")
def test_the_round_ends_when_all_are_locked() -> None:
    """By flipping or by being done; nobody has to wait for the sand."""
    at = table()
    at.lay(0, FLAWLESS)
    at.done(1)
    at.flip(0, t=5)
    assert len(at.state.scores) == 0
    at.done(2, t=6)
    assert at.state.phase is Phase.GIVE_BACK
    assert isinstance(at.events[-1], RoundScored)


@pytest.mark.rule("CU-H2")
def test_the_round_ends_at_its_limit_though_nobody_flips() -> None:
    """Five minutes by default, or what the table has set."""
    for at, limit in ((table(), 300_000), (table(round_limit=60), 60_000)):
        assert coverup.legal(at.state, CLOCK) == (TimeUp(limit),)
        assert at.refusal(CLOCK, TimeUp(limit - 1)) == "CU-H2"
        assert at.refusal(0, Done(limit)) == "CU-H2"
        at.time_up(limit + 17)
        assert at.state.phase is Phase.GIVE_BACK
        assert TimeRanOut(limit + 17) in at.events


@pytest.mark.rule("CU-H2")
@pytest.mark.parametrize("flip", [299_000, 299_999, 285_000])
def test_the_limit_never_cuts_the_sand_short(flip: int) -> None:
    """After a flip one second before the limit everybody else has the whole thirty seconds."""
    at = table()
    at.lay(0, FLAWLESS)
    at.flip(0, t=flip)
    end = flip + 30_000
    assert Flipped(Seat(0), flip, end) in at.events
    assert coverup.legal(at.state, CLOCK) == (TimeUp(end),)
    assert {coverup.view(at.state, viewer).deadline for viewer in (None, *at.state.seats)} == {end}
    at.lay(1, OTHER, t=300_000)
    assert at.refusal(CLOCK, TimeUp(300_000)) == "CU-H2"
    at.lay(2, "g11@0,0", t=end - 1)
    assert at.refusal(CLOCK, TimeUp(end - 1)) == "CU-H2"
    assert at.refusal(2, Done(end)) == "CU-H2"
    at.time_up(end)
    assert at.state.phase is Phase.GIVE_BACK
    assert TimeRanOut(end) in at.events


@pytest.mark.rule("CU-H2")
def test_after_a_flip_the_round_still_ends_when_all_are_locked() -> None:
    """Beyond the limit too: those who are done wait for nobody."""
    at = table()
    at.lay(0, FLAWLESS)
    at.flip(0, t=299_000)
    at.done(1, t=310_000)
    assert not at.state.scores
    at.done(2, t=311_000)
    assert at.state.phase is Phase.GIVE_BACK
    assert not any(isinstance(event, TimeRanOut) for event in at.events)


@pytest.mark.rule("CU-H2")
def test_a_flip_at_the_limit_is_too_late() -> None:
    """At the limit a round without a flip is over, even before the clock acts."""
    at = table()
    at.lay(0, FLAWLESS, t=299_999)
    assert at.refusal(0, Flip(300_000)) == "CU-H2"
    at.flip(0, t=299_999)
    assert at.state.deadline == 329_999


@pytest.mark.rule("CU-H2")
def test_the_next_round_has_its_own_limit() -> None:
    """A flip counts for its round only: nothing of the sand is left in the next one."""
    at = table()
    at.lay(0, FLAWLESS)
    at.flip(0, t=299_000)
    at.time_up(329_000)
    for seat in at.state.seats:
        at.act(seat, coverup.legal(at.state, seat)[0])
    assert (at.state.round, at.state.deadline) == (2, 300_000)


@pytest.mark.rule("CU-H2")
def test_without_limit_the_round_waits_for_the_players() -> None:
    """If there is no limit the clock has nothing to say until somebody flips."""
    at = table(round_limit=None)
    assert coverup.legal(at.state, CLOCK) == ()
    assert at.refusal(CLOCK, TimeUp(10**9)) == "CU-H2"
    at.lay(0, FLAWLESS, t=10**9)
    at.flip(0)
    assert coverup.legal(at.state, CLOCK) == (TimeUp(10**9 + 30_000),)
    at.time_up(10**9 + 30_000)
    assert at.state.phase is Phase.GIVE_BACK


@pytest.mark.rule("CU-H2")
def test_after_the_round_nothing_of_it_is_possible() -> None:
    """Laying, flipping, being done and time running out once more are refused."""
    at = table()
    at.time_up(300_000)
    (card,) = pile("g01@0,0", DECK)
    for action in (Lay(card, 300_000), Flip(300_000), Done(300_000)):
        assert at.refusal(0, action) == "CU-H2"
    assert at.refusal(CLOCK, TimeUp(300_000)) == "CU-H2"


@pytest.mark.rule("CU-H3")
def test_of_two_flips_in_the_same_millisecond_the_first_received_counts() -> None:
    """The second is refused, though its time is the same."""
    at = table()
    at.lay(1, OTHER)
    at.lay(0, FLAWLESS)
    at.flip(1, t=777)
    assert at.refusal(0, Flip(777)) == "CU-H1"
    assert at.state.flipped_by == 1


@pytest.mark.rule("CU-H3")
def test_time_does_not_run_backwards_and_is_the_clocks() -> None:
    """An action before the latest one is refused, and players do not say when time is up."""
    at = table()
    at.lay(0, "g01@0,0", t=500)
    (card,) = pile("g06@0,0", DECK)
    assert at.refusal(1, Lay(card, 499)) == "CU-H3"
    assert at.refusal(1, Done(-1)) == "CU-H3"
    assert at.refusal(1, TimeUp(300_000)) == "CU-H3"
    at.lay(1, "g06@0,0", t=500)


@pytest.mark.rule("CU-H1", "CU-H2")
@pytest.mark.parametrize("options", [{"hourglass": 0}, {"hourglass": 3601}, {"round_limit": 0}, {"round_limit": -5}])
def test_impossible_times_are_refused(options: dict[str, int]) -> None:
    """An hourglass or a limit of no time at all makes no game."""
    with pytest.raises(OptionsError, match="CU-H"):
        coverup.new(2, Options(DECK, **options), Rigged({}))  # type: ignore[arg-type]
