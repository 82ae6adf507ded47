"""What some operating systems cannot do, refused with words before anything starts."""

from __future__ import annotations

import sys
from typing import Final

from covergames.commands.failure import USAGE, fail

PLATFORM: Final[str] = sys.platform


def check_server(workers: int = 1) -> None:
    """Check that a server with so many worker processes can run on this system.

    Raises:
        typer.Exit: it cannot.
    """
    if PLATFORM == "win32":
        fail(
            "the server does not run on Windows, where its bots cannot be reached over a socket pair. Use it in the "
            "Windows Subsystem for Linux (wsl --install), join another server (--server URL), or play in the terminal: "
            "covergames play GAME",
            code=USAGE,
        )
    if workers > 1 and PLATFORM != "linux":
        fail(
            f"--workers {workers}: only Linux shares a port evenly between processes (SO_REUSEPORT); on this system, "
            "serve with one worker",
            code=USAGE,
        )
