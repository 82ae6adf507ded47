"""Choose and measure the house deck with the solver.

python -m benchmarks.house_deck choose [SEEDS] [HANDS]   measure the decks of seeds 1 to SEEDS, best last, then the best ten again
python -m benchmarks.house_deck measure [HANDS]          measure the house deck: the tables of docs/house-deck.md
python -m benchmarks.house_deck plot [HANDS]             draw the plots of docs/house-deck.md (needs matplotlib)
"""

from __future__ import annotations

import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median, pstdev

from covergames.coverup.cards import Card, Colour
from covergames.coverup.deck import Deck, house_deck
from covergames.coverup.house import generate
from covergames.coverup.layout import Pile, points, symbols_of
from covergames.coverup.solver import Solution, hint, solve

ROOT = Path(__file__).resolve().parent.parent
ROUNDS = {1: (5, 0, 0), 2: (4, 1, 0), 3: (3, 1, 1), 4: (2, 2, 1), 5: (1, 2, 2)}


@dataclass(frozen=True)
class Hand:
    """A hand, its best pile, and the points of a player in a hurry."""

    cards: tuple[Card, ...]
    best: Solution
    hurried: int

    @property
    def gap(self) -> int:
        """The difficulty of the hand: the points that a player in a hurry loses."""
        return self.hurried - self.best.points


def hurry(hand: tuple[Card, ...], deck: Deck) -> int:
    """Return the points of a player who lays the cards in order, each where it hides most, and never moves one."""
    pile: Pile = ()
    for last in range(1, len(hand) + 1):
        pile = hint(pile, hand[:last], deck).pile
    return points(pile, hand, deck)


def deal(deck: Deck, round_number: int, lot: random.Random) -> tuple[Card, ...]:
    """Return a random hand of that round (CU-N3)."""
    return tuple(
        card
        for colour, count in zip(Colour, ROUNDS[round_number], strict=True)
        for card in lot.sample(deck.of_colour(colour), count)
    )


def hands(deck: Deck, round_number: int, count: int) -> list[Hand]:
    """Return that many solved hands of that round."""
    lot = random.Random(1000 * count + round_number)
    dealt = [deal(deck, round_number, lot) for _ in range(count)]
    for index, cards in enumerate(dealt):
        dealt[index] = tuple(lot.sample(cards, len(cards)))
    return [Hand(cards, solve(cards, deck), hurry(cards, deck)) for cards in dealt]


def merit(deck: Deck, count: int) -> tuple[float, str]:
    """Return how good a deck is: spread of the optimum plus mean difficulty, less 10 for each percent with a card aside."""
    rounds = [hands(deck, number, count) for number in ROUNDS]
    spread = mean(pstdev(hand.best.points for hand in solved) for solved in rounds)
    gap = mean(hand.gap for solved in rounds for hand in solved)
    aside = 100 * mean(bool(hand.best.aside) for solved in rounds for hand in solved)
    few = 100 * mean((hand.best.optimal_piles or 0) <= 3 for solved in rounds for hand in solved)
    return (
        spread + gap - 10 * aside,
        f"spread {spread:.2f} gap {gap:.2f} aside {aside:.1f} % few best piles {few:.0f} %",
    )


def choose(seeds: int, count: int) -> None:
    """Print the merit of each seed's deck, best last, then that of the ten best again with more and other hands."""
    everyone = _ranked(range(1, seeds + 1), count)
    print("once more:")
    _ranked([seed for _, _, seed in everyone[-10:]], 8 * count)


def _ranked(seeds: Iterable[int], count: int) -> list[tuple[float, str, int]]:
    merits = sorted((*merit(generate(seed, "candidate"), count), seed) for seed in seeds)
    for value, text, seed in merits:
        print(f"seed {seed:3}  merit {value:.3f}  {text}", flush=True)
    return merits


def hidden_share(solved: list[Hand], deck: Deck) -> dict[Card, float]:
    """Return for each card the mean share of its symbols that lie on an equal symbol of another card in the best pile."""
    shares: defaultdict[Card, list[float]] = defaultdict(list)
    for hand in solved:
        for at in hand.best.pile:
            others = {square for other in hand.best.pile if other != at for square in symbols_of(other, deck)}
            mine = symbols_of(at, deck)
            shares[at.card].append(len(others & mine.keys()) / len(mine))
    return {card: mean(values) for card, values in shares.items()}


