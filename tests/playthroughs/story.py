"""A whole game as text that a reader can follow with the rulebook: nothing is hidden, and cards are in notation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from covergames import coverme
from covergames.coverme import Card, Magazine, Options, Row, Source, State
from covergames.coverme.cards import Characteristic
from covergames.coverme.events import (
    Chose,
    Dealt,
    Event,
    Featured,
    FictionalPileFormed,
    FictionalPlaced,
    FictionalReplenished,
    GameEnded,
    InfluenceDiscarded,
    InfluenceDrawn,
    Judged,
    Kept,
    Looked,
    Placed,
    Revealed,
    SeasonBegan,
    Shuffled,
    StacksOpened,
    Stayed,
    Swapped,
    Took,
    TookNext,
    Turned,
    Voted,
    VotesRevealed,
    WentWithout,
    YearBegan,
)
from covergames.coverme.notation import card_text
from covergames.coverme.trends import CHARACTERISTICS, Tracks, Trends
from covergames.record import AnyMoment
from covergames.schema import write_options


def story(moments: Iterable[AnyMoment]) -> str:
    """Return the game as text, from the set-up to the result, or as far as it was played."""
    lines: list[str] = []
    state: State | None = None
    for moment in moments:
        state = moment.state
        assert isinstance(state, State)
        events: tuple[Event, ...] = moment.events
        if moment.seat is None:
            lines += [title(state.players, state.options), ""]
            events = tuple(
                event for part in (*(chapter.events for chapter in state.past), state.present) for event in part
            )
        for event in events:
            lines += event_lines(state, event)
        if moment.seat is None or any(isinstance(event, SeasonBegan | YearBegan) for event in events):
            lines += position(state)
    assert state is not None
    return (
        "\n".join([*lines, "", *stacks(state.prestige_stacks, state.side_stacks if state.is_advanced else ())]) + "\n"
    )


def title(players: int, options: Options) -> str:
    """Return the players and the options that are not the default."""
    chosen = ", ".join(f"{name} {value}" for name, value in write_options(coverme, options).items())
    return f"Cover Me · {players} players · {chosen}"


def position(state: State) -> list[str]:
    """Return the table, with top cards last."""
    sizes = [f"face-down {len(state.face_down)}", f"next {len(state.next_pile)}", f"discard {len(state.discard)}"]
    if state.is_fictional:
        sizes.append(f"fictional {len(state.fictional_pile)}")
    return [
        f"    influence row  {cards(state.influence_row)}",
        *(f"    hand {seat}  {cards(hand)}" for seat, hand in enumerate(state.hands)),
        *(f"    open {Source(number).word:9}  {cards(pile)}" for number, pile in enumerate(state.open_piles)),
        f"    piles  {', '.join(sizes)}",
    ]


def stacks(prestige_stacks: Iterable[tuple[Card, ...]], side_stacks: Iterable[tuple[Card, ...]]) -> list[str]:
    """Return everybody's scored cards."""
    lines = [f"  prestige stack {seat}  {cards(stack)}" for seat, stack in enumerate(prestige_stacks)]
    return lines + [f"  side stack {seat}  {cards(stack)}" for seat, stack in enumerate(side_stacks)]


def event_lines(state: State, event: Event) -> Iterator[str]:
    """Return one event as one or two lines."""
    match event:
        case SeasonBegan(year, season, start):
            yield f"\n{season.value.capitalize()} of year {year}, seat {start} starts"
        case YearBegan(year, discarded, clothes):
            colour = "no next pile" if clothes is None else f"{clothes.value} is next"
            yield f"\nYear {year}: {colour}, open piles discarded: {cards(discarded)}"
        case Revealed(month, covers):
            shown = "  ".join(f"{magazine_name(state, magazine)} {card_text(card)}" for magazine, card in covers)
            yield f"  month {month}  {shown}"
        case Judged(tracks, trends, values):
            yield from judged(tracks, trends)
            rows = [
                f"{magazine_name(state, Magazine(number))}: {' '.join(map(str, row)) or '-'}"
                for number, row in enumerate(values)
            ]
            yield f"  values  {'   '.join(rows)}"
        case Featured(magazine, models, value, fate, returned):
            back = f", back: {cards(returned)}" if returned else ""
            yield f"  special {magazine_name(state, magazine)}  {cards(models)}  value {value} -> {fate.value}{back}"
        case InfluenceDiscarded(row):
            yield f"  discarded from the influence row: {cards(row)}"
        case InfluenceDrawn(row):
            yield f"  influence row: {cards(row)}"
        case Turned(turned):
            yield f"  turned onto the open piles: {cards(turned)}"
        case Shuffled(pile, shuffled):
            yield f"  shuffled: {pile}, {len(shuffled)} cards"
        case Dealt(seat, hand):
            yield f"  dealt to {seat}: {cards(hand)}"
        case FictionalPileFormed(size):
            yield f"  fictional pile: {size} cards"
        case FictionalPlaced(a, b):
            yield f"  fictional magazines place: A {card(a)} face down, B {card(b)}"
        case FictionalReplenished(face_down, next_pile):
            yield f"  fictional pile gets {face_down} face-down, {next_pile} next"
        case Took(seat, source, taken):
            yield f"  {seat} takes {card(taken)} from {source.word}"
        case TookNext(seat, taken):
            yield f"  {seat} takes {card(taken)} from next"
        case WentWithout(seat):
            yield f"  {seat} finds nothing to take"
        case Looked(seat, looked):
            yield f"  {seat} looks at {cards(looked)}"
        case Kept(seat, kept, put_back):
            yield f"  {seat} keeps {cards(kept)}, puts {cards(put_back)} under next"
        case Placed():
            pass  # the reveal shows it
        case Chose(magazine, _, chosen):
            yield f"  {magazine_name(state, magazine)} features {card(chosen)}"
        case Swapped(seat, swapped):
            yield f"  {seat} discards {card(swapped)}"
        case Stayed(seat):
            yield f"  {seat} keeps the hand"
        case StacksOpened(prestige_stacks, side_stacks):
            yield "  all stacks are turned face up"
            yield from stacks(prestige_stacks, side_stacks)
        case Voted(seat, play_on):
            yield f"  {seat} votes to {'play on' if play_on else 'share'}"
        case VotesRevealed(votes):
            yield "  votes: " + ("all play on" if all(vote for _, vote in votes) else "the victory is shared")
        case GameEnded(result):
            yield f"\nThe end: scores {result.scores}, places {result.places}"
        case _:
            assert_never(event)


def judged(tracks: Tracks, trends: Trends) -> Iterator[str]:
    """Return the tracks, with a star at each trend."""
    for kind in CHARACTERISTICS.values():
        track: list[Characteristic] = [characteristic for characteristic in kind if characteristic in tracks]
        counts = [f"{shown.value} {tracks[shown]}{'*' if shown in trends else ''}" for shown in track]
        if counts:
            yield f"  {kind.__name__.lower():7} {', '.join(counts)}"


def magazine_name(state: State, magazine: Magazine) -> str:
    """Return the seat's number, with s for its secondary magazine; fictional magazines are A and B."""
    owner = state.owner(magazine)
    if owner is None:
        return "AB"[magazine - state.players]
    return str(owner) if state.row(magazine) is Row.PRIMARY else f"{owner}s"


def card(one: Card | None) -> str:
    return "-" if one is None else card_text(one)


def cards(several: Iterable[Card | None]) -> str:
    return " ".join(card(one) for one in several) or "-"
