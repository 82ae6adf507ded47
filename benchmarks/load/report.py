"""Printing the measurements as tables."""

from __future__ import annotations

import os
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from benchmarks.load.goals import Goal, judge
from benchmarks.load.measure import Figures, Pace


def print_report(found: Sequence[Figures], *, think: float, workers: int) -> None:
    """Print one table for each pace, one for the memory, and one for the goals."""
    console = Console()
    for title, paces in (
        ("without think time", [figures.fast for figures in found]),
        (f"a decision every {think:g} s at each table", [figures.calm for figures in found]),
    ):
        console.print(f"[bold]{title}[/bold]")
        console.print(_paces(found, paces))
        console.print()
    console.print("[bold]memory of the server, in kB[/bold]")
    console.print(_memory(found))
    goals = judge(found, think=think)
    if goals:
        console.print("\n[bold]goals[/bold]")
        console.print(_goals(goals))
    console.print(
        f"\n{os.cpu_count()} cores for server, database and driver; {workers} worker processes of our server; "
        f"load of the machine: {os.getloadavg()[0]:.1f}"
    )


def _paces(found: Sequence[Figures], paces: Sequence[Pace]) -> Table:
    table = Table("", box=None)
    for heading in ("tables", "actions/s", "p50 ms", "p99 ms", "max ms", "server µs", "driver µs"):
        table.add_column(heading, justify="right")
    for figures, pace in zip(found, paces, strict=True):
        table.add_row(
            figures.server,
            f"{figures.tables:,}",
            f"{pace.rate:,.0f}",
            f"{pace.median:,.1f}",
            f"{pace.p99:,.1f}",
            f"{pace.longest:,.1f}",
            f"{pace.server_cost:,.0f}",
            f"{pace.driver_cost:,.0f}",
        )
    return table


def _memory(found: Sequence[Figures]) -> Table:
    table = Table("", box=None)
    for heading in ("tables", "per idle table", "after decisions", "per idle socket"):
        table.add_column(heading, justify="right")
    for figures in found:
        memory = figures.memory
        if memory is not None:
            table.add_row(
                figures.server,
                f"{figures.tables:,}",
                f"{memory.table:,.1f}",
                f"{memory.decisions:,.0f}",
                f"{memory.socket:,.1f}",
            )
    return table


def _goals(goals: Sequence[Goal]) -> Table:
    table = Table("", "", box=None)
    for heading in ("goal", "measured"):
        table.add_column(heading, justify="right")
    table.add_column("")
    for goal in goals:
        verdict = "[green]holds[/green]" if goal.holds else "[red]missed[/red]"
        table.add_row(goal.server, goal.goal, f"{goal.limit:,g}", f"{goal.measured:,.2f}", verdict)
    return table
