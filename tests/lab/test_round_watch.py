"""What is counted in Cover Up."""

from __future__ import annotations

from covergames.coverup import Options, house_deck, score
from covergames.coverup.events import GameEnded, RoundScored, WasDone
from covergames.coverup.state import SeatScore
from covergames.game import Result, Seat
from covergames.lab import Setup, play
from covergames.lab.round_watch import RoundWatch


def nothing_laid(hourglass: int = 0) -> SeatScore:
    """Five green cards, all aside: 4 symbols and a point each (CU-S3)."""
    deck = house_deck()
    return SeatScore(score((), [deck.card(f"g0{number}") for number in range(1, 6)], deck), hourglass)


def test_hands_count_by_round_and_flips_by_player() -> None:
    """Points without the hourglass; a flip with what it brought; who came first, by flips; other events are nothing."""
    watch = RoundWatch(2, Options())
    watch.see([WasDone(Seat(0), 5), RoundScored(1, (nothing_laid(), nothing_laid(1)))])
    watch.see([RoundScored(2, (nothing_laid(), nothing_laid(-1))), GameEnded(Result((50, 50), (1, 1)))])
    assert watch.tallies() == {
        "pile.1.25": 2,
        "pile.2.25": 2,
        "aside.1.5": 2,
        "aside.2.5": 2,
        "flip.1.1": 1,
        "flip.2.-1": 1,
        "flips.0.seats": 1,
        "flips.0.first": 1,
        "flips.2.seats": 1,
        "flips.2.first": 1,
    }
    assert watch.frequencies() == {"all five laid": (0, 4)}


def test_players_of_best_piles_leave_the_hourglass_alone() -> None:
    """The player of the study lays every card, never flips, and so differs from others by its cards alone."""
    played = play(Setup("cover-up", 2, ("docs/examples/best_pile.py:BestPile",), seed=1), 0)
    assert played.outcome.frequencies == {"all five laid": (10, 10)}
    assert not [name for name in played.tallies if name.startswith("flip.")]
    points = [int(name.split(".")[2]) * count for name, count in played.tallies.items() if name.startswith("pile.")]
    assert sum(points) == sum(played.outcome.scores)
