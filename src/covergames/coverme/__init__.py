"""Cover Me: the complete rules, for 2 to 5 players and all variants."""

from covergames.coverme.actions import Action, Feature, Keep, Place, Stay, Swap, Take, Vote
from covergames.coverme.cards import Card, Clothes, Hair, Length, Pattern
from covergames.coverme.events import Event, redact
from covergames.coverme.face_up import FaceUp, face_up
from covergames.coverme.history import compact, history, set_up_events
from covergames.coverme.notation import card_text, card_texts, parse_card
from covergames.coverme.options import PLAYERS, GameLength, Options, TwoPlayer, check, settle
from covergames.coverme.phases import Decision, Phase
from covergames.coverme.places import Magazine, Row, Source
from covergames.coverme.rulebook import SECTIONS
from covergames.coverme.rules import apply, legal, new, options_of, result, to_act
from covergames.coverme.state import State
from covergames.coverme.trends import Season, Trait
from covergames.coverme.view import private, spectator, view, with_private
from covergames.coverme.view_types import Private, View
from covergames.game import Types

NAME = "cover-me"
TYPES = Types(card=Card, action=Action, event=Event, options=Options, view=View, private=Private, face_up=FaceUp)
timing = None

__all__ = [
    "NAME",
    "PLAYERS",
    "SECTIONS",
    "TYPES",
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
    "card_texts",
    "check",
    "compact",
    "face_up",
    "history",
    "legal",
    "new",
    "options_of",
    "parse_card",
    "private",
    "redact",
    "result",
    "set_up_events",
    "settle",
    "spectator",
    "timing",
    "to_act",
    "view",
    "with_private",
]
