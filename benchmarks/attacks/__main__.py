"""Measure what others notice while one address attacks a server with its default limits.

    python -m benchmarks.attacks [--attack NAME ...] [--seconds S]

Server, attacker and the other client share the machine's cores. An attacker elsewhere would take less from the server. So the
latency under attack is compared with a control: calm, beside a process that uses as much processor time and sends nothing.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.table import Table

from benchmarks.attacks.attacks import ATTACKS
from benchmarks.attacks.measure import Measured, measure

TABLE_WIDTH: Final = 130
"""Columns of the printed table."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print the figures, and return 1 if a goal is missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.attacks", description=__doc__.splitlines()[0])
    parser.add_argument("--attack", action="append", choices=list(ATTACKS), help="only this attack")
    parser.add_argument("--seconds", type=float, default=10.0, help="how long calm, control and attack are measured")
    asked = parser.parse_args(arguments)
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for name in asked.attack or ATTACKS:
            print(f"{name} ...", file=sys.stderr)
            found.append(asyncio.run(measure(name, Path(folder), seconds=asked.seconds)))
    _print(found)
    return int(any(measured.exceeded for measured in found))


def _print(found: Sequence[Measured]) -> None:
    console = Console(width=TABLE_WIDTH)
    table = Table("attack", box=None)
    headings = "calm p99 ms", "control p99 ms", "p99 ms", "longest ms", "memory MiB", "disk MiB/s"
    for heading in (*headings, "attacker cores", "server cores"):
        table.add_column(heading, justify="right")
    for measured in found:
        latencies = measured.calm_p99_ms, measured.control_p99_ms, measured.p99_ms, measured.longest_ms
        figures = *latencies, measured.memory, measured.disk, measured.attacker_cores, measured.server_cores
        table.add_row(measured.attack, *(f"{figure:,.2f}" for figure in figures))
    console.print(table)
    for measured in found:
        if measured.exceeded:
            console.print(f"{measured.attack}: {', '.join(measured.exceeded)}")
    console.print(f"{os.cpu_count()} cores; load of the machine: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    raise SystemExit(main())
