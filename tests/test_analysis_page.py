"""The page about the analysis is right: its examples run, and it explains every field of the JSON."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import msgspec
import pytest

from covergames.analysis.coverme import results as coverme
from covergames.analysis.coverup import results as coverup

PAGE = Path(__file__).parents[1] / "docs" / "analysis.md"
STRUCTS = [
    struct
    for module in (coverme, coverup)
    for struct in vars(module).values()
    if isinstance(struct, type) and issubclass(struct, msgspec.Struct) and struct.__module__ == module.__name__
]


def test_the_examples_run() -> None:
    """They print what the page shows."""
    results = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert results.attempted > 6
    assert results.failed == 0


@pytest.mark.parametrize("struct", STRUCTS, ids=lambda struct: struct.__name__)
def test_every_field_of_the_json_is_explained(struct: type[msgspec.Struct]) -> None:
    """In the order in which it is written."""
    section = PAGE.read_text("utf-8").partition(f"### `{struct.__name__}`\n")[2].partition("\n###")[0]
    explained = re.findall(r"^\| `(\w+)` \| \S", section, re.MULTILINE)
    tag = struct.__struct_config__.tag_field
    assert explained == [*([tag] if tag else []), *struct.__struct_encode_fields__]
