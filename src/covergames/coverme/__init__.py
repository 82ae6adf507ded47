"""Cover Me: the complete rules, for 2 to 5 players and all variants."""

from covergames.coverme.actions import (
    Action,
    Decision,
    Feature,
    Keep,
    Magazine,
    Place,
    Row,
    Source,
    Stay,
    Swap,
    Take,
    Vote,
)
from covergames.coverme.cards import Card, Clothes, Hair, Length, Pattern
from covergames.coverme.events import Event, redact
from covergames.coverme.face_up import FaceUp, face_up
from covergames.coverme.history import compact
from covergames.coverme.notation import (
    card_text,
    parse_card,
    read_action,
    read_card,
    read_options,
    write_action,
    write_card,
    write_options,
)
from covergames.coverme.options import PLAYERS, GameLength, Options, TwoPlayer, settle
from covergames.coverme.rulebook import SECTIONS
from covergames.coverme.rules import apply, legal, new, options_of, result, to_act
from covergames.coverme.state import Phase, State
from covergames.coverme.trends import Season, Trait
from covergames.coverme.view import Private, View, private, view, with_private

NAME = "cover-me"
timing = None

__all__ = [
    "NAME",
    "PLAYERS",
    "SECTIONS",
    "Action",
    "Card",
    "Clothes",
    "Decision",
    "Event",
    "FaceUp",
    "Feature",
    "GameLength",
    "Hair",
    "Keep",
    "Length",
    "Magazine",
    "Options",
    "Pattern",
    "Phase",
    "Place",
    "Private",
    "Row",
    "Season",
    "Source",
    "State",
    "Stay",
    "Swap",
    "Take",
    "Trait",
    "TwoPlayer",
    "View",
    "Vote",
    "apply",
    "card_text",
    "compact",
    "face_up",
    "legal",
    "new",
    "options_of",
    "parse_card",
    "private",
    "read_action",
    "read_card",
    "read_options",
    "redact",
    "result",
    "settle",
    "timing",
    "to_act",
    "view",
    "with_private",
    "write_action",
    "write_card",
    "write_options",
]
