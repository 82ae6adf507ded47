"""Which language a command speaks."""

from __future__ import annotations

import os
from typing import Annotated, TypeAlias

import typer

from covergames.commands.failure import USAGE, fail

Language: TypeAlias = Annotated[
    str | None, typer.Option(metavar="CODE", help="en, nl, fi, sv, da or nb; otherwise that of the environment.")
]


def chosen_language(language: str | None) -> str:
    """The language asked for, or the one that the environment prefers."""
    from covergames.text import LANGUAGES, preferred_language

    if language is None:
        return preferred_language(os.environ)
    if language not in LANGUAGES:
        fail(f"language {language!r} is none of {', '.join(LANGUAGES)}", code=USAGE)
    return language
