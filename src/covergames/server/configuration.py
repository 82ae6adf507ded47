"""What a server is configured with when it starts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace

from covergames.game import NotationError
from covergames.wire import MAX_MESSAGE_BYTES


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits for one connection or one address; the server refuses what exceeds them."""

    messages: int = 50
    """Messages a second that a connection may send on average."""
    burst: int = 100
    """Messages that a connection may send at once after a pause."""
    size: int = MAX_MESSAGE_BYTES
    """Bytes of one message."""
    connections: int = 200
    """Sockets that one address may have open."""
    requests: int = 20
    """HTTP requests a second that an address may send on average."""
    request_burst: int = 200
    """HTTP requests that an address may send at once after a pause."""
    body: int = 256 * 1024
    """Bytes of one HTTP request."""
    backlog: int = 1024 * 1024
    """Bytes that may wait for a client that does not read; the server closes a connection that exceeds it."""
    calculations: int = 60
    """Replays, records, puzzles and hints that may wait for one address."""
    calculation_seconds: int = 20
    """Seconds that one of them may take."""
    calculation_memory: int = 256
    """MiB of address space of a process that computes them."""
    replay_steps: int = 5000
    """Steps of a replay."""
    replay_size: int = 32 * 1024 * 1024
    """Bytes of a replay before it is compressed."""
    thinking: int = 30
    """Seconds a minute that bots may think at the tables that one address opened; beyond it they think shorter."""
    table_entries: int = 20_000
    """Entries of a table: decisions, chat messages, connections and everything else that it stores."""
    table_size: int = 4 * 1024 * 1024
    """Bytes of the entries of a table."""
    tables: int = 150
    """Tables that one address may have open at the same time, in the lobby or in play."""
    listed_tables: int = 30
    """Of these, how many may be in the public list."""
    arrangements: int = 5
    """Times a second that people at an address may rearrange a table or be ready, on average."""
    arrangement_burst: int = 200
    """Times that they may do so at once after a pause."""

    def with_values(self, texts: Iterable[str]) -> Limits:
        """Return these limits with some replaced, such as ``connections=5000``.

        Raises:
            NotationError: If a limit does not exist or its value is not a whole number above 0.
        """
        names = {field.name for field in fields(self)}
        changed = {}
        for text in texts:
            name, _, value = text.partition("=")
            if name not in names:
                raise NotationError(f"limit {name!r} is none of {', '.join(sorted(names))}")
            if not (value.isascii() and value.isdecimal() and int(value) > 0):
                raise NotationError(f"limit {text!r}: the value should be a whole number above 0, as in {name}=100")
            changed[name] = int(value)
        return replace(self, **changed)


@dataclass(frozen=True, slots=True)
class Configuration:
    """The configuration of a server: its address, its database and its limits."""

    database: str
    """The URL of the database, as SQLAlchemy writes it."""
    bus: str | None = None
    """The URL of the bus between workers, ``nats://HOST:PORT``; None: workers poll the database for news."""
    host: str = "127.0.0.1"
    port: int = 8765
    workers: int = 1
    origins: tuple[str, ...] = ()
    """Other web sites whose pages may use the server: ``https://example.org``."""
    proxies: tuple[str, ...] = ()
    """Addresses of proxies whose ``X-Forwarded-For`` header the server trusts."""
    bot_processes: int = 1
    """Processes in which the bots of one worker think."""
    limits: Limits = Limits()
    bot_timeout_seconds: float = 60.0
    """How long a bot may think; after that the server plays a random legal action for it."""
    lease_seconds: float = 4.0
    """How long a worker holds the lease of a table; if it dies, another worker takes over after that time."""
    poll_seconds: float = 2.0
    """How often a worker polls the database for news that the bus did not deliver."""
    clock_rate: float = 1.0
    """How fast the clock of the tables runs; only tests change it."""
    heartbeat_seconds: float = 20.0
    """How often the server pings a client; a client that does not answer within the same time is disconnected."""
    retry_after_seconds: float = 2.0
    """When clients of a server that shuts down should try to reconnect."""
