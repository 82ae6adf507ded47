"""Writes web/src/wire.ts: the types of all messages between a server and its clients, for TypeScript.

python scripts/wire_types.py            write the file
python scripts/wire_types.py --check    exit 1 if it is not up to date
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from covergames.wire.description import Description
from covergames.wire.typescript import TypeScript

ROOT: Final = Path(__file__).parents[1]
FILE: Final = ROOT / "web" / "src" / "wire.ts"


def main() -> None:
    """Write the file, or with --check compare it."""
    text = TypeScript(Description()).file()
    if "--check" in sys.argv[1:]:
        if not FILE.exists() or FILE.read_text("utf-8") != text:
            sys.exit(f"{FILE.relative_to(ROOT)} is not up to date: run scripts/wire_types.py")
        return
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
