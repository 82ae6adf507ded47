"""The worker processes of a server: one, or several that share a port under a supervisor that restarts them."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import FrameType
from typing import Any, Final

import uvicorn
from prometheus_client.multiprocess import mark_process_dead

from covergames.server.admin.server import AdminServer, AdminSockets
from covergames.server.app import Application
from covergames.server.bus import open_bus
from covergames.server.clock import boot_time
from covergames.server.configuration import Configuration
from covergames.server.gc_tuning import collect_rarely
from covergames.server.homes import LISTEN_BACKLOG, HomeListener, Homes
from covergames.server.http_protocol import Doorkeeper, Gate, TrustedProxies, raise_descriptor_limit
from covergames.server.lifetime import end_with_parent
from covergames.server.limits import ConnectionCounter
from covergames.server.log import ADMIN_STARTED, SERVER_STARTED, WORKER_ENDED, WORKER_STOPPED, Event, configure_logging
from covergames.server.malloc import keep_little_free_memory
from covergames.server.metrics import MULTIPROCESS_DIR_VARIABLE
from covergames.server.store import open_store
from covergames.server.websocket import WebSocketProtocol

GIL_SWITCH_INTERVAL_SECONDS: Final = 0.0005
"""GIL switch interval. A transaction in the store's thread waits for the GIL a dozen times, each time up to this long."""
SHUTDOWN_TIMEOUT_SECONDS: Final = 5
"""How long open requests may take to end when the server stops."""
TCP_USER_TIMEOUT_SECONDS: Final = 30
"""How long sent data may stay unacknowledged before the system closes the connection."""
RESTART_DELAY_SECONDS: Final = 1.0
"""Pause before the supervisor restarts a worker that died sooner than this, so that a broken set-up does not spin."""


def serve(configuration: Configuration, *, ready: Callable[[str, int], None] | None = None) -> None:
    """Serve until SIGINT or SIGTERM; call `ready` with the address and the port when the server accepts connections.

    None: the address is written to standard error, in the format of the log.

    Raises:
        OSError: If the server cannot listen on the address.
        BadAddress: If the URL of the database or of the bus is wrong.
        BadKey: If the key file is missing, unreadable or that of another database.
        StoreUnavailable: If the database does not answer.
        StoreTooNew: If a newer version of this package has used the database.
    """
    keep_little_free_memory()
    if configuration.boot_seconds is None:
        configuration = replace(configuration, boot_seconds=boot_time())
    asyncio.run(_check_services(configuration))
    with ExitStack() as stack:
        listeners = _listeners((configuration.host, configuration.port), configuration.workers, stack)
        admin = _admin_sockets(configuration, stack)
        address = listeners[0].getsockname()[:2]
        if ready is None:
            _announce(configuration, SERVER_STARTED, *address)
        else:
            ready(*address)
        if admin[0] is not None:
            _announce(configuration, ADMIN_STARTED, *admin[0].listener.getsockname()[:2])
        if configuration.workers == 1:
            run_worker(configuration, listeners[0], admin[0])
            return
        os.environ[MULTIPROCESS_DIR_VARIABLE] = _folder("metrics", stack)
        folder = Path(_folder("homes", stack))
        paths = tuple(str(folder / f"{number}.socket") for number in range(configuration.workers))
        configurations = [replace(configuration, homes=Homes(number, paths)) for number in range(len(paths))]
        _Supervisor(list(zip(configurations, listeners, admin, strict=True))).run()


def _folder(purpose: str, stack: ExitStack) -> str:
    """Return a new folder that only the server's user can open; the stack removes it."""
    return stack.enter_context(tempfile.TemporaryDirectory(prefix=f"covergames-{purpose}-"))


def _announce(configuration: Configuration, event: Event, host: str, port: int) -> None:
    """Write an address of the server to standard error: in a log of JSON as an event, otherwise as a sentence."""
    url = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
    if configuration.log_format == "json":
        configure_logging(configuration.log_format)
        event(address=url)
    else:
        print(f"covergames: {event.sentence.format(address=url)}", file=sys.stderr, flush=True)


async def _check_services(configuration: Configuration) -> None:
    """Check the URL of the bus, connect to the database, and migrate it, before any worker starts."""
    bus = await open_bus(configuration.bus)
    await bus.close()
    store = await open_store(configuration.database, configuration.key_file)
    await store.close()


def run_worker(configuration: Configuration, listener: socket.socket, admin: AdminSockets | None = None) -> None:
    """Run one worker until it is stopped."""
    configure_logging(configuration.log_format)
    sys.setswitchinterval(GIL_SWITCH_INTERVAL_SECONDS)
    server = Server(configuration, admin)
    collect_rarely()
    with suppress(KeyboardInterrupt):
        server.run(sockets=[listener])


def _run_supervised(configuration: Configuration, listener: socket.socket, admin: AdminSockets | None) -> None:
    """Run one worker until it is stopped, or until the supervisor ends, so that a new one finds the port free."""
    supervisor = parent_process()
    assert supervisor is not None
    keep_little_free_memory()
    end_with_parent(supervisor.sentinel)
    run_worker(configuration, listener, admin)


