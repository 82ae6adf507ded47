"""The OpenAPI document as a page for people: plain HTML without scripts or styles, as our own headers demand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any, Final

from litestar import Request
from litestar.openapi.plugins import OpenAPIRenderPlugin

from covergames.wire import html

SOCKET: Final = '<p>The socket of a table has <a href="/api/schema/asyncapi">a page of its own</a>.</p>'


class ReferencePlugin(OpenAPIRenderPlugin):
    """Serves the page."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:  # noqa: ARG002 -- as Litestar calls it
        """The page of that document."""
        return page(openapi_schema).encode()


def page(document: Mapping[str, Any]) -> str:
    """Every operation with what it takes and answers, and every type with its fields."""
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
    """The type of what is sent or answered, and what it is."""
    types = [_name(medium["schema"]) for medium in body.get("content", {}).values() if medium.get("schema")]
    return " or ".join(types), body.get("description", "")


def _type(name: str, schema: Mapping[str, Any]) -> str:
    required = schema.get("required", ())
    rows = (
        (f"<code>{escape(field)}{'' if field in required else '?'}</code>", _name(kind), escape(_said_of(kind)))
        for field, kind in schema.get("properties", {}).items()
    )
    heading = f'<h3 id="{escape(name)}">{escape(schema.get("title", name))}</h3>'
    said = f"<p>{escape(schema['description'])}</p>" if schema.get("description") else ""
    return "\n".join([heading, said, html.table(rows)])


def _name(schema: Mapping[str, Any]) -> str:
    """A type in a few words, with links to those that are described."""
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


def _said_of(schema: Mapping[str, Any]) -> str:
    said = str(schema.get("description", ""))
    return f"{said} By default {schema['default']!r}.".strip() if "default" in schema else said
