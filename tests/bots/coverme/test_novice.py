"""The novice of Cover Me: what it looks at, what it ignores, and how strong it is."""

from __future__ import annotations

import random
from collections import Counter
from statistics import fmean

import pytest

from covergames import bots, coverme
from covergames.bots import LocalBots
from covergames.bots.coverme import NoviceBot
from covergames.bots.coverme.novice import WHIM_CHANCE
from covergames.coverme import (
    Action,
    Clothes,
    Decision,
    Feature,
    Hair,
    Keep,
    Options,
    Place,
    Row,
    Source,
    Stay,
    Swap,
    Take,
    TwoPlayer,
    View,
    Vote,
    parse_card,
)
from covergames.coverme.notation import parse_cards
from covergames.dealer import RandomDealer
from covergames.game import Seat
from tests.bots.coverme.positions import deciding, placing

TRIES = 200


class Fixed(random.Random):
    """A generator whose numbers between 0 and 1 are all the same; its other choices are random."""

    def __init__(self, number: float) -> None:
        super().__init__(0)
        self._number = number

    def random(self) -> float:
        return self._number

    def getrandbits(self, k: int, /) -> int:
        return super().getrandbits(k)


def choices(view: View) -> Counter[Action]:
    """Return how often each action is chosen by novices with different tastes."""
    return Counter(NoviceBot(random.Random(seed)).choose(view) for seed in range(TRIES))


def test_it_places_the_card_with_the_most_trends() -> None:
    """It follows the trends that it sees; a whim is the exception."""
    view = placing(
        hand="Ykld Wbsq Brmt", covers=("Ykmt Brlq", "Rkld Bbsd", "Grmq Gbst"), influence="Ybsq Rbsq Bbsq Gbsq"
    )
    assert choices(view)[Place((parse_card("Wbsq"),))] > TRIES * (1 - WHIM_CHANCE)


def test_prestige_does_not_matter_to_it() -> None:
    """Of equally trendy cards it places each about as often, the cheap and the valuable one."""
    view = placing(hand="Kbsq Wbsq Ybsq", covers=("Ykmt Brlq", "Rkld Bbsd", "Grmq Gbst"), influence="Rbsq Bbsq Gbsq")
    assert min(choices(view)[action] for action in view.legal) > TRIES / 5


def test_rivals_do_not_matter_to_it() -> None:
    """With the same tracks, it places the same card whatever the others' covers are."""
    view = placing(hand="Yrlt Ybsq", covers=("Ykld Rrmd", "Wbsq Wbst", "Brmt Gkmd"), influence="Gbsd Rkmq")
    alone = view._replace(magazines=view.magazines[:1])
    for seed in range(20):
        assert NoviceBot(random.Random(seed)).choose(view) == NoviceBot(random.Random(seed)).choose(alone)


def test_on_a_whim_it_places_a_card_that_it_likes() -> None:
    """A card with its favourite hair and clothes, even if no trend supports it."""
    view = placing(
        hand="Ykld Wbsq Brmt", covers=("Ykmt Brlq", "Rkld Bbsd", "Grmq Gbst"), influence="Ybsq Rbsq Bbsq Gbsq"
    )
    whimsical, sober = NoviceBot(Fixed(0.0)), NoviceBot(Fixed(0.99))
    for novice in (whimsical, sober):
        novice._hair, novice._clothes = Hair.BLACK, Clothes.YELLOW
    assert whimsical.choose(view) == Place((parse_card("Ykld"),))
    assert sober.choose(view) == Place((parse_card("Wbsq"),))


def test_it_takes_and_keeps_cards_that_it_likes() -> None:
    """It likes a card with its favourites more than an unseen card, and that more than any other."""
    novice = NoviceBot(random.Random(0))
    novice._hair, novice._clothes = Hair.BLACK, Clothes.GREEN
    take = [Take(source) for source in Source]
    assert novice.choose(deciding(take, hand="Ybsq", tops="Wbsq Wrsq Wksq")) == Take(Source.BLACK)
    assert novice.choose(deciding(take, hand="Ybsq", tops="Wbsq Wrsq Wrst")) == Take(Source.FACE_DOWN)
    one, other = parse_cards("Gbsq Gkld")
    keep = deciding([Keep((one,)), Keep((other,))], hand="Ybsq", decision=Decision.KEEP)
    assert novice.choose(keep) == Keep((other,))


def test_it_never_swaps_and_likes_to_play_on() -> None:
    """In the new year it keeps its hand (CM-Y2); after a tie it votes for another season (CM-X4)."""
    swap = deciding([Stay(), *map(Swap, parse_cards("Yrmt Rbsq"))], hand="Yrmt Rbsq", decision=Decision.SWAP)
    vote = deciding([Vote(play_on=True), Vote(play_on=False)], hand="Ybsq", decision=Decision.VOTE)
    assert set(choices(swap)) == {Stay()}
    assert set(choices(vote)) == {Vote(play_on=True)}


def test_it_features_any_of_the_equally_trendy_models() -> None:
    """It does not ask what the card is worth (CM-M2)."""
    legal = [Feature(Row.PRIMARY, card) for card in parse_cards("Ybsq Wbsq Kbsq")]
    assert set(choices(deciding(legal, hand="Ybsq", decision=Decision.FEATURE))) == set(legal)


def test_in_the_advanced_game_it_thinks_of_the_primary_magazine_only() -> None:
    """The secondary cover is any other card (CM-A2)."""
    view = placing(
        hand="Wbsq Ykld Rkmt Brmt",
        covers=("Ykmt Brlq", "Rkld Bkld", "Grmd Kbsd", "Gkst Yrlq"),
        influence="Gbsq Kbsq Rbsq Bbsq",
        options=Options(two_player=TwoPlayer.ADVANCED),
    )
    novice = NoviceBot(Fixed(0.99))
    seconds = set()
    for _ in range(40):
        action = novice.choose(view)
        assert isinstance(action, Place)
        assert action.cards[0] == parse_card("Wbsq")
        seconds.add(action.cards[1])
    assert seconds == {*parse_cards("Ykld Rkmt Brmt")}


def test_a_finished_game_has_no_decision() -> None:
    """It raises an error."""
    with pytest.raises(ValueError, match="seat 0 has nothing to decide"):
        NoviceBot(random.Random(0)).choose(deciding([], hand="Ybsq")._replace(decision=None))


def mean_scores(bot: str, others: str, *, games: int) -> tuple[float, float]:
    """Return the mean scores of a bot and of three others at its table; the bot changes its seat with every game."""
    own: list[int] = []
    rest: list[int] = []
    for number in range(games):
        dealer = RandomDealer(random.Random(number))
        state = coverme.new(4, coverme.settle(4, Options(), dealer), dealer)
        names = {Seat(seat): bot if seat == number % 4 else others for seat in range(4)}
        players = {seat: bots.named(coverme, name)(random.Random(f"{number} {seat}")) for seat, name in names.items()}
        local = LocalBots(coverme, players)
        while (turn := local.next(state)) is not None:
            state = coverme.apply(state, *turn, dealer).state
        result = coverme.result(state)
        assert result is not None
        for seat, score in enumerate(result.scores):
            (own if seat == number % 4 else rest).append(score)
    return fmean(own), fmean(rest)


@pytest.mark.slow
def test_it_is_stronger_than_chance_and_weaker_than_trend() -> None:
    """Its mean scores differ by seven points from theirs, over 200 games; three over twelve games are enough here."""
    novice, chance = mean_scores("novice", "random", games=12)
    assert novice > chance + 3
    novice, trend = mean_scores("novice", "trend", games=12)
    assert novice < trend - 3
