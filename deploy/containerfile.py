"""Reads a Containerfile and a .dockerignore, as far as `deploy/Containerfile` uses them."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
CONTAINERFILE: Final = ROOT / "deploy" / "Containerfile"
IGNORED: Final = ROOT / ".dockerignore"


class UnknownInstruction(Exception):
    """An instruction that this module does not know; the message is its line."""


@dataclass(frozen=True)
class Instruction:
    """One instruction: its name, its options and the rest of its line."""

    name: str
    options: dict[str, str]
    text: str

    @property
    def words(self) -> list[str]:
        """The arguments, written as a JSON list or separated by spaces. Those of a health check follow ``CMD``."""
        text = self.text.removeprefix("CMD ")
        return re.findall(r'"([^"]*)"', text) if text.startswith("[") else shlex.split(text)


@dataclass
class Stage:
    """A stage of the build: the image that it begins with, its name, and what is done to it."""

    image: str
    name: str
    instructions: list[Instruction] = field(default_factory=list)

    def last(self, name: str) -> Instruction:
        """Return the last instruction of that name."""
        return next(each for each in reversed(self.instructions) if each.name == name)


KNOWN: Final = frozenset(
    {"CMD", "COPY", "ENTRYPOINT", "ENV", "EXPOSE", "HEALTHCHECK", "RUN", "STOPSIGNAL", "USER", "VOLUME", "WORKDIR"}
)


def stages(text: str) -> list[Stage]:
    """Return the stages of a Containerfile.

    Raises:
        UnknownInstruction: If it has an instruction that is not known here.
    """
    lines = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))
    found: list[Stage] = []
    for line in filter(None, re.sub(r"\\\n\s*", "", lines).splitlines()):
        name, _, rest = line.partition(" ")
        options = {}
        while option := re.match(r"--([a-z-]+)=(\S+)\s+", rest):
            options[option[1]] = option[2]
            rest = rest[option.end() :]
        if name == "FROM":
            image, _, stage = rest.partition(" AS ")
            found.append(Stage(image, stage))
        elif name in KNOWN:
            found[-1].instructions.append(Instruction(name, options, rest))
        else:
            raise UnknownInstruction(line)
    return found


def is_in_context(path: str, ignored: str) -> bool:
    """Return whether a file is copied into the build: the last pattern of the .dockerignore that matches it decides."""
    is_kept = True
    for pattern in filter(None, ignored.splitlines()):
        if pattern.startswith("#"):
            continue
        is_kept_by_it = pattern.startswith("!")
        if _matches(path, pattern.removeprefix("!")):
            is_kept = is_kept_by_it
    return is_kept


def _matches(path: str, pattern: str) -> bool:
    """Return whether the pattern matches the path or one of its folders; ``**/`` stands for any folders."""
    whole = PurePosixPath(path)
    places = [str(whole), *(str(folder) for folder in whole.parents if str(folder) != ".")]
    if pattern.startswith("**/"):
        return any(fnmatchcase(PurePosixPath(place).name, pattern[3:]) for place in places)
    depth = pattern.count("/")
    return any(fnmatchcase(place, pattern) for place in places if place.count("/") == depth)
