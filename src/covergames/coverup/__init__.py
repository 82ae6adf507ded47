"""Cover Up: the complete rules for 2 to 6 players, decks, and the exact solver.

>>> from covergames import coverup
>>> deck = coverup.house_deck()
>>> hand = [deck.card(name) for name in ("g01", "y01", "r01")]
>>> coverup.score((), hand, deck).points
18
"""

from covergames.coverup import timing
from covergames.coverup.actions import Action, Done, Flip, GiveBack, Lay, Lift, TimeUp
from covergames.coverup.cards import Card, Colour, Face, Symbol
from covergames.coverup.deck import Deck, DeckError, house_deck, load_deck, read_deck, write_deck
from covergames.coverup.events import Event, redact
from covergames.coverup.face_up import FaceUp, face_up
from covergames.coverup.layout import Pile, Placement, Score, Verdict, explain, score
from covergames.coverup.notation import card_texts
from covergames.coverup.options import PLAYERS, Options, check, settle
from covergames.coverup.rulebook import SECTIONS
from covergames.coverup.rules import apply, legal, new, options_of, result, to_act
from covergames.coverup.solver import Solution, hint, solve
from covergames.coverup.state import Phase, State, compact
from covergames.coverup.view import (
    Private,
    SeatView,
    View,
    history,
    private,
    set_up_events,
    spectator,
    view,
    with_private,
)
from covergames.game import Types

NAME = "cover-up"
TYPES = Types(card=Card, action=Action, event=Event, options=Options, view=View, private=Private, face_up=FaceUp)

__all__ = [
    "NAME",
    "PLAYERS",
    "SECTIONS",
    "TYPES",
    "Action",
    "Card",
    "Colour",
    "Deck",
    "DeckError",
    "Done",
    "Event",
    "Face",
    "FaceUp",
    "Flip",
    "GiveBack",
    "Lay",
    "Lift",
    "Options",
    "Phase",
    "Pile",
    "Placement",
    "Private",
    "Score",
    "SeatView",
    "Solution",
    "State",
    "Symbol",
    "TimeUp",
    "Verdict",
    "View",
    "apply",
    "card_texts",
    "check",
    "compact",
    "explain",
    "face_up",
    "hint",
    "history",
    "house_deck",
    "legal",
    "load_deck",
    "new",
    "options_of",
    "private",
    "read_deck",
    "redact",
    "result",
    "score",
    "set_up_events",
    "settle",
    "solve",
    "spectator",
    "timing",
    "to_act",
    "view",
    "with_private",
    "write_deck",
]
