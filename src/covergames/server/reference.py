"""The OpenAPI document as an HTML page, without scripts or styles, which the security headers would block."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any, Final

from litestar import Request
from litestar.openapi.plugins import OpenAPIRenderPlugin

from covergames.wire import html

SOCKET: Final = '<p>Another page describes <a href="/api/schema/asyncapi">the WebSocket of a table</a>.</p>'


class ReferencePlugin(OpenAPIRenderPlugin):
    """Serves the page through Litestar."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:  # noqa: ARG002 -- Litestar's signature
        """Return the page of the document, encoded."""
        return page(openapi_schema).encode()


def page(document: Mapping[str, Any]) -> str:
    """Return an HTML page with every operation, its parameters and responses, and every type with its fields."""
    info = document["info"]
    title = f"{info['title']} {info['version']} over HTTP"
    operations = [
        _operation(method, path, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]
    types = [_type(name, schema) for name, schema in document["components"]["schemas"].items()]
    parts = [SOCKET, "<h2>Requests</h2>", *operations, "<h2>Types</h2>", *types]
    return html.page(title, "\n".join(parts))


def _operation(method: str, path: str, operation: Mapping[str, Any]) -> str:
    rows = [
        (parameter["name"], f"in {parameter['in']}", parameter.get("description", ""))
        for parameter in operation.get("parameters", ())
    ]
    if "requestBody" in operation:
        rows.append(("body", *_content(operation["requestBody"])))
    rows += [(status, *_content(response)) for status, response in operation["responses"].items()]
    return "\n".join(
        [
            f"<h3><code>{method.upper()} {escape(path)}</code></h3>",
            f"<p>{escape(operation.get('summary', ''))} {escape(operation.get('description', ''))}</p>",
            html.table((f"<code>{escape(name)}</code>", what, escape(text)) for name, what, text in rows),
        ]
    )


def _content(body: Mapping[str, Any]) -> tuple[str, str]:
    """Return the type and the description of a request or response body."""
    types = [_name(medium["schema"]) for medium in body.get("content", {}).values() if medium.get("schema")]
    return " or ".join(types), body.get("description", "")


def _type(name: str, schema: Mapping[str, Any]) -> str:
    required = schema.get("required", ())
    rows = (
        (f"<code>{escape(field)}{'' if field in required else '?'}</code>", _name(kind), escape(_description(kind)))
        for field, kind in schema.get("properties", {}).items()
    )
    heading = f'<h3 id="{escape(name)}">{escape(schema.get("title", name))}</h3>'
    text = f"<p>{escape(schema['description'])}</p>" if schema.get("description") else ""
    return "\n".join([heading, text, html.table(rows)])


def _name(schema: Mapping[str, Any]) -> str:
    """Return a type as HTML, with links to the types on the page."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f'<a href="#{escape(name)}">{escape(name.rpartition("_")[2])}</a>'
    for union in ("oneOf", "anyOf"):
        if union in schema:
            return _either(schema[union])
    if "enum" in schema or "const" in schema:
        return " | ".join(f"<code>{escape(repr(value))}</code>" for value in schema.get("enum", [schema.get("const")]))
    if schema.get("items"):
        return f"list of {_name(schema['items'])}"
    return escape(str(schema.get("type", "anything")))


def _either(schemas: Iterable[Mapping[str, Any]]) -> str:
    return " | ".join(dict.fromkeys(_name(schema) for schema in schemas))


def _description(schema: Mapping[str, Any]) -> str:
    text = str(schema.get("description", ""))
    return f"{text} By default {schema['default']!r}.".strip() if "default" in schema else text
