"""Two players and two fictional magazines, A and B (CM-21 to CM-25)."""

from __future__ import annotations

import pytest

from covergames.coverme import redact
from covergames.coverme.events import Featured, FictionalPileFormed, FictionalPlaced, FictionalReplenished, Judged
from covergames.coverme.notation import cards_text, parse_card
from covergames.coverme.places import Fate
from covergames.game import Seat
from tests.coverme_kit import BSQ, StackedDealer, Table, all_at_zero, influencing, new_game, position, scoring

OTHERS = "Gbmt Gblt Grst Grmt Gkst Gkmt"
"""What lies in the fictional pile under the six covers of a season."""


def pile_of(a: str, b: str, others: str = OTHERS) -> str:
    """A fictional pile that gives these covers to A and B."""
    return " ".join(f"{of_a} {of_b}" for of_a, of_b in zip(a.split(), b.split(), strict=True)) + f" {others}"


def winter(
    a: str,
    b: str,
    *rows: str,
    next_pile: str | None = "Kkmd Kkld Krmd Krld Kbmd",
    face_down: str = "Wbmt Wrmt Wkmt Wblt",
    dealer: StackedDealer | None = None,
    others: str = OTHERS,
) -> Table:
    """A winter with these covers of A, B and the players is over."""
    table = position(
        rows,
        influence_row=BSQ,
        fictional_pile=pile_of(a, b, others),
        open_piles=("Rbmt Rblt", "Rrst Rrmt", "Rkst Rkmt"),
        face_down=face_down,
        next_pile=next_pile,
        dealer=dealer,
    )
    table.season_of(*rows)
    return table


def fates(table: Table) -> list[tuple[str, int, Fate]]:
    return [(cards_text(event.cards), event.value, event.fate) for event in table.happened(Featured)]


@pytest.mark.rule("CM-21")
def test_the_fictional_magazines_share_twelve_cards_of_the_face_down_pile() -> None:
    """Two more magazines without an owner; a pile of twelve cards that nobody has seen."""
    table = new_game(2)
    for viewer in (0, 1, None):
        view = table.view(viewer)
        assert [magazine.owner for magazine in view.magazines] == [0, 1, None, None]
        assert view.fictional_pile is not None
        assert (view.fictional_pile.size, view.fictional_pile.known) == (12, ())
    assert FictionalPileFormed(12) in table.view().history[0]
    assert {card[0] for card in table.fictional_pile.split()} <= {"Y", "R", "B"}


@pytest.mark.rule("CM-21")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_only_two_players_have_fictional_company(players: int) -> None:
    """With more players there are as many magazines, and no such pile."""
    table = new_game(players)
    assert len(table.view().magazines) == players
    assert table.view().fictional_pile is None
    table.play_on(lambda table: table.view().season.value == "spring")
    assert table.happened(FictionalPlaced) == []


@pytest.mark.rule("CM-22")
def test_each_month_a_places_face_down_and_b_face_up_before_the_players_choose() -> None:
    """The pile's top goes to A, the next to B; B's card is visible and not counted; A's is unknown to everybody."""
    table = position([scoring("Y"), influencing("R")], influence_row=BSQ, fictional_pile=pile_of("Bklt", "Bkmd"))
    assert table.fictional_pile == OTHERS
    assert table.tracks == "b3 r0 k0 s3 m0 l0 q3 d0 t0"
    for viewer in (0, 1, None):
        of_a, of_b = table.view(viewer).magazines[2:]
        assert (of_a.has_placed, of_a.placed, of_a.covers) == (True, None, ())
        assert (of_b.has_placed, of_b.placed, of_b.covers) == (True, parse_card("Bkmd"), ())


@pytest.mark.rule("CM-22", "CM-I1")
def test_what_a_placed_is_hidden_from_every_viewer() -> None:
    """The event names B's card only."""
    table = position([scoring("Y"), influencing("R")], influence_row=BSQ)
    table.season_of("Ybsq", "Rbsd", months=1)
    (event,) = table.happened(FictionalPlaced)
    assert event.a is not None
    for viewer in (Seat(0), Seat(1), None):
        assert redact(event, viewer) == FictionalPlaced(None, event.b, a_placed=True)