class Server(uvicorn.Server):
    """Uvicorn's server, which also tells clients when to reconnect before it closes their connections."""

    def __init__(self, configuration: Configuration, admin: AdminSockets | None = None) -> None:
        configuration = replace(configuration, limits=configuration.limits.of_one_worker(configuration.workers))
        self.application = Application(configuration)
        self._admin = None if admin is None else AdminServer(self.application.registry, admin)
        limits, homes = configuration.limits, configuration.homes
        gate = Gate(
            limits,
            self.application.budgets,
            ConnectionCounter(limits.http_connections),
            TrustedProxies(configuration.proxies),
            raise_descriptor_limit(),
            homes,
        )
        self._protocol = partial(Doorkeeper, gate=gate)
        self._home = None if homes is None else HomeListener(homes.paths[homes.own], self._adopt)
        super().__init__(
            uvicorn.Config(
                self.application.asgi,
                loop="auto",
                http=self._protocol,  # type: ignore[arg-type]  # uvicorn calls it as it calls a class
                ws=WebSocketProtocol,
                ws_max_size=limits.size,
                ws_ping_interval=configuration.heartbeat_seconds,
                ws_ping_timeout=configuration.heartbeat_seconds,
                ws_per_message_deflate=False,  # its buffers would take more memory than the rest of an idle socket
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

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve players, and the operator."""
        await super().startup(sockets)
        if self.should_exit:
            return
        if self._home is not None:
            self._home.open()
        if self._admin is not None:
            await self._admin.open()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close all connections with a goodbye, then stop."""
        if self._home is not None:
            self._home.close()
        if self._admin is not None:
            await self._admin.close()
        await self.application.close_connections()
        await super().shutdown(sockets)
        WORKER_STOPPED()

    def _adopt(self, connection: socket.socket, received: bytes) -> None:
        """Serve a connection that another worker has passed on, as if it had been accepted here."""
        self.application.registry.metrics.adopted.inc()
        tasks = self.server_state.tasks
        task = asyncio.create_task(self._connect(connection, received))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    async def _connect(self, connection: socket.socket, received: bytes) -> None:
        protocol = partial(
            self._protocol,
            config=self.config,
            server_state=self.server_state,
            app_state=self.lifespan.state,
            received=received,
        )
        try:
            await asyncio.get_running_loop().connect_accepted_socket(protocol, connection)
        except OSError:  # the client is gone
            connection.close()


@dataclass
class _Worker:
    """A worker process, and when it started."""

    process: BaseProcess
    since: float


class _Supervisor:
    """Starts the workers, restarts those that die, and stops all of them when it is stopped."""

    def __init__(self, arguments: list[tuple[Configuration, socket.socket, AdminSockets | None]]) -> None:
        """Have one worker for each of these arguments of `run_worker`."""
        self._arguments = arguments
        self._context = get_context("spawn")
        self._is_stopping = False

    def run(self) -> None:
        """Run until SIGINT or SIGTERM."""
        configure_logging(self._arguments[0][0].log_format)
        for wanted in (signal.SIGINT, signal.SIGTERM):
            signal.signal(wanted, self._stop)
        workers = [self._start(number) for number in range(len(self._arguments))]
        while not self._is_stopping:
            for number, worker in enumerate(workers):
                worker.process.join(timeout=RESTART_DELAY_SECONDS / len(workers))
                if worker.process.is_alive() or self._is_stopping:
                    continue
                WORKER_ENDED(worker=worker.process.pid, code=worker.process.exitcode)
                mark_process_dead(worker.process.pid)  # type: ignore[no-untyped-call]
                if time.monotonic() - worker.since < RESTART_DELAY_SECONDS:
                    time.sleep(RESTART_DELAY_SECONDS)
                workers[number] = self._start(number)
        for worker in workers:
            worker.process.terminate()
        for worker in workers:
            worker.process.join()

    def _start(self, number: int) -> _Worker:
        process = self._context.Process(target=_run_supervised, args=self._arguments[number])
        process.start()
        return _Worker(process, time.monotonic())

    def _stop(self, _signal: int, _frame: FrameType | None) -> None:
        self._is_stopping = True


def _admin_sockets(configuration: Configuration, stack: ExitStack) -> list[AdminSockets | None]:
    """Return the sockets of every worker for administration; None for each if there is no administration."""
    if configuration.admin is None:
        return [None] * configuration.workers
    listeners = _listeners(configuration.admin, configuration.workers, stack)
    if configuration.workers == 1:
        return [AdminSockets(listeners[0])]
    folder = Path(_folder("admin", stack))
    paths = [str(folder / f"{number}.socket") for number in range(configuration.workers)]
    sockets: list[AdminSockets | None] = []
    for listener, path in zip(listeners, paths, strict=True):
        own = stack.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM))
        own.bind(path)
        own.listen()
        sockets.append(AdminSockets(listener, own, tuple(other for other in paths if other != path)))
    return sockets


def _listeners(address: tuple[str, int], workers: int, stack: ExitStack) -> list[socket.socket]:
    """Return a listening socket for every worker, all on one port, so that the kernel distributes connections evenly.

    Raises:
        OSError: If the address cannot be used; its file name is the address.

    The supervisor owns them, and the stack closes them: connections that wait when a worker dies are served by the worker
    that replaces it.
    """
    host, port = address
    found: list[socket.socket] = []
    try:
        family, _, _, _, resolved = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        for _ in range(workers):
            found.append(_listener(family, found[0].getsockname() if found else resolved, workers, stack))
    except OSError as error:
        raise OSError(error.errno, error.strerror, f"{host} port {port}") from None
    return found


def _listener(family: int, address: Any, workers: int, stack: ExitStack) -> socket.socket:
    listener = stack.enter_context(socket.socket(family, socket.SOCK_STREAM))
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if workers > 1:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    listener.bind(address)
    listener.listen(LISTEN_BACKLOG)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # connections inherit it; other systems use their own timeout
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * TCP_USER_TIMEOUT_SECONDS)
    return listener
