"""What the server counts, for Prometheus. No name, text or token is ever a label."""

from __future__ import annotations

import os
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

MULTIPROCESS_DIR_VARIABLE: Final = "PROMETHEUS_MULTIPROC_DIR"
"""The variable that names the folder in which several workers count together; set before this module is imported."""
LATENCY_BUCKETS_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    """The counters of one worker; written out, those of all workers of this machine."""

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        self.commands = Counter(
            "covergames_commands", "Commands by kind and outcome.", ("kind", "outcome"), registry=registry
        )
        self.command_seconds = Histogram(
            "covergames_command_seconds",
            "From a command's arrival until it was kept and told.",
            registry=registry,
            buckets=LATENCY_BUCKETS_SECONDS,
        )
        self.conflicts = Counter(
            "covergames_conflicts", "Entries that another worker was quicker to write.", registry=registry
        )
        self.store_failures = Counter(
            "covergames_store_failures", "Times the database gave no answer.", registry=registry
        )
        self.unreadable = Counter("covergames_unreadable", "Messages that could not be read.", registry=registry)
        self.dropped = Counter(
            "covergames_dropped", "Connections closed by the server, by reason.", ("reason",), registry=registry
        )
        self.connections = Gauge(
            "covergames_connections", "Open sockets.", registry=registry, multiprocess_mode="livesum"
        )
        self.sessions = Gauge(
            "covergames_tables_in_memory", "Tables in memory.", registry=registry, multiprocess_mode="livesum"
        )
        self.kept_tables = Gauge(
            "covergames_kept",
            "Tables that this machine keeps the clock of.",
            registry=registry,
            multiprocess_mode="livesum",
        )
        self.bot_seconds = Histogram(
            "covergames_thinking_seconds",
            "How long bots took to answer.",
            registry=registry,
            buckets=LATENCY_BUCKETS_SECONDS,
        )
        self.bot_failures = Counter("covergames_bot_failures", "Bots that gave no answer.", registry=registry)

    def render(self) -> bytes:
        """All of it, as Prometheus reads it."""
        if MULTIPROCESS_DIR_VARIABLE not in os.environ:
            return generate_latest(self._registry)
        together = CollectorRegistry()
        MultiProcessCollector(together)  # type: ignore[no-untyped-call]
        return generate_latest(together)
