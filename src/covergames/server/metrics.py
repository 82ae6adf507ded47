"""The server's metrics for Prometheus. No name, text or token is a label."""

from __future__ import annotations

import os
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

MULTIPROCESS_DIR_VARIABLE: Final = "PROMETHEUS_MULTIPROC_DIR"
"""The environment variable for the folder in which workers share their counters; set before this module is imported."""
LATENCY_BUCKETS_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    """The metrics of one worker; `render` adds up those of all workers of this machine."""

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        self.commands = Counter(
            "covergames_commands", "Commands by kind and outcome.", ("kind", "outcome"), registry=registry
        )
        self.command_seconds = Histogram(
            "covergames_command_seconds",
            "Seconds from a command's arrival until it was stored and answered.",
            registry=registry,
            buckets=LATENCY_BUCKETS_SECONDS,
        )
        self.conflicts = Counter(
            "covergames_conflicts", "Entries refused because another worker wrote the number first.", registry=registry
        )
        self.store_failures = Counter(
            "covergames_store_failures", "Requests that the database did not answer.", registry=registry
        )
        self.unreadable = Counter("covergames_unreadable", "Messages that could not be read.", registry=registry)
        self.dropped = Counter(
            "covergames_dropped", "Connections closed by the server, by reason.", ("reason",), registry=registry
        )
        self.connections = Gauge(
            "covergames_connections", "Open sockets.", registry=registry, multiprocess_mode="livesum"
        )
        self.adopted = Counter(
            "covergames_adopted_connections",
            "Connections that another worker passed to this one, the home of their table.",
            registry=registry,
        )
        self.sessions = Gauge(
            "covergames_tables_in_memory", "Tables in memory.", registry=registry, multiprocess_mode="livesum"
        )
        self.kept_tables = Gauge(
            "covergames_kept",
            "Tables whose lease this machine holds.",
            registry=registry,
            multiprocess_mode="livesum",
        )
        self.bot_seconds = Histogram(
            "covergames_thinking_seconds",
            "Seconds that bots took to answer.",
            registry=registry,
            buckets=LATENCY_BUCKETS_SECONDS,
        )
        self.analyses = Counter(
            "covergames_analyses",
            "Games that were analysed, by outcome: kept or failed.",
            ("outcome",),
            registry=registry,
        )
        self.tables_deleted = Counter(
            "covergames_tables_deleted",
            "Tables deleted because they were kept long enough, by kind: finished, abandoned, or closed without a game.",
            ("reason",),
            registry=registry,
        )
        self.bot_failures = Counter("covergames_bot_failures", "Decisions that bots failed to give.", registry=registry)

    def render(self) -> bytes:
        """Return the metrics in Prometheus's text format."""
        if MULTIPROCESS_DIR_VARIABLE not in os.environ:
            return generate_latest(self._registry)
        combined = CollectorRegistry()
        MultiProcessCollector(combined)  # type: ignore[no-untyped-call]
        return generate_latest(combined)