@pytest.mark.rule("CM-22")
def test_all_four_covers_are_counted_together_at_the_reveal() -> None:
    """Both players' and both fictional covers, each once, B's not twice."""
    rows = scoring("Y"), influencing("R")
    table = position(rows, influence_row=BSQ, fictional_pile=pile_of("Bklt Bkmt", "Bkmd Bkst"))
    table.place(0, "Ybsq")
    assert table.tracks == "b3 r0 k0 s3 m0 l0 q3 d0 t0"
    table.place(1, "Rrlt")
    assert [table.covers(magazine) for magazine in range(4)] == ["Ybsq", "Rrlt", "Bklt", "Bkmd"]
    assert table.tracks == "b4 r1 k2 s4 m1 l2 q4 d1 t2"
    assert table.view().magazines[3].placed == parse_card("Bkst")


@pytest.mark.rule("CM-23")
def test_a_fictional_magazine_features_its_highest_value_whenever_it_was_placed() -> None:
    """The second or third card, if it is the most trendy one."""
    table = winter("Rrlt Rkmq Rbsd", "Bkmq Bbsd Brlt", scoring("Y"), influencing("W"))
    assert fates(table)[2:] == [("Rbsd", 2, Fate.INFLUENCE_ROW), ("Bbsd", 2, Fate.INFLUENCE_ROW)]


@pytest.mark.rule("CM-23")
def test_ties_go_to_the_card_placed_first_also_at_zero() -> None:
    """Nobody chooses: of A's three models at 0 the first, of B's two at 2 the first."""
    table = winter("Rklt Rrmd Rrlt", "Bkmq Bbst Bbsd", scoring("Y"), influencing("W"))
    assert table.happened(Judged)[0].values[2:] == ((0, 0, 0), (1, 2, 2))
    assert table.phase == "replenish"
    assert fates(table)[2:] == [("Rklt", 0, Fate.INFLUENCE_ROW), ("Bbst", 2, Fate.INFLUENCE_ROW)]


@pytest.mark.rule("CM-23")
def test_a_tie_at_three_is_decided_for_them_too() -> None:
    """Two fully trendy models: the first placed goes to the influence row, without a decision."""
    table = winter("Rbsq Bbsq Rklt", influencing("R"), scoring("Y"), influencing("W"))
    assert table.phase == "replenish"
    assert fates(table)[2] == ("Rbsq", 3, Fate.INFLUENCE_ROW)


@pytest.mark.rule("CM-23")
def test_fictional_magazines_never_score() -> None:
    """Value 3 or 0, their special goes to the influence row beside the players' own."""
    table = winter(scoring("R"), all_at_zero("B"), influencing("Y"), influencing("W"))
    assert fates(table)[2:] == [("Rbsq", 3, Fate.INFLUENCE_ROW), ("Brmd", 0, Fate.INFLUENCE_ROW)]
    assert table.influence_row == "Ybsd Wbsd Rbsq Brmd"
    assert table.prestige_stack(0) == table.prestige_stack(1) == ""


@pytest.mark.rule("CM-23")
def test_the_other_four_cards_go_back_to_their_pile() -> None:
    """Ten cards lie there until the pile is replenished; the players' covers go to the hands as ever."""
    table = winter(influencing("R"), influencing("B"), scoring("Y"), influencing("W"))
    assert sorted(table.fictional_pile.split()) == sorted(f"{OTHERS} Rkmq Rrlt Bkmq Brlt".split())
    assert table.hand(0) == "Yrmd Yklt"
    known = table.view().fictional_pile
    assert known is not None
    assert cards_text(known.known) == "Rrlt Rkmq Brlt Bkmq"


