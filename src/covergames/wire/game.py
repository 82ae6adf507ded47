"""What both games offer to the wire."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, Protocol, TypeAlias

from covergames import coverme, coverup
from covergames.game import Seat
from covergames.games import AnyGame
from covergames.wire.cached_view import CachedView
from covergames.wire.coverme import Action as CoverMeAction
from covergames.wire.coverme import Codec as CoverMeCodec
from covergames.wire.coverme import Event as CoverMeEvent
from covergames.wire.coverme import FaceUp as CoverMeFaceUp
from covergames.wire.coverme import Private as CoverMePrivate
from covergames.wire.coverme import Public as CoverMePublic
from covergames.wire.coverup import Action as CoverUpAction
from covergames.wire.coverup import Codec as CoverUpCodec
from covergames.wire.coverup import Event as CoverUpEvent
from covergames.wire.coverup import FaceUp as CoverUpFaceUp
from covergames.wire.coverup import Private as CoverUpPrivate
from covergames.wire.coverup import Public as CoverUpPublic
from covergames.wire.redacted_events import RedactedEvents

Action: TypeAlias = CoverMeAction | CoverUpAction
Event: TypeAlias = CoverMeEvent | CoverUpEvent
Public: TypeAlias = CoverMePublic | CoverUpPublic
Private: TypeAlias = CoverMePrivate | CoverUpPrivate
FaceUp: TypeAlias = CoverMeFaceUp | CoverUpFaceUp


class Codec(Protocol):
    """The wire's words for one game, made with its number of players and its settled options."""

    def show(self, state: Any, before: CachedView | None) -> CachedView:
        """What a spectator sees, the history aside; what has not changed since an earlier state is not written again."""
        ...

    def show_private(self, seat: Seat, public: CachedView, before: CachedView | None) -> CachedView:
        """What a seat sees on top of what everybody is shown, encoded; the very same as before if that is no different."""
        ...

    def set_up_events(self, state: Any) -> tuple[Any, ...]:
        """What happened before the first decision, nothing hidden, of a game that has just begun."""
        ...

    def write_history(self, state: Any) -> tuple[Any, ...]:
        """What a spectator's view remembers of all that has happened, as everybody saw it."""
        ...

    def redacted_events(self, events: Iterable[Any]) -> RedactedEvents[Any, Any]:
        """What has happened just now, for whoever may see how much of it."""
        ...

    def write_face_up(self, state: Any) -> Any:
        """All that lay hidden, once the game is over."""
        ...

    def write_events_face_up(self, events: Iterable[Any]) -> tuple[Any, ...]:
        """What happened, nothing hidden, once the game is over."""
        ...

    def write_action(self, action: Any) -> Any:
        """A decision as a client sends it."""
        ...

    def read_action(self, action: Any, t: int) -> Any:
        """The decision that a client sent, if need be done at that time, or `NotationError`."""
        ...

    def read_public_event(self, event: Any) -> Any:
        """An event as everybody saw it, which is what a view remembers."""
        ...

    def read_view(self, public: Any, private: Any, history: Iterable[Any]) -> Any:
        """The view that the parts were written from; without a private part a spectator's."""
        ...


_CODECS: Final[Mapping[str, type[CoverMeCodec] | type[CoverUpCodec]]] = {
    coverme.NAME: CoverMeCodec,
    coverup.NAME: CoverUpCodec,
}


def codec_of(game: AnyGame, players: int, options: Any) -> Codec:
    """The words for a game with these players and settled options."""
    return _CODECS[game.NAME](players, options)
