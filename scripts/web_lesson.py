"""Write the hands of the lesson of Cover Up (web/src/coverup/lesson/steps.json) and the pile of its picture; --check compares them.

Every step has cards of the house deck, the pile that lies on the mat at first, what the learner has to reach, and a pile that
reaches it. Each is the first hand of the deck, in the deck's order, that shows what the step teaches.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import combinations, permutations
from pathlib import Path
from typing import Final

from covergames import coverup, wire
from covergames.coverup import Card, Colour, Pile, Placement, house_deck
from covergames.coverup.layout import at_origin, conflicts, is_flawless, moved, score, size, visible
from covergames.game import Data
from covergames.schema import codec_of

FOLDER: Final = Path(__file__).resolve().parents[1] / "web" / "src" / "coverup"
DECK: Final = house_deck()
GREEN: Final = tuple(DECK.of_colour(Colour.GREEN))
CODEC: Final = codec_of(coverup, coverup.Options())
MARGIN_SQUARES: Final = 2
"""The free squares to the left of a pile and above it."""
QUARTERS: Final = (0, 1, 2, 3)
MATCH: Final = 2
"""How many symbols have to disappear when cards are turned or flipped."""
PICTURE: Final = ("g05", "g17", "y08", "r12", "r30")
"""The hand whose best pile is the picture of the game."""


def main() -> int:
    """Write the files or check them, and return the exit code."""
    picture = tuple(DECK.card(name) for name in PICTURE)
    files = {
        FOLDER / "lesson" / "steps.json": list(steps()),
        FOLDER / "cards" / "picture.json": {"hand": _faces(picture), "pile": _pile(coverup.solve(picture, DECK).pile)},
    }
    texts = {path: wire.encode(value).decode() + "\n" for path, value in files.items()}
    stale = [path for path, text in texts.items() if not path.exists() or path.read_text("utf-8") != text]
    if stale and "--check" in sys.argv:
        print("out of date, run scripts/web_lesson.py:", *stale, sep="\n  ", file=sys.stderr)
        return 1
    for path in stale:
        path.write_text(texts[path], "utf-8")
    return 0


def steps() -> Iterator[Data]:
    """Yield the steps in order."""
    first, second, joined = _pair()
    yield _step("drag", (first, second), (), joined[:1])
    yield _step("link", (first, second), joined[:1], joined, hidden=1)
    turned = _pair_for_turning()
    yield _step("turn", _cards(turned), turned[:1], turned, hidden=MATCH)
    flipped = _pair_for_flipping()
    yield _step("flip", _cards(flipped), flipped[:1], flipped, hidden=MATCH)
    clashing = _flawed(is_clash=True)
    yield _step("clash", _cards(clashing), clashing, coverup.solve(_cards(clashing), DECK).pile)
    loose = _flawed(is_clash=False)
    yield _step("loose", _cards(loose), loose, coverup.solve(_cards(loose), DECK).pile)
    four = GREEN[4:8]
    best = coverup.solve(four, DECK)
    yield _step("count", four, (), best.pile, points=best.points + 2)
    five = GREEN[10:15]
    yield _step("hourglass", five, (), coverup.solve(five, DECK).pile)


def _pair() -> tuple[Card, Card, Pile]:
    """Return two cards and how to lay them, neither turned nor flipped, so that one symbol disappears."""
    for first, second in permutations(GREEN, 2):
        for pile in _piles(first, second, flips=(False,), turns=(0,)):
            if hidden(pile) == 1:
                return first, second, pile
    raise AssertionError("no two cards match")


def _pair_for_turning() -> Pile:
    """Return two cards that match only if one of them is turned."""
    for first, second in permutations(GREEN, 2):
        straight = _most_hidden(first, second, flips=(False,), turns=(0,))
        pile = max(_piles(first, second, flips=(False,), turns=(1, 3)), default=(), key=hidden)
        flipped = _most_hidden(first, second, flips=(True,), turns=(0,))
        if max(straight, flipped) < MATCH <= hidden(pile):
            return pile
    raise AssertionError("no two cards match by turning")


def _pair_for_flipping() -> Pile:
    """Return two cards that match only if one of them is flipped, and need not be turned then."""
    for first, second in permutations(GREEN, 2):
        pile = max(_piles(first, second, flips=(True,), turns=(0,)), default=(), key=hidden)
        if _most_hidden(first, second, flips=(False,), turns=QUARTERS) < MATCH <= hidden(pile):
            return pile
    raise AssertionError("no two cards match by flipping")


def _flawed(*, is_clash: bool) -> Pile:
    """Return three cards of which the last clashes on one square, or lies over empty squares of the others only."""
    for first, second, third in combinations(GREEN[16:], 3):
        below = max(_piles(first, second, flips=(False,), turns=(0,)), default=(), key=hidden)
        if hidden(below) != MATCH:
            continue
        for at in _around(third, flips=(False,), turns=(0,)):
            pile = (*below, at)
            clashes = len(conflicts(pile, DECK))
            gained = hidden(pile) - hidden(below)
            if is_clash and clashes == 1 and gained > 1:
                return _centred(pile)
            if not is_clash and clashes == 0 and gained == 0 and _overlap(below[0], at) > 1:
                return _centred(pile)
    raise AssertionError("no such three cards")


def hidden(pile: Pile) -> int:
    """Return how many symbols disappear on equal ones; of a pile that breaks the rules, none."""
    return sum(DECK[at.card].count for at in pile) - len(visible(pile, DECK))


def _most_hidden(first: Card, second: Card, *, flips: tuple[bool, ...], turns: tuple[int, ...]) -> int:
    return max((hidden(pile) for pile in _piles(first, second, flips=flips, turns=turns)), default=0)


def _piles(first: Card, second: Card, *, flips: tuple[bool, ...], turns: tuple[int, ...]) -> Iterator[Pile]:
    """Yield the legal piles of the first card as printed and the second card with these orientations."""
    ground = Placement(first, flip=False, turn=0, x=0, y=0)
    for at in _around(second, flips=flips, turns=turns):
        pile = (ground, at)
        if is_flawless(pile, DECK):
            yield _centred(pile)


def _around(card: Card, *, flips: tuple[bool, ...], turns: tuple[int, ...]) -> Iterator[Placement]:
    """Yield the placements of a card that may touch a card at the origin."""
    for flip in flips:
        for turn in turns:
            for x in range(-3, 4):
                for y in range(-3, 4):
                    yield Placement(card, flip=flip, turn=turn, x=x, y=y)


def _overlap(one: Placement, other: Placement) -> int:
    """Return how many squares both cards cover."""
    (width, height), (across, down) = size(one), size(other)
    columns = min(one.x + width, other.x + across) - max(one.x, other.x)
    rows = min(one.y + height, other.y + down) - max(one.y, other.y)
    return max(0, columns) * max(0, rows)


def _centred(pile: Pile) -> Pile:
    return moved(at_origin(pile), x=MARGIN_SQUARES, y=MARGIN_SQUARES)


def _cards(pile: Pile) -> tuple[Card, ...]:
    return tuple(at.card for at in pile)


def _step(
    name: str, hand: tuple[Card, ...], pile: Pile, solution: Pile, *, hidden: int = 0, points: int | None = None
) -> Data:
    """Return a step. `hidden` symbols have to disappear, and the hand may have at most `points` in the end."""
    solution = _centred(solution)
    assert score(solution, hand, DECK).removed == (), name
    return {
        "name": name,
        "hand": _faces(hand),
        "pile": _pile(pile),
        "laid": len(solution),
        "hidden": hidden,
        "points": points,
        "solution": _pile(solution),
    }


def _faces(hand: tuple[Card, ...]) -> list[coverup.Face]:
    return [DECK[card] for card in hand]


def _pile(pile: Pile) -> object:
    return CODEC.form(Pile).encode(pile)


if __name__ == "__main__":
    sys.exit(main())