@pytest.mark.rule("CM-24")
def test_after_the_players_the_pile_gets_one_card_of_each_and_is_shuffled() -> None:
    """The players take first; then a face-down and a next card make it twelve, shuffled, and the next season begins."""
    dealer = StackedDealer({"fictional": "Wrmt Krmd Rkmq Gblt"})
    table = winter(influencing("R"), influencing("B"), scoring("Y"), influencing("W"), dealer=dealer)
    table.take(0, "face-down")
    assert dealer.shuffled == []
    table.keep(1, "Kkmd")
    twelve = sorted(f"{OTHERS} Rkmq Rrlt Bkmq Brlt Wrmt Krmd".split(), key=parse_card)
    assert dealer.shuffled == [("fictional", " ".join(twelve))]
    assert table.face_down == "Wkmt Wblt"
    assert table.next_pile == "Krld Kbmd Kkld"
    assert table.when == "1 spring 1"
    assert table.view().magazines[3].placed == parse_card("Krmd")
    assert table.fictional_pile.startswith("Rkmq Gblt ")
    assert len(table.fictional_pile.split()) == 10
    assert table.happened(FictionalReplenished) == [FictionalReplenished(face_down=1, next_pile=1)]


@pytest.mark.rule("CM-24")
def test_without_a_next_pile_both_cards_come_from_the_face_down_pile() -> None:
    """Two cards off the face-down pile."""
    dealer = StackedDealer()
    table = winter(influencing("R"), influencing("B"), scoring("Y"), scoring("W"), next_pile="", dealer=dealer)
    table.take(0, "blonde")
    table.take(1, "red-brown")
    assert table.face_down == "Wkmt Wblt"
    assert {"Wbmt", "Wrmt"} < set(dealer.shuffled[-1][1].split())
    assert table.happened(FictionalReplenished) == [FictionalReplenished(face_down=2, next_pile=0)]


@pytest.mark.rule("CM-24", "CM-R3")
def test_the_discard_is_shuffled_for_the_fictional_pile_too() -> None:
    """The face-down pile gives out between the two cards: the old influence row is shuffled, then the second is drawn."""
    dealer = StackedDealer({"face-down": "Kbsq"})
    table = winter(
        influencing("R"), influencing("B"), scoring("Y"), scoring("W"), next_pile="", face_down="Wbmt", dealer=dealer
    )
    table.take(0, "blonde")
    table.take(1, "red-brown")
    assert [pile for pile, _ in dealer.shuffled] == ["face-down", "fictional"]
    assert {"Wbmt", "Kbsq"} < set(dealer.shuffled[1][1].split())
    assert table.face_down == "Gbsq Wbsq"


@pytest.mark.rule("CM-24", "CM-R4")
@pytest.mark.parametrize(("face_down", "size"), [("", 10), ("Wbmt", 11)])
def test_the_pile_stays_short_when_there_is_nothing_to_take(face_down: str, size: int) -> None:
    """No next pile, no discard: what the face-down pile still has, and the ten cards are shuffled all the same."""
    rows = "Ybsq Ybst Yrsq", "Wbsq Wbst Wrsq"
    dealer = StackedDealer()
    # without an influence row: b6 r4 k2, s7 m2 l3, q5 d3 t4
    table = position(
        rows,
        fictional_pile=pile_of("Bbsq Brmd Bklt", "Rrld Rbmq Rksd"),
        open_piles=("Kbmt Kblt", "Krst Krmt", "Kkst Kkmt"),
        face_down=face_down,
        next_pile="",
        dealer=dealer,
    )
    table.season_of(*rows)
    table.take(0, "blonde")
    table.take(1, "red-brown")
    assert [(pile, len(cards.split())) for pile, cards in dealer.shuffled] == [("fictional", size)]
    assert table.happened(FictionalReplenished) == [FictionalReplenished(face_down=size - 10, next_pile=0)]
    assert table.when == "1 spring 1"


