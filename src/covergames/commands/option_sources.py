"""Where the options of a server come from: the command line, the environment, the configuration file, the defaults; in this order."""

from __future__ import annotations

import inspect
import os
import re
import sys
import tomllib
from collections.abc import Callable, Collection, Mapping
from dataclasses import fields
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Concatenate, Final, ParamSpec, cast

import typer

from covergames.commands.failure import USAGE, fail
from covergames.commands.server_options import (
    Option,
    ServerOptions,
    default_text,
    field_name,
    option_definitions,
    variable_name,
)

CONFIG: Final = "config"
"""The option that names the configuration file; it is the only one that the file does not have."""
CONFIG_HELP: Final = "A configuration file (TOML) with these options."
MAX_FILE_BYTES: Final = 1024 * 1024

Rest = ParamSpec("Rest")


class BadOption(Exception):
    """An option that cannot be read; the message names its source, its name, its value, and what would be right."""


def takes_server_options(
    *names: str,
) -> Callable[[Callable[Concatenate[ServerOptions, Rest], None]], Callable[Rest, None]]:
    """Give a command the options of a server with these names, or all of them, and ``--config``.

    The command is called with the values of all options, of which the user could give these.
    """
    wanted = names or tuple(option_definitions())

    def decorate(command: Callable[Concatenate[ServerOptions, Rest], None]) -> Callable[Rest, None]:
        def run(**given: Any) -> None:
            texts = {name: given.pop(field_name(name)) for name in wanted}
            try:
                options = read_options(texts, given.pop(CONFIG), os.environ)
            except BadOption as error:
                fail(str(error), code=USAGE)
            cast("Callable[..., None]", command)(options, **given)

        own = list(inspect.signature(command, eval_str=True).parameters.values())[1:]
        arguments = [parameter for parameter in own if parameter.kind is not inspect.Parameter.KEYWORD_ONLY]
        others = [parameter for parameter in own if parameter.kind is inspect.Parameter.KEYWORD_ONLY]
        run.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
            [*arguments, _parameter_for_config(), *map(_parameter, wanted), *others]
        )
        run.__annotations__ = {}
        run.__name__, run.__doc__, run.__module__ = command.__name__, command.__doc__, command.__module__
        return cast("Callable[Rest, None]", run)

    return decorate


def read_options(
    typed: Mapping[str, str | list[str] | None], config: Path | None, environ: Mapping[str, str]
) -> ServerOptions:
    """Return the options: those that were typed, then those of the environment, then those of the file, then defaults.

    Raises:
        BadOption: If a value cannot be read, or the file has an unknown key.
    """
    named = environ.get(variable_name(CONFIG))
    path = config if config is not None else Path(named) if named else None
    in_file = {} if path is None else _read_file(path)
    _warn_of_misspelt_variables(environ)
    values: dict[str, Any] = {}
    for name, option in option_definitions().items():
        texts = typed.get(name)
        variable = variable_name(name)
        if texts is not None and texts != []:
            values[name] = _read(option, texts if isinstance(texts, list) else [texts], f"--{name} {{}}")
        elif environ.get(variable):
            found = environ[variable].split() if option.is_list else [environ[variable]]
            values[name] = _read(option, found, f"{variable}={{}}")
        elif name in in_file:
            values[name] = in_file[name]
    return ServerOptions(**{field_name(name): value for name, value in values.items()})


def _read(option: Option, texts: list[str], source: str) -> Any:
    """Return the value of these texts; `source` has ``{}`` in place of the text, for error messages."""
    from covergames.game import NotationError

    values = []
    for text in texts:
        try:
            values.append(option.read(text))
        except NotationError as error:
            raise BadOption(f"{source.format(without_password(text))}: {without_password(str(error))}") from None
    return tuple(values) if option.is_list else values[-1]


def without_password(text: str) -> str:
    """Return the text with the password of a URL hidden.

    >>> without_password("postgresql://ada:secret@db.example/tables")
    'postgresql://ada:***@db.example/tables'
    """
    return re.sub(r"(//[^/@:\s]*):[^/\s]*@", r"\1:***@", text)


# The configuration file.


