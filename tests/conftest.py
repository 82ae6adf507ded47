"""What all tests share."""

from __future__ import annotations

import pytest

from covergames.coverme import rules


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--compiled", action="store_true", help="refuse to run over interpreted rules")


def pytest_configure(config: pytest.Config) -> None:
    """A run that is meant for the compiled rules must not pass because it found the interpreted ones."""
    is_compiled = not str(rules.__file__).endswith(".py")
    if config.getoption("--compiled") and not is_compiled:
        raise pytest.UsageError(f"the rules are not compiled: {rules.__file__}")
