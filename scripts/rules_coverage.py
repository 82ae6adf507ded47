"""Write docs/rules-coverage.md: every rule, and the tests that prove it.

python scripts/rules_coverage.py            write the page
python scripts/rules_coverage.py --check    exit 1 if it is not up to date, a rule has no test or a test names no rule
"""

from __future__ import annotations

import inspect
import io
import sys
from collections import Counter
from contextlib import redirect_stdout
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import pytest

from covergames.rulebook import SECTIONS, rule_ids
from covergames.text import text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

ROOT: Final = Path(__file__).parents[1]
PAGE: Final = ROOT / "docs" / "rules-coverage.md"

COVERED: Final = ("cover-me",)
"""Games in which every rule must have a test."""


class Proof(NamedTuple):
    """A test function that claims to prove a rule."""

    rule: str
    file: str
    test: str
    truth: str
    """The first paragraph of its docstring."""


class Collected:
    """A pytest plugin that reads the markers of every collected test; a function counts once per case."""

    def __init__(self) -> None:
        self.proofs: Counter[Proof] = Counter()

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Read the markers before anything is deselected."""
        for item in (item for item in items if isinstance(item, pytest.Function)):
            docstring = inspect.getdoc(item.function) or ""
            truth = docstring.partition("\n\n")[0].replace("\n", " ")
            for marker in item.iter_markers("rule"):
                for rule in marker.args:
                    file = item.path.relative_to(ROOT).as_posix()
                    self.proofs[Proof(rule, file, item.function.__name__, truth)] += 1


def collect() -> Counter[Proof]:
    """Return every claim of every test, with the number of its cases."""
    collected = Collected()
    said = io.StringIO()
    with redirect_stdout(said):
        status = pytest.main(["--collect-only", "-q", "-p", "no:cacheprovider", str(ROOT)], plugins=[collected])
    if status != pytest.ExitCode.OK:
        sys.exit(f"{said.getvalue()}the tests cannot be collected")
    return collected.proofs


def problems(proofs: Iterable[Proof]) -> Iterator[str]:
    """Yield every rule without a test, and every test that names a rule that does not exist."""
    proofs = list(proofs)
    proven = {proof.rule for proof in proofs}
    known = {rule for game in SECTIONS for rule in rule_ids(game)}
    for game in COVERED:
        for rule in rule_ids(game):
            if rule not in proven:
                yield f"{rule} has no test"
    for proof in sorted(set(proofs)):
        if proof.rule not in known:
            yield f"{proof.file}: {proof.test} names {proof.rule}, which does not exist"


def page(proofs: Counter[Proof]) -> str:
    """Return the whole page."""
    lines = [
        "# Which tests prove which rule",
        "",
        "`scripts/rules_coverage.py` writes this page from the `rule` markers of the tests; `make docs` updates it. A test with",
        "several cases counts as one test; the number of cases is in brackets.",
        "",
    ]
    for game in SECTIONS:
        if any(proof.rule in rule_ids(game) for proof in proofs) or game in COVERED:
            lines += _game(game, proofs)
    return "\n".join(lines).rstrip() + "\n"


def _game(game: str, proofs: Counter[Proof]) -> Iterator[str]:
    by_rule: dict[str, list[Proof]] = {rule: [] for rule in rule_ids(game)}
    for proof in sorted(proofs):
        if proof.rule in by_rule:
            by_rule[proof.rule].append(proof)
    yield f"## {game}"
    yield ""
    yield "| rule | | tests | cases |"
    yield "|---|---|---:|---:|"
    for rule, found in by_rule.items():
        cases = sum(proofs[proof] for proof in found)
        yield f"| [{rule}](#{rule.lower()}) | {text(f'rule.{rule}.title')} | {len(found)} | {cases} |"
    yield ""
    for rule, found in by_rule.items():
        yield f"### {rule}"
        yield ""
        for file, in_file in groupby(found, key=lambda proof: proof.file):
            yield f"[{Path(file).name}](../{file})"
            yield ""
            for proof in in_file:
                cases = proofs[proof]
                yield f"- {proof.truth or proof.test}" + (f" ({cases})" if cases > 1 else "")
            yield ""


def main(arguments: Sequence[str]) -> int:
    """Write the page, or with ``--check`` report what is wrong with it."""
    proofs = collect()
    wrong = list(problems(proofs))
    written = page(proofs)
    if "--check" in arguments:
        if not PAGE.exists() or PAGE.read_text() != written:
            wrong.append(f"{PAGE.relative_to(ROOT)} is not up to date: make docs")
    else:
        PAGE.write_text(written)
    for problem in wrong:
        print(problem, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
