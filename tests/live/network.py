"""A network of machines on this machine: network namespaces that are connected by a bridge. Its traffic never leaves them."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

CLONE_NEWNET: Final = 0x40000000
"""The flag of setns(2) for network namespaces."""
REQUIRED_VARIABLE: Final = "REQUIRE_NAMESPACES"
"""The environment variable with which a test fails, instead of being skipped, where there are no namespaces."""
NETWORK: Final = "10.77.0"
"""The network of all machines; each network has a separate bridge, so two of them do not meet."""


def obstacle() -> str | None:
    """Return why this process cannot create network namespaces; None: it can."""
    if os.geteuid() != 0:
        return "network namespaces need root: run the test as root"
    if shutil.which("ip") is None:
        return "there is no program `ip`: scripts/network-tools installs it"
    name = f"covergames-{os.getpid()}-try"
    done = subprocess.run(["ip", "netns", "add", name], capture_output=True, text=True, check=False)
    if done.returncode:
        return f"this machine allows no network namespaces: {done.stderr.strip()}"
    _ip("netns", "delete", name)
    return None


class Machine:
    """A network namespace with an address."""

    def __init__(self, name: str, address: str) -> None:
        self.name = name
        self.address = address
        _ip("netns", "add", name)
        _ip("-n", name, "link", "set", "lo", "up")

    @contextmanager
    def inside(self) -> Iterator[None]:
        """Put this thread into the namespace, with all sockets, threads and processes that it creates meanwhile."""
        with open("/proc/thread-self/ns/net", "rb") as before, (Path("/run/netns") / self.name).open("rb") as own:
            _enter(own.fileno())
            try:
                yield
            finally:
                _enter(before.fileno())

    def set_kernel(self, settings: str) -> None:
        """Apply the lines of a sysctl file."""
        for line in settings.splitlines():
            if line and not line.startswith("#"):
                name, value = (part.strip() for part in line.split("="))
                with self.inside():
                    Path("/proc/sys", *name.split(".")).write_text(value)

    def remove(self) -> None:
        """Delete the namespace and its cables."""
        _ip("netns", "delete", self.name)


class Network:
    """A machine in the middle, whose bridge connects all others."""

    def __init__(self) -> None:
        self._name = f"covergames-{os.getpid()}"
        self._machines: list[Machine] = []
        self.middle = self._add("0")
        _ip("-n", self.middle.name, "link", "add", "bridge", "type", "bridge")
        _ip("-n", self.middle.name, "addr", "add", f"{self.middle.address}/24", "dev", "bridge")
        _ip("-n", self.middle.name, "link", "set", "bridge", "up")

    def _add(self, number: str) -> Machine:
        machine = Machine(f"{self._name}-{number}", f"{NETWORK}.{len(self._machines) + 1}")
        self._machines.append(machine)
        return machine

    def connect(self) -> Machine:
        """Return a new machine, connected to the bridge."""
        number = str(len(self._machines))
        machine = self._add(number)
        ends = ("type", "veth", "peer", "name", "cable", "netns", machine.name)
        _ip("-n", self.middle.name, "link", "add", f"to-{number}", *ends)
        _ip("-n", self.middle.name, "link", "set", f"to-{number}", "master", "bridge", "up")
        _ip("-n", machine.name, "addr", "add", f"{machine.address}/24", "dev", "cable")
        _ip("-n", machine.name, "link", "set", "cable", "up")
        return machine

    @contextmanager
    def cut_off(self, machine: Machine) -> Iterator[None]:
        """Pull the cable of a machine: packets disappear, and no connection is closed."""
        port = f"to-{self._machines.index(machine)}"
        _ip("-n", self.middle.name, "link", "set", port, "nomaster")
        try:
            yield
        finally:
            _ip("-n", self.middle.name, "link", "set", port, "master", "bridge")

    def remove(self) -> None:
        """Delete all machines."""
        for machine in self._machines:
            machine.remove()


def _ip(*arguments: str) -> None:
    done = subprocess.run(["ip", *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"ip {' '.join(arguments)}: {done.stderr}"


def _enter(namespace: int) -> None:
    """Call setns(2), which Python has since 3.12."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.setns(namespace, CLONE_NEWNET):
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
