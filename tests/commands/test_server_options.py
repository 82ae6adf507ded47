"""The options of a server are the same on the command line, in the environment, in a file and on the page; errors name their source."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path
from typing import Any, Final

import pytest

from covergames.cli import run
from covergames.commands.option_sources import BadOption, read_options
from covergames.commands.server_options import (
    ServerOptions,
    configuration_of,
    field_name,
    option_definitions,
    variable_name,
)
from covergames.server.configuration import Limits
from tests.commands.test_command_lines import options_of

PAGE: Final = Path(__file__).parents[2] / "docs" / "server.md"
EXAMPLES: Final[dict[str, list[tuple[str, str]]]] = {
    "host": [("0.0.0.0", '"0.0.0.0"'), ("::1", '"::1"'), ("club.example", '"club.example"')],
    "port": [("1", "1"), ("2", "2"), ("3", "3")],
    "database": [(f"sqlite:///{name}", f'"sqlite:///{name}"') for name in "abc"],
    "key-file": [(name, f'"{name}"') for name in "abc"],
    "bus": [(f"nats://{name}:1", f'"nats://{name}:1"') for name in "abc"],
    "workers": [("1", "1"), ("2", "2"), ("3", "3")],
    "analysis-processes": [("0", "0"), ("2", "2"), ("3", "3")],
    "origin": [(f"https://{name}", f'["https://{name}"]') for name in "abc"],
    "proxy": [(f"10.0.0.{number}", f'["10.0.0.{number}"]') for number in (1, 2, 3)],
    "admin": [(f"127.0.0.1:{number}", f'"127.0.0.1:{number}"') for number in (1, 2, 3)],
    "word-list": [("a.txt", '"a.txt"'), ("b.txt", '"b.txt"'), ("c.txt", '"c.txt"')],
    "limit": [(f"tables={number}", f"{{ tables = {number} }}") for number in (1, 2, 3)],
    "log-format": [("json", '"json"'), ("text", '"text"'), ("json", '"json"')],
    "keep-finished": [("1d", '"1d"'), ("2w", '"2w"'), ("ever", '"ever"')],
    "keep-abandoned": [("1d", '"1d"'), ("2w", '"2w"'), ("ever", '"ever"')],
}
"""For every option three values: for the command line, for the environment and for the file; each as a text and as TOML."""


def test_every_option_has_examples_here() -> None:
    """A new option needs a line above: then the tests below try it everywhere."""
    assert (
        EXAMPLES.keys()
        == option_definitions().keys()
        == {field.name.replace("_", "-") for field in fields(ServerOptions)}
    )


def test_every_option_is_on_the_command_line_of_serve_and_doctor_and_on_the_page() -> None:
    """With its variable in the help."""
    wanted = {f"--{name}" for name in option_definitions()}
    assert options_of("serve") == wanted | {"--config", "--check", "--help"}
    assert options_of("doctor") == wanted | {"--config", "--url", "--json", "--language", "--help"}
    table = re.findall(r"^\| `(--[a-z-]+) ", PAGE.read_text("utf-8"), re.MULTILINE)
    assert wanted <= set(table)


def test_the_help_names_every_variable(capsys: pytest.CaptureFixture[str]) -> None:
    """And that of the file itself."""
    assert run(["serve", "--help"]) == 0
    shown = capsys.readouterr().out
    assert all(variable_name(name) in shown for name in (*option_definitions(), "config"))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with lists of words."""
    for name in "abc":
        (tmp_path / f"{name}.txt").write_text(f"{name}\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_command_line_comes_before_the_environment_and_that_before_the_file(name: str, folder: Path) -> None:
    """Each of the three alone is enough; an empty variable counts as none."""
    option = option_definitions()[name]
    (typed, _), (set_text, _), (_, toml) = EXAMPLES[name]
    config = folder / "server.toml"
    config.write_text(f"{name} = {toml}\n")
    environ = {variable_name(name): set_text}

    def value(text: str) -> Any:
        return (option.read(text),) if option.is_list else option.read(text)

    def found(**sources: Any) -> Any:
        texts = {name: [sources["typed"]] if option.is_list else sources["typed"]} if "typed" in sources else {}
        read = read_options(texts, sources.get("config"), sources.get("environ", {}))
        return getattr(read, field_name(name))

    assert found(typed=typed, environ=environ, config=config) == value(typed)
    assert found(environ=environ, config=config) == value(set_text)
    assert found(environ={variable_name(name): ""}, config=config) == value(EXAMPLES[name][2][0])
    assert found(environ={"COVERGAMES_CONFIG": str(config)}) == value(EXAMPLES[name][2][0])
    assert found(typed=typed) == value(typed)
    assert found() == getattr(ServerOptions(), field_name(name))


def test_lists_in_the_environment_are_separated_by_spaces() -> None:
    """Several sites, proxies and limits."""
    environ = {"COVERGAMES_ORIGIN": "https://a https://b", "COVERGAMES_LIMIT": "tables=5 joins=6"}
    options = read_options({}, None, environ)
    assert options.origin == ("https://a", "https://b")
    assert configuration_of(options).limits == Limits(tables=5, joins=6)


def test_every_limit_can_be_in_the_file(tmp_path: Path) -> None:
    """The names are those of --limit."""
    config = tmp_path / "server.toml"
    names = [field.name for field in fields(Limits)]
    config.write_text("[limit]\n" + "".join(f"{name} = {number}\n" for number, name in enumerate(names, 1)))
    limits = configuration_of(read_options({}, config, {})).limits
    assert [getattr(limits, name) for name in names] == list(range(1, len(names) + 1))


@pytest.mark.parametrize(
    ("toml", "sentence"),
    [
        ("prot = 1", "server.toml: prot: there is no such key: did you mean port?"),
        ("key_file = 'x'", "server.toml: key_file: there is no such key: did you mean key-file?"),
        ("zzz = 1", "server.toml: zzz: there is no such key; the keys are host, port, database"),
        ("config = 'x'", "server.toml: config: there is no such key"),
        ('port = "9"', 'server.toml: port = "9": it should be a whole number'),
        ("port = true", "server.toml: port = true: it should be a whole number"),
        ("port = 65536", "server.toml: port = 65536: it should be a whole number from 0 to 65535"),
        ("host = 5", "server.toml: host = 5: it should be a text in quotation marks"),
        ("origin = [1]", "server.toml: origin = 1: it should be a text"),
        ("origin = ['x']", "server.toml: origin = x: origin 'x' is not the address of a web site"),
        ("admin = 'x'", "server.toml: admin = x: 'x' is not an address: write HOST:PORT"),
        ("workers = 0", "server.toml: workers = 0: it should be a whole number from 1 to 64"),
        ("log-format = 'xml'", "server.toml: log-format = xml: it should be text or json"),
        ("keep-finished = '3h'", "server.toml: keep-finished = 3h: '3h' is less than a day"),
        ("word-list = 'none.txt'", "the word list none.txt cannot be read: No such file"),
        ("limit = 5", "server.toml: limit = 5: it should be a table: [limit]"),
        ("[limit]\ntablez = 5", "server.toml: limit.tablez: there is no such limit: did you mean tables?"),
        ("[limit]\ntables = '5'", 'server.toml: limit.tables = "5": it should be a whole number'),
        ("[limit]\ntables = 0", "server.toml: limit: tables=0: limit 'tables=0': the value should be"),
        ("port = ]", "server.toml is not TOML: Invalid value (at line 1"),
        ("database = 'mysql://ada:geheim@h/x'", "the database is mysql, not sqlite or postgresql"),
        ("bus = 'http://ada:geheim@h'", "is not the URL of a NATS server: write nats://HOST:PORT"),
    ],
)
def test_a_wrong_file_gets_a_sentence_that_names_key_and_value(
    toml: str, sentence: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And what would be right; a password is not repeated. ``--check`` says the same as a start."""
    config = folder / "server.toml"
    config.write_text(toml)
    assert run(["serve", "--check", "--config", str(config)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert sentence in err
    assert "geheim" not in err


@pytest.mark.parametrize(
    ("environ", "sentence"),
    [
        ({"COVERGAMES_PORT": "tcp://10.0.0.1:80"}, "COVERGAMES_PORT=tcp://10.0.0.1:80: it should be a whole number"),
        ({"COVERGAMES_LIMIT": "tables=5 x"}, "COVERGAMES_LIMIT=x: limit 'x' is none of"),
        ({"COVERGAMES_DATABASE": "postgresql://ada:geheim@h:x/t"}, "COVERGAMES_DATABASE=postgresql://ada:***@h:x/t"),
        ({"COVERGAMES_CONFIG": "none.toml"}, "the configuration file none.toml cannot be read: No such file"),
    ],
)
def test_a_wrong_variable_is_named(environ: dict[str, str], sentence: str) -> None:
    """With its value, without its password."""
    with pytest.raises(BadOption) as error:
        read_options({}, None, environ)
    assert sentence in str(error.value)
    assert "geheim" not in str(error.value)


def test_a_misspelt_variable_is_pointed_out(capsys: pytest.CaptureFixture[str]) -> None:
    """Variables of other programs are not: Kubernetes sets some with this beginning."""
    read_options(
        {}, None, {"COVERGAMES_WORKER": "4", "COVERGAMES_SERVICE_HOST": "10.0.0.1", "COVERGAMES_COMPILE": "no"}
    )
    assert capsys.readouterr().err == "covergames: COVERGAMES_WORKER is no option: did you mean COVERGAMES_WORKERS?\n"


def test_check_says_that_all_is_well(capsys: pytest.CaptureFixture[str]) -> None:
    """And starts nothing."""
    assert run(["serve", "--check"]) == 0
    assert capsys.readouterr().err == "covergames: the configuration is valid\n"
