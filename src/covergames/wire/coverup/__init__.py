"""Cover Up on the wire: actions, events and views."""

from covergames.wire.coverup.actions import Action
from covergames.wire.coverup.codec import Codec
from covergames.wire.coverup.events import Event
from covergames.wire.coverup.face_up import FaceUp
from covergames.wire.coverup.view import Private, Public

__all__ = ["Action", "Codec", "Event", "FaceUp", "Private", "Public"]