@pytest.mark.rule("CM-24", "CM-R4")
def test_the_next_pile_still_gives_its_card_when_the_face_down_pile_cannot() -> None:
    """Each of the two cards is drawn by itself: one from the next pile, no second one in place of the face-down card."""
    rows = "Ybsq Ybst Yrsq", "Wbsq Wbst Wrsq"
    table = position(
        rows,
        fictional_pile=pile_of("Bbsq Brmd Bklt", "Rrld Rbmq Rksd"),
        open_piles=("Kbmt Kblt", "Krst Krmt", "Kkst Kkmt"),
        face_down="",
        next_pile="Gkmd Gkld Gbmd",
    )
    table.season_of(*rows)
    table.take(0, "blonde")
    table.take(1, "red-brown")
    assert table.happened(FictionalReplenished) == [FictionalReplenished(face_down=0, next_pile=1)]
    assert table.next_pile == "Gkld Gbmd"
    assert len(table.fictional_pile.split()) == 9


@pytest.mark.rule("CM-24")
def test_a_goes_short_before_b() -> None:
    """Of five cards A gets two and B three: the last month A places none."""
    rows = scoring("Y"), influencing("R")
    table = position(rows, influence_row=BSQ, fictional_pile="Bklt Bkmd Bkmt Bkld Bkst")
    table.season_of(*rows, months=2)
    of_a, of_b = table.view().magazines[2:]
    assert (of_a.has_placed, of_b.placed) == (False, parse_card("Bkst"))
    table.season_of("Yklt", "Rrlt", months=1)
    assert [event.a_placed for event in table.happened(FictionalPlaced)][:2] == [True, False]
    assert [len(values) for values in table.happened(Judged)[0].values] == [3, 3, 2, 3]


@pytest.mark.rule("CM-24")
def test_without_a_fictional_card_the_season_is_played_by_the_two() -> None:
    """A pile of none: neither places, and neither sends a model to the influence row."""
    rows = scoring("Y"), influencing("R")
    table = position(rows, influence_row=BSQ, fictional_pile="")
    assert [magazine.has_placed for magazine in table.view().magazines] == [False] * 4
    table.season_of(*rows)
    assert table.influence_row == "Rbsd"
    assert [event.magazine for event in table.happened(Featured)] == [0, 1]


@pytest.mark.rule("CM-25")
def test_all_else_is_as_with_more_players() -> None:
    """Six cards dealt, three taken from any pile, nine in hand; twelve seasons; the marker goes to and fro."""
    table = new_game(2, start=1)
    assert table.sources(1) == ["blonde", "red-brown", "black", "face-down"]
    order = []
    while table.phase == "draft":
        order += table.to_act
        table.take(table.to_act[0], "face-down")
    assert order == [1, 0] * 3
    assert [hand.size for hand in table.view().hands] == [9, 9]
    table.play_on(lambda table: table.when == "1 spring 1")
    assert table.view().start == 0
    table.play_on(lambda table: table.phase in ("vote", "over"))
    assert table.when == "3 fall 3"


@pytest.mark.rule("CM-25", "CM-E5")
def test_four_magazines_fill_the_influence_row() -> None:
    """Four cards when no player scores, the fictional ones last; two when both score."""
    table = winter(influencing("R"), influencing("B"), influencing("Y"), influencing("W"))
    assert table.influence_row == "Ybsd Wbsd Rbsd Bbsd"
    table = winter(influencing("R"), influencing("B"), scoring("Y"), scoring("W"))
    assert table.influence_row == "Rbsd Bbsd"


@pytest.mark.rule("CM-25", "CM-R5")
def test_the_players_short_next_pile_comes_first() -> None:
    """The players use up the next pile; the fictional pile then takes both from the face-down pile."""
    table = winter(influencing("R"), influencing("B"), influencing("Y"), influencing("W"), next_pile="Kkmd Kkld")
    table.keep(0, "Kkld")
    assert table.hand(1).split()[-1] == "Wkmq"
    assert "Kkmd" in table.hand(1).split()
    assert table.happened(FictionalReplenished) == [FictionalReplenished(face_down=2, next_pile=0)]
