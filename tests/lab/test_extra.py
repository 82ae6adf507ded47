"""Only parts of the lab need the libraries of ``covergames[lab]``."""

from __future__ import annotations

import subprocess
import sys

import pytest

from covergames.lab import MissingExtra
from covergames.lab.extra import needed

WITHOUT = """
import sys

class Nothing:
    def find_spec(self, name, *_):
        if name.split(".")[0] in {"arro3", "dask", "distributed", "matplotlib", "numpy", "openskill"}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Nothing())
from covergames.cli import run
sys.exit(run(sys.argv[1:]))
"""
GAMES = ("cover-me", "--players", "3", "--option", "same_value=G", "--option", "years=1", "--games", "1")


def without(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command without any library of the extra."""
    return subprocess.run([sys.executable, "-c", WITHOUT, *arguments], capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_simulations_need_no_extra() -> None:
    """They work for everybody, with CSV."""
    assert without("simulate", *GAMES).returncode == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "library"),
    [
        (("simulate", *GAMES, "--results", "r.parquet"), "arro3"),
        (("simulate", *GAMES, "--cluster", "tcp://127.0.0.1:1"), "distributed"),
        (("tournament", *GAMES, "--bots", "random,trend"), "openskill"),
        (("report", "."), "matplotlib"),
    ],
)
def test_the_error_names_the_extra(arguments: tuple[str, ...], library: str) -> None:
    """It is one line, with the fix."""
    ran = without(*arguments)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.endswith(f" needs {library}, which is not installed: pip install 'covergames[lab]'\n")
    assert ran.stderr.count("\n") == 1


def test_a_library_that_is_broken_is_not_called_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A module that such a library lacks is another error."""

    def broken(_name: str) -> None:
        raise ModuleNotFoundError("No module named 'kiwi'", name="kiwi")

    monkeypatch.setattr("covergames.lab.extra.import_module", broken)
    with pytest.raises(ModuleNotFoundError, match="kiwi"):
        needed("matplotlib.figure", "a report")
    assert not issubclass(ModuleNotFoundError, MissingExtra)
