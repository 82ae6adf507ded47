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
from covergames.coverup.notation import read_action, read_card, read_options, write_action, write_card, write_options
from covergames.coverup.options import PLAYERS, Options, settle
from covergames.coverup.rulebook import SECTIONS
from covergames.coverup.rules import apply, legal, new, options_of, result, to_act
from covergames.coverup.solver import Solution, hint, solve
from covergames.coverup.state import Phase, State, compact
from covergames.coverup.view import Private, SeatView, View, private, view, with_private

NAME = "cover-up"

__all__ = [
    "NAME",
    "PLAYERS",
    "SECTIONS",
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
    "compact",
    "explain",
    "face_up",
    "hint",
    "house_deck",
    "legal",
    "load_deck",
    "new",
    "options_of",
    "private",
    "read_action",
    "read_card",
    "read_deck",
    "read_options",
    "redact",
    "result",
    "score",
    "settle",
    "solve",
    "timing",
    "to_act",
    "view",
    "with_private",
    "write_action",
    "write_card",
    "write_deck",
    "write_options",
]
