"""What games define, in the OpenAPI document: where a message holds raw JSON, the schema says what each game has there."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from litestar.openapi.spec import OpenAPIType, Schema
from litestar.params import KwargDefinition
from litestar.plugins import OpenAPISchemaPlugin
from litestar.typing import FieldDefinition

from covergames.games import GAMES
from covergames.wire.description import game_type_in, game_types_in

if TYPE_CHECKING:
    from litestar._openapi.schema_generation import SchemaCreator


class BoundedTuplePlugin(OpenAPISchemaPlugin):
    """Describes tuples of limited length. Litestar would describe the ``...`` of their annotation as a type."""

    def is_plugin_supported_field(self, field_definition: FieldDefinition) -> bool:
        """Return whether the field is a tuple of any length, with limits."""
        return Ellipsis in field_definition.args and isinstance(field_definition.kwarg_definition, KwargDefinition)

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: SchemaCreator) -> Schema:
        """Return the schema of an array."""
        limits = field_definition.kwarg_definition
        assert isinstance(limits, KwargDefinition), "checked by is_plugin_supported_field()"
        return Schema(
            type=OpenAPIType.ARRAY,
            items=schema_creator.for_field_definition(field_definition.inner_types[0]),
            min_items=limits.min_items,
            max_items=limits.max_items,
        )


class RawJsonPlugin(OpenAPISchemaPlugin):
    """Describes raw JSON by the types that it holds in all games."""

    def is_plugin_supported_field(self, field_definition: FieldDefinition) -> bool:
        """Return whether the field is raw JSON that a game defines."""
        return game_type_in(field_definition.raw) is not None

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: SchemaCreator) -> Schema:
        """Return the schema of one of the games' types."""
        hints = [hint for _, hint in game_types_in(field_definition.raw, [each.rules for each in GAMES.values()])]
        either = FieldDefinition.from_annotation(reduce(or_, hints))
        schema = schema_creator.for_field_definition(either)
        return schema if isinstance(schema, Schema) else Schema(one_of=[schema])
