"""Deals follow from the seed and the nonces, by a documented algorithm."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from itertools import permutations

import pytest

from covergames.coverme import Clothes
from covergames.game import Seat
from covergames.table import FairDealer, Leave, Ready, commitment
from covergames.table.fair import _below, deal_key, derived_nonce
from tests.table.kit import ADA, BO, SEED, Live, playing


def documented_shuffle(seed: str, nonces: list[str], number: int, pile: str, cards: list[int]) -> list[int]:
    """Return the shuffle of docs/fair-deals.md, in an independent and simple implementation."""
    key = hmac.new(seed.encode(), ",".join(nonces).encode(), hashlib.sha256).digest()
    stream = b"".join(
        hmac.new(key, f"{number}:{pile}:{block}".encode(), hashlib.sha256).digest() for block in range(100)
    )
    cards = sorted(cards)
    for i in range(len(cards) - 1, 0, -1):
        while True:
            value, stream = int.from_bytes(stream[:4], "big"), stream[4:]
            if value < 2**32 // (i + 1) * (i + 1):
                break
        j = value % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def test_shuffles_equal_the_documented_ones() -> None:
    nonces = ["dice-4-2", "x", "Z_9"]
    dealer = FairDealer(deal_key(SEED, nonces))
    for number, (pile, size) in enumerate(
        [("face-down", 81), ("next", 27), ("green", 1), ("fictional", 0), ("x", 162)]
    ):
        cards = list(range(size))
        assert dealer.shuffle(pile, cards) == documented_shuffle(SEED, nonces, number, pile, cards)


def test_a_known_shuffle() -> None:
    """The example of docs/fair-deals.md. A change of the algorithm would invalidate the proof of every record."""
    dealer = FairDealer(deal_key("0" * 64, ["ada", "bo"]))
    assert commitment("0" * 64) == "60e05bd1b195af2f94112fa7197a5c88289058840ce7c6df9693756bc6250f55"
    assert derived_nonce("0" * 64, Seat(1)) == "a63294bf179997711fb12b875bf69ff4bfdeae3a27cc18d77bf150d616714fbe"
    assert dealer.shuffle("green", list(range(10))) == [1, 6, 3, 8, 4, 9, 0, 7, 2, 5]


def test_the_order_before_a_shuffle_does_not_matter() -> None:
    """The order before the shuffle says nothing about the order after it."""
    key = deal_key(SEED, ["a"])
    assert FairDealer(key).shuffle("x", [3, 1, 2]) == FairDealer(key).shuffle("x", [2, 3, 1])
    clothes = list(Clothes)
    assert FairDealer(key).shuffle("removed", clothes) == FairDealer(key).shuffle("removed", clothes[::-1])


def test_the_number_the_name_the_seed_and_every_nonce_matter() -> None:
    cards = list(range(30))
    orders = [
        FairDealer(deal_key(seed, nonces), count=count).shuffle(pile, cards)
        for seed in (SEED, "c1" * 32)
        for nonces in (["a", "b"], ["b", "a"], ["a", "c"], ["ab"], ["a", "b", "b"])
        for count in (0, 1)
        for pile in ("face-down", "next")
    ]
    assert len({tuple(order) for order in orders}) == len(orders)


def test_all_orders_are_equally_likely() -> None:
    """Chi-squared test over the 24 orders of four cards, with a limit that chance exceeds once in ten thousand; the keys are fixed."""
    dealer = FairDealer(deal_key(SEED, ["a"]))
    games = 4800
    seen = Counter(tuple(dealer.shuffle("x", range(4))) for _ in range(games))
    expected = games / 24
    assert set(seen) == set(permutations(range(4)))
    assert sum((count - expected) ** 2 / expected for count in seen.values()) < 57.0


def test_numbers_that_would_favour_some_cards_are_skipped() -> None:
    """Three does not divide 2**32, so the last number is skipped."""
    assert _below(3, iter([2**32 - 1, 7])) == 1
    assert _below(3, iter([2**32 - 2, 7])) == 2


def test_every_nonce_changes_the_deal() -> None:
    """Also a nonce that replaces another one when a person is ready."""
    hands = []
    for nonce in (None, "another"):
        live = Live(players=3, options={"start": 0})
        live.sit(ADA, BO)
        live.sit(Seat(2))
        if nonce is not None:
            live.do(Ready(ready=True, nonce=nonce), BO)
        live.start()
        hands.append(live.table.state.hands)
    assert hands[0] != hands[1]


def test_the_server_cannot_choose_the_nonce_of_a_bot() -> None:
    """It follows from the seed and the seat only, also for a person who gave none."""
    live = Live(players=2)
    live.sit(ADA)
    live.seat_bots(BO)
    assert live.table.nonces == ("nonce-0", derived_nonce(SEED, BO))


def test_the_commitment_is_public_before_anybody_sits_down() -> None:
    live = Live()
    assert live.view().commitment == commitment(SEED) == playing().view().commitment


def test_a_nonce_leaves_with_its_owner() -> None:
    live = Live(players=2)
    live.sit(ADA, BO)
    live.do(Leave(BO), BO)
    assert live.table.nonces[BO] == derived_nonce(SEED, BO)


def test_nonces_are_public_after_the_deal() -> None:
    live = Live(players=2)
    live.sit(ADA, BO)
    assert [place.nonce for place in live.view().seats] == [None, None]
    live.start()
    assert [place.nonce for place in live.view().seats] == ["nonce-0", "nonce-1"]


@pytest.mark.parametrize("game", ["cover-me", "cover-up"])
def test_the_same_seed_and_nonces_deal_the_same_game(game: str) -> None:
    assert playing(game).table.state == playing(game).table.state
    assert playing(game).table.state != playing(game, seed="c1" * 32).table.state
