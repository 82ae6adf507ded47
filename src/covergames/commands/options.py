"""The options of a game on a command line: ``NAME=VALUE``."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from covergames.game import Data, NotationError


def read_options(texts: Iterable[str]) -> Data:
    """Return options as a record holds them: ``years=2`` is a number, ``first_game=true`` a boolean, the rest text.

    Raises:
        NotationError: a text has no name or no value, or a name is given twice.
    """
    options: Data = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise NotationError(f"option {text!r} has to be NAME=VALUE, such as length=longer")
        if name in options:
            raise NotationError(f"option {name!r} is given twice")
        try:
            options[name] = msgspec.json.decode(value)
        except msgspec.DecodeError:
            options[name] = value
    return options
