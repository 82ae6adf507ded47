"""Measure how long people wait for bots: one bot alone, the bots of one table, and the bots of many tables at once.

    python -m benchmarks.bots [--bot NAME] [--processes N] [--tables N] [--rounds N]
    python -m benchmarks.bots --shared champion:200ms      # the playouts of one decision in one process, two, ...

The bots think in the worker processes of a server (`covergames.server.bot_pool`), about covers that all four players of a table of
Cover Me choose at the same time. Every table has another opener. With a budget of time, such as editor:200ms, a table that waited for
one core while another is idle would need twice as long.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import time
from collections.abc import Sequence
from dataclasses import replace
from statistics import median
from typing import Any

from rich.console import Console
from rich.table import Table

from covergames import bots, coverme
from covergames.coverme import Phase
from covergames.dealer import RandomDealer
from covergames.game import Seat
from covergames.server.bot_pool import PROGRAM, BotPool
from covergames.server.bot_process import Question
from covergames.server.worker_process import WorkerProcess

PLAYERS = 4


def position(seed: int) -> Any:
    """Return a position in which all four players have to choose a cover."""
    dealer = RandomDealer(random.Random(seed))
    bot = bots.named(coverme, "random")(random.Random(seed))
    state = coverme.new(PLAYERS, coverme.Options(), dealer)
    while state.phase is not Phase.PLACE or len(coverme.to_act(state)) < PLAYERS:
        seat = coverme.to_act(state)[0]
        state = coverme.apply(state, seat, bot.choose(coverme.view(state, seat)), dealer).state
    return state


async def answered(pool: BotPool, bot: str, tables: Sequence[str], seats: int) -> list[float]:
    """Ask that many bots of each table at once; return the seconds until each table had all answers."""

    async def ask(table: str, state: Any) -> float:
        began = time.perf_counter()
        questions = [
            Question(coverme.NAME, table, Seat(seat), bot, coverme.view(state, Seat(seat))) for seat in range(seats)
        ]
        await asyncio.gather(*(pool.ask(question, f"opener of {table}") for question in questions))
        return time.perf_counter() - began

    return await asyncio.gather(*(ask(table, position(seed)) for seed, table in enumerate(tables)))


async def measure(bot: str, processes: int, tables: int, rounds: int) -> Table:
    """Return the report."""
    pool = BotPool(processes, timeout=60, thinking=1e9)
    report = Table("", box=None)
    for heading in ("median ms", "longest ms", "decisions/s"):
        report.add_column(heading, justify="right")
    try:
        await answered(pool, bot, [f"warm-up-{number}" for number in range(2 * processes)], 1)
        for name, count, seats in (
            ("one bot alone", 1, 1),
            ("one table, four bots at once", 1, PLAYERS),
            ("two tables, one bot each", 2, 1),
            (f"{tables} tables, four bots each", tables, PLAYERS),
        ):
            began = time.perf_counter()
            waits = [
                wait
                for turn in range(rounds)
                for wait in await answered(pool, bot, [f"table-{turn}-{number}" for number in range(count)], seats)
            ]
            rate = rounds * count * seats / (time.perf_counter() - began)
            report.add_row(name, f"{1e3 * median(waits):,.0f}", f"{1e3 * max(waits):,.0f}", f"{rate:,.1f}")
    finally:
        await pool.close()
    return report


async def measure_shared(bot: str, processes: int, rounds: int) -> Table:
    """Return the report about one decision that several processes share."""
    workers = [WorkerProcess(PROGRAM, timeout=60) for _ in range(processes)]
    report = Table("processes", box=None)
    for heading in ("playouts", "median ms", "longest ms"):
        report.add_column(heading, justify="right")
    try:
        for count in (0, *range(1, processes + 1)):
            playouts, waits = [], []
            for number in range(rounds):
                view = coverme.view(position(number), Seat(0))
                question = Question(coverme.NAME, "table", Seat(0), bot, view, is_part=True)
                began = time.perf_counter()
                answers = await asyncio.gather(*(worker.ask(question) for worker in workers[: count or processes]))
                parts = [answer.value for answer in answers]
                await workers[0].ask(replace(question, is_part=False, parts=parts))
                waits.append(time.perf_counter() - began)
                playouts.append(sum(part.playouts for part in parts))
            if count:  # the first round starts the processes
                report.add_row(
                    str(count), f"{median(playouts):,.0f}", f"{1e3 * median(waits):,.0f}", f"{1e3 * max(waits):,.0f}"
                )
    finally:
        for worker in workers:
            await worker.close()
    return report


def main() -> None:
    """Measure, as the command line says."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bots", description=__doc__.splitlines()[0])
    parser.add_argument("--bot", default="editor:200ms", metavar="NAME", help="a bot of Cover Me (editor:200ms)")
    parser.add_argument("--shared", metavar="NAME", help="measure only how the decisions of this bot are shared")
    cores = os.cpu_count() or 1
    parser.add_argument("--processes", type=int, default=cores, metavar="N", help=f"worker processes ({cores})")
    parser.add_argument("--tables", type=int, default=10, metavar="N", help="tables that think at once (10)")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="times that each is measured (5)")
    asked = parser.parse_args()
    try:
        bots.named(coverme, asked.bot)
        if asked.shared is not None and not bots.can_share(coverme, asked.shared):
            parser.error(f"the decisions of {asked.shared} cannot be shared")
    except bots.UnknownBot as error:
        parser.error(str(error))
    console = Console()
    if asked.shared is None:
        report = asyncio.run(measure(asked.bot, asked.processes, asked.tables, asked.rounds))
        console.print(
            f"[bold]{asked.bot} in {asked.processes} processes, time until a table has all its answers[/bold]"
        )
    else:
        report = asyncio.run(measure_shared(asked.shared, asked.processes, asked.rounds))
        console.print(f"[bold]{asked.shared}, one decision in several processes[/bold]")
    console.print(report)
    console.print(f"\n{cores} cores; load of the machine: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
