"""The server's log: every event is defined here once, and written as text for people or as JSON for programs.

An event has a name, a level, a sentence and fields. No field is a token, a seed, a name or a text of a player.
Values are escaped, so that no value can forge a line. docs/server.md lists all events.
"""

from __future__ import annotations

import json
import logging
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from string import Formatter
from typing import Final, TypeAlias

from covergames.text import printable

LOGGER: Final = logging.getLogger("covergames.server")
TEXT_FORMAT: Final = "%(asctime)s %(levelname)s %(process)d %(name)s: %(message)s"
OTHER: Final = "other"
"""The event of a line that a library has logged."""
MAX_VALUE_LENGTH: Final = 500
"""Characters of a value; more of them help nobody."""

Value: TypeAlias = str | int | float | None


@dataclass(frozen=True, slots=True)
class Event:
    """A kind of event. Call it to log one."""

    name: str
    level: int
    sentence: str
    """What happened; ``{table}`` stands for the field of that name."""
    more: tuple[str, ...] = ()
    """Fields that the sentence does not contain."""

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of all fields."""
        return (*dict.fromkeys(name for _, name, _, _ in Formatter().parse(self.sentence) if name), *self.more)

    def __call__(self, error: BaseException | None = None, **fields: Value) -> None:
        """Log the event with its fields, and with the traceback of an error."""
        if LOGGER.isEnabledFor(self.level):
            safe = {name: _safe(value) for name, value in fields.items()}
            LOGGER.log(
                self.level,
                "%s",
                self.sentence.format(**safe),
                extra={"event": self.name, "fields": safe},
                exc_info=error,
            )


def _safe(value: Value) -> Value:
    if not isinstance(value, str):
        return value
    line = printable(value)
    return line if len(line) <= MAX_VALUE_LENGTH else f"{line[:MAX_VALUE_LENGTH]}…"


# The server.
SERVER_STARTED = Event("server-started", logging.INFO, "serving on {address}")
ADMIN_STARTED = Event("admin-started", logging.INFO, "metrics and administration on {address}")
WORKER_STOPPED = Event("worker-stopped", logging.INFO, "the worker has stopped")
WORKER_ENDED = Event("worker-ended", logging.WARNING, "worker {worker} ended with {code}")
TASK_FAILED = Event("task-failed", logging.ERROR, "a background task failed")
REQUEST_FAILED = Event("request-failed", logging.ERROR, "{method} {path!r} failed")
ADMIN_REQUEST_FAILED = Event("admin-request-failed", logging.ERROR, "admin: {method} {path!r} failed")
WORKER_SILENT = Event("worker-silent", logging.WARNING, "a worker does not say who is connected to it: {reason}")
WORKER_NOT_READING = Event("worker-not-reading", logging.INFO, "another worker did not read who is connected here")
GAME_ANALYSED = Event("game-analysed", logging.INFO, "table {table}: the game is analysed", ("game", "seconds"))
ANALYSIS_FAILED = Event("analysis-failed", logging.WARNING, "table {table}: {reason}", ("game",))
CALCULATION_FAILED = Event("calculation-failed", logging.WARNING, "{reason}")

# Tables.
TABLE_OPENED = Event("table-opened", logging.INFO, "table {table}: opened", ("game", "players"))
GAME_STARTED = Event("game-started", logging.INFO, "table {table}: the game has started", ("game", "players", "people"))
GAME_OVER = Event("game-over", logging.INFO, "table {table}: the game is over", ("game", "decisions", "seconds"))
TABLE_CLOSED = Event("table-closed", logging.INFO, "table {table}: closed ({reason})", ("game",))
TABLES_DELETED = Event("tables-deleted", logging.INFO, "deleted {count} {reason} tables", ("seconds",))
TABLE_UNREADABLE = Event("table-unreadable", logging.ERROR, "table {table!r} is unreadable")
TABLE_DAMAGED = Event("table-damaged", logging.ERROR, "table {table!r} is unreadable: {reason}")
TABLE_TOO_NEW = Event("table-too-new", logging.ERROR, "table {table!r} cannot be read by this version: {reason}")
SNAPSHOT_UNUSABLE = Event("snapshot-unusable", logging.WARNING, "the snapshot of table {table} cannot be used")
SOCKET_FAILED = Event("socket-failed", logging.ERROR, "the socket of table {table!r} failed")
KEEPER_FAILED = Event("keeper-failed", logging.ERROR, "the keeper of table {table} failed")
DUTY_REFUSED = Event("duty-refused", logging.INFO, "table {table}: {duty} is no longer due: {reason}")
PRESENCE_REFUSED = Event("presence-refused", logging.INFO, "table {table}: could not store {news}: {reason}")

# Bots.
BOT_FAILED = Event("bot-failed", logging.WARNING, "{reason}")
BOT_ILLEGAL = Event("bot-illegal", logging.WARNING, "bot {bot!r} at table {table}: its action was refused ({rule})")
BOT_RANDOM_REFUSED = Event(
    "bot-random-refused", logging.INFO, "a random action for bot {bot!r} at table {table} was refused ({rule})"
)

# The database, the clock and the bus.
STORE_UNAVAILABLE = Event("store-unavailable", logging.WARNING, "{reason}")
LISTING_FAILED = Event("listing-failed", logging.ERROR, "the public tables cannot be listed: {reason}")
ORPHANS_NOT_FOUND = Event("orphans-not-found", logging.ERROR, "tables without a keeper are not found: {reason}")
LEASES_NOT_RELEASED = Event("leases-not-released", logging.WARNING, "could not release the leases: {reason}")
CLOCK_DIFFERS = Event(
    "clock-differs",
    logging.WARNING,
    "this machine's clock is {seconds:.1f} s ahead of the database's: its tables use the database's",
)
BUS_CONNECTED = Event("bus-connected", logging.INFO, "connected to the bus")
BUS_DISCONNECTED = Event(
    "bus-disconnected", logging.WARNING, "disconnected from the bus: news from other workers is delayed"
)
BUS_RECONNECTED = Event("bus-reconnected", logging.INFO, "reconnected to the bus")
BUS_FAILED = Event("bus-failed", logging.WARNING, "bus: {reason}")
BUS_NEWS_UNREADABLE = Event("bus-news-unreadable", logging.WARNING, "unreadable news: {news}")

EVENTS: Final = tuple(value for value in list(globals().values()) if isinstance(value, Event))
"""All events, in the order of this file."""


class JsonFormatter(logging.Formatter):
    """Writes one JSON object in each line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": getattr(record, "event", OTHER),
            "process": record.process,
            "message": printable(record.getMessage()),
            **{name: value for name, value in getattr(record, "fields", {}).items() if value is not None},
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def configure_logging(log_format: str) -> None:
    """Log to standard error, one line for each event: ``text`` for people, ``json`` for programs."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if log_format == "json" else logging.Formatter(TEXT_FORMAT))
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    logging.captureWarnings(capture=log_format == "json")
    # Warnings of uvicorn are about what clients send: anybody could fill the disk with them.
    for noisy in ("uvicorn.error", "uvicorn.access"):
        logging.getLogger(noisy).setLevel(logging.ERROR)
