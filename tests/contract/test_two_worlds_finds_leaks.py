"""The comparison of two worlds notices every leak that it should notice (CM-I3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from covergames import coverme, record
from covergames.coverme import Action, Clothes, Event, Magazine, Options, State, TwoPlayer, View
from covergames.coverme.events import Chose, FictionalPlaced, Kept, Looked, Placed, Shuffled, Took, TookNext, Voted
from covergames.coverme.rules import Step
from covergames.coverme.view_types import FictionalPileView, HandView
from covergames.game import Dealer, IllegalAction, Seat
from tests.contract.adapters import CoverMe, Table, cards_on_table
from tests.contract.play import Turn, seeded, walk
from tests.contract.test_two_worlds import Snapshot, leaks

Leak = Callable[[State, View], View]

CHATTY = (
    Table("fictional", 2, Options()),
    Table("advanced", 2, Options(two_player=TwoPlayer.ADVANCED)),
    Table("three", 3, Options()),
    *(Table(f"votes {number}", 3, Options(same_value=Clothes.RED, years=1)) for number in range(6)),
)
NEXT_PILE_TAKEN = Path(__file__).parents[1] / "playthroughs" / "records" / "next-pile-taken.json"


def chatty_turns() -> Iterator[tuple[Turn, int]]:
    """Yield the steps of games in which every kind of secret occurs."""
    for table in CHATTY:
        for turn in walk(CoverMe(), table, 0):
            yield turn, table.players
    game = record.read(NEXT_PILE_TAKEN.read_bytes())
    before: Any = None
    for moment in record.replay(game):
        if any(isinstance(event, TookNext) for event in moment.events):
            yield Turn(moment.index, before, Seat(moment.seat or 0), moment.action), len(game.players)
        before = moment.state


def is_noticed(snapshot: Snapshot, adapter: CoverMe, wanted: Callable[[State, Step], bool]) -> bool:
    """Return whether any viewer sees a difference at a step with something to leak."""
    for turn, players in chatty_turns():
        step = coverme.apply(turn.state, turn.seat, turn.action, seeded("leaks"))
        if wanted(turn.state, step) and next(leaks(adapter, snapshot, [turn], players), None):
            return True
    return False


@pytest.mark.rule("CM-I3")
@pytest.mark.parametrize(
    "kind",
    [Shuffled, Took, TookNext, Looked, Kept, Placed, Chose, Voted, FictionalPlaced],
    ids=lambda kind: kind.__name__,
)
def test_an_event_that_is_not_redacted_is_noticed(kind: type[Event]) -> None:
    """The comparison notices a `redact` that does not redact one kind of event."""

    def redact(event: Event, viewer: Seat | None) -> Event:
        return event if isinstance(event, kind) else coverme.redact(event, viewer)

    def happens(_before: State, step: Step) -> bool:
        return any(isinstance(event, kind) for event in step.events)

    assert is_noticed(Snapshot(coverme.view, redact), CoverMe(), happens)


def _whole_hands(state: State, view: View) -> View:
    return view._replace(hands=tuple(HandView(len(hand), tuple(hand)) for hand in state.hands))


def _hands_with_the_placed_cover_first(state: State, view: View) -> View:
    placed = [[state.placed[magazine] for magazine in state.magazines_of(Seat(seat))] for seat in range(state.players)]
    return view._replace(
        hands=tuple(
            hand._replace(known=tuple(sorted(hand.known, key=lambda card, first=first: card not in first)))  # type: ignore[misc]
            for hand, first in zip(view.hands, placed, strict=True)
        ),
    )


def _placed_covers(state: State, view: View) -> View:
    return view._replace(
        magazines=tuple(m._replace(placed=p) for m, p in zip(view.magazines, state.placed, strict=True))
    )


def _featured_models(state: State, view: View) -> View:
    return view._replace(
        magazines=tuple(
            magazine._replace(featured=state.featured.get(Magazine(number)))
            for number, magazine in enumerate(view.magazines)
        ),
    )


def _votes(state: State, view: View) -> View:
    return view._replace(votes=tuple(state.votes))


def _face_down_pile(state: State, view: View) -> View:
    return view._replace(face_down=tuple(reversed(state.face_down)))


def _next_pile(state: State, view: View) -> View:
    return view._replace(next_pile=tuple(reversed(state.next_pile)))


def _looked_at(state: State, view: View) -> View:
    return view._replace(looked=tuple(state.looked))


def _fictional_pile(state: State, view: View) -> View:
    return view._replace(fictional_pile=FictionalPileView(len(state.fictional_pile), tuple(state.fictional_pile)))


def _fictional_pile_in_order(state: State, view: View) -> View:
    if view.fictional_pile is None:
        return view
    order = {card: place for place, card in enumerate(state.fictional_pile)}
    known = tuple(sorted(view.fictional_pile.known, key=lambda card: order.get(card, -1)))
    return view._replace(fictional_pile=view.fictional_pile._replace(known=known))


def _unseen_cards_by_place(state: State, view: View) -> View:
    return view._replace(unseen=tuple(card for card in cards_on_table(state) if card in view.unseen))


def _decisions_of_others(state: State, view: View) -> View:
    actions = [action for seat in coverme.to_act(state) for action in coverme.legal(state, seat)]
    return view._replace(legal=tuple(actions))


def _whole_history(state: State, view: View) -> View:
    return view._replace(history=(*(chapter.events for chapter in state.past), state.present))


def _what_others_know(state: State, view: View) -> View:
    return view._replace(month=state.knows[0])


@pytest.mark.rule("CM-I3")
@pytest.mark.parametrize(
    "leak",
    [
        _whole_hands,
        _hands_with_the_placed_cover_first,
        _placed_covers,
        _featured_models,
        _votes,
        _face_down_pile,
        _next_pile,
        _looked_at,
        _fictional_pile,
        _fictional_pile_in_order,
        _unseen_cards_by_place,
        _decisions_of_others,
        _whole_history,
        _what_others_know,
    ],
)
def test_a_view_that_shows_too_much_is_noticed(leak: Leak) -> None:
    """The comparison notices a `view` that shows one hidden thing, or only the order of known ones."""

    def view(state: State, seat: Seat | None) -> View:
        return leak(state, coverme.view(state, seat))

    def is_different(before: State, step: Step) -> bool:
        seats = (None, Seat(0), Seat(1))
        return any(view(s, seat) != coverme.view(s, seat) for s in (before, step.state) for seat in seats)

    assert is_noticed(Snapshot(view, coverme.redact), CoverMe(), is_different)


@pytest.mark.rule("CM-I3")
def test_an_error_text_that_tells_too_much_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison notices a refusal whose reason depends on another hand."""
    honest = coverme.apply

    def apply(state: State, seat: Seat, action: Action, dealer: Dealer) -> Step:
        try:
            return honest(state, seat, action, dealer)
        except IllegalAction as refusal:
            holders = [number for number, hand in enumerate(state.hands) if hand and hand[0] < 40]
            raise IllegalAction(refusal.rule_id, f"{refusal.reason}, seats {holders}") from None

    monkeypatch.setattr(coverme, "apply", apply)
    assert is_noticed(Snapshot.of(coverme), CoverMe(), lambda _before, _step: True)
