"""``covergames play`` without a game: a server for browsers on this machine and its network."""

from __future__ import annotations

import errno
import logging
import os
import socket
import sys
import threading
import webbrowser
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from covergames.commands.failure import FAILED, USAGE, fail
from covergames.commands.platforms import check_server

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

PORT: Final = 8765
"""The default port; another one is chosen if it is taken."""
LOOPBACK: Final = "127.0.0.1"
EVERYWHERE: Final = frozenset({"0.0.0.0", "::"})
"""Hosts that mean every address of the machine."""
REMOTE_ADDRESS: Final = "192.0.2.1"
"""A reserved address (RFC 5737): the route to it starts at this machine's address in the local network."""


def play_in_browser(*, host: str, port: int | None, database: str | None, is_opening: bool, language: str) -> None:
    """Serve until interrupted, and open the first page in the browser, if there is one."""
    check_server()
    from covergames.server import pages
    from covergames.server.configuration import Configuration
    from covergames.server.store import BadAddress, StoreError, default_address
    from covergames.server.workers import serve
    from covergames.text import text

    if not (pages.FOLDER / "index.html").exists():
        fail(
            f"the browser client is not in {pages.FOLDER}: in a checkout make web builds it, and make play builds and "
            "starts it; an installed package has lost it: pip install --force-reinstall covergames; covergames play GAME "
            "plays in the terminal",
            code=FAILED,
        )
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="covergames: %(message)s")

    def say(key: str, **values: str) -> None:
        print(text(key, language, **values), flush=True)

    def welcome(_: str, port: int) -> None:
        """Print the address, and the one for friends, and open the browser."""
        neighbours = network_address()
        own = neighbours if host in EVERYWHERE and neighbours else LOOPBACK if host in EVERYWHERE else host
        address = url(own, port)
        say("play.here", address=address)
        if own == LOOPBACK and neighbours is not None:
            say("play.friends", command=_again("--host 0.0.0.0"), address=url(neighbours, port))
        elif own != LOOPBACK:
            say("play.network", address=address)
        say("play.end")
        if is_opening and (show := opener(os.environ, sys.platform)) is not None:
            # webbrowser waits for some browsers to start: the server must not.
            threading.Thread(target=show, args=(address,), daemon=True).start()

    try:
        configuration = Configuration(
            database=database or default_address(os.environ),
            host=host,
            port=PORT if port is None else port,
            bot_processes=max(1, os.cpu_count() or 1),
        )
        try:
            serve(configuration, ready=welcome)
        except OSError as error:
            if port is not None or error.errno != errno.EADDRINUSE:
                raise
            say("play.taken", port=str(PORT))
            serve(replace(configuration, port=0), ready=welcome)
    except OSError as error:
        fail(f"cannot listen on {host} port {PORT if port is None else port}: {error.strerror}", code=FAILED)
    except BadAddress as error:
        fail(str(error), code=USAGE)
    except StoreError as error:
        fail(str(error), code=FAILED)


def opener(environ: Mapping[str, str], platform: str) -> Callable[[str], bool] | None:
    """Return the function that opens a page in a browser; None: there is no graphical screen."""
    has_screen = platform in ("darwin", "win32") or any(
        environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    )
    if not has_screen:
        return None
    try:
        return webbrowser.get().open
    except webbrowser.Error:
        return None


def network_address() -> str | None:
    """Return this machine's address in the local network; None: there is no network. This sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as route:
        try:
            route.connect((REMOTE_ADDRESS, 9))
        except OSError:
            return None
        address = str(route.getsockname()[0])
    return None if address.startswith("127.") or address == "0.0.0.0" else address


def url(host: str, port: int) -> str:
    """Return the address of the first page."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _again(options: str) -> str:
    """Return this command with other options, as the user calls it: with make or without."""
    return f'make play ARGS="{options}"' if os.environ.get("MAKELEVEL") else f"covergames play {options}"
