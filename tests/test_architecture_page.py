"""docs/architecture.md is a short overview, and its modules exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
TABLES = re.findall(r"^\| module of `([\w/]+)` \|.*\n\|---.*\n((?:\|.*\n)+)", PAGE, re.MULTILINE)


def test_the_page_is_an_overview() -> None:
    """It is short: details belong in docs/decisions and the API reference."""
    assert len(PAGE.splitlines()) <= 200


def test_the_page_lists_the_modules_of_four_packages() -> None:
    """The tables are found by their headings."""
    assert [package for package, _ in TABLES] == ["table/", "schema/", "wire/", "server/"]


@pytest.mark.parametrize(("package", "rows"), TABLES, ids=[package for package, _ in TABLES])
def test_every_module_on_the_page_exists(package: str, rows: str) -> None:
    """A module that is renamed has to be renamed on the page."""
    listed = [name for row in rows.splitlines() for name in re.findall(r"`([^`]+)`", row.split("|")[1])]
    path = ROOT / "src" / "covergames" / package
    missing = [name for name in listed if not any((path / f"{name}{suffix}").exists() for suffix in ("", ".py"))]
    assert listed
    assert not missing
