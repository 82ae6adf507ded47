"""The trend bot's decisions, in positions where one is clearly right."""

from __future__ import annotations

import random

import pytest

from covergames.bots.coverme import TrendBot
from covergames.coverme import (
    Action,
    Clothes,
    Decision,
    Feature,
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
    card_text,
    parse_card,
)
from covergames.coverme.notation import parse_cards
from tests.bots.coverme.positions import deciding, placing

SQUARED_BLONDES = "Ybsq Rbsq Bbsq Gbsq"


def choice(view: View) -> Action:
    return TrendBot(random.Random(0)).choose(view)


def placed(view: View) -> list[str]:
    action = choice(view)
    assert isinstance(action, Place)
    return [card_text(card) for card in action.cards]


def test_it_places_the_card_that_is_all_trends() -> None:
    """In the last month, the model with the three leading characteristics scores."""
    view = placing(hand="Ykld Wbsq Brmt", covers=("Ykmt Brlq", "Rkld Bbsd", "Grmq Gbst"), influence=SQUARED_BLONDES)
    assert placed(view) == ["Wbsq"]


def test_of_two_equally_trendy_cards_it_places_the_more_valuable() -> None:
    """Prestige decides (CM-C2)."""
    view = placing(hand="Kbsq Wbsq Ybsq", covers=("Ykmt Brlq", "Rkld Bbsd", "Grmq Gbst"), influence="Rbsq Bbsq Gbsq")
    assert placed(view) == ["Wbsq"]


def test_in_a_same_value_game_prestige_does_not_matter() -> None:
    """All cards are worth one point (CM-V3), so it chooses at random between equal cards."""
    view = placing(
        hand="Kbsq Wbsq Ybsq",
        covers=("Ykmt Brlq", "Rkld Bbsd", "Bkmd Bbst"),
        influence="Rbsq Bbsq",
        options=Options(same_value=Clothes.GREEN),
    )
    assert {TrendBot(random.Random(seed)).choose(view) for seed in range(40)} == set(view.legal)


def test_it_supports_its_own_cover() -> None:
    """A cover that is one card short of three trends gets that card."""
    view = placing(hand="Yrlt Rkmd Brsq", covers=("Wkmd Kkmt", "Rbld Ybsq", "Bbst Grsd"), influence="Ykmt")
    assert placed(view) == ["Rkmd"]


def test_with_two_covers_at_0_it_stays_away_from_the_trends() -> None:
    """Three covers at 0 score together (CM-E4)."""
    view = placing(hand="Ybsd Wkmt Bbsq", covers=("Krmd Grlt", "Rbsq Bbst", "Ybld Gbsq"), influence="Wbsq Kbsq")
    assert placed(view) == ["Wkmt"]


def test_with_nothing_to_win_it_spoils() -> None:
    """Of two useless cards it places the one that does not help an opponent to three trends."""
    view = placing(hand="Yrlt Ybsq", covers=("Ykld Rrmd", "Wbsq Wbst", "Brmt Gkmd"), influence="Gbsd Rkmq")
    assert placed(view) == ["Yrlt"]


def test_it_sees_the_face_up_cover_of_a_fictional_magazine() -> None:
    """An open cover counts before it is revealed (CM-22)."""
    view = placing(hand="Wbsq Wkld", covers=("Ybmt Ykmt", "Bbsq Bkld", "Rrmt Brmt", "Gbsq Gkld"))
    blonde, black = (
        view._replace(magazines=(*view.magazines[:3], view.magazines[3]._replace(owner=None, placed=parse_card(card))))
        for card in ("Rbsq", "Rkld")
    )
    assert (placed(blonde), placed(black)) == (["Wbsq"], ["Wkld"])


def test_in_the_advanced_game_the_secondary_magazine_helps() -> None:
    """Both covers of a player count on the tracks, and only the primary one scores (CM-A2, CM-A4)."""
    view = placing(
        hand="Wbsq Ybsq Rkld Brmt",
        covers=("Ykmt Brlq", "Rkld Bkld", "Grmd Kbsd", "Gkst Yrlq"),
        influence="Gbsq Kbsq",
        options=Options(two_player=TwoPlayer.ADVANCED),
    )
    assert placed(view) == ["Wbsq", "Ybsq"]


