"""Tables that released versions have stored stay readable.

`tests/table/stored` has a finished table of each format and game: its entries, a line each, and in the last line its result. A file
is never changed. After a new format, write its files:

    python -m tests.table.test_stored_formats
"""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from covergames.game import Seat
from covergames.table import Say, Table, decode, record_of
from covergames.table.entries import FORMAT, Entry, NewerFormat, Opened
from tests.table.kit import ADA, Live, continuing, play_out, playing

GAMES = ("cover-me", "cover-up")
FOLDER = Path(__file__).parent / "stored"
STORED = sorted(FOLDER.glob("*.jsonl"))


def outcome(table: Table) -> bytes:
    """Return the result of a finished table, as JSON."""
    return msgspec.json.encode(table.game.result(table.state))


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_a_stored_table_is_read_as_it_was_played(path: Path) -> None:
    """Its entries give the result of that time."""
    *entries, expected = path.read_bytes().splitlines()
    table = Table.fold(path.stem, map(decode, entries))
    assert table.is_over
    assert outcome(table) == expected


def test_every_game_has_a_stored_table_of_this_format() -> None:
    assert {path.stem for path in STORED} >= {f"format-{FORMAT}-{game}" for game in GAMES}


def test_a_table_of_a_newer_format_is_refused() -> None:
    """With both numbers and what to do."""
    first = Live().entries[0]
    assert isinstance(first.body, Opened)
    newer = Entry(first.sequence, first.at, msgspec.structs.replace(first.body, format=FORMAT + 1))
    with pytest.raises(NewerFormat, match=f"format {FORMAT + 1}, .* reads {FORMAT} at most: update"):
        decode(newer.encode())


def test_a_newer_format_is_recognised_by_its_number_alone() -> None:
    """Its opening may have fields that this version does not know; in this version's format they are an error."""
    data = msgspec.json.decode(Live().entries[0].encode())
    data["body"]["colour"] = "red"
    with pytest.raises(msgspec.ValidationError, match="colour"):
        decode(msgspec.json.encode(data))
    data["body"]["format"] = FORMAT + 1
    with pytest.raises(NewerFormat):
        decode(msgspec.json.encode(data))


def main() -> None:
    """Write the tables of this format that are missing."""
    for game in GAMES:
        path = FOLDER / f"format-{FORMAT}-{game}.jsonl"
        if path.exists():
            continue
        live = playing(game, 3)
        play_out(live)
        live = continuing(record_of("friday", live.entries), step=live.table.decisions // 2)
        live.sit(*(Seat(seat) for seat in range(3)))
        live.start()
        live.do(Say("good luck"), ADA)
        play_out(live)
        lines = [*(entry.encode() for entry in live.entries), outcome(live.table)]
        path.write_bytes(b"\n".join(lines) + b"\n")


if __name__ == "__main__":
    main()
