"""The JSON of a game, derived from its Python types: each action, event, view field and option is defined once.

>>> from covergames import coverme, schema
>>> from covergames.coverme import Options, Source, Take
>>> from covergames.game import Seat
>>> codec = schema.codec_of(coverme, Options())
>>> bytes(codec.action.encode(Take(Source.RED_BROWN)))
b'{"event":"take","from":"red-brown"}'
>>> codec.write_decision(Seat(0), Take(Source.RED_BROWN))
{'event': 'take', 'seat': 0, 'from': 'red-brown'}
>>> codec.action.decode(b'{"event": "swap", "card": "Gkmd"}')
Swap(card=103)
>>> codec.action.decode(b'{"event": "place", "cards": ["Gkmx"]}', at="$.action")
Traceback (most recent call last):
    ...
covergames.game.NotationError: there is no card 'Gkmx' - at `$.action.cards[0]`

The classes of a game are dataclasses, named tuples and enumerations. Where the type of a field is not enough, an annotation of
`covergames.encoding` says how to write the field.
"""

from covergames.schema.codec import Codec, codec_of, encode_options, read_options, wire_type, write_options
from covergames.schema.derivation import SOURCE, CardText, Number
from covergames.schema.error_messages import explain
from covergames.schema.form import NOT_JSON, CachedEncoding, Form, Json
from covergames.schema.source import Member, in_snake_case, members_of

__all__ = [
    "NOT_JSON",
    "SOURCE",
    "CachedEncoding",
    "CardText",
    "Codec",
    "Form",
    "Json",
    "Member",
    "Number",
    "codec_of",
    "encode_options",
    "explain",
    "in_snake_case",
    "members_of",
    "read_options",
    "wire_type",
    "write_options",
]
