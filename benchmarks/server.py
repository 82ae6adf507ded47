"""Measure a server under the load of many tables of Cover Me, beside a bare echo server.

    python -m benchmarks.server [--tables N ...] [--seconds S] [--think S] [--workers N] [--database URL ...] [--peers] [--json]

Without ``--database`` the server runs on SQLite, with a file in the current folder, and on a PostgreSQL with fsync that is started
for the measurement. Both databases are removed afterwards. ``--peers`` also measures boardgame.io, which it installs with npm.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

from benchmarks.load.clean import NotEmpty
from benchmarks.load.goals import judge
from benchmarks.load.limits import TooFewFiles
from benchmarks.load.measure import Figures, Load
from benchmarks.load.process import ServerFailed
from benchmarks.load.report import print_report
from benchmarks.load.run import run
from benchmarks.load.websocket import SocketLost
from benchmarks.peers.boardgame_io import BoardgameIo
from covergames.server.store import BadAddress, StoreTooNew, StoreUnavailable

USAGE_ERROR = 2
"""Exit code for a wrong command line."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print the figures and return the exit code."""
    asked = _parser().parse_args(arguments)
    if sys.platform != "linux":
        return _fail(f"the server's costs are read from Linux's /proc, and this is {sys.platform}")
    loads = [Load(tables=count, seconds=asked.seconds, think=asked.think) for count in asked.tables or (10, 100, 1000)]
    try:
        peers = [BoardgameIo()] if asked.peers else []
        with _databases(asked.database or ()) as addresses:
            found = run(addresses, loads, workers=asked.workers, peers=peers)
    except BadAddress as error:
        return _fail(str(error), code=USAGE_ERROR)
    except (NotEmpty, ServerFailed, SocketLost, StoreUnavailable, StoreTooNew, TooFewFiles) as error:
        return _fail(str(error))
    if asked.json:
        print(_json(found, think=asked.think, workers=asked.workers))
    else:
        print_report(found, think=asked.think, workers=asked.workers)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.server", description=__doc__.splitlines()[0])
    parser.add_argument(
        "--tables",
        type=int,
        action="append",
        metavar="N",
        help="tables of four at a time; repeat it (10, 100 and 1000)",
    )
    parser.add_argument("--seconds", type=float, default=20.0, metavar="S", help="for each pace (20)")
    parser.add_argument(
        "--think",
        type=float,
        default=5.0,
        metavar="S",
        help="seconds between decisions at a table, at the calm pace (5)",
    )
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="worker processes of our server (1)")
    parser.add_argument(
        "--database", action="append", metavar="URL", help="an empty database; repeat it (SQLite and PostgreSQL)"
    )
    parser.add_argument("--peers", action="store_true", help="also measure boardgame.io, in memory")
    parser.add_argument("--json", action="store_true", help="print JSON")
    return parser


@contextmanager
def _databases(given: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yield the addresses of the databases to measure."""
    if given:
        yield given
        return
    from tests.live.postgres import Postgres

    postgres = Postgres(fsync=True)
    try:
        with tempfile.TemporaryDirectory(prefix="bench-", dir=Path.cwd()) as folder:
            yield f"sqlite:///{folder}/tables.sqlite3", postgres.empty_database()
    finally:
        postgres.remove()


def _json(found: Sequence[Figures], *, think: float, workers: int) -> str:
    return json.dumps(
        {
            "figures": [asdict(figures) for figures in found],
            "goals": [asdict(goal) for goal in judge(found, think=think)],
            "workers": workers,
            "cores": os.cpu_count(),
            "machine_load": os.getloadavg()[0],
        }
    )


def _fail(reason: str, *, code: int = 1) -> int:
    print(reason, file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
