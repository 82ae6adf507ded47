"""Verify that every shuffle of a record follows from the seed that its table had committed to."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

import msgspec

from covergames.continuing import beginning, digest
from covergames.game import NotationError, RuleError, Seat
from covergames.games import AnyGame, game_named
from covergames.record import Fair, Record, RecordError, replay
from covergames.schema import codec_of, read_options, write_options
from covergames.table.entries import Origin
from covergames.table.fair import FairDealer, anew_dealer, commitment, deal_key, derived_nonce, is_nonce, is_seed
from covergames.table.records import ANNOUNCED_OPTIONS, origin_of


class Flaw(Enum):
    """What is wrong with a proof; the catalogs translate it as ``verify.<value>``."""

    NO_PROOF = "no-proof"
    """The record was not dealt by a live table."""
    BAD_SEED = "bad-seed"
    """The commitment is not that of the seed."""
    BAD_NONCES = "bad-nonces"
    """A nonce is not valid, or there is not one nonce for each player."""
    BAD_LOT = "bad-lot"
    """The options drawn by lot do not follow from the seed and the nonces."""
    BAD_ORIGIN = "bad-origin"
    """The game that it continues is another one."""
    BAD_SHUFFLE = "bad-shuffle"
    """A shuffle does not follow from the seed and the nonces."""


class NotProven(ValueError):
    """The deals of a record do not follow from the commitment of its table."""

    def __init__(self, flaw: Flaw, reason: str, *, index: int | None = None) -> None:
        where = "" if index is None else f"event {index}: "
        super().__init__(f"{where}{reason}")
        self.flaw = flaw
        self.reason = reason
        self.index = index
        """The index of the event in the record; None: the flaw is not in an event."""


@dataclass(frozen=True, slots=True)
class Proof:
    """A verified record, with the values that only the players can compare with what they remember."""

    commitment: str
    """Players compare it with the commitment that the table showed before they sat down."""
    nonces: tuple[str | None, ...]
    """Each player compares their own; None: the seat gave no nonce, so it was derived from the seed."""
    shuffles: int
    is_drawn: bool
    """Whether any option was drawn by lot; otherwise the host chose all of them."""
    origin: Origin | None
    """The game that it continues; the shuffles up to there are not this table's."""


def prove(record: Record, original: Record | None = None) -> Proof:
    """Verify the whole record. If it continues another game, verify with that game's record that it is the same up to there.

    Raises:
        RecordError: the record breaks the rules of its game.
        NotProven: its deals do not follow from the commitment.
    """
    for _ in replay(record):
        pass
    fair = record.fair
    if fair is None:
        raise NotProven(Flaw.NO_PROOF, "the record has no commitment, seed and nonces")
    _check_fair(fair, len(record.players))
    game = game_named(record.game)
    origin = origin_of(record)
    if origin is not None:
        _check_origin(record, fair, origin, original)
    dealer = FairDealer(deal_key(fair.seed, fair.nonces))
    codec = codec_of(game, _drawn(record, game, dealer))
    shuffles = 0
    for index, event in enumerate(record.events):
        if event["event"] == "shuffle" and (origin is None or index >= origin.events):
            shuffles += 1
            cards = [codec.card(text) for text in event["cards"]]
            if dealer.shuffle(event["pile"], cards) != cards:
                raise NotProven(
                    Flaw.BAD_SHUFFLE,
                    f"the shuffle of the {event['pile']} pile does not follow from the seed and the nonces",
                    index=index,
                )
    return Proof(
        commitment=fair.commitment,
        nonces=tuple(
            None if nonce == derived_nonce(fair.seed, Seat(seat)) else nonce for seat, nonce in enumerate(fair.nonces)
        ),
        shuffles=shuffles,
        is_drawn=ANNOUNCED_OPTIONS in record.meta,
        origin=origin,
    )


def _check_origin(record: Record, fair: Fair, origin: Origin, original: Record | None) -> None:
    """Check that the record begins like the game that it continues, as far as that can be known without that game."""
    begun = msgspec.structs.replace(record, events=record.events[: origin.events])
    if not origin.anew and digest(begun) != origin.digest:
        raise NotProven(Flaw.BAD_ORIGIN, f"the first {origin.events} events have another digest")
    if original is None:
        return
    if digest(original, origin.events) != origin.digest:
        raise NotProven(Flaw.BAD_ORIGIN, f"the first {origin.events} events of the other game have another digest")
    if origin.anew:
        dealer = anew_dealer(fair.seed)
        same = beginning(original, step=origin.step, seat=Seat(origin.seat), dealer=dealer).record
        if same.events != begun.events:
            raise NotProven(Flaw.BAD_ORIGIN, "the cards that were dealt anew do not follow from the seed")


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
    """Return the options of the record, after drawing those that the host had left to chance and comparing the two."""
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
