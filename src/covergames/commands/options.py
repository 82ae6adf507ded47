"""The rules of a table, as a command line names them."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from covergames.game import Data, NotationError


def read_options(texts: Iterable[str]) -> Data:
    """Options as a record holds them: ``years=2`` is a number, ``first_game=true`` a truth, all else text."""
    options: Data = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise NotationError(f"option {text!r} is not like length=longer")
        if name in options:
            raise NotationError(f"option {name!r} is given twice")
        try:
            options[name] = msgspec.json.decode(value)
        except msgspec.DecodeError:
            options[name] = value
    return options
