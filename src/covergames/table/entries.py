"""What lasts of a table: a list of entries, one class for each kind of thing that can happen.

A table is nothing but its entries, folded in order. They are kept as JSON, and never change. The deal's seed and the hashes
of tokens stand in them, so an entry goes to the store and nowhere else; `repr` leaves both out.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from covergames.game import Data
from covergames.table.settings import Settings


class _EntryBody(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="type"):
    """Something that happened at a table."""


class Opened(_EntryBody, frozen=True, tag="opened", kw_only=True):
    """The table was opened. Always the first entry."""

    game: str
    players: int
    options: Data
    settings: Settings
    commitment: str
    """SHA-256 of the seed, for everybody to see."""
    seed: str
    """Secret until the game is over."""
    title: str = ""
    host_token_hash: str | None = None
    """Whoever has that token is the host without having a seat; None: the first person to sit down is the host."""
    rematch_of: str | None = None
    """The table whose people play again here."""

    def __repr__(self) -> str:
        return f"Opened({self.game!r}, players={self.players}, commitment={self.commitment!r})"


class Arranged(_EntryBody, frozen=True, tag="arranged"):
    """The host changed players, options or settings; nobody is ready any more."""

    players: int
    options: Data
    settings: Settings


class Sat(_EntryBody, frozen=True, tag="sat"):
    """A person sat down."""

    seat: int
    name: str
    token_hash: str
    nonce: str | None = None
    """The seat's own part of the deal; None: it is derived from the seed."""
    host: bool = False

    def __repr__(self) -> str:
        return f"Sat(seat={self.seat}, name={self.name!r}, host={self.host})"


class BotSat(_EntryBody, frozen=True, tag="bot_sat"):
    """The host gave the seat to a bot."""

    seat: int
    name: str
    bot: str


class Left(_EntryBody, frozen=True, tag="left"):
    """Somebody left: the seat is free, or once the game has begun a bot plays on."""

    seat: int


class Removed(_EntryBody, frozen=True, tag="removed"):
    """The host took the seat away: it is free, or once the game has begun a bot plays on."""

    seat: int


class Muted(_EntryBody, frozen=True, tag="muted"):
    """The host forbade somebody to speak, or allowed it again."""

    seat: int
    muted: bool


class Readied(_EntryBody, frozen=True, tag="readied"):
    """Somebody is ready to begin, or not any more; a nonce replaces an earlier one."""

    seat: int
    ready: bool
    nonce: str | None = None


class Started(_EntryBody, frozen=True, tag="started"):
    """The cards were dealt."""


By: TypeAlias = Literal["person", "bot", "stand-in", "clock"]
"""Who decided: the clock also when a bot did because the time for the decision was over."""


class Acted(_EntryBody, frozen=True, tag="acted"):
    """A decision, as a record holds it; the clock's own has no seat."""

    seat: int | None
    action: msgspec.Raw
    by: By


class Spoke(_EntryBody, frozen=True, tag="spoke"):
    """Somebody said something; None: the host without a seat."""

    seat: int | None
    text: str


class Connected(_EntryBody, frozen=True, tag="connected"):
    """A connection of the seat was opened."""

    seat: int
    connection: str


class Disconnected(_EntryBody, frozen=True, tag="disconnected"):
    """A connection of the seat is gone."""

    seat: int
    connection: str


class DelayReported(_EntryBody, frozen=True, tag="delay_reported"):
    """How long a word takes from the seat to the server and back, in milliseconds, has changed by much."""

    seat: int
    delay: int


class StoodIn(_EntryBody, frozen=True, tag="stood_in"):
    """A bot decides for somebody: until the seat is taken back, or once."""

    seat: int
    once: bool = False


class TookBack(_EntryBody, frozen=True, tag="took_back"):
    """A person decides again."""

    seat: int


class Rematched(_EntryBody, frozen=True, tag="rematched"):
    """The same people play again, at another table."""

    table: str


class Closed(_EntryBody, frozen=True, tag="closed"):
    """Nothing more will happen here."""

    reason: Literal["abandoned", "host"]


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
    | Closed
)


class Entry(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One thing that happened: the how-manieth of its table, and when."""

    sequence: int
    """From 1, without gaps."""
    at: int
    """Milliseconds since 1970, by the server's clock; never less than that of the entry before."""
    body: EntryBody
    command: str | None = None
    """The id of the command that led to it."""

    def encode(self) -> bytes:
        """The entry as JSON."""
        return _ENCODER.encode(self)


_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final = msgspec.json.Decoder(Entry)


def decode(data: bytes | str) -> Entry:
    """The entry that the JSON holds, or `msgspec.DecodeError`."""
    return _DECODER.decode(data)
