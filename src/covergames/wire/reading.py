"""Reading messages strictly: what cannot be read is refused, with the place and the value that is wrong."""

from __future__ import annotations

from typing import Any, Final, TypeAlias, TypeVar

import msgspec

from covergames.schema import NOT_JSON, explain
from covergames.wire.commands import ClientMessage, CommandId
from covergames.wire.messages import ServerMessage

MAX_MESSAGE_BYTES: Final = 64 * 1024
"""The bytes that a client's message may have, if nothing else was said."""


class Unreadable(ValueError):
    """A message that is none; the text says where and shows the value."""

    def __init__(self, reason: str, command: str | None = None) -> None:
        super().__init__(reason)
        self.command = command
        """The id of the command that it was meant to be, if that could be read."""


_CLIENT_DECODER: Final[msgspec.json.Decoder[ClientMessage]] = msgspec.json.Decoder(ClientMessage)
_SERVER_DECODER: Final[msgspec.json.Decoder[ServerMessage]] = msgspec.json.Decoder(ServerMessage)
_ANY: Final = msgspec.json.Decoder()

Frame: TypeAlias = bytes | str
AnyMessage = TypeVar("AnyMessage")


def read_client_message(frame: Frame, *, max_bytes: int = MAX_MESSAGE_BYTES) -> ClientMessage:
    """A client's message of so many bytes at most, or `Unreadable`."""
    size = len(frame) if isinstance(frame, bytes) else len(frame.encode(errors="surrogatepass"))
    if size > max_bytes:
        raise Unreadable(f"a message of {size} bytes: {max_bytes} are allowed")
    return _read(frame, _CLIENT_DECODER)


def read_server_message(frame: Frame) -> ServerMessage:
    """A server's message, or `Unreadable`."""
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
    """The message, whatever it is: the typed decoder stops at the first thing that is wrong."""
    try:
        return _ANY.decode(frame)
    except NOT_JSON as error:
        raise Unreadable(f"not JSON: {error}") from None


def _id_in(data: Any) -> str | None:
    try:
        return msgspec.convert(data.get("id"), CommandId) if isinstance(data, dict) else None
    except msgspec.ValidationError:
        return None
