"""The socket of a table as an AsyncAPI document, and as a page for people: both made from the types, without a network."""

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
    "A WebSocket per table. The client says hello, is welcomed with all that it may know, and is told whatever changes."
)


@cache
def document(version: str) -> dict[str, Any]:
    """The AsyncAPI 3 document, as seen by the server: it receives what clients send, and sends what they are told."""
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
                "description": "One table; the token of a seat or of the host is said in the first message, never in the address.",
                "parameters": {"table": {"description": "The table's name, as in its link."}},
                "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in kinds},
            }
        },
        "operations": {
            "receive_client_message": _operation("receive", "What a client sends.", described.members(ClientMessage)),
            "send_server_message": _operation("send", "What the server tells.", described.members(ServerMessage)),
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
    """The same for people: every message with its fields, as plain HTML without scripts or styles."""
    described = Description()
    types = TypeScript(described)
    parts = [
        kind for kind in described.kinds if kind.python not in (*get_args(ClientMessage), *get_args(ServerMessage))
    ]
    sections = [
        ("What a client sends", described.members(ClientMessage)),
        ("What the server tells", described.members(ServerMessage)),
        ("What they are made of", parts),
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
