"""Is every shuffle of a record the one that its table had committed itself to?"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

import msgspec

from covergames.game import NotationError, RuleError, Seat
from covergames.games import AnyGame, game_named
from covergames.record import Fair, Record, RecordError, replay
from covergames.schema import codec_of, read_options, write_options
from covergames.table.fair import FairDealer, commitment, deal_key, derived_nonce, is_nonce, is_seed
from covergames.table.records import ANNOUNCED_OPTIONS


class Flaw(Enum):
    """What is wrong with a proof; people read it from the catalogs, as ``verify.<value>``."""

    NO_PROOF = "no-proof"
    """The record was not dealt by a live table."""
    BAD_SEED = "bad-seed"
    """The seed is not the one that was committed to."""
    BAD_NONCES = "bad-nonces"
    """The nonces are not one for each player, or none at all."""
    BAD_LOT = "bad-lot"
    """What was drawn by lot is not what the seed and the nonces say."""
    BAD_SHUFFLE = "bad-shuffle"
    """A shuffle is not what the seed and the nonces say."""


class NotProven(ValueError):
    """A record whose deals are not what the table had committed itself to: what is wrong, at which event, and why."""

    def __init__(self, flaw: Flaw, reason: str, *, index: int | None = None) -> None:
        where = "" if index is None else f"event {index}: "
        super().__init__(f"{where}{reason}")
        self.flaw = flaw
        self.reason = reason
        self.index = index


@dataclass(frozen=True, slots=True)
class Proof:
    """What was proven, and what is left for the players to know."""

    commitment: str
    """The players know whether the table showed this one before they sat down."""
    nonces: tuple[str | None, ...]
    """Each player knows whether this was theirs; None: the seat had none, so it was derived from the seed."""
    shuffles: int
    is_drawn: bool
    """Whether anything of the options was drawn by lot; else the host had chosen all of them."""


def prove(record: Record) -> Proof:
    """Check the whole record: `RecordError` if it breaks the rules, `NotProven` if its deals are not the committed ones."""
    for _ in replay(record):
        pass
    fair = record.fair
    if fair is None:
        raise NotProven(Flaw.NO_PROOF, "the record holds no commitment, seed and nonces")
    _check_fair(fair, len(record.players))
    game = game_named(record.game)
    dealer = FairDealer(deal_key(fair.seed, fair.nonces))
    codec = codec_of(game, _drawn(record, game, dealer))
    shuffles = 0
    for index, event in enumerate(record.events):
        if event["event"] == "shuffle":
            shuffles += 1
            cards = [codec.card(text) for text in event["cards"]]
            if dealer.shuffle(event["pile"], cards) != cards:
                raise NotProven(
                    Flaw.BAD_SHUFFLE,
                    f"the {event['pile']} pile was not shuffled as the seed and nonces say",
                    index=index,
                )
    return Proof(
        commitment=fair.commitment,
        nonces=tuple(
            None if nonce == derived_nonce(fair.seed, Seat(seat)) else nonce for seat, nonce in enumerate(fair.nonces)
        ),
        shuffles=shuffles,
        is_drawn=ANNOUNCED_OPTIONS in record.meta,
    )


def _check_fair(fair: Fair, players: int) -> None:
    if not is_seed(fair.seed):
        raise NotProven(Flaw.BAD_SEED, f"seed {fair.seed!r} is not 64 hexadecimal digits")
    if commitment(fair.seed) != fair.commitment:
        raise NotProven(Flaw.BAD_SEED, f"the seed's SHA-256 is {commitment(fair.seed)}, not {fair.commitment}")
    if len(fair.nonces) != players:
        raise NotProven(Flaw.BAD_NONCES, f"{len(fair.nonces)} nonces for {players} players")
    for nonce in fair.nonces:
        if not is_nonce(nonce):
            raise NotProven(Flaw.BAD_NONCES, f"nonce {nonce!r} is not 1 to 64 letters, digits, hyphens, underscores")


def _drawn(record: Record, game: AnyGame, dealer: FairDealer) -> Any:
    """The options that the announced ones lead to, which have to be the record's."""
    start = {} if record.start is None else {"start": record.start}
    played = read_options(game, {**record.options, **start}, len(record.players))
    if ANNOUNCED_OPTIONS not in record.meta:
        return played
    text = record.meta[ANNOUNCED_OPTIONS]
    try:
        announced = read_options(game, msgspec.json.decode(text, type=dict[str, Any]), len(record.players))
    except (msgspec.DecodeError, NotationError, RuleError) as error:
        raise RecordError(f"the announced options {text!r} cannot be read: {error}") from None
    drawn = game.settle(len(record.players), announced, dealer)
    if drawn != played:
        raise NotProven(
            Flaw.BAD_LOT,
            f"the lot gave {write_options(game, drawn)}, but {write_options(game, played)} was played",
        )
    return played
