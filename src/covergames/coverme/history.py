"""What has happened, what of it everybody saw, and how a table stores it."""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from covergames.coverme.events import Event, SeasonBegan, redact

if TYPE_CHECKING:
    from covergames.coverme.state import State


@dataclass(frozen=True, eq=False)
class Chapter:
    """What happened in a season, or in the set-up. Equal chapters hold equal events, compressed or not."""

    told: tuple[Event, ...] | bytes
    """The events; in a compressed chapter, as bytes."""

    def __eq__(self, other: object) -> bool:
        return self.events == other.events if isinstance(other, Chapter) else NotImplemented

    def __hash__(self) -> int:
        return len(self.events)  # what events hold, such as tracks, has no hash

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened, nothing hidden."""
        if isinstance(self.told, tuple):
            return self.told
        events: tuple[Event, ...] = pickle.loads(zlib.decompress(self.told))  # written by `compressed`, in this process
        return events

    @property
    def public(self) -> tuple[Event, ...]:
        """What everybody saw; worked out once, when first asked for, unless the chapter is compressed."""
        return self._public if isinstance(self.told, tuple) else public(self.events)

    def compressed(self) -> Chapter:
        """Return an equal chapter that takes a tenth of the memory and decompresses on every access."""
        return Chapter(zlib.compress(pickle.dumps(self.told))) if isinstance(self.told, tuple) else self

    @cached_property
    def _public(self) -> tuple[Event, ...]:
        return public(self.events)


def public(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Return the events as everybody saw them."""
    return tuple([redact(event, None) for event in events])


def set_up_events(state: State) -> tuple[Event, ...]:
    """Return what happened before the first decision, nothing hidden, of a game that has just begun."""
    return (*(event for chapter in state.past for event in chapter.events), *state.present)


def history(state: State) -> tuple[Event, ...]:
    """Return all that has happened, as everybody saw it."""
    return tuple([event for chapter in public_chapters(state) for event in chapter])


def public_chapters(state: State) -> tuple[tuple[Event, ...], ...]:
    """Return the same by season; the set-up comes first."""
    return (*(chapter.public for chapter in state.past), public(state.present))


def by_season(events: Iterable[Event]) -> tuple[tuple[Event, ...], ...]:
    """Divide all that has happened into the set-up and the seasons, each of which begins with an event that says so."""
    chapters: list[list[Event]] = [[]]
    for event in events:
        if isinstance(event, SeasonBegan):
            chapters.append([])
        chapters[-1].append(event)
    return tuple([tuple(chapter) for chapter in chapters])


def compact(state: State, before: State | None) -> State:
    """Return the state with its finished seasons compressed: they are most of what it holds, and hardly ever read."""
    if before is not None and len(state.past) == len(before.past):
        return state
    compacted = state.copy()
    compacted.past = tuple([chapter.compressed() for chapter in state.past])
    return compacted
