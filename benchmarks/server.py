"""What a server bears, on SQLite and on a PostgreSQL that is started for it, with fsync, and removed afterwards.

    python -m benchmarks.server [OPTION ...]

The options are those of ``covergames bench server``. SQLite keeps its file in the current folder, PostgreSQL in that for temporary files.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from covergames.cli import run


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    from tests.live.postgres import Postgres

    options = sys.argv[1:] if arguments is None else [*arguments]
    server = Postgres(fsync=True)
    try:
        with tempfile.TemporaryDirectory(prefix="bench-", dir=Path.cwd()) as folder:
            databases = (f"sqlite:///{folder}/tables.sqlite3", server.empty_database())
            given = [word for database in databases for word in ("--database", database)]
            return run(["bench", "server", *given, *options])
    finally:
        server.remove()


if __name__ == "__main__":
    sys.exit(main())
