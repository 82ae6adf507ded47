"""The stored entries of a table, one class for each kind of event (event sourcing).

The state of a table is the fold over its entries. Entries are stored as JSON and never change. They contain secrets: the seed of
the deal and the hashes of tokens. So only the store gets them, and `repr` omits the secrets.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from covergames.game import Data
from covergames.table.settings import Settings

FORMAT: Final = 2
"""The version of the entries. A change after which older code would misread them gets the next number."""
PLAIN_FORMAT: Final = 1
"""The version of a table that continues no other game, which older code can read."""


NO_PREFIX: Final = msgspec.Raw(b"[]")


class _EntryBody(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="type"):
    """What happened at a table."""


class Origin(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The finished game that a table continues, and from where. Such a game is not rated."""

    table: str | None
    """The table of that game; null: its record came from a file."""
    step: int
    """How many decisions that game had had."""
    events: int
    """How many events of its record that takes: shuffles and decisions."""
    seat: int
    """The seat from whose knowledge the game continues."""
    anew: bool
    """Whether the cards that the seat had not seen were dealt anew; otherwise all cards are as they were."""
    digest: str
    """The SHA-256 of that game up to there (docs/fair-deals.md); empty while the game can still be played, for it tells cards."""


class Opened(_EntryBody, frozen=True, tag="opened", kw_only=True):
    """The table was opened. Always the first entry."""

    game: str
    players: int
    options: Data
    settings: Settings
    commitment: str
    """The SHA-256 of the seed, which is public."""
    seed: str
    """Secret until the game is over."""
    title: str = ""
    host_token_hash: str | None = None
    """The hash of a token that makes its owner the host, without a seat; None: the first person to sit down is the host."""
    rematch_of: str | None = None
    """The table of the previous game of these people."""
    origin: Origin | None = None
    """The game that this one continues; None: none, it begins with a deal."""
    prefix: msgspec.Raw = NO_PREFIX
    """The events of the record before the first decision at this table; secret until the game is over."""
    format: int = 1
    """The version of this table's entries; a table that names none has the first one."""

    def __repr__(self) -> str:
        return f"Opened({self.game!r}, players={self.players}, commitment={self.commitment!r})"


class Arranged(_EntryBody, frozen=True, tag="arranged"):
    """The host changed the number of players, the options or the settings. Everybody is asked again whether they are ready."""

    players: int
    options: Data
    settings: Settings


class Sat(_EntryBody, frozen=True, tag="sat"):
    """A person took a seat."""

    seat: int
    name: str
    token_hash: str
    nonce: str | None = None
    """What the seat adds to the shuffle; None: it is derived from the seed."""
    host: bool = False

    def __repr__(self) -> str:
        return f"Sat(seat={self.seat}, name={self.name!r}, host={self.host})"


class BotSat(_EntryBody, frozen=True, tag="bot_sat"):
    """The host gave the seat to a bot."""

    seat: int
    name: str
    bot: str


class Left(_EntryBody, frozen=True, tag="left"):
    """A person left. In the lobby the seat becomes free; during the game a bot stands in."""

    seat: int


class Removed(_EntryBody, frozen=True, tag="removed"):
    """The host removed a person or a bot. In the lobby the seat becomes free; during the game a bot stands in."""

    seat: int


class Muted(_EntryBody, frozen=True, tag="muted"):
    """The host muted a person in the chat, or unmuted them."""

    seat: int
    muted: bool


class Readied(_EntryBody, frozen=True, tag="readied"):
    """A person is ready to start, or no longer ready. A nonce replaces the earlier one."""

    seat: int
    ready: bool
    nonce: str | None = None


class Started(_EntryBody, frozen=True, tag="started"):
    """The game started: the cards were dealt."""


By: TypeAlias = Literal["person", "bot", "stand-in", "clock"]
"""Who decided. ``clock`` is also a bot that took a decision whose time was over."""


class Acted(_EntryBody, frozen=True, tag="acted"):
    """A seat took a decision, or time was up."""

    seat: int | None
    """None: time was up."""
    action: msgspec.Raw
    """The decision in the notation of records."""
    by: By


class Spoke(_EntryBody, frozen=True, tag="spoke"):
    """A person, or a host without a seat, wrote a chat message."""

    seat: int | None
    """None: the host without a seat."""
    text: str


class Connected(_EntryBody, frozen=True, tag="connected"):
    """A connection of the seat was opened."""

    seat: int
    connection: str


class Disconnected(_EntryBody, frozen=True, tag="disconnected"):
    """A connection of the seat was closed."""

    seat: int
    connection: str


class DelayReported(_EntryBody, frozen=True, tag="delay_reported"):
    """The round-trip time of the seat's connection has changed considerably."""

    seat: int
    delay: int
    """In milliseconds, rounded."""


class StoodIn(_EntryBody, frozen=True, tag="stood_in"):
    """A bot stands in for a person until the person takes the seat back, or for one decision."""

    seat: int
    once: bool = False
    """Whether for one decision."""


class TookBack(_EntryBody, frozen=True, tag="took_back"):
    """A person decides again after a bot stood in."""

    seat: int


class Rematched(_EntryBody, frozen=True, tag="rematched"):
    """The same people play again at another table."""

    table: str
    """The other table."""


class Locked(_EntryBody, frozen=True, tag="locked"):
    """The operator of the server locked the table, so that nobody else can take a seat, or unlocked it."""

    locked: bool


class Closed(_EntryBody, frozen=True, tag="closed"):
    """The table was closed. Always the last entry."""

    reason: Literal["abandoned", "host", "operator"]
    message: str = ""
    """What the operator wrote to the people at the table; empty if somebody else closed it."""


EntryBody: TypeAlias = (
    Opened
    | Arranged
    | Sat
    | BotSat
    | Left
    | Removed
    | Muted
    | Readied
    | Started
    | Acted
    | Spoke
    | Connected
    | Disconnected
    | DelayReported
    | StoodIn
    | TookBack
    | Rematched
    | Locked
    | Closed
)


class Entry(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One event of a table: its sequence number, its time and what happened."""

    sequence: int
    """From 1, without gaps."""
    at: int
    """Milliseconds since 1970 by the server's clock; never before the previous entry."""
    body: EntryBody
    command: str | None = None
    """The id of the command that caused the entry."""

    def encode(self) -> bytes:
        """Return the entry as JSON."""
        return _ENCODER.encode(self)


class NewerFormat(ValueError):
    """Entries of a format that this version does not know; the message names both formats and what to do."""

    def __init__(self, format: int) -> None:  # noqa: A002
        super().__init__(
            f"the entries have format {format}, and this version of covergames reads {FORMAT} at most: update it"
        )


class _NamedFormat(msgspec.Struct):
    """The part of an opening that every format keeps."""

    format: int = 1


class _FormatEntry(msgspec.Struct):
    body: _NamedFormat


_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final = msgspec.json.Decoder(Entry)


def decode(data: bytes | str) -> Entry:
    """Return the entry that was encoded as this JSON.

    Raises:
        NewerFormat: the entry opens a table of a newer format.
        msgspec.DecodeError: the JSON is not an entry.
    """
    try:
        entry = _DECODER.decode(data)
    except msgspec.ValidationError:
        _check_format(msgspec.json.decode(data, type=_FormatEntry).body.format)
        raise
    if isinstance(entry.body, Opened):
        _check_format(entry.body.format)
    return entry


def _check_format(format: int) -> None:  # noqa: A002
    if format > FORMAT:
        raise NewerFormat(format) from None
