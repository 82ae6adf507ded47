"""What a server is told when it starts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace

from covergames.game import NotationError
from covergames.wire import LARGEST


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one connection or one address may ask for; whoever asks for more is told so."""

    messages: int = 50
    """Messages a second that a connection may send in the long run."""
    burst: int = 100
    """Messages that a connection may send at once after a pause."""
    size: int = LARGEST
    """Bytes of one message."""
    connections: int = 200
    """Sockets that are open at a time from one address."""
    requests: int = 20
    """HTTP requests a second that an address may make in the long run."""
    request_burst: int = 200
    """HTTP requests that an address may make at once after a pause."""
    body: int = 256 * 1024
    """Bytes of one HTTP request."""
    backlog: int = 1024 * 1024
    """Bytes that wait for a connection that does not read; once there are more, it is dropped."""

    def with_values(self, texts: Iterable[str]) -> Limits:
        """These limits with some replaced: ``connections=5000``."""
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
    """A server: where it listens, where it keeps its tables, and what it allows."""

    database: str
    """The address of the database, as SQLAlchemy spells it."""
    bus: str | None = None
    """Who carries the news between workers, ``nats://HOST:PORT``; None: nobody, they look for it themselves."""
    host: str = "127.0.0.1"
    port: int = 8765
    workers: int = 1
    origins: tuple[str, ...] = ()
    """Web sites, besides the server's own, whose pages may use it: ``https://example.org``."""
    proxies: tuple[str, ...] = ()
    """Addresses whose word is taken for who is behind them (``X-Forwarded-For``)."""
    bot_processes: int = 1
    """Processes in which a worker's bots think."""
    limits: Limits = Limits()
    bot_timeout_seconds: float = 60.0
    """Seconds after which a bot that has not answered is replaced by a guess."""
    lease_seconds: float = 4.0
    """Seconds after which a table whose keeper died gets another one."""
    poll_seconds: float = 2.0
    """Seconds after which a worker looks for news that the bus has lost."""
    clock_rate: float = 1.0
    """How fast time passes at the tables; 1 except where somebody wants to see a long game end soon."""
    heartbeat_seconds: float = 20.0
    """Seconds after which a silent client is asked whether it is there, and then has to answer."""
    retry_after_seconds: float = 2.0
    """Seconds after which clients of a server that shuts down should try again."""