def _read_file(path: Path) -> dict[str, Any]:
    """Return the values in a configuration file.

    Raises:
        BadOption: If the file or a value cannot be read, or if a key is unknown.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise BadOption(f"the configuration file {path} cannot be read: {error.strerror}") from None
    if len(data) > MAX_FILE_BYTES:
        raise BadOption(f"the configuration file {path} has more than {MAX_FILE_BYTES} bytes")
    try:
        contents = tomllib.loads(data.decode())
    except UnicodeDecodeError:
        raise BadOption(f"the configuration file {path} is not UTF-8") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        reason = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise BadOption(f"the configuration file {path} is not TOML: {reason}") from None
    known = option_definitions()
    for key in contents.keys() - known.keys():
        raise BadOption(f"{path}: {key}: there is no such key{_nearest(key, known)}")
    return {key: _read_in_file(path, key, value) for key, value in contents.items()}


def _read_in_file(path: Path, key: str, value: Any) -> Any:
    option = option_definitions()[key]
    if option.is_list and option.is_number:
        return _read_table(path, key, option, value)
    given = value if option.is_list and isinstance(value, list) else [value]
    for each in given:
        if type(each) is not (int if option.is_number else str):
            right = "a whole number" if option.is_number else "a text in quotation marks"
            plural = f", or a list of {option.metavar} texts" if option.is_list else ""
            raise BadOption(f"{path}: {key} = {_shown(each)}: it should be {right}{plural}")
    return _read(option, [str(each) for each in given], f"{path}: {key} = {{}}")


def _read_table(path: Path, key: str, option: Option, value: Any) -> Any:
    """Read a table of whole numbers, such as the limits."""
    from covergames.server.limits import Limits

    if not isinstance(value, dict):
        raise BadOption(
            f"{path}: {key} = {_shown(value)}: it should be a table: [{key}], then lines such as tables = 20"
        )
    known = [field.name for field in fields(Limits)]
    for name, number in value.items():
        if name not in known:
            raise BadOption(f"{path}: {key}.{name}: there is no such limit{_nearest(name, known)}")
        if type(number) is not int:
            raise BadOption(f"{path}: {key}.{name} = {_shown(number)}: it should be a whole number")
    return _read(option, [f"{name}={number}" for name, number in value.items()], f"{path}: {key}: {{}}")


def _shown(value: Any) -> str:
    """Return a value of a file as people read it."""
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{without_password(value)}"' if isinstance(value, str) else str(value)


def _nearest(name: str, known: Collection[str]) -> str:
    found = get_close_matches(name.replace("_", "-"), known, n=1) or get_close_matches(name, known, n=1)
    return f": did you mean {found[0]}?" if found else f"; the keys are {', '.join(known)}"


def _warn_of_misspelt_variables(environ: Mapping[str, str]) -> None:
    """Warn of variables that look like a misspelt option. Others may belong to something else."""
    known = [variable_name(name) for name in (CONFIG, *option_definitions())]
    for name in environ:
        if name.startswith(variable_name("")) and name not in known:
            found = get_close_matches(name, known, n=1, cutoff=0.9)
            if found:
                print(f"covergames: {name} is no option: did you mean {found[0]}?", file=sys.stderr)


# The command line.


def _parameter(name: str) -> inspect.Parameter:
    """Return the parameter of an option, for Typer: it hands on the text, and `read_options` reads it."""
    option = option_definitions()[name]
    help_text = f"{option.help} [default: {default_text(name)}; {variable_name(name)}]"
    shown = typer.Option(f"--{name}", metavar=option.metavar, help=help_text, show_default=False)
    kind = list[str] | None if option.is_list else str | None
    return inspect.Parameter(
        field_name(name), inspect.Parameter.KEYWORD_ONLY, default=None, annotation=Annotated[kind, shown]
    )


def _parameter_for_config() -> inspect.Parameter:
    help_text = f"{CONFIG_HELP} [{variable_name(CONFIG)}]"
    shown = typer.Option(f"--{CONFIG}", metavar="FILE", help=help_text, show_default=False)
    return inspect.Parameter(
        CONFIG, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=Annotated[Path | None, shown]
    )
