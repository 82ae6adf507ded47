"""Everything that lay hidden in a position of Cover Me, for looking back at a game that is over."""

from __future__ import annotations

from covergames import coverme
from covergames.wire.coverme.cards import CardTexts, HiddenTexts, write_cards, write_hidden
from covergames.wire.coverme.view import Stack, write_stack
from covergames.wire.part import Part


class FaceUp(Part, frozen=True, tag_field="game", tag="cover-me"):
    """What the public part hides, piles with their top card first; only of games that are over."""

    hands: tuple[CardTexts, ...]
    """By seat, without covers placed this month."""
    placed: HiddenTexts
    """By magazine: the cover placed and not yet revealed."""
    featured: HiddenTexts
    """By magazine: the model chosen for the season special, while others still choose."""
    open_piles: tuple[CardTexts, ...]
    face_down: CardTexts
    next_pile: CardTexts
    set_aside: tuple[CardTexts, ...]
    """The piles that will be the next pile, the coming one first."""
    fictional_pile: CardTexts
    looked: CardTexts
    prestige_stacks: tuple[Stack, ...]
    side_stacks: tuple[Stack, ...]
    votes: tuple[bool | None, ...]


def write_face_up(shown: coverme.FaceUp) -> FaceUp:
    """The same in the wire's words."""
    return FaceUp(
        hands=tuple([write_cards(hand) for hand in shown.hands]),
        placed=write_hidden(shown.placed),
        featured=write_hidden(shown.featured),
        open_piles=tuple([write_cards(pile) for pile in shown.open_piles]),
        face_down=write_cards(shown.face_down),
        next_pile=write_cards(shown.next_pile),
        set_aside=tuple([write_cards(pile) for pile in shown.set_aside]),
        fictional_pile=write_cards(shown.fictional_pile),
        looked=write_cards(shown.looked),
        prestige_stacks=tuple([write_stack(stack) for stack in shown.prestige_stacks]),
        side_stacks=tuple([write_stack(stack) for stack in shown.side_stacks]),
        votes=shown.votes,
    )
