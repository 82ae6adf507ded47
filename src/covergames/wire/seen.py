"""What one viewer was shown of a game, as a hash chain, and its comparison with the record.

A record proves that its cards follow from the commitment. It does not prove that they are the cards that the players were shown.
So every client keeps such a chain, and compares it with what the record says that the client should have been shown.
docs/fair-deals.md describes the file.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import UNSET, Raw, UnsetType

from covergames.game import Seat
from covergames.games import game_named
from covergames.record import Record, decisions, replay
from covergames.wire.messages import Refused, ServerMessage, Update, Welcome
from covergames.wire.snapshot import Snapshot

SEEN_FORMAT: Final = "covergames-seen/1"
"""A version that shows other views or events has another format; `tests/wire/test_seen.py` notices it."""
MARK_DIGITS: Final = 8
"""How much of the chain is kept for each observation, to find the first one that differs."""
BEFORE_THE_DEAL: Final = -1

Digest = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
Mark = Annotated[str, msgspec.Meta(pattern=f"^[0-9a-f]{{{MARK_DIGITS}}}$")]
Step = Annotated[int, msgspec.Meta(ge=0)]


class Observation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """One message that showed the game."""

    step: Step
    """How many decisions the game had had; 0: the deal."""
    kind: Literal["told", "shown"]
    """``told``: the events and the game after them. ``shown``: the game only, after connecting."""
    mark: Mark
    """The first digits of the chain after this observation."""


class Seen(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What one viewer was shown of a game."""

    format: Literal["covergames-seen/1"] = SEEN_FORMAT
    table: str
    seat: Seat | None
    """Null: a spectator."""
    commitment: str | None = None
    """The first commitment that the table showed; null: it was not seen before the deal."""
    nonce: str | None = None
    """The random number that this client added; null: none."""
    observations: tuple[Observation, ...] = ()
    chain: Digest

    def encode(self) -> bytes:
        """Return the content of a file."""
        return msgspec.json.encode(self) + b"\n"


class BadSeenFile(ValueError):
    """A file that does not contain what a viewer saw; the message says why."""


def read_seen(data: bytes) -> Seen:
    """Return what the file contains.

    Raises:
        BadSeenFile: the bytes are not such a file.
    """
    try:
        return msgspec.json.decode(data, type=Seen)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadSeenFile(str(error)) from None


def first_link(table: str, seat: Seat | None) -> str:
    """Return the beginning of a chain."""
    return hashlib.sha256(canonical({"format": SEEN_FORMAT, "seat": seat, "table": table})).hexdigest()


def next_link(chain: str, content: bytes) -> str:
    """Return the chain after an observation."""
    return hashlib.sha256(bytes.fromhex(chain) + content).hexdigest()


