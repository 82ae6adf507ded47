"""The lock files pin the packages that pyproject.toml requires, and work with every package index."""

from __future__ import annotations

import itertools
import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))

LOCKED_EXTRAS = ("envs", "lab")
"""Without `train`: no test needs PyTorch."""


def pinned(lock: Path) -> dict[str, set[str]]:
    """Return the versions of every package in a lock file; some have several, for different Pythons."""
    versions: dict[str, set[str]] = {}
    for name, version in re.findall(r"^([\w.-]+)==([^\s;]+)", lock.read_text("utf-8"), re.MULTILINE):
        versions.setdefault(canonicalize_name(name), set()).add(version)
    return versions


@pytest.mark.parametrize("group", ["dev", "bench", "docs"])
def test_the_lock_satisfies_the_project(group: str) -> None:
    """After a change of pyproject.toml, `make lock` has to be run."""
    versions = pinned(ROOT / "requirements" / f"{group}.txt")
    optional = PROJECT["project"]["optional-dependencies"]
    extras = itertools.chain.from_iterable(optional[extra] for extra in LOCKED_EXTRAS if group == "dev")
    for text in (*PROJECT["project"]["dependencies"], *extras, *PROJECT["dependency-groups"][group]):
        wanted = Requirement(text)
        locked = versions.get(canonicalize_name(wanted.name), set())
        assert locked, f"{text} is not in the lock"
        assert all(wanted.specifier.contains(version) for version in locked), f"{text}, but locked {locked}"


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: str(lock.name))
def test_a_lock_has_hashes_and_names_no_index(lock: Path) -> None:
    """The same file works with any index, and installs only the locked packages."""
    text = lock.read_text("utf-8")
    assert "://" not in text
    assert not re.findall(r"^--", text, re.MULTILINE)
    assert not re.findall(r"^[\w.-]+==[^\\\n]*$", text, re.MULTILINE), "a package without a hash"
