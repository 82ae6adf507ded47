"""A whole game of Cover Up as text that a reader can follow with the rulebook; piles are drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from covergames import coverup
from covergames.coverup import Card, Deck, Pile, Placement, State
from covergames.coverup.events import (
    ChoseGiveBack,
    Event,
    Exchanged,
    Flipped,
    GameEnded,
    Laid,
    Lifted,
    Passed,
    RoundBegan,
    RoundScored,
    TimeRanOut,
    WasDone,
)
from covergames.coverup.layout import Conflict, Fault, Unlinked
from covergames.coverup.state import SeatScore
from covergames.record import AnyMoment
from covergames.schema import write_options
from covergames.terminal.coverup.cards import GLYPHS, card_lines, pile_lines


def story(moments: Iterable[AnyMoment]) -> str:
    """Return the game as text, from the set-up to the result, or as far as it was played."""
    lines: list[str] = []
    for moment in moments:
        state = moment.state
        assert isinstance(state, State)
        if moment.seat is None:
            lines += [*title(state), "", "Round 1", *hands(state)]
        for event in moment.events:
            lines += event_lines(state, event)
    return "\n".join(lines) + "\n"


def title(state: State) -> list[str]:
    """Return the players, the options that are not the default, and the symbols."""
    chosen = "".join(f" · {name} {value}" for name, value in write_options(coverup, state.options).items())
    symbols = "  ".join(f"{glyph} {name}" for glyph, name in zip(GLYPHS, state.options.deck.symbols, strict=True))
    return [f"Cover Up · {state.players} players{chosen}", symbols]


def hands(state: State) -> Iterator[str]:
    """Return everybody's cards, drawn."""
    deck = state.options.deck
    for seat, hand in enumerate(state.hands):
        drawn = [[line.plain for line in card_lines(card, deck)] for card in hand]
        for number, rows in enumerate(zip(*drawn, strict=True)):
            yield f"  {f'hand {seat}' if number == 0 else '':8}{'   '.join(rows)}".rstrip()


def event_lines(state: State, event: Event) -> Iterator[str]:
    """Return one event as one line or several."""
    deck = state.options.deck
    match event:
        case Laid(seat, at, t):
            yield f"  {time(t)}  {seat} lays {placed(at, deck)}"
        case Lifted(seat, card, t):
            yield f"  {time(t)}  {seat} takes {deck[card].id} off the pile"
        case Flipped(seat, t, deadline):
            yield f"  {time(t)}  {seat} flips the hourglass: until {time(deadline).strip()}"
        case WasDone(seat, t):
            yield f"  {time(t)}  {seat} is done"
        case TimeRanOut(t):
            yield f"  {time(t)}  time is up"
        case RoundScored(number, scores):
            yield f"  Round {number} is scored"
            for owner, scored in enumerate(scores):
                yield from counted(owner, state.piles[owner], scored, deck)
            yield f"  so far  {' '.join(map(str, state.totals))}"
        case ChoseGiveBack(seat, chosen):
            yield f"  {seat} chooses {'-' if chosen is None else deck[chosen].id}"
        case Exchanged(seat, gave, took):
            yield f"  {seat} gives {deck[gave].id} back, takes {deck[took].id}"
        case Passed(seat, to, passed):
            yield f"  {seat} passes {cards(passed, deck)} to {to}"
        case RoundBegan(number):
            yield f"\nRound {number}"
            yield from hands(state)
        case GameEnded(result):
            yield f"\nThe end: points {result.scores}, places {result.places}"
        case _:
            assert_never(event)


def counted(seat: int, pile: Pile, scored: SeatScore, deck: Deck) -> Iterator[str]:
    """Return the pile, the removed cards with reasons, the rest of the pile if it is different, and the points."""
    score = scored.score
    yield f"    pile {seat}  {cards((at.card for at in pile), deck)}"
    yield from drawn(pile, deck)
    for removal in score.removed:
        yield f"      {deck[removal.card].id} is removed: {'; '.join(fault(one, deck) for one in removal.faults)}"
    if score.removed:
        yield "      left:"
        yield from drawn(score.pile, deck)
    yield (
        f"      visible {score.visible}, aside {cards(score.aside, deck)}: "
        f"{score.aside_symbols} + {len(score.aside)}, hourglass {scored.hourglass:+}: {scored.points} points"
    )


def drawn(pile: Pile, deck: Deck) -> list[str]:
    return [f"        {line.plain}".rstrip() for line in pile_lines(pile, deck)]


def fault(one: Fault, deck: Deck) -> str:
    match one:
        case Conflict(x, y, below, above):
            return f"{deck[above].id} over another symbol of {deck[below].id} at {x},{y} (CU-P3)"
        case Unlinked(outside):
            return f"{cards(outside, deck)} not linked to the bottom card (CU-P4)"
        case _:
            assert_never(one)


def placed(at: Placement, deck: Deck) -> str:
    """Return a placement in the notation of the tests: ``g01:f3@2,-1`` is flipped, turned three quarters, at 2,-1."""
    how = f"{'f' if at.flip else ''}{at.turn or ''}"
    return f"{deck[at.card].id}{f':{how}' if how else ''}@{at.x},{at.y}"


def time(t: int) -> str:
    return f"{t / 1000:7.3f}"


def cards(several: Iterable[Card], deck: Deck) -> str:
    return " ".join(deck[card].id for card in several) or "-"
