"""Child processes that end with their parent, however it ends."""

from __future__ import annotations

import ctypes
import os
import select
import signal
import sys
import threading
from typing import Final

PR_SET_PDEATHSIG: Final = 1
"""The operation of Linux's ``prctl`` that sends this process a signal when its parent ends."""


def end_with_parent(pipe: int) -> None:
    """Kill this process when its parent ends; the parent holds the only other end of the pipe or socket.

    On Linux the kernel does it at once, even while compiled code holds the GIL. Elsewhere a thread notices the end of the pipe.
    """
    threading.Thread(target=_end_after, args=(pipe,), name="end with parent", daemon=True).start()
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def _end_after(pipe: int) -> None:
    poll = select.poll()
    poll.register(pipe, 0)  # only POLLHUP and POLLERR, which are always reported: the data is for others
    poll.poll()
    os.kill(os.getpid(), signal.SIGKILL)
