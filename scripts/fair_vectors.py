"""Write web/fixtures/fair/vectors.json: test vectors for the browser's proof of fair deals.

python scripts/fair_vectors.py            write the file
python scripts/fair_vectors.py --check    exit 1 if it is not up to date

They are numbers, shuffles and whole records, made by `covergames.table.fair`. Some records are tampered with; each has the
verdict of `covergames.table.prove`.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from covergames import coverme, coverup
from covergames.continuing import beginning
from covergames.game import Data, Seat
from covergames.games import AnyGame
from covergames.record import Fair, Record, Recording, read
from covergames.schema import read_options, write_options
from covergames.table import ORIGIN, FairDealer, NotProven, anew_dealer, commitment, origin_at, prove
from covergames.table.fair import deal_key, derived_nonce
from covergames.table.records import ANNOUNCED_OPTIONS

ROOT: Final = Path(__file__).parents[1]
FILE: Final = ROOT / "web" / "fixtures" / "fair" / "vectors.json"
SEED: Final = "5e" * 32
NAMES: Final = ("Ada", "Bo", "Cy")
DECISIONS: Final = 40
"""The number of decisions in each game: later shuffles are of the same kinds."""


def main() -> int:
    """Write the file or check it, and return the exit code."""
    data = {"deals": list(deals()), "records": list(records())}
    text = msgspec.json.encode(data).decode().replace('},{"', '},\n{"') + "\n"
    if FILE.exists() and FILE.read_text("utf-8") == text:
        return 0
    if "--check" in sys.argv[1:]:
        print(f"{FILE.relative_to(ROOT)} is not up to date: run scripts/fair_vectors.py", file=sys.stderr)
        return 1
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(text, "utf-8")
    return 0


def deals() -> Iterator[Data]:
    """Yield seeds with their commitments, bots' nonces, and shuffles of few cards and of many."""
    for seed, nonces in (("0" * 64, ["ada", "bo"]), (SEED, ["dice-and-4-2-6", "x", "Z_9"])):
        dealer = FairDealer(deal_key(seed, nonces))
        piles = [("green", 10), ("face-down", 162), ("one", 1), ("none", 0)]
        yield {
            "seed": seed,
            "commitment": commitment(seed),
            "nonces": nonces,
            "derived": [derived_nonce(seed, Seat(seat)) for seat in range(len(nonces))],
            "shuffles": [
                {"number": number, "pile": pile, "order": dealer.shuffle(pile, range(size))}
                for number, (pile, size) in enumerate(piles)
            ],
        }


def records() -> Iterator[Data]:
    """Yield records with their verdicts."""
    original = begun(coverme, {"start": 1})
    yield vector("cover me, continued, as it was", continued(original, anew=False), original)
    anew = continued(original, anew=True)
    yield vector("cover me, continued, anew", anew, original)
    _origin(anew, digest="0" * 64)
    yield vector("another original", anew, original)
    for name, game, options in (
        ("cover me", coverme, {}),
        ("cover me, everything drawn", coverme, {"same_value": "drawn", "years": 1}),
        ("cover me, nothing drawn", coverme, {"start": 2}),
        ("cover up", coverup, {}),
    ):
        played = begun(game, options)
        yield vector(name, played)
        if name != "cover me, everything drawn":
            continue
        for what, tamper in TAMPERED.items():
            record = read(played.encode())
            tamper(record)
            yield vector(what, record)


def begun(game: AnyGame, options: Data) -> Record:
    """Return the record of the beginning of a game, with its proof."""
    nonces = ["own-nonce", derived_nonce(SEED, Seat(1)), "another_one"]
    announced = read_options(game, options, len(NAMES))
    recording = Recording.begin(game, NAMES, announced, FairDealer(deal_key(SEED, nonces)))
    chooser = random.Random(1)
    for _ in range(DECISIONS):
        seat = chooser.choice(game.to_act(recording.state))
        recording.act(seat, chooser.choice(game.legal(recording.state, seat)))
    record = recording.record
    record.fair = Fair(commitment(SEED), SEED, nonces)
    if game.options_of(recording.state) != announced:
        record.meta = {ANNOUNCED_OPTIONS: msgspec.json.encode(write_options(game, announced)).decode()}
    return record


