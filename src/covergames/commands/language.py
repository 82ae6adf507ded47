"""The language in which a command prints."""

from __future__ import annotations

import os
from typing import Annotated, TypeAlias

import typer

from covergames.commands.failure import USAGE, fail
from covergames.text import LANGUAGES, preferred_language

Language: TypeAlias = Annotated[
    str | None,
    typer.Option(metavar="CODE", help=f"One of {', '.join(LANGUAGES)}; the language of the environment by default."),
]


def chosen_language(language: str | None) -> str:
    """Return the given language or, without one, that of the environment.

    Raises:
        typer.Exit: the language is unknown.
    """
    if language is None:
        return preferred_language(os.environ)
    if language not in LANGUAGES:
        fail(f"language {language!r} is none of {', '.join(LANGUAGES)}", code=USAGE)
    return language
