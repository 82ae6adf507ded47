"""What has happened, and what of it everybody saw."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from functools import cached_property

from covergames.coverme.events import Event, redact


@dataclass(frozen=True, eq=False)
class Chapter:
    """What happened in a season, or in the set-up. Equal chapters tell the same, folded or not."""

    told: tuple[Event, ...] | bytes
    """The events; of a folded chapter, the same as bytes."""

    def __eq__(self, other: object) -> bool:
        return self.events == other.events if isinstance(other, Chapter) else NotImplemented

    def __hash__(self) -> int:
        return len(self.events)  # what events hold, such as tracks, has no hash

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened, nothing hidden."""
        if isinstance(self.told, tuple):
            return self.told
        events: tuple[Event, ...] = pickle.loads(self.told)  # what `folded` wrote, in this process
        return events

    @property
    def public(self) -> tuple[Event, ...]:
        """It, as everybody saw it; unless the chapter is folded, worked out once, when somebody looks."""
        return self._public if isinstance(self.told, tuple) else public(self.events)

    def folded(self) -> Chapter:
        """The same in a fifth of the room, unfolded whenever somebody looks: for games that are kept and hardly looked into."""
        return Chapter(pickle.dumps(self.told)) if isinstance(self.told, tuple) else self

    @cached_property
    def _public(self) -> tuple[Event, ...]:
        return public(self.events)


def public(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The events as everybody saw them."""
    return tuple([redact(event, None) for event in events])
