"""The options of a server, each defined once.

A field of `ServerOptions` is an option of ``serve`` and of ``doctor``, a key of the configuration file, an environment variable
and a line in the table of docs/server.md. `option_sources` reads them.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, get_type_hints

from covergames.commands.durations import FOR_EVER, read_retention

if TYPE_CHECKING:
    from covergames.server.configuration import Configuration

MAX_PORT: Final = 65535
MAX_WORKERS: Final = 64
MAX_ANALYSIS_PROCESSES: Final = 16
LOG_FORMATS: Final = ("text", "json")


@dataclass(frozen=True, slots=True)
class Option:
    """How an option is read and described."""

    metavar: str
    help: str
    """One sentence, for ``--help`` and for docs/server.md."""
    read: Callable[[str], Any]
    """Returns the value of a text; raises `NotationError` if it has none."""
    default: str = ""
    """The default in words, where the value alone does not say it."""
    is_number: bool = False
    """Whether the file has a whole number, not a text."""
    is_list: bool = False
    """Whether it can be given several times; the file has a list of texts, or a table of numbers if they are ``NAME=VALUE``."""


def _whole_number(text: str, *, least: int, most: int) -> int:
    from covergames.game import NotationError

    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(most)) and least <= int(text) <= most):
        raise NotationError(f"it should be a whole number from {least} to {most}")
    return int(text)


def _read_port(text: str) -> int:
    return _whole_number(text, least=0, most=MAX_PORT)


def _read_workers(text: str) -> int:
    return _whole_number(text, least=1, most=MAX_WORKERS)


def _read_analysis_processes(text: str) -> int:
    return _whole_number(text, least=0, most=MAX_ANALYSIS_PROCESSES)


def _read_host(text: str) -> str:
    from covergames.game import NotationError

    if not text or any(letter.isspace() or letter in "/@" for letter in text):
        raise NotationError("it should be a name or an address of this machine, such as 0.0.0.0")
    return text


def _read_database(text: str) -> str:
    from covergames.game import NotationError
    from covergames.server.store import BadAddress, check_address

    try:
        check_address(text)
    except BadAddress as error:
        raise NotationError(str(error)) from None
    return text


def _read_bus(text: str) -> str:
    from covergames.game import NotationError
    from covergames.server.bus.address import BadAddress, check_address

    try:
        check_address(text)
    except BadAddress as error:
        raise NotationError(str(error)) from None
    return text


def _read_origin(text: str) -> str:
    from covergames.server.security import check_origin

    check_origin(text)
    return text


def _read_proxy(text: str) -> str:
    from covergames.server.http_protocol import TrustedProxies

    TrustedProxies([text])
    return text


def _read_admin(text: str) -> tuple[str, int]:
    from covergames.commands.network import read_address

    return read_address(text)


def _read_word_list(text: str) -> Path:
    from covergames.server.word_filter import read_word_list

    read_word_list(Path(text))
    return Path(text)


def _read_limit(text: str) -> str:
    from covergames.server.limits import Limits

    Limits().with_values([text])
    return text


def _read_log_format(text: str) -> str:
    from covergames.game import NotationError

    if text not in LOG_FORMATS:
        raise NotationError(f"it should be {' or '.join(LOG_FORMATS)}")
    return text


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerOptions:
    """The values of all options of a server."""

    host: Annotated[
        str,
        Option("ADDRESS", "The address to listen on; 0.0.0.0 means every address of this machine.", _read_host),
    ] = "127.0.0.1"
    port: Annotated[
        int, Option("PORT", "The port to listen on; 0 means any free port.", _read_port, is_number=True)
    ] = 8765
    database: Annotated[
        str | None,
        Option(
            "URL",
            "The database: sqlite:///FILE, or postgresql://USER@HOST/NAME for several machines.",
            _read_database,
            default="tables.sqlite3 in your data folder",
        ),
    ] = None
    key_file: Annotated[
        Path | None,
        Option(
            "FILE",
            "The key that encrypts the tables; it is made at the first start.",
            Path,
            default="beside the SQLite file, or server.key in your data folder",
        ),
    ] = None
    bus: Annotated[
        str | None,
        Option(
            "URL",
            "nats://HOST:PORT, so that workers hear of each other's changes at once.",
            _read_bus,
            default="none: several workers poll the database five times a second",
        ),
    ] = None
    workers: Annotated[
        int,
        Option(
            "COUNT",
            "How many processes share the port; all connections to a table go to one of them. More than one needs Linux.",
            _read_workers,
            is_number=True,
        ),
    ] = 1
    origin: Annotated[
        tuple[str, ...],
        Option(
            "URL",
            "The server's public name, such as https://games.example, or another web site whose pages may use it, over "
            "HTTP (CORS) and sockets.",
            _read_origin,
            default="none",
            is_list=True,
        ),
    ] = ()
    proxy: Annotated[
        tuple[str, ...],
        Option(
            "ADDRESS",
            "A reverse proxy, or a network of them, whose X-Forwarded-For and X-Forwarded-Proto are trusted.",
            _read_proxy,
            default="none",
            is_list=True,
        ),
    ] = ()
    admin: Annotated[
        tuple[str, int] | None,
        Option(
            "HOST:PORT",
            "A private address for metrics and for covergames admin, such as 127.0.0.1:8766.",
            _read_admin,
            default="none: the server has neither",
        ),
    ] = None
    word_list: Annotated[
        Path | None,
        Option(
            "FILE",
            "Words that names, titles and messages must not contain, one in each line.",
            _read_word_list,
            default="none: all words are allowed",
        ),
    ] = None
    limit: Annotated[
        tuple[str, ...],
        Option(
            "NAME=VALUE",
            "Change one of the limits, such as connections=5000.",
            _read_limit,
            default="none is changed",
            is_number=True,
            is_list=True,
        ),
    ] = ()
    analysis_processes: Annotated[
        int,
        Option(
            "COUNT",
            "How many processes of each worker analyse finished games; 0 means that no game is analysed.",
            _read_analysis_processes,
            is_number=True,
        ),
    ] = 1
    log_format: Annotated[
        str, Option("FORMAT", "text for people, or json: one JSON object in each line.", _read_log_format)
    ] = "text"
    keep_finished: Annotated[
        int | None,
        Option(
            "DURATION",
            "How long tables stay whose game is over, after the last change: 7d, 4w or ever.",
            read_retention,
            default=FOR_EVER,
        ),
    ] = None
    keep_abandoned: Annotated[
        int | None,
        Option(
            "DURATION",
            "How long tables stay that were closed during their game, because nobody came back: 7d, 4w or ever.",
            read_retention,
            default=FOR_EVER,
        ),
    ] = None

    @property
    def database_url(self) -> str:
        """The URL of the database: the given one, or the default."""
        from covergames.server.store import default_address

        return self.database or default_address(os.environ)

    @property
    def key_path(self) -> Path:
        """The key file: the given one, or the default."""
        from covergames.server.store import default_key_file

        return self.key_file or default_key_file(self.database_url, os.environ)


DEFAULTS: Final = ServerOptions()


@cache
def option_definitions() -> dict[str, Option]:
    """Return all options, by their name: ``key-file``."""
    hints = get_type_hints(ServerOptions, include_extras=True)
    return {option_name(field.name): hints[field.name].__metadata__[0] for field in fields(ServerOptions)}


def option_name(field: str) -> str:
    """Return the name of the option of a field, which is also its key in the file: ``key-file`` for ``key_file``."""
    return field.replace("_", "-")


def field_name(option: str) -> str:
    """Return the field of an option: ``key_file`` for ``key-file``."""
    return option.replace("-", "_")


def variable_name(option: str) -> str:
    """Return the environment variable of an option: ``COVERGAMES_KEY_FILE`` for ``key-file``."""
    return f"COVERGAMES_{field_name(option).upper()}"


def default_text(option: str) -> str:
    """Return the default of an option in words."""
    return option_definitions()[option].default or str(getattr(DEFAULTS, field_name(option)))


def configuration_of(options: ServerOptions) -> Configuration:
    """Return the configuration of a server with these options."""
    from covergames.server.configuration import Configuration, Limits
    from covergames.server.word_filter import read_word_list

    address, workers = options.database_url, options.workers
    return Configuration(
        database=address,
        key_file=options.key_file,
        bus=options.bus,
        host=options.host,
        port=options.port,
        workers=workers,
        admin=options.admin,
        listed_words=() if options.word_list is None else read_word_list(options.word_list),
        origins=options.origin,
        proxies=options.proxy,
        bot_processes=max(1, (os.cpu_count() or 1) // workers),
        analysis_processes=options.analysis_processes,
        limits=Limits().with_values(options.limit),
        log_format=options.log_format,
        keep_finished_seconds=options.keep_finished,
        keep_abandoned_seconds=options.keep_abandoned,
        poll_seconds=2.0 if options.bus is not None or (workers == 1 and address.startswith("sqlite")) else 0.2,
    )
