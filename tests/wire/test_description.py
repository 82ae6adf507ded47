"""What is written from the types of the wire, for people and other programs, says what the types say."""

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
from covergames.wire import Act, Sent, Told, encode
from covergames.wire.asyncapi import document, page
from covergames.wire.description import Description
from covergames.wire.typescript import TypeScript
from tests.contract.adapters import ADAPTERS, Adapter
from tests.wire.tables import LiveTable, moments, viewers_of
from tests.wire.test_reading import SENT

VERSION = "1.2.3"


def references(data: Any) -> Iterator[str]:
    """Every reference in the document."""
    if isinstance(data, dict):
        if "$ref" in data:
            yield data["$ref"]
        for value in data.values():
            yield from references(value)
    elif isinstance(data, list):
        for value in data:
            yield from references(value)


def at(reference: str) -> Any:
    """What it refers to."""
    data: Any = document(VERSION)
    for step in reference.removeprefix("#/").split("/"):
        data = data[step]
    return data


def validator(union: str) -> jsonschema_rs.Validator:
    """Accepts what one of the operation's messages is."""
    whole = document(VERSION)
    schemas = [
        at(at(at(message["$ref"])["$ref"])["payload"]["$ref"]) for message in whole["operations"][union]["messages"]
    ]
    return jsonschema_rs.validator_for({"anyOf": schemas, "components": whole["components"]})


def test_every_reference_leads_somewhere() -> None:
    """The document is complete in itself."""
    found = list(references(document(VERSION)))
    assert found
    for reference in found:
        assert at(reference) is not None


def test_every_message_is_described() -> None:
    """Those that clients send as received, those that they are told as sent; each with what it is for."""
    whole = document(VERSION)
    assert len(whole["operations"]["sent"]["messages"]) == len(get_args(Sent))
    assert len(whole["operations"]["told"]["messages"]) == len(get_args(Told))
    assert all(message["summary"] for message in whole["components"]["messages"].values())


def test_what_clients_send_is_as_described() -> None:
    """Every kind of message fits the schemas, and none with a field too many."""
    sent = validator("sent")
    for message in SENT:
        data = json.loads(encode(message))
        assert sent.is_valid(data)
        assert not sent.is_valid({**data, "surplus": 1})


@pytest.mark.parametrize("adapter", ADAPTERS.values(), ids=ADAPTERS)
def test_what_clients_are_told_is_as_described(adapter: Adapter) -> None:
    """Welcomes and updates of real games fit the schemas."""
    told = validator("told")
    table = adapter.variants[0]
    for moment in moments(adapter, table, 6):
        if moment.index % 20 == 0:
            live = LiveTable(adapter, table, moment)
            for viewer in viewers_of(table):
                assert told.is_valid(json.loads(live.update(viewer)))
                assert told.is_valid(json.loads(live.welcome(viewer)))


def test_everything_has_a_name_of_its_own() -> None:
    """Where both games, or a game and the table, have a kind of the same name, the game's has its game in it."""
    described = Description()
    covers = wire_type(coverme, coverme.Place)
    names = [kind.name for kind in described.kinds] + [name for name, _ in described.enums]
    assert len(names) == len(set(names))
    assert not set(names) & set(described.unions)
    assert (described.name(Place), described.name(covers)) == ("Place", "CoverMePlace")


def test_every_name_is_defined() -> None:
    """Unions consist of kinds and other unions, also where a game has only one kind of action."""
    described = Description()
    names = {*described.unions, *(kind.name for kind in described.kinds)}
    assert described.unions["CatTowerAction"] == ["Sit"]
    assert {name for members in described.unions.values() for name in members} <= names


def test_fields_say_what_they_are() -> None:
    """From annotation and docstring: an optional one, one with a note, one whose name is no Python name."""
    kinds = {kind.name: kind for kind in Description().kinds}
    (source,) = kinds["Take"].fields
    assert source.name == "from"
    update = {field.name: field for field in kinds["Update"].fields}
    assert update["public"].is_optional
    assert not update["sequence"].is_optional
    assert update["events"].what == "What happened in the game, as the client may see it."
    ready = {field.name: field.is_optional for field in kinds["Ready"].fields}
    assert ready == {"id": False, "ready": False, "seen": False, "nonce": True}
    assert kinds["Act"].tag == ("type", "act")
    assert kinds["Act"].python is Act


def test_typescript() -> None:
    """Unions, words, tuples, records, null and what may be missing, as TypeScript spells them."""
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
    """The headings of a page, if its elements are closed as they should be."""

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


def test_the_page_has_everything_and_needs_nothing() -> None:
    """Every kind has a heading; there are no scripts, styles or addresses elsewhere."""
    parser = Text()
    html = page(VERSION)
    parser.feed(html)
    assert parser.open == []
    assert set(parser.ids) == {kind.name for kind in Description().kinds}
    assert not any(word in html for word in ("<script", "<style", "style=", "http://", "https://"))


def test_words_are_those_of_the_types() -> None:
    """An enumeration's values are what stands in the JSON."""
    for _, enum in Description().enums:
        assert issubclass(enum, Enum)
        assert all(isinstance(word.value, str) for word in enum)