def continued(original: Record, *, anew: bool) -> Record:
    """Return the record of a game that continues the original after half of its decisions."""
    other = "5f" * 32
    nonces = [derived_nonce(other, Seat(seat)) for seat in range(len(NAMES))]
    found = beginning(original, step=DECISIONS // 2, seat=Seat(0), dealer=anew_dealer(other) if anew else None)
    origin = origin_at(found, table="friday", seat=Seat(0), anew=anew)
    recording = Recording.resume(found.record, FairDealer(deal_key(other, nonces)))
    seat = coverme.to_act(recording.state)[0]
    recording.act(seat, coverme.legal(recording.state, seat)[-1])
    recording.record.fair = Fair(commitment(other), other, nonces)
    recording.record.meta = {ORIGIN: msgspec.json.encode(origin).decode()}
    return recording.record


def vector(name: str, record: Record, original: Record | None = None) -> Data:
    """Return the record, the record of the game that it continues, and the verdict."""
    try:
        proof = prove(record, original)
    except NotProven as error:
        verdict: Data = {"isProven": False, "flaw": error.flaw.value, "event": error.index}
    else:
        assert record.fair is not None, "proven"
        verdict = {
            "isProven": True,
            "shuffles": proof.shuffles,
            "commitment": proof.commitment,
            "seed": record.fair.seed,
            "nonces": proof.nonces,
            "origin": msgspec.to_builtins(proof.origin),
        }
    data = {"name": name, "record": msgspec.json.decode(record.encode()), "verdict": verdict}
    return data if original is None else {**data, "original": msgspec.json.decode(original.encode())}


def _origin(record: Record, **changes: Any) -> None:
    origin = {**msgspec.json.decode(record.meta[ORIGIN]), **changes}
    record.meta = {ORIGIN: msgspec.json.encode(origin).decode()}


def _fair(record: Record, **changes: Any) -> None:
    assert record.fair is not None, "dealt by a table"
    record.fair = msgspec.structs.replace(record.fair, **changes)


def _no_proof(record: Record) -> None:
    record.fair = None


def _another_seed(record: Record) -> None:
    _fair(record, seed="c1" * 32)


def _another_seed_and_commitment(record: Record) -> None:
    _fair(record, seed="c1" * 32, commitment=commitment("c1" * 32))


def _no_seed(record: Record) -> None:
    _fair(record, seed="open sesame", commitment=commitment("open sesame"))


def _a_nonce_too_few(record: Record) -> None:
    assert record.fair is not None, "dealt by a table"
    _fair(record, nonces=record.fair.nonces[1:])


def _a_nonce_with_a_comma(record: Record) -> None:
    assert record.fair is not None, "dealt by a table"
    _fair(record, nonces=["own,nonce", *record.fair.nonces[1:]])


def _two_cards_exchanged(record: Record) -> None:
    shuffles = [event for event in record.events if event["event"] == "shuffle" and event["pile"] == "white"]
    cards = shuffles[-1]["cards"]
    cards[-1], cards[-2] = cards[-2], cards[-1]


TAMPERED: Final[dict[str, Callable[[Record], None]]] = {
    "no proof": _no_proof,
    "another seed": _another_seed,
    "another seed, and its commitment": _another_seed_and_commitment,
    "a seed that is none": _no_seed,
    "a nonce too few": _a_nonce_too_few,
    "a nonce with a comma": _a_nonce_with_a_comma,
    "two cards exchanged": _two_cards_exchanged,
}

if __name__ == "__main__":
    sys.exit(main())
