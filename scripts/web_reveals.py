"""Write web/fixtures/reveals/reveals.json: the table before and after reveals of golden games, as a spectator sees it.

python scripts/web_reveals.py            write the file
python scripts/web_reveals.py --check    exit 1 if it is not up to date
"""

from __future__ import annotations

import sys
from itertools import islice, pairwise
from pathlib import Path
from typing import Final

import msgspec

from covergames.game import Data
from covergames.record import read
from covergames.wire import encode
from covergames.wire.replay import replay_of_record

ROOT: Final = Path(__file__).parents[1]
RECORDS: Final = ROOT / "tests" / "playthroughs" / "golden"
FILE: Final = ROOT / "web" / "fixtures" / "reveals" / "reveals.json"
GAMES: Final = ("standard-4", "fictional", "advanced")
REVEALS: Final = 6
"""How many of each game: those of two seasons."""


def main() -> int:
    """Write the file or check it, and return the exit code."""
    reveals = [reveal for name in GAMES for reveal in reveals_of(RECORDS / f"{name}.json")]
    text = encode(reveals).decode().replace('},{"before"', '},\n{"before"') + "\n"
    if FILE.exists() and FILE.read_text("utf-8") == text:
        return 0
    if "--check" in sys.argv[1:]:
        print(f"{FILE.relative_to(ROOT)} is not up to date: run scripts/web_reveals.py", file=sys.stderr)
        return 1
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(text, "utf-8")
    return 0


def reveals_of(record: Path) -> list[Data]:
    """Return the first reveals of a game: the table before the last choice, after it, and the events."""
    replay = msgspec.json.decode(encode(replay_of_record(read(record.read_bytes()), None)))
    found = (
        {"before": before["public"], "after": after["public"], "events": after["events"]}
        for before, after in pairwise(replay["steps"])
        if any(event["event"] == "revealed" for event in after["events"])
    )
    return list(islice(found, REVEALS))


if __name__ == "__main__":
    sys.exit(main())
