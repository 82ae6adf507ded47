"""What a server is configured with when it starts."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from covergames.server.homes import Homes
from covergames.server.limits import Limits

__all__ = ["Configuration", "Limits"]


@dataclass(frozen=True, slots=True)
class Configuration:
    """The configuration of a server: its address, its database and its limits."""

    database: str
    """The URL of the database, as SQLAlchemy writes it."""
    key_file: Path | None = None
    """The file with the key that encrypts the entries; None: `covergames.server.store.vault.default_key_file`."""
    bus: str | None = None
    """The URL of the bus between workers, ``nats://HOST:PORT``; None: workers poll the database for news."""
    host: str = "127.0.0.1"
    port: int = 8765
    workers: int = 1
    homes: Homes | None = None
    """All workers of this machine, and which of them this one is; None: there is one."""
    admin: tuple[str, int] | None = None
    """The private address and the port for metrics and administration; None: neither is served."""
    listed_words: tuple[str, ...] = ()
    """Words and phrases that names, titles and chat messages must not contain."""
    origins: tuple[str, ...] = ()
    """Other web sites whose pages may use the server: ``https://example.org``."""
    proxies: tuple[str, ...] = ()
    """Addresses of proxies whose ``X-Forwarded-For`` header the server trusts."""
    bot_processes: int = 1
    """Processes in which the bots of one worker think."""
    analysis_processes: int = 1
    """Processes in which one worker analyses finished games, one game at a time in each; 0: it analyses none."""
    limits: Limits = field(default_factory=Limits)
    log_format: str = "text"
    """``text`` for people, or ``json``: one object in each line."""
    keep_finished_seconds: float | None = None
    """How long a table stays after the end of its game; None: for ever."""
    keep_abandoned_seconds: float | None = None
    """How long a table stays that was closed during its game; None: for ever."""
    bot_timeout_seconds: float = 60.0
    """How long a bot may think; after that the server plays a random legal action for it."""
    lease_seconds: float = 4.0
    """How long a worker holds the lease of a table; if it dies, another worker takes over after that time."""
    poll_seconds: float = 2.0
    """How often a worker polls the database for news that the bus did not deliver."""
    clock_rate: float = 1.0
    """How fast the clock of the tables runs; only tests change it."""
    boot_seconds: float | None = None
    """When the machine's monotonic clock was 0, in seconds since 1970, so that all workers agree on the time even if the
    machine's clock is set while they run; None: as the machine's clock says when a worker starts."""
    heartbeat_seconds: float = 20.0
    """How often the server pings a client; a client that does not answer within the same time is disconnected."""
    retry_after_seconds: float = 2.0
    """When clients of a server that shuts down should try to reconnect."""

    @property
    def is_only_worker(self) -> bool:
        """Whether no other worker serves the same tables: one process with a database in a file."""
        return self.workers == 1 and self.bus is None and self.database.startswith("sqlite")
