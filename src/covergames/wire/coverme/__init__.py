"""Cover Me on the wire: decisions, events and views."""

from covergames.wire.coverme.actions import Action
from covergames.wire.coverme.codec import Codec
from covergames.wire.coverme.events import Event
from covergames.wire.coverme.face_up import FaceUp
from covergames.wire.coverme.view import Private, Public

__all__ = ["Action", "Codec", "Event", "FaceUp", "Private", "Public"]
