"""The processes of a server: one, or several that share a port; whichever dies is replaced."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from types import FrameType
from typing import Final

import uvicorn
from prometheus_client.multiprocess import mark_process_dead

from covergames.server.app import Application
from covergames.server.bus import open_bus
from covergames.server.configuration import Configuration
from covergames.server.gc_tuning import collect_rarely
from covergames.server.metrics import MULTIPROCESS_DIR_VARIABLE
from covergames.server.store import open_store
from covergames.server.websocket import WebSocketProtocol

GIL_SWITCH_INTERVAL_SECONDS: Final = 0.0005
"""Seconds after which whoever works lets another thread work: a transaction is a dozen steps, each of which waits for that."""
LISTEN_BACKLOG: Final = 4096
"""Connections that may wait to be accepted."""
SHUTDOWN_TIMEOUT_SECONDS: Final = 5
"""Seconds that open requests have to end when the server stops."""
TCP_USER_TIMEOUT_SECONDS: Final = 30
"""Seconds after which a connection is given up whose other end takes nothing."""
RESTART_DELAY_SECONDS: Final = 1.0
"""Seconds before a worker that died young is replaced, so that a broken set-up does not spin."""

_log = logging.getLogger("covergames.server")


def print_address(host: str, port: int) -> None:
    """Say on standard error where the server is."""
    shown = f"[{host}]" if ":" in host else host
    print(f"covergames: serving on http://{shown}:{port}", file=sys.stderr, flush=True)


def serve(configuration: Configuration, *, ready: Callable[[str, int], None] = print_address) -> None:
    """Serve until SIGINT or SIGTERM; `ready` is told the address and the port once connections may come.

    What cannot work is said before anything else: `OSError`, `BadAddress`, `StoreUnavailable` or `StoreTooNew`.
    """
    asyncio.run(_check_services(configuration))
    listeners = _listeners(configuration)
    ready(*listeners[0].getsockname()[:2])
    if configuration.workers == 1:
        run_worker(configuration, listeners[0])
        return
    with tempfile.TemporaryDirectory(prefix="covergames-metrics-") as folder:
        os.environ[MULTIPROCESS_DIR_VARIABLE] = folder
        _Supervisor(configuration, listeners).run()


async def _check_services(configuration: Configuration) -> None:
    """Is the database there, and brought to this version? Is the bus one?"""
    bus = await open_bus(configuration.bus)
    await bus.close()
    store = await open_store(configuration.database)
    await store.close()


def run_worker(configuration: Configuration, listener: socket.socket) -> None:
    """What one worker does from start to end."""
    _configure_logging()
    sys.setswitchinterval(GIL_SWITCH_INTERVAL_SECONDS)
    server = Server(configuration)
    collect_rarely()
    try:
        server.run(sockets=[listener])
    except KeyboardInterrupt:
        _log.info("stopped by the keyboard")


class Server(uvicorn.Server):
    """Uvicorn, except that clients are told when to come back before their connections are closed."""

    def __init__(self, configuration: Configuration) -> None:
        self.application = Application(configuration)
        limits = configuration.limits
        super().__init__(
            uvicorn.Config(
                self.application.asgi,
                loop="auto",
                http="httptools",
                ws=WebSocketProtocol,
                ws_max_size=limits.size,
                ws_ping_interval=configuration.heartbeat_seconds,
                ws_ping_timeout=configuration.heartbeat_seconds,
                ws_per_message_deflate=False,  # its buffers would cost every idle socket more than all else
                lifespan="on",
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=bool(configuration.proxies),
                forwarded_allow_ips=list(configuration.proxies),
                backlog=LISTEN_BACKLOG,
                timeout_graceful_shutdown=SHUTDOWN_TIMEOUT_SECONDS,
            )
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Say goodbye, then stop."""
        await self.application.close_connections()
        await super().shutdown(sockets)


@dataclass
class _Worker:
    """A process, and since when."""

    process: BaseProcess
    since: float


class _Supervisor:
    """Starts the workers, replaces those that die, and ends them all with itself."""

    def __init__(self, configuration: Configuration, listeners: list[socket.socket]) -> None:
        self._configuration = configuration
        self._listeners = listeners
        self._context = get_context("spawn")
        self._is_stopping = False

    def run(self) -> None:
        """Until a signal says otherwise."""
        _configure_logging()
        for wanted in (signal.SIGINT, signal.SIGTERM):
            signal.signal(wanted, self._stop)
        workers = [self._start(listener) for listener in self._listeners]
        while not self._is_stopping:
            for number, worker in enumerate(workers):
                worker.process.join(timeout=RESTART_DELAY_SECONDS / len(workers))
                if worker.process.is_alive() or self._is_stopping:
                    continue
                _log.warning("worker %s ended with %s", worker.process.pid, worker.process.exitcode)
                mark_process_dead(worker.process.pid)  # type: ignore[no-untyped-call]
                if time.monotonic() - worker.since < RESTART_DELAY_SECONDS:
                    time.sleep(RESTART_DELAY_SECONDS)
                workers[number] = self._start(self._listeners[number])
        for worker in workers:
            worker.process.terminate()
        for worker in workers:
            worker.process.join()

    def _start(self, listener: socket.socket) -> _Worker:
        process = self._context.Process(target=run_worker, args=(self._configuration, listener))
        process.start()
        return _Worker(process, time.monotonic())

    def _stop(self, _signal: int, _frame: FrameType | None) -> None:
        self._is_stopping = True


def _listeners(configuration: Configuration) -> list[socket.socket]:
    """A listening socket for every worker, all on one port, so that the kernel spreads connections evenly.

    They belong to the supervisor: connections that wait at one whose worker died are served by the worker that follows.
    """
    found: list[socket.socket] = []
    family, _, _, _, address = socket.getaddrinfo(
        configuration.host, configuration.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    for _ in range(configuration.workers):
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if configuration.workers > 1:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        listener.bind(found[0].getsockname() if found else address)
        listener.listen(LISTEN_BACKLOG)
        if hasattr(
            socket, "TCP_USER_TIMEOUT"
        ):  # inherited by every connection; elsewhere the system's own patience counts
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * TCP_USER_TIMEOUT_SECONDS)
        listener.set_inheritable(True)
        found.append(listener)
    return found


def _configure_logging() -> None:
    """Standard error, one line an event."""
    logging.basicConfig(
        stream=sys.stderr, level=logging.INFO, format="%(asctime)s %(levelname)s %(process)d %(name)s: %(message)s"
    )
    for noisy in ("uvicorn.error", "uvicorn.access"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
