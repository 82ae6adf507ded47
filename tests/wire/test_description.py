"""The AsyncAPI document, the HTML page and the TypeScript types agree with the types of the messages."""

from __future__ import annotations

import json
from collections.abc import Iterator
from enum import Enum
from html.parser import HTMLParser
from typing import Any, get_args

import jsonschema_rs
import pytest

from covergames import coverme
from covergames.schema import wire_type
from covergames.table.view import Place
from covergames.wire import Act, ClientMessage, ServerMessage, encode
from covergames.wire.asyncapi import document, page
from covergames.wire.description import Description
from covergames.wire.typescript import TypeScript
from tests.contract.adapters import ADAPTERS, Adapter
from tests.wire.tables import LiveTable, moments, viewers_of
from tests.wire.test_reading import CLIENT_MESSAGES

VERSION = "1.2.3"


def references(data: Any) -> Iterator[str]:
    """Yield every reference in the document."""
    if isinstance(data, dict):
        if "$ref" in data:
            yield data["$ref"]
        for value in data.values():
            yield from references(value)
    elif isinstance(data, list):
        for value in data:
            yield from references(value)


def at(reference: str) -> Any:
    """Return the target of the reference."""
    data: Any = document(VERSION)
    for step in reference.removeprefix("#/").split("/"):
        data = data[step]
    return data


def validator(union: str) -> jsonschema_rs.Validator:
    """Return a validator for the messages of the operation."""
    whole = document(VERSION)
    schemas = [
        at(at(at(message["$ref"])["$ref"])["payload"]["$ref"]) for message in whole["operations"][union]["messages"]
    ]
    return jsonschema_rs.validator_for({"anyOf": schemas, "components": whole["components"]})


def test_every_reference_has_a_target() -> None:
    """The document is self-contained."""
    found = list(references(document(VERSION)))
    assert found
    for reference in found:
        assert at(reference) is not None


def test_every_message_is_described() -> None:
    """The server receives client messages and sends server messages. Each message has a summary."""
    whole = document(VERSION)
    assert len(whole["operations"]["receive_client_message"]["messages"]) == len(get_args(ClientMessage))
    assert len(whole["operations"]["send_server_message"]["messages"]) == len(get_args(ServerMessage))
    assert all(message["summary"] for message in whole["components"]["messages"].values())


def test_client_messages_match_their_schemas() -> None:
    """Every message matches the schemas, and none with an additional field does."""
    client_messages = validator("receive_client_message")
    for message in CLIENT_MESSAGES:
        data = json.loads(encode(message))
        assert client_messages.is_valid(data)
        assert not client_messages.is_valid({**data, "surplus": 1})


@pytest.mark.parametrize("adapter", ADAPTERS.values(), ids=ADAPTERS)
def test_server_messages_match_their_schemas(adapter: Adapter) -> None:
    """Welcomes and updates of random games match the schemas."""
    server_messages = validator("send_server_message")
    table = adapter.variants[0]
    for moment in moments(adapter, table, 6):
        if moment.index % 20 == 0:
            live = LiveTable(adapter, table, moment)
            for viewer in viewers_of(table):
                assert server_messages.is_valid(json.loads(live.update(viewer)))
                assert server_messages.is_valid(json.loads(live.welcome(viewer)))


def test_every_type_has_a_unique_name() -> None:
    """A type of a game has the game as a prefix if another type has the same name."""
    described = Description()
    covers = wire_type(coverme, coverme.Place)
    names = [kind.name for kind in described.kinds] + [name for name, _ in described.enums]
    assert len(names) == len(set(names))
    assert not set(names) & set(described.unions)
    assert (described.name(Place), described.name(covers)) == ("Place", "CoverMePlace")


def test_every_name_is_defined() -> None:
    """Unions consist of types and other unions, also where a game has only one kind of action."""
    described = Description()
    names = {*described.unions, *(kind.name for kind in described.kinds)}
    assert described.unions["CatTowerAction"] == ["Sit"]
    assert {name for members in described.unions.values() for name in members} <= names


def test_fields_are_described() -> None:
    """From annotation and docstring: an optional field, a field with a docstring, a field that is renamed in JSON."""
    kinds = {kind.name: kind for kind in Description().kinds}
    (source,) = kinds["Take"].fields
    assert source.name == "from"
    update = {field.name: field for field in kinds["Update"].fields}
    assert update["public"].is_optional
    assert not update["sequence"].is_optional
    assert update["events"].what == "The new events of the game, redacted for the client."
    ready = {field.name: field.is_optional for field in kinds["Ready"].fields}
    assert ready == {"id": False, "ready": False, "seen": False, "nonce": True}
    assert kinds["Act"].tag == ("type", "act")
    assert kinds["Act"].python is Act


def test_typescript() -> None:
    """Unions, enumerations, tuples, records, null and optional fields."""
    text = TypeScript(Description()).file()
    for line in (
        'export type CoverUpPhase = "lay" | "give-back" | "over";',
        "  action: Action;",
        "  public?: Public;",
        "  covers: [number, CardText][];",
        "  tracks: Partial<Record<Trait, Record<string, number>>>;",
        "  looked: (CardText | null)[];",
        '  deck?: Deck | "house";',
        '  event: "season_began";',
    ):
        assert f"{line}\n" in text


class Text(HTMLParser):
    """Collects the headings of a page, and checks that its elements are closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "!doctype"):
            self.open.append(tag)
        self.ids += [value for name, value in attrs if name == "id" and value]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_is_complete_and_self_contained() -> None:
    """Every type has a heading; the page loads no scripts, styles or other files."""
    parser = Text()
    html = page(VERSION)
    parser.feed(html)
    assert parser.open == []
    assert set(parser.ids) == {kind.name for kind in Description().kinds}
    assert not any(word in html for word in ("<script", "<style", "style=", "http://", "https://"))


def test_enumerations_have_the_values_of_the_types() -> None:
    """The values of an enumeration are those in JSON."""
    for _, enum in Description().enums:
        assert issubclass(enum, Enum)
        assert all(isinstance(word.value, str) for word in enum)
