"""``covergames bench server``: many tables of Cover Me, driven from this process, beside a bare echo."""

from __future__ import annotations

import json as jsons
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from covergames.commands.failure import FAILED, USAGE, fail


def bench_server(tables: Sequence[int], *, seconds: float, think: float, databases: Sequence[str], json: bool) -> None:
    """Measure servers with so many tables, and print what was found."""
    if sys.platform != "linux":
        fail(f"what a server costs is read from Linux's /proc, and this is {sys.platform}", code=FAILED)
    try:
        from covergames.load.clean import NotEmpty
        from covergames.load.goals import judge
        from covergames.load.limits import TooFewFiles
        from covergames.load.measure import Load
        from covergames.load.process import ServerFailed
        from covergames.load.report import print_report
        from covergames.load.run import run
        from covergames.load.socket import SocketLost
        from covergames.server.store import BadAddress, StoreTooNew, StoreUnavailable
    except ModuleNotFoundError as error:
        fail(f"serving needs {error.name}, which is not installed: pip install 'covergames[server]'", code=FAILED)
    loads = [Load(tables=count, seconds=seconds, think=think) for count in tables]
    try:
        found = run(databases, loads, Path.cwd())
    except BadAddress as error:
        fail(str(error), code=USAGE)
    except (NotEmpty, ServerFailed, SocketLost, StoreUnavailable, StoreTooNew, TooFewFiles) as error:
        fail(str(error), code=FAILED)
    if json:
        print(
            jsons.dumps(
                {
                    "figures": [asdict(figures) for figures in found],
                    "goals": [asdict(goal) for goal in judge(found, think=think)],
                    "cores": os.cpu_count(),
                    "machine_load": os.getloadavg()[0],
                }
            )
        )
    else:
        print_report(found, think=think)
