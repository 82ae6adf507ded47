"""``covergames solve``: the provably best pile of a Cover Up hand."""

from __future__ import annotations

import json as jsons
import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from covergames import coverup
from covergames.commands.coverup.decks import chosen_deck
from covergames.commands.decks import DeckFile
from covergames.commands.failure import USAGE, fail, sentence
from covergames.commands.language import Language, chosen_language
from covergames.coverup import Card, Deck, Options, Pile, Solution
from covergames.coverup import solve as best_pile
from covergames.coverup.cards import HAND
from covergames.coverup.hand import deal
from covergames.dealer import RandomDealer
from covergames.game import NotationError
from covergames.schema import codec_of
from covergames.terminal.console import live_console
from covergames.terminal.coverup.cards import glyphs_for, pile_lines
from covergames.text import Say, formatted, text


@dataclass(frozen=True, slots=True)
class Answer:
    """A hand, its solution, and how long solving took."""

    hand: tuple[Card, ...]
    solution: Solution
    ms: float


def solve(
    cards: Annotated[list[str] | None, typer.Argument(metavar="CARD...", help="Five cards by their ids.")] = None,
    *,
    deck: DeckFile = None,
    round_number: Annotated[
        int | None, typer.Option("--round", min=1, max=5, help="Solve a random hand of this round.")
    ] = None,
    seed: Annotated[int, typer.Option(help="The seed of the random hand.")] = 0,
    hands: Annotated[
        Path | None, typer.Option(help="A file with a JSON list of five card ids per line; - is standard input.")
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(min=0, help="Stop the search for each hand after this time, proven or not.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object per hand.")] = False,
    language: Language = None,
) -> None:
    """Find the best pile of a hand of Cover Up, and prove that no pile is better."""
    spoken = chosen_language(language)
    chosen = chosen_deck(deck)
    if (cards is not None and len(cards) > 0) + (round_number is not None) + (hands is not None) != 1:
        fail("give five cards, --round or --hands, and only one of these", code=USAGE)
    show = _print_json if json else partial(draw, say=partial(text, language=spoken))
    if hands is not None:
        _solve_file(hands, chosen, seconds, show)
        return
    try:
        hand = dealt(chosen, round_number, seed) if round_number is not None else read_hand(cards, chosen)
    except NotationError as error:
        fail(str(error), code=USAGE)
    show(answer(hand, chosen, seconds), chosen)


def dealt(deck: Deck, round_number: int, seed: int) -> tuple[Card, ...]:
    """Return the random hand of that round for the seed."""
    return deal(deck, round_number, RandomDealer(random.Random(seed)))


def read_hand(ids: object, deck: Deck) -> tuple[Card, ...]:
    """Return the hand of a list of card ids.

    Raises:
        NotationError: this is not a list of five different cards of the deck.
    """
    if not isinstance(ids, list):
        raise NotationError(f"{ids!r} is not a list of card ids")
    if len(ids) != HAND:
        raise NotationError(f"{len(ids)} cards, not {HAND}")
    hand: list[Card] = []
    for card_id in ids:
        if not isinstance(card_id, str):
            raise NotationError(f"{card_id!r} is not a card id")
        card = deck.card(card_id)
        if card in hand:
            raise NotationError(f"card {card_id!r} appears twice")
        hand.append(card)
    return tuple(hand)


def answer(hand: tuple[Card, ...], deck: Deck, seconds: float | None = None) -> Answer:
    """Solve a hand and measure the time."""
    start = time.perf_counter()
    solution = best_pile(hand, deck, stop=_after(start, seconds))
    return Answer(hand, solution, 1000 * (time.perf_counter() - start))


def as_data(found: Answer, deck: Deck) -> dict[str, Any]:
    """Return the JSON object of an answer; only an unproven one has a ``lower_bound``."""
    solution = found.solution
    data = {
        "hand": [deck[card].id for card in found.hand],
        "points": solution.points,
        "proven": solution.proven,
        "pile": codec_of(coverup, Options(deck=deck)).form(Pile).data(solution.pile),
        "aside": [deck[card].id for card in solution.aside],
        "optimal_piles": solution.optimal_piles,
        "nodes": solution.nodes,
        "ms": round(found.ms, 3),
    }
    return data if solution.proven else {**data, "lower_bound": solution.lower_bound}


def _after(start: float, seconds: float | None) -> Callable[[], bool] | None:
    if seconds is None:
        return None
    return lambda: time.perf_counter() - start >= seconds


def _solve_file(path: Path, deck: Deck, seconds: float | None, show: Callable[[Answer, Deck], None]) -> None:
    """Solve the hand of each line; report bad lines with their numbers and go on."""
    is_all_good = True
    try:
        for number, line in _lines(path):
            try:
                hand = read_hand(_parsed(line), deck)
            except NotationError as error:
                is_all_good = False
                print(f"covergames: {sentence(f'line {number}: {error}')}", file=sys.stderr)
            else:
                show(answer(hand, deck, seconds), deck)
    except (OSError, UnicodeDecodeError) as error:
        fail(f"hands cannot be read from {path}: {error}", code=USAGE)
    if not is_all_good:
        raise typer.Exit(2)


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    if str(path) == "-":
        yield from ((number, line) for number, line in enumerate(sys.stdin, start=1) if line.strip())
        return
    with path.open(encoding="utf-8") as file:
        yield from ((number, line) for number, line in enumerate(file, start=1) if line.strip())


def _parsed(line: str) -> object:
    try:
        return jsons.loads(line)
    except (ValueError, RecursionError) as error:
        raise NotationError(f"not JSON: {error}") from None


def _print_json(found: Answer, deck: Deck) -> None:
    print(jsons.dumps(as_data(found, deck)), flush=True)


def draw(found: Answer, deck: Deck, *, say: Say) -> None:
    """Print the pile from above, the placements of its cards, and what is proven."""
    console = live_console()
    solution = found.solution
    cards = " ".join(deck[card].id for card in found.hand)
    console.print(f"{cards}: {say('count.points', count=solution.points)}")
    console.print()
    for line in pile_lines(solution.pile, deck, glyphs_for(console.encoding)):
        console.print("   ", line, sep="")
    console.print()
    for at in solution.pile:
        key = "solve.placed-flipped" if at.flip else "solve.placed"
        console.print(say(key, card=deck[at.card].id, degrees=at.turn * 90, x=at.x, y=at.y))
    for card in solution.aside:
        console.print(f"{deck[card].id}  {say('aside')}")
    console.print()
    if not solution.proven:
        console.print(say("solve.not-proven", least=solution.lower_bound, points=solution.points))
    elif solution.optimal_piles is None:
        console.print(say("solve.proven"))
    else:
        console.print(say("solve.optimal", count=solution.optimal_piles))
    console.print(say("solve.effort", nodes=solution.nodes, ms=formatted(found.ms, ".1f", say)))
