"""Simulate on many machines: a Dask scheduler distributes the portions, and repeats those of a lost worker."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from typing import Any, Final

from covergames.lab.extra import needed
from covergames.lab.work import Engine

SCHEDULER_TIMEOUT_SECONDS: Final = 10
"""The scheduler has to answer within this time."""


class NoCluster(Exception):
    """A scheduler that does not answer; the message names it."""


@contextmanager
def cluster(address: str) -> Iterator[Engine]:
    """Use all workers of the scheduler at that address, which may come and go; leaving early cancels the portions.

    Workers need the same version of this package and, for bots from files, the same files at the same paths.

    Raises:
        NoCluster: the scheduler does not answer.
        MissingExtra: Dask is not installed.
    """
    distributed = needed("distributed", "--cluster")
    try:
        client = distributed.Client(address, timeout=SCHEDULER_TIMEOUT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        reason = str(error) or type(error).__name__
        raise NoCluster(f"no Dask scheduler answers at {address}: {reason}") from None
    with _closing(client):
        # Not pure: Dask must not reuse the result of an earlier portion that looks the same.
        executor = client.get_executor(pure=False)

        def threads() -> int:
            try:
                return sum(client.nthreads().values())
            except OSError as error:  # such as a time-out, where the connection was not yet known to be closed
                raise distributed.comm.CommClosedError(str(error)) from error

        try:
            yield Engine(executor, threads)
        except (CancelledError, distributed.comm.CommClosedError):
            raise NoCluster(
                f"the Dask scheduler at {address} no longer answers; the games played so far are stored"
            ) from None
        except BaseException:
            executor.shutdown(wait=False)
            raise
        executor.shutdown()


@contextmanager
def _closing(client: Any) -> Iterator[None]:
    """Close the Dask client at the end; an error of the block is not hidden by one of closing."""
    try:
        yield
    except BaseException:
        with suppress(OSError, RuntimeError):  # Dask fails to close a client that is just giving up its scheduler
            client.close()
        raise
    client.close()
