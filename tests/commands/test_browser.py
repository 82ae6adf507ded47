"""``covergames play`` without a game: tables on this machine, shown in the browser."""

from __future__ import annotations

import os
import re
import select
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from covergames.commands.browser import PORT, network_address, opener, url

TIMEOUT_SECONDS = 60
"""A server may take this long to end on a busy machine."""
WITH_CLIENT = (
    "import sys; from pathlib import Path; from covergames.server import pages; from covergames.cli import main; "
)
"""The program with the built client in the folder of the first argument."""
RUN = "pages.FOLDER = Path(sys.argv.pop(1)); main()"


@pytest.fixture
def client(tmp_path: Path) -> Path:
    """Write a small client, as `make web` would build it."""
    folder = tmp_path / "web"
    folder.mkdir()
    (folder / "index.html").write_text("<!doctype html><title>covers</title>", encoding="utf-8")
    return folder


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[tuple[Path, int]]:
    """Return a program that webbrowser starts as a browser, and a pipe with the address that it is given."""
    pipe = tmp_path / "shown"
    os.mkfifo(pipe)
    program = tmp_path / "browser"
    program.write_text(f'#!/bin/sh\necho "$1" >"{pipe}"\n')
    program.chmod(0o755)
    shown = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    yield program, shown
    os.close(shown)


@contextmanager
def playing(client: Path, *arguments: str, **environ: str) -> Iterator[subprocess.Popen[str]]:
    """Run the command during the block."""
    database = f"sqlite:///{client.parent}/tables.sqlite3"
    process = subprocess.Popen(
        [
            sys.executable,
            "-c",
            WITH_CLIENT + RUN,
            client,
            "play",
            "--language",
            "en",
            "--database",
            database,
            *arguments,
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **environ},
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def said(process: subprocess.Popen[str]) -> list[str]:
    """Return the lines that it prints before it serves."""
    assert process.stdout is not None
    lines = []
    for line in process.stdout:
        lines.append(line)
        if "Ctrl-C" in line:
            return lines
    raise AssertionError(f"it ended after {lines}: {process.communicate()}")


def address_in(lines: list[str]) -> str:
    """Return the address of the tables."""
    found = re.search(r"Your tables: (\S+)", "".join(lines))
    assert found is not None, lines
    return found[1]


@pytest.mark.slow
def test_it_shows_the_first_page_in_the_browser_and_ends_quietly(client: Path, browser: tuple[Path, int]) -> None:
    """The printed address is the one that the browser opens, and the page is there."""
    program, shown = browser
    with playing(client, "--port", "0", BROWSER=f"{program} %s") as process:
        address = address_in(said(process))
        assert address.startswith("http://127.0.0.1:")
        with urllib.request.urlopen(address, timeout=TIMEOUT_SECONDS) as page:
            assert b"covers" in page.read()
        assert select.select([shown], [], [], TIMEOUT_SECONDS)[0], "no browser was started"
        assert os.read(shown, 1000).decode().strip() == address
        process.send_signal(signal.SIGINT)
        _, complaints = process.communicate(timeout=TIMEOUT_SECONDS)
        assert (process.returncode, complaints) == (0, "")


@pytest.mark.slow
def test_a_wrong_database_is_named(client: Path) -> None:
    with playing(client, "--no-browser", "--database", "mysql://here") as process:
        _, complaint = process.communicate(timeout=TIMEOUT_SECONDS)
        assert process.returncode == 2
        assert "mysql" in complaint


@pytest.mark.slow
def test_another_port_is_taken_if_the_usual_one_is_not_free(client: Path) -> None:
    with closing(socket.socket()) as occupied:
        occupied.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            occupied.bind(("127.0.0.1", PORT))
            occupied.listen()
        except OSError:
            pass  # another process has it, which also makes it taken
        with playing(client, "--no-browser") as process:
            lines = said(process)
            assert f"Port {PORT} is taken" in lines[0]
            with urllib.request.urlopen(address_in(lines), timeout=TIMEOUT_SECONDS) as page:
                assert page.status == 200


@pytest.mark.slow
def test_a_chosen_port_that_is_taken_is_an_error(client: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as occupied:
        port = str(occupied.getsockname()[1])
        with playing(client, "--no-browser", "--port", port) as process:
            out, complaint = process.communicate(timeout=TIMEOUT_SECONDS)
            assert (process.returncode, out) == (1, "")
            assert port in complaint


@pytest.mark.slow
def test_the_address_in_the_network_is_printed(client: Path) -> None:
    """The page opens at the network address, so that its invitations work for friends."""
    with playing(client, "--no-browser", "--port", "0", "--host", "0.0.0.0") as process:
        assert address_in(said(process)).startswith(f"http://{network_address() or '127.0.0.1'}:")


@pytest.mark.slow
def test_without_a_built_client_it_says_how_to_build_one(tmp_path: Path) -> None:
    with playing(tmp_path / "nowhere", "--no-browser") as process:
        out, complaint = process.communicate(timeout=TIMEOUT_SECONDS)
        assert (process.returncode, out) == (1, "")
        assert "make web" in complaint
        assert str(tmp_path / "nowhere") in complaint


def test_no_browser_is_opened_where_there_is_no_screen() -> None:
    """A browser in the terminal would hide the address, and cannot show the game."""
    assert opener({}, "linux") is None
    assert opener({"TERM": "xterm"}, "linux") is None


def test_an_address_of_version_6_is_put_into_brackets() -> None:
    assert (url("::1", 80), url("127.0.0.1", 80)) == ("http://[::1]:80", "http://127.0.0.1:80")