def measure(count: int) -> None:
    """Print the tables of docs/house-deck.md."""
    deck = house_deck()
    print(
        "| round | best points: least, mean, most | spread | all five laid | hurry is best | mean gap | best piles (median) | one only |"
    )
    print("|---|---|---|---|---|---|---|---|")
    everything = []
    for number in ROUNDS:
        solved = hands(deck, number, count)
        everything += solved
        best = [hand.best.points for hand in solved]
        piles = [hand.best.optimal_piles or 0 for hand in solved]
        print(
            f"| {number} | {min(best)}, {mean(best):.1f}, {max(best)} | {pstdev(best):.2f} "
            f"| {100 * mean(not hand.best.aside for hand in solved):.1f} % | {100 * mean(hand.gap == 0 for hand in solved):.0f} % "
            f"| {mean(hand.gap for hand in solved):.2f} | {median(piles):.0f} | {100 * mean(pile == 1 for pile in piles):.0f} % |"
        )
    shares = sorted((share, deck[card].id) for card, share in hidden_share(everything, deck).items())
    print("\nshare of a card's symbols that meet an equal one in the best pile, over all cards:")
    print(
        f"least {shares[0][0]:.2f} ({shares[0][1]}), mean {mean(share for share, _ in shares):.2f}, most {shares[-1][0]:.2f} ({shares[-1][1]})"
    )


def plot(count: int) -> None:
    """Draw docs/house-deck-*.svg."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "house"
    from matplotlib import pyplot as plt

    deck = house_deck()
    rounds = {number: hands(deck, number, count) for number in ROUNDS}
    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4))
    for number, solved in rounds.items():
        points = Counter(hand.best.points for hand in solved)
        left.plot(
            *zip(*sorted((value, 100 * times / count) for value, times in points.items()), strict=True),
            marker="o",
            label=f"round {number}",
        )
        gaps = Counter(min(hand.gap, 5) for hand in solved)
        right.bar(
            [gap + (number - 3) * 0.15 for gap in range(6)],
            [100 * gaps[gap] / count for gap in range(6)],
            width=0.14,
            label=f"round {number}",
        )
    left.set(title="Points of the best pile", xlabel="points", ylabel="% of hands")
    right.set(
        title="Difficulty: a hurried player's pile minus the best pile",
        xlabel="points (5: 5 and more)",
        ylabel="% of hands",
    )
    left.set_xlim(9, 22)
    for axes in (left, right):
        axes.legend(loc="upper right")
    figure.tight_layout()
    figure.savefig(ROOT / "docs" / "house-deck-rounds.svg", metadata={"Date": None})

    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4))
    piles = [[min(hand.best.optimal_piles or 0, 1000) for hand in solved] for solved in rounds.values()]
    left.boxplot(piles, whis=(5, 95), showfliers=False)
    left.set(
        title="Number of best piles up to symmetry",
        xlabel="round",
        ylabel="piles (quartiles, 5 %, 95 %)",
        yscale="log",
    )
    shares = hidden_share([hand for solved in rounds.values() for hand in solved], deck)
    values = [[100 * shares[card] for card in deck.of_colour(colour) if card in shares] for colour in Colour]
    right.hist(
        values,
        bins=range(44, 82, 4),
        stacked=True,
        label=[colour.value for colour in Colour],
        color=["tab:green", "gold", "tab:red"],
    )
    right.set(title="Symbols of a card that meet an equal one", xlabel="% in the best pile", ylabel="cards")
    right.legend()
    figure.tight_layout()
    figure.savefig(ROOT / "docs" / "house-deck-cards.svg", metadata={"Date": None})


def main() -> None:
    """Run the task of the command line."""
    task, *numbers = sys.argv[1:] or ["help"]
    values = [int(number) for number in numbers]
    match task:
        case "choose":
            choose(*values or (60, 60))
        case "measure":
            measure(*values or (1000,))
        case "plot":
            plot(*values or (1000,))
        case _:
            print(__doc__)


if __name__ == "__main__":
    main()
