"""The browser client and the rules find the same in a pile, on thousands of random layouts."""

from __future__ import annotations

import random
from typing import Any

import pytest

from covergames import coverup
from covergames.coverup import Card, Pile, Placement, house_deck, layout
from covergames.coverup.cards import HAND
from covergames.schema import codec_of
from tests.web.node import run_node

DECK = house_deck()
CODEC = codec_of(coverup, coverup.Options())

PROGRAM = """
import { readFileSync } from "node:fs";
import { conflicts, facesOf, isFlawless, merged, unlinked, visible } from "./web/src/coverup/pile.ts";
import { countHand } from "./web/src/coverup/score.ts";
const { cards, piles, hands } = JSON.parse(readFileSync(0, "utf-8"));
const faces = facesOf(cards);
console.log(JSON.stringify(piles.map((pile, place) => ({
  count: countHand(pile, hands[place].map((id) => faces.get(id))),
  visible: visible(pile, faces),
  merged: merged(pile, faces).length,
  conflicts: conflicts(pile, faces).map(({ x, y, below, above }) => [x, y, below, above]),
  unlinked: unlinked(pile, faces),
  flawless: isFlawless(pile, faces),
}))));
"""


def random_pile(chance: random.Random) -> Pile:
    """Return up to five cards, close enough to meet."""
    cards = chance.sample(range(len(DECK.faces)), chance.randint(0, 5))
    return tuple(
        Placement(Card(card), chance.random() < 0.5, chance.randrange(4), chance.randint(-3, 3), chance.randint(-3, 3))
        for card in cards
    )


def random_hand(pile: Pile, chance: random.Random) -> tuple[Card, ...]:
    """Return the cards of the pile with others, five in all, in any order."""
    laid = [at.card for at in pile]
    others = [Card(card) for card in range(len(DECK.faces)) if card not in laid]
    hand = laid + chance.sample(others, HAND - len(laid))
    chance.shuffle(hand)
    return tuple(hand)


def counted_by_the_rules(pile: Pile, hand: tuple[Card, ...]) -> dict[str, Any]:
    """Return the points of a hand, and what they consist of, from the Python rules (CU-S1 to CU-S3)."""
    counted = layout.score(pile, hand, DECK)
    return {
        "visible": counted.visible,
        "removed": CODEC.card_texts(removal.card for removal in counted.removed),
        "notLaid": set(CODEC.card_texts(counted.not_laid)),
        "asideSymbols": counted.aside_symbols,
        "points": counted.points,
    }


def seen_by_the_rules(pile: Pile) -> dict[str, Any]:
    """Return the same from the Python rules."""
    equal = [
        square
        for square, cards in layout.overlaps(pile, DECK).items()
        if len({layout.symbols_of(at, DECK)[square] for at in pile if at.card in cards}) == 1
    ]
    joined = layout.group(pile, DECK)
    return {
        "visible": len(layout.visible(pile, DECK)),
        "merged": len(equal),
        "conflicts": sorted(
            [clash.x, clash.y, *CODEC.card_texts((clash.below, clash.above))] for clash in layout.conflicts(pile, DECK)
        ),
        "unlinked": CODEC.card_texts(at.card for at in pile if at.card not in joined),
        "flawless": layout.is_flawless(pile, DECK),
    }


@pytest.mark.slow
@pytest.mark.prove(sample=400, proof=4000)
def test_the_browser_and_the_rules_agree_on_a_pile(quantity: int) -> None:
    """Visible and merged symbols, conflicts, unlinked cards, removed cards and points (CU-P3, CU-P4, CU-S1 to CU-S3)."""
    chance = random.Random(11)
    piles = [random_pile(chance) for _ in range(quantity)]
    hands = [random_hand(pile, chance) for pile in piles]
    asked = {
        "cards": [{"id": face.id, "colour": face.colour.value, "squares": list(face.squares)} for face in DECK.faces],
        "piles": [CODEC.form(Pile).data(pile) for pile in piles],
        "hands": [CODEC.card_texts(hand) for hand in hands],
    }
    seen = run_node(PROGRAM, asked)
    expected = [seen_by_the_rules(pile) for pile in piles]
    for pile, hand, ours, theirs in zip(piles, hands, expected, seen, strict=True):
        count = theirs.pop("count")
        removed = [removal["card"] for removal in count["removed"]]
        assert {**count, "removed": removed, "notLaid": set(count["notLaid"])} == counted_by_the_rules(pile, hand), pile
        assert {**theirs, "conflicts": sorted(theirs["conflicts"])} == ours, pile
    assert {one["flawless"] for one in expected} == {True, False}
    assert all(any(one[what] for one in expected) for what in ("merged", "conflicts", "unlinked"))
