"""The browser's solver finds the same best piles as the server's, and gives the same advice."""

from __future__ import annotations

import random
from datetime import date, timedelta
from typing import Any, Final

import pytest

from covergames import coverup, puzzle
from covergames.coverup import Pile, house_deck
from covergames.coverup.advice import LayNext, TakeAway, advise
from covergames.coverup.layout import points
from covergames.coverup.solver import best_piles
from covergames.puzzle import Puzzle
from covergames.schema import codec_of
from tests.web.node import run_node

DECK = house_deck()
FIRST_DAY: Final = date(2026, 1, 5)
CODEC = codec_of(coverup, coverup.Options())

PROGRAM = """
import { readFileSync } from "node:fs";
import { facesOf } from "./web/src/coverup/pile.ts";
import { advise } from "./web/src/coverup/solver/advice.ts";
import { dealtHand } from "./web/src/coverup/solver/deal.ts";
import { solve } from "./web/src/coverup/solver/solver.ts";
const answers = [];
for (const { name, laid } of JSON.parse(readFileSync(0, "utf-8"))) {
  const hand = await dealtHand(name);
  const { points, piles } = solve(hand);
  const steps = laid.map((pile) => advise(pile, piles, facesOf(hand)));
  answers.push({ hand: hand.map(({ id }) => id), points, piles, steps });
}
console.log(JSON.stringify(answers));
"""


def laid_somehow(best: tuple[Pile, ...], chance: random.Random) -> list[Pile]:
    """Return a part of a best pile, the same with a card in the wrong place, and nothing."""
    part = chance.choice(best)[: chance.randint(1, 4)]
    wrong = tuple(
        coverup.Placement(at.card, not at.flip, at.turn, at.x + chance.randint(0, 2), at.y) for at in part[-1:]
    )
    return [(), part, part[:-1] + wrong]


def answer_of_the_server(asked: Puzzle, laid: list[Pile]) -> dict[str, Any]:
    """Return the same from the Python solver."""
    piles = best_piles(asked.hand, DECK)
    pile = CODEC.form(Pile)
    steps = []
    for cards in laid:
        step = advise(cards, piles, DECK)
        steps.append(
            {
                "lay": pile.data((step.placement,))[0] if isinstance(step, LayNext) else None,
                "take_away": CODEC.card_texts((step.card,))[0] if isinstance(step, TakeAway) else None,
            }
        )
    return {
        "hand": CODEC.card_texts(asked.hand),
        "points": points(piles[0], asked.hand, DECK),
        "piles": [pile.data(each) for each in piles],
        "steps": steps,
    }


@pytest.mark.rule("CU-B1")
@pytest.mark.slow
@pytest.mark.prove(sample=25, proof=2000)
def test_the_browser_and_the_server_find_the_same_best_piles(quantity: int) -> None:
    """The hand that a name means, the fewest points, every best pile in the same order, and the next step from cards laid."""
    chance = random.Random(7)
    hands = [puzzle.practice(chance.randint(1, 5), chance.randrange(puzzle.PRACTICE_HANDS)) for _ in range(quantity)]
    laid = [laid_somehow(best_piles(asked.hand, DECK), chance) for asked in hands]
    seen = run_node(
        PROGRAM,
        [
            {"name": asked.name, "laid": [CODEC.form(Pile).data(pile) for pile in piles]}
            for asked, piles in zip(hands, laid, strict=True)
        ],
    )
    for asked, piles, theirs in zip(hands, laid, seen, strict=True):
        assert theirs == answer_of_the_server(asked, piles), asked.name
    taken_away = [step["take_away"] for answer in seen for step in answer["steps"]]
    assert any(taken_away)
    assert not all(taken_away)


DAILY_PROGRAM = """
import { readFileSync } from "node:fs";
import { dealtHand, roundOf } from "./web/src/coverup/solver/deal.ts";
import { solve } from "./web/src/coverup/solver/solver.ts";
const answers = [];
for (const name of JSON.parse(readFileSync(0, "utf-8"))) {
  const hand = await dealtHand(name);
  const { points, piles } = solve(hand);
  answers.push([roundOf(name), hand.map(({ id }) => id), points, piles.length]);
}
console.log(JSON.stringify(answers));
"""


@pytest.mark.slow
@pytest.mark.prove(sample=200, proof=4000)
def test_the_browser_deals_every_daily_puzzle_as_the_server_does(quantity: int) -> None:
    """Round, hand, fewest points and number of best piles, day after day from the first one on."""
    days = [puzzle.daily(FIRST_DAY + timedelta(days=number)) for number in range(quantity)]
    seen = run_node(DAILY_PROGRAM, [asked.name for asked in days])
    for asked, theirs in zip(days, seen, strict=True):
        best = puzzle.best(asked)
        assert theirs == [asked.round, CODEC.card_texts(asked.hand), best.points, best.ways], asked.name


SMALL_HANDS_PROGRAM = """
import { readFileSync } from "node:fs";
import { HOUSE_FACES } from "./web/src/coverup/solver/deal.ts";
import { stormHand } from "./web/src/coverup/solver/draw.ts";
import { solve } from "./web/src/coverup/solver/solver.ts";
const answers = JSON.parse(readFileSync(0, "utf-8")).flatMap((seed) =>
  Array.from({ length: 18 }, (_, number) => {
    const hand = stormHand(HOUSE_FACES, seed, number);
    const { points, piles } = solve(hand);
    return [hand.map(({ id }) => id), points, piles.length];
  }),
);
console.log(JSON.stringify(answers));
"""


@pytest.mark.rule("CU-B1")
@pytest.mark.slow
@pytest.mark.prove(sample=10, proof=300)
def test_the_goals_of_storm_are_the_optima_of_the_server(quantity: int) -> None:
    """Hands of two, three, four and five cards."""
    for names, fewest, ways in run_node(SMALL_HANDS_PROGRAM, [7919 * seed for seed in range(quantity)]):
        hand = [DECK.card(name) for name in names]
        piles = best_piles(hand, DECK)
        assert (fewest, ways) == (points(piles[0], hand, DECK), len(piles)), names
