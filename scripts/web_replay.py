"""Write web/fixtures/replay/advanced.json: the replay of the beginning of a golden game, for different viewers.

python scripts/web_replay.py            write the file
python scripts/web_replay.py --check    exit 1 if it is not up to date
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import msgspec

from covergames.game import Seat
from covergames.record import read
from covergames.wire import encode
from covergames.wire.replay import FACE_UP, replay_of_record

ROOT: Final = Path(__file__).parents[1]
RECORD: Final = ROOT / "tests" / "playthroughs" / "golden" / "advanced.json"
FILE: Final = ROOT / "web" / "fixtures" / "replay" / "advanced.json"
VIEWERS: Final = {"spectator": None, "0": Seat(0), "face-up": FACE_UP}
STEPS: Final = 8
"""The number of steps: the draft, the beginning of a season, and the first covers."""


def main() -> int:
    """Write the file or check it, and return the exit code."""
    record = read(RECORD.read_bytes())
    replays = {name: replay_of_record(record, viewer) for name, viewer in VIEWERS.items()}
    begun = {name: msgspec.structs.replace(replay, steps=replay.steps[:STEPS]) for name, replay in replays.items()}
    text = encode(begun).decode().replace('},{"at"', '},\n{"at"') + "\n"
    if FILE.exists() and FILE.read_text("utf-8") == text:
        return 0
    if "--check" in sys.argv[1:]:
        print(f"{FILE.relative_to(ROOT)} is not up to date: run scripts/web_replay.py", file=sys.stderr)
        return 1
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