def canonical(value: Any) -> bytes:
    """Return JSON in the one form of RFC 8785: sorted keys, no spaces, UTF-8. The values contain no fractions."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def content_of(step: int, public: Raw | UnsetType, private: Raw | UnsetType, events: Raw | UnsetType) -> bytes:
    """Return what an observation adds to the chain. Legal actions are left out: they follow from the rest."""
    content: dict[str, Any] = {"step": step}
    if public is not UNSET:
        content["public"] = msgspec.json.decode(public)
    if private is not UNSET:
        content["private"] = {name: value for name, value in msgspec.json.decode(private).items() if name != "legal"}
    if events is not UNSET:
        content["events"] = msgspec.json.decode(events)
    return canonical(content)


class Witness:
    """Keeps the chain of one client, from the messages that it receives."""

    def __init__(self, *, nonce: str | None = None, seen: Seen | None = None) -> None:
        self._nonce = nonce
        self._seen = seen
        """What the client has seen, without the latest observations; None: the client does not know its seat yet."""
        self._latest: list[Observation] = []
        """The observations that `_seen` does not have: a tuple would be copied for each of them."""
        self._chain = "" if seen is None else seen.chain
        """The chain after the latest observation."""
        self._sequence = 0
        self._step = BEFORE_THE_DEAL
        self._public: Raw | UnsetType = UNSET
        self._private: Raw | UnsetType = UNSET
        self._shown = b""
        """The content of the latest observation, if it was without events: showing it again adds nothing."""

    @property
    def seen(self) -> Seen | None:
        """What the client has seen; None: it has not been welcomed yet."""
        if self._seen is not None and self._latest:
            observations = (*self._seen.observations, *self._latest)
            self._seen = msgspec.structs.replace(self._seen, observations=observations, chain=self._chain)
            self._latest = []
        return self._seen

    def add_nonce(self, nonce: str) -> None:
        """Note the random number that the client gives to the table."""
        self._nonce = nonce
        if self._seen is not None:
            self._seen = msgspec.structs.replace(self._seen, nonce=nonce)

    def note(self, message: ServerMessage) -> None:
        """Note what a message shows of the game. Repeated messages are ignored."""
        match message:
            case Welcome(sequence=sequence) if sequence >= self._sequence:
                self._welcome(message)
            case Update(sequence=sequence, public=public) if sequence > self._sequence:
                self._sequence = sequence
                if message.private is not UNSET:
                    self._private = message.private
                if public is not UNSET:
                    self._public = public
                    self._step += 1
                    self._observe(message.events)
            case Refused(sequence=sequence, public=Raw() as public) if sequence == self._sequence:
                self._public, self._private = public, message.private
                self._observe(UNSET)
            case _:
                pass

    def _welcome(self, message: Welcome) -> None:
        self._sequence = message.sequence
        table, seat = message.table.id, message.you.seat
        if self._seen is None or (self._seen.table, self._seen.seat) != (table, seat):
            self._chain, self._latest = first_link(table, seat), []
            self._seen = Seen(table=table, seat=seat, nonce=self._nonce, chain=self._chain)
        if message.decisions is UNSET:
            self._step = BEFORE_THE_DEAL
            if self._seen.commitment is None:
                self._seen = msgspec.structs.replace(self._seen, commitment=message.table.commitment)
            return
        self._step = message.decisions
        self._public, self._private = message.public, message.private
        self._observe(UNSET)

    def _observe(self, events: Raw | UnsetType) -> None:
        assert self._seen is not None, "a welcome is the first message"
        kind: Literal["told", "shown"] = "shown" if events is UNSET else "told"
        content = content_of(self._step, self._public, self._private, events)
        if events is UNSET and content == self._shown:
            return
        self._shown = content if events is UNSET else b""
        self._chain = next_link(self._chain, content)
        self._latest.append(Observation(self._step, kind, self._chain[:MARK_DIGITS]))


@dataclass(frozen=True, slots=True)
class Comparison:
    """What a viewer saw, compared with the record of the game."""

    commitment: bool | None
    """Whether the record has the commitment that the viewer saw before the deal; None: the viewer saw none."""
    nonce: bool | None
    """Whether the record has the viewer's nonce; None: the viewer gave none."""
    steps: int
    """How many steps were compared; the deal is one."""
    first: int | None
    """The first of them; None: there is none."""
    unseen: tuple[tuple[int, int], ...]
    """The later steps that the viewer did not see, as ranges with both ends."""
    differs: int | None
    """The first step that was shown otherwise than the record says; None: all are as the record says."""

    @property
    def is_same(self) -> bool:
        """Whether nothing that was compared differs."""
        return self.commitment is not False and self.nonce is not False and self.differs is None


def compare(record: Record, seen: Seen) -> Comparison:
    """Compare what a viewer saw with a record whose shuffles were proven.

    Raises:
        RecordError: the record breaks the rules of its game.
    """
    fair = record.fair
    is_seated = seen.seat is None or seen.seat < len(record.players)
    nonce = None
    if seen.nonce is not None and seen.seat is not None and fair is not None:
        nonce = is_seated and fair.nonces[seen.seat] == seen.nonce
    steps = {observation.step for observation in seen.observations}
    first, last = min(steps, default=None), decisions(record)
    missed = [] if first is None else [step for step in range(first, last + 1) if step not in steps]
    return Comparison(
        commitment=None if seen.commitment is None or fair is None else fair.commitment == seen.commitment,
        nonce=nonce,
        steps=len(steps),
        first=first,
        unseen=tuple(_ranges(missed)),
        differs=_first_difference(record, seen) if is_seated else 0,
    )


def _first_difference(record: Record, seen: Seen) -> int | None:
    wanted = iter(seen.observations)
    awaited = next(wanted, None)
    chain = first_link(seen.table, seen.seat)
    game = game_named(record.game)
    snapshot: Snapshot | None = None
    step = BEFORE_THE_DEAL
    for step, moment in enumerate(replay(record)):
        events = game.set_up_events(moment.state) if moment.seat is None else moment.events
        snapshot = Snapshot(game, moment.state, events, before=snapshot)
        while awaited is not None and awaited.step == step:
            told = snapshot.events(seen.seat) if awaited.kind == "told" else UNSET
            chain = next_link(chain, content_of(step, snapshot.public, snapshot.private(seen.seat), told))
            if chain[:MARK_DIGITS] != awaited.mark:
                return step
            awaited = next(wanted, None)
    if awaited is not None:  # more was seen than the record has, or a step after a later one
        return min(awaited.step, step + 1)
    return seen.observations[-1].step if seen.observations and chain != seen.chain else None


def _ranges(steps: list[int]) -> Iterator[tuple[int, int]]:
    for _, group in groupby(enumerate(steps), key=lambda pair: pair[1] - pair[0]):
        run = [step for _, step in group]
        yield run[0], run[-1]