def feature_view(covers: str, *, row: Row, influence: str) -> View:
    view = placing(hand="Yrmd Rklt", covers=(covers, "Bkst Bkst Bkst", "Grld Grld Grld"), influence=influence)
    own = view.magazines[0]._replace(row=row)
    legal = tuple(Feature(row, card) for card in own.covers)
    return view._replace(decision=Decision.FEATURE, legal=legal, magazines=(own, *view.magazines[1:]))


def test_the_most_valuable_of_equally_trendy_models_is_featured() -> None:
    """With three trends the season special scores (CM-E2)."""
    view = feature_view("Ybsq Wbsq Kbsq", row=Row.PRIMARY, influence=SQUARED_BLONDES)
    assert choice(view) == Feature(Row.PRIMARY, parse_card("Wbsq"))


@pytest.mark.parametrize(
    ("row", "influence"), [(Row.PRIMARY, "Ybld Rbld Bbld Gbld"), (Row.SECONDARY, "Gbsq Rbsq Bbsq")]
)
def test_a_special_that_does_not_score_is_a_cheap_card(row: Row, influence: str) -> None:
    """A season special that goes to the influence row or the side stack leaves the hand (CM-E3, CM-A4)."""
    assert choice(feature_view("Ybsq Wbsq Kbsq", row=row, influence=influence)) == Feature(row, parse_card("Ybsq"))


def test_it_takes_the_most_valuable_open_card() -> None:
    """If everything else is equal, prestige decides."""
    legal = [Take(source) for source in Source]
    view = deciding(legal, hand="Ybsq Rrmd Bklt", tops="Gbsd Wrmt Kklq")
    assert choice(view) == Take(Source.RED_BROWN)


def test_it_takes_a_card_that_matches_its_hand() -> None:
    """Similar cards make trends together."""
    view = deciding([Take(Source.BLONDE), Take(Source.BLACK)], hand="Yksq Rksq Bksq", tops="Ybmd Yrlt Bksd")
    assert choice(view) == Take(Source.BLACK)


def test_it_remembers_the_top_of_the_face_down_pile() -> None:
    """A card whose place it knows is as good as an open one."""
    legal = [Take(source) for source in Source]
    view = deciding(legal, hand="Ybsq Rrmd Bklt", tops="Ybmt Yrld Bkmq")
    known = view._replace(face_down=(parse_card("Wbsq"), *view.face_down[1:]))
    assert choice(known) == Take(Source.FACE_DOWN)


def test_it_keeps_the_card_that_matches_its_hand() -> None:
    """The next pile has one colour, so the other characteristics decide (CM-R2)."""
    one, other = parse_cards("Gbsq Gkld")
    view = deciding([Keep((one,)), Keep((other,))], hand="Yksd Rkld Bkmd", decision=Decision.KEEP)
    assert choice(view) == Keep((other,))


def test_it_keeps_two_matching_cards() -> None:
    """In the advanced game two are kept, and they should match each other too (CM-A5)."""
    cards = parse_cards("Gbsq Gkld Gkmd Grst")
    legal = [Keep((one, other)) for number, one in enumerate(cards) for other in cards[number + 1 :]]
    view = deciding(legal, hand="Ykld Rkmd", decision=Decision.KEEP)
    assert choice(view) == Keep((cards[1], cards[2]))


def test_it_swaps_its_worst_card_for_a_better_one() -> None:
    """In the new year it can replace a card that matches no other (CM-Y2)."""
    hand = "Yrmt Rbsq Bbsq Wbsq"
    view = deciding([Stay(), *map(Swap, parse_cards(hand))], hand=hand, tops="Wbsd Yrlt Ykld", decision=Decision.SWAP)
    assert choice(view) == Swap(parse_card("Yrmt"))


def test_it_keeps_its_hand_if_no_better_card_is_available() -> None:
    """A good hand is not changed."""
    hand = "Wbsq Wbsd Wbst Wbmq"
    view = deciding([Stay(), *map(Swap, parse_cards(hand))], hand=hand, tops="Ybld Yrmt Ykld", decision=Decision.SWAP)
    assert choice(view) == Stay()


def test_it_shares_the_victory() -> None:
    """A tie is half a win; playing on lets the others catch up (CM-X4)."""
    view = deciding([Vote(play_on=True), Vote(play_on=False)], hand="Ybsq", decision=Decision.VOTE)
    assert choice(view) == Vote(play_on=False)


def test_a_finished_game_has_no_decision() -> None:
    """It raises an error."""
    view = deciding([], hand="Ybsq")._replace(decision=None)
    with pytest.raises(ValueError, match="seat 0 has nothing to decide"):
        choice(view)
