"""Write the texts of the golden playthroughs (tests/playthroughs/golden), or check with --check that they are up to date.

If a record is missing, a game is played first; delete a record to play another game.
"""

from __future__ import annotations

import sys
from pathlib import Path


def main() -> int:
    """Write the files or check them, and return the exit code."""
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    from tests.playthroughs.golden import FOLDER, GOLDEN, play, text_of

    stale = []
    for name in GOLDEN:
        record = FOLDER / f"{name}.json"
        if not record.exists():
            record.write_bytes(play(name).encode())
        path, text = FOLDER / f"{name}.txt", text_of(name)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            stale.append(path)
            if "--check" not in sys.argv:
                path.write_text(text, encoding="utf-8")
    if stale and "--check" in sys.argv:
        print("out of date, run scripts/golden.py:", *stale, sep="\n  ", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
