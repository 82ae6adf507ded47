"""The AsyncAPI document of a table's socket, and an HTML page for people; both are generated from the types of the messages."""

from __future__ import annotations

from functools import cache
from html import escape
from typing import Any, Final, get_args

from covergames.wire import html
from covergames.wire.commands import ClientMessage
from covergames.wire.description import Description, Kind
from covergames.wire.json_schema import schemas_of
from covergames.wire.messages import ServerMessage
from covergames.wire.typescript import TypeScript

ADDRESS: Final = "/api/tables/{table}/socket"
TITLE: Final = "The live table of covergames"
ABOUT: Final = (
    "A WebSocket per table. The client sends hello; the server answers with the table as this client may see it, and sends every "
    "change from then on."
)


@cache
def document(version: str) -> dict[str, Any]:
    """Return the AsyncAPI 3 document of the server, which receives client messages and sends server messages."""
    described = Description()
    messages = (*get_args(ClientMessage), *get_args(ServerMessage))
    structs = [kind.python for kind in described.kinds]
    schemas = schemas_of(messages, structs, described.games, template="#/components/schemas/{name}")
    payloads = dict(zip(messages, schemas.types, strict=True))
    kinds = {kind.name: kind for union in (ClientMessage, ServerMessage) for kind in described.members(union)}
    return {
        "asyncapi": "3.0.0",
        "info": {"title": TITLE, "version": version, "description": ABOUT},
        "defaultContentType": "application/json",
        "channels": {
            "table": {
                "address": ADDRESS,
                "description": "One table. The first message, not the address, contains the token of a seat or of the host.",
                "parameters": {"table": {"description": "The table's name, as in its link."}},
                "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in kinds},
            }
        },
        "operations": {
            "receive_client_message": _operation("receive", "Messages of clients.", described.members(ClientMessage)),
            "send_server_message": _operation("send", "Messages of the server.", described.members(ServerMessage)),
        },
        "components": {
            "messages": {
                name: {"name": name, "summary": kind.what, "payload": payloads[kind.python]}
                for name, kind in kinds.items()
            },
            "schemas": schemas.components,
        },
    }


@cache
def page(version: str) -> str:
    """Return a plain HTML page for people: every message with its fields."""
    described = Description()
    types = TypeScript(described)
    parts = [
        kind for kind in described.kinds if kind.python not in (*get_args(ClientMessage), *get_args(ServerMessage))
    ]
    sections = [
        ("Messages of clients", described.members(ClientMessage)),
        ("Messages of the server", described.members(ServerMessage)),
        ("Parts of messages", parts),
    ]
    body = "\n".join(
        f"<h2>{escape(title)}</h2>\n" + "\n".join(_section(kind, types) for kind in kinds) for title, kinds in sections
    )
    about = f"<p>{escape(ABOUT)} The address is <code>{escape(ADDRESS)}</code>.</p>"
    return html.page(f"{TITLE} {version}", f"{about}\n{body}")


def _operation(action: str, summary: str, kinds: tuple[Kind, ...]) -> dict[str, Any]:
    return {
        "action": action,
        "channel": {"$ref": "#/channels/table"},
        "summary": summary,
        "messages": [{"$ref": f"#/channels/table/messages/{kind.name}"} for kind in kinds],
    }


def _section(kind: Kind, types: TypeScript) -> str:
    tag = "" if kind.tag is None else f" <code>{escape(kind.tag[0])}: {escape(kind.tag[1])}</code>"
    rows = (
        (
            f"<code>{escape(field.name)}{'?' if field.is_optional else ''}</code>",
            f"<code>{escape(types.type(field.type))}</code>",
            escape(field.what),
        )
        for field in kind.fields
    )
    heading = f'<h3 id="{escape(kind.name)}">{escape(kind.name)}{tag}</h3>'
    return f"{heading}\n<p>{escape(kind.what)}</p>\n{html.table(rows)}"
