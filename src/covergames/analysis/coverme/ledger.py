"""The ledger of one seat: every change of its win share, from the fair share to the result, with its cause.

The seat is followed through its views. A point is the value of a view; there is one before each decision, one after it, which is lower by
the loss, and one wherever the cause changes. When a season has been evaluated, playouts look one season further: the difference that this makes
to the same view is an estimate. All points are whole millionths, so their differences add up exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from math import hypot
from typing import Final

import msgspec

from covergames import coverme
from covergames.analysis.coverme.calibration import seasons_evaluated
from covergames.analysis.coverme.causes import SIMULTANEOUS, causes, holding
from covergames.analysis.coverme.options import options
from covergames.analysis.coverme.reasons import deciding_rival, deciding_trait, outlook
from covergames.analysis.coverme.results import Change, Entry, Judgement, Kind, Mark
from covergames.analysis.coverme.skill import NEAR_FORCED
from covergames.analysis.coverme.values import MILLION, Effort, Verdict, margin, value_of, verdict
from covergames.coverme import Action, Card, Event, State, View, card_text
from covergames.game import Seat
from covergames.record import Moment
from covergames.schema import Codec

MARKS: Final = ((80_000, Mark.BLUNDER), (30_000, Mark.MISTAKE), (10_000, Mark.INACCURACY))
"""The least loss of each mark, in millionths."""


class Ledger:
    """The ledger of one seat while its game is read."""

    def __init__(self, seat: Seat, players: int, effort: Effort, codec: Codec, *, seed: int) -> None:
        self.entries: list[Entry] = []
        self.seat = seat
        self.fair = round(MILLION / players)
        self._effort = effort
        self._codec = codec
        self._seed = seed
        self._share = self.fair
        self._variance = 0.0
        self._ahead = 0
        """What the best actions have gained over the plan since rivals were last heard of, in millionths: they will gain as much."""
        self._seasons = 0
        """The number of seasons that had been evaluated at the last point."""
        self._pending: Kind | None = Kind.DEAL
        self._came: list[Card] = []
        """The cards of the pending deal or draws."""

    def read(self, moments: Sequence[Moment[State, Action | None, Event]], tick: Callable[[], None]) -> None:
        """Follow the seat through these moments, from the set-up on."""
        seat = self.seat
        start = coverme.view(moments[0].state, seat)
        self._came += start.hand
        self._settle(start, moments[0].index)
        opened, decisions = start, list[tuple[Seat, Action]]()
        for before, moment in pairwise(moments):
            assert moment.seat is not None
            assert moment.action is not None
            view = coverme.view(before.state, seat)
            if view.phase not in SIMULTANEOUS or not decisions:
                opened, decisions = view, []
            if moment.seat == seat and len(view.legal) > 1:
                self._settle(view, before.index)
                self._decide(view, moment.action, moment.index)
            decisions.append((moment.seat, moment.action))
            after = moment.state
            seen = causes(moment.events, seat, view, [chooser for chooser, _ in decisions])
            if seen:
                self._see(seen, view, opened, decisions, before.index, moment.index)
            if _is_over(before.state, after):
                decisions = []
            tick()

    def close(self, last: Moment[State, Action | None, Event]) -> None:
        """Add the last entry, up to the result."""
        view = coverme.view(last.state, self.seat)
        self._book(self._pending or Kind.ESTIMATE, _result(last.state, self.seat), 0.0, view, last.index)

    def _see(
        self,
        seen: Mapping[Kind, Sequence[Card]],
        view: View,
        opened: View,
        decisions: Sequence[tuple[Seat, Action]],
        before: int,
        index: int,
    ) -> None:
        """Note the causes of a step; where rivals' choices and draws come together, the choices come first."""
        first = Kind.RIVALS if Kind.RIVALS in seen else Kind.DRAWS
        if self._pending not in (None, first):
            self._settle(view, before)
        self._pending = first
        if len(seen) > 1:
            self._settle(holding(opened, decisions), index, then=decisions)
            self._pending = Kind.DRAWS
        self._came += seen.get(Kind.DRAWS, ())

    def _settle(self, view: View, index: int, then: Sequence[tuple[Seat, Action]] = ()) -> None:
        """Add the entry of the pending cause, up to the value of this view; playouts may now look further than before."""
        kind, seasons = self._pending, seasons_evaluated(view)
        is_new = seasons > self._seasons
        if kind is None and not is_new:
            return
        value = value_of(view, self.seat, self._effort, seed=self._name(index, "then" if then else "state"), then=then)
        if kind is Kind.RIVALS:
            self._ahead = 0
        final = round(MILLION * value.final.mean) - self._ahead
        if kind is not None:
            reached = final - round(MILLION * value.shift.mean) if is_new else final
            point = value.earlier if is_new else value.final
            self._book(kind, reached, point.variance, view, index)
        if is_new:
            spread = value.shift.variance if kind is not None else value.final.variance + self._variance
            self._book(Kind.ESTIMATE, final, spread, view, index)
            self._variance = value.final.variance
        self._pending = None
        self._seasons = seasons

    def _decide(self, view: View, action: Action, index: int) -> None:
        """Add the entry of a decision."""
        found = verdict(view, action, self._effort, seed=self._name(index, "decision"))
        self._ahead += round(MILLION * found.gain.mean)
        loss = round(MILLION * found.loss.mean)
        judgement = self._judged(view, action, found, round(MILLION * found.value.mean), loss)
        if judgement.mark is not None:
            valued = options(view, self._effort.half_decision(), self._codec, seed=self._name(index, "options"))
            judgement = msgspec.structs.replace(judgement, options=valued)
        self._book(Kind.DECISION, self._share - loss, found.loss.variance, view, index, judgement)

    def _judged(self, view: View, action: Action, found: Verdict, value: int, loss: int) -> Judgement:
        """Return the judgement of an action with this loss; the best action has this value."""
        chosen = outlook(action, view, found.chosen_outlook, value - loss)
        best = outlook(found.best, view, found.best_outlook, value)
        stake = round(MILLION * found.stake.mean)
        is_certain = loss > margin(found.loss.variance)
        assert view.decision is not None
        return Judgement(
            decision=view.decision.value,
            legal=len(view.legal),
            chosen=self._codec.action.data(action),
            best=self._codec.action.data(found.best),
            stake=stake,
            is_real=stake >= NEAR_FORCED,
            mark=next((mark for least, mark in MARKS if is_certain and loss >= least), None),
            chosen_outlook=chosen,
            best_outlook=best,
            trait=deciding_trait(chosen, best),
            rival=deciding_rival(chosen, best, self.seat),
        )

    def _book(
        self, kind: Kind, share: int, variance: float, view: View, index: int, judgement: Judgement | None = None
    ) -> None:
        """Add an entry. A decision and an estimate are paired comparisons; the interval of others depends on both points."""
        is_paired = kind in (Kind.DECISION, Kind.ESTIMATE)
        spread = variance if is_paired else variance + self._variance
        self.entries.append(
            Entry(
                kind=kind,
                index=index,
                year=view.year,
                season=view.season.value,
                month=view.month,
                change=share - self._share,
                margin=margin(spread),
                share=share,
                judgement=judgement,
                cards=[card_text(card) for card in self._came],
            )
        )
        self._came = []
        self._share = share
        self._variance = variance + (self._variance if is_paired else 0.0)

    def _name(self, index: int, what: str) -> str:
        """Return the seed of one evaluation."""
        return f"{self._seed} {self.seat} {index} {what}"


def totals(entries: Sequence[Entry]) -> dict[Kind, Change]:
    """Return the sum of all changes of each kind; the margins count entries as independent."""
    found = {}
    for kind in Kind:
        some = [entry for entry in entries if entry.kind is kind]
        spread = hypot(*(entry.margin for entry in some)) if some else 0
        found[kind] = Change(change=sum(entry.change for entry in some), margin=round(spread))
    return found


def _is_over(before: State, after: State) -> bool:
    """Return whether simultaneous choices are complete: the month or the phase has changed."""
    return (before.year, before.season, before.month, before.phase) != (
        after.year,
        after.season,
        after.month,
        after.phase,
    )


def _result(state: State, seat: Seat) -> int:
    """Return the share of the victory, in millionths (CM-X4)."""
    result = coverme.result(state)
    assert result is not None
    return round(MILLION / result.places.count(1)) if result.places[seat] == 1 else 0
