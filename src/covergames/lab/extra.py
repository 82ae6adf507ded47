"""Libraries of the extra ``covergames[lab]``."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType


class MissingExtra(Exception):
    """A library that is not installed; the message says what to do."""


def needed(module: str, purpose: str) -> ModuleType:
    """Import a module that only ``covergames[lab]`` installs.

    Raises:
        MissingExtra: it is not installed; the message says what to do.
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] != module.split(".")[0]:
            raise
        raise MissingExtra(
            f"{purpose} needs {module.split('.')[0]}, which is not installed: pip install 'covergames[lab]'"
        ) from None
