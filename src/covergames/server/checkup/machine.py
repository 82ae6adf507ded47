"""Checks of the machine: disk, NTP, ports, open files; and of the installed package."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from typing import TYPE_CHECKING, Final

from covergames import kernel
from covergames.compiled import ADVICE
from covergames.server import pages
from covergames.server.checkup.finding import Finding, ok, problem, warning
from covergames.server.checkup.http import Unreachable, fetch_json
from covergames.server.store.address import file_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from covergames.server.configuration import Configuration

MEBIBYTE: Final = 1024 * 1024
LITTLE_SPACE_BYTES: Final = 1024 * MEBIBYTE
NO_SPACE_BYTES: Final = 100 * MEBIBYTE
FEW_OPEN_FILES: Final = 4096
"""A server with fewer open files refuses visitors of a large club."""
COMMAND_TIMEOUT_SECONDS: Final = 5
EVERYWHERE: Final = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}
"""Hosts that mean every address of the machine, and the address at which a program of this machine reaches them."""


def check_machine(configuration: Configuration) -> Iterator[Finding]:
    """Check the disk, NTP, the ports, the open files, the browser client and the compiled code."""
    yield _check_disk(configuration)
    yield _check_ntp()
    yield _check_port("port", configuration.host, configuration.port)
    if configuration.admin is not None:
        yield _check_port("admin", *configuration.admin)
    yield from _check_open_files()
    if (pages.FOLDER / "index.html").exists():
        yield ok("client", "client", path=str(pages.FOLDER))
    else:
        yield problem("client", "client-missing", "client", path=str(pages.FOLDER))
    if kernel.IS_COMPILED:
        yield ok("compiled", "compiled")
    else:
        yield warning("compiled", "interpreted", "interpreted", how=ADVICE)


def _check_disk(configuration: Configuration) -> Finding:
    file = file_of(configuration.database)
    if file is None:
        return ok("disk", "disk-elsewhere")
    folder = _existing(file.absolute().parent)
    space = shutil.disk_usage(folder)
    values = {"free": f"{space.free // MEBIBYTE:,}", "path": str(folder)}
    if not os.access(folder, os.W_OK):
        return problem("disk", "disk-read-only", "disk-read-only", **values)
    if space.free < NO_SPACE_BYTES:
        return problem("disk", "disk", "disk", **values)
    if space.free < LITTLE_SPACE_BYTES:
        return warning("disk", "disk", "disk", **values)
    return ok("disk", "disk", **values)


def _existing(folder: Path) -> Path:
    """Return the folder, or the nearest one above it that exists."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return folder


def _check_ntp() -> Finding:
    """Ask systemd, where it is there, whether the clock is synchronised."""
    program = shutil.which("timedatectl")
    if program is None:
        return ok("ntp", "ntp-unknown")
    try:
        answer = subprocess.run(
            [program, "show", "--property=NTPSynchronized", "--value"],
            capture_output=True,
            text=True,
            timeout=COMMAND_TIMEOUT_SECONDS,
            check=False,
        ).stdout.strip()
    except (OSError, subprocess.TimeoutExpired):
        answer = ""
    match answer:
        case "yes":
            return ok("ntp", "ntp")
        case "no":
            return warning("ntp", "ntp-off", "ntp-off")
        case _:
            return ok("ntp", "ntp-unknown")


def _check_port(check: str, host: str, port: int) -> Finding:
    """Check that the address is free, or that a server of covergames has it."""
    address = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    try:
        family, kind, _, _, resolved = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[
            0
        ]
        with socket.socket(family, kind) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(resolved)
            trial.listen()
    except OSError as error:
        reached = EVERYWHERE.get(host, host)
        url = f"http://[{reached}]:{port}" if ":" in reached else f"http://{reached}:{port}"
        if _is_ours(url, check):
            return ok(check, "port-ours", address=address)
        return problem(check, "port-taken", "port", address=address, reason=error.strerror or str(error))
    return ok(check, "port-free", address=address)


def _is_ours(url: str, check: str) -> bool:
    """Return whether a server of covergames answers there."""
    path, expected = ("/api/health", b'"worker"') if check == "port" else ("/metrics", b"covergames_")
    try:
        return expected in fetch_json(f"{url}{path}").body
    except Unreachable:
        return False


def _check_open_files() -> Iterator[Finding]:
    try:
        import resource  # not on every system
    except ModuleNotFoundError:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard == resource.RLIM_INFINITY:
        yield ok("open-files", "open-files-unlimited")
    elif hard < FEW_OPEN_FILES:
        yield warning("open-files", "open-files", "open-files", limit=hard, wanted=FEW_OPEN_FILES)
    else:
        yield ok("open-files", "open-files", limit=hard)
