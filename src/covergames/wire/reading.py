"""Strict decoding of messages: an error names the field that is wrong and shows its value."""

from __future__ import annotations

from typing import Any, Final, TypeAlias, TypeVar

import msgspec

from covergames.schema import NOT_JSON, explain
from covergames.wire.commands import ClientMessage, CommandId
from covergames.wire.messages import ServerMessage

MAX_MESSAGE_BYTES: Final = 64 * 1024
"""The default limit for the size of a client's message."""


class Unreadable(ValueError):
    """The message is not valid; the text names the field that is wrong and shows its value."""

    def __init__(self, reason: str, command: str | None = None) -> None:
        super().__init__(reason)
        self.command = command
        """The id of the command, if it could be read."""


_CLIENT_DECODER: Final[msgspec.json.Decoder[ClientMessage]] = msgspec.json.Decoder(ClientMessage)
_SERVER_DECODER: Final[msgspec.json.Decoder[ServerMessage]] = msgspec.json.Decoder(ServerMessage)
_ANY: Final = msgspec.json.Decoder()

Frame: TypeAlias = bytes | str
AnyMessage = TypeVar("AnyMessage")


def read_client_message(frame: Frame, *, max_bytes: int = MAX_MESSAGE_BYTES) -> ClientMessage:
    """Return the client's message in a frame.

    Raises:
        Unreadable: the frame is too large or is not a valid message.
    """
    size = len(frame) if isinstance(frame, bytes) else len(frame.encode(errors="surrogatepass"))
    if size > max_bytes:
        raise Unreadable(f"a message of {size} bytes: {max_bytes} are allowed")
    return _read(frame, _CLIENT_DECODER)


def read_server_message(frame: Frame) -> ServerMessage:
    """Return the server's message in a frame.

    Raises:
        Unreadable: the frame is not a valid message.
    """
    return _read(frame, _SERVER_DECODER)


def _read(frame: Frame, decoder: msgspec.json.Decoder[AnyMessage]) -> AnyMessage:
    try:
        return decoder.decode(frame)
    except msgspec.ValidationError as error:
        data = _parsed(frame)
        raise Unreadable(explain(str(error), data, decoder.type), _id_in(data)) from None
    except NOT_JSON as error:
        raise Unreadable(f"not JSON: {error}") from None


def _parsed(frame: Frame) -> Any:
    """Return the parsed JSON, which the typed decoder did not parse beyond its first error."""
    try:
        return _ANY.decode(frame)
    except NOT_JSON as error:
        raise Unreadable(f"not JSON: {error}") from None


def _id_in(data: Any) -> str | None:
    try:
        return msgspec.convert(data.get("id"), CommandId) if isinstance(data, dict) else None
    except msgspec.ValidationError:
        return None
