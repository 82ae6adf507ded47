"""Why an action is better than another: what both lead to, the trait that differs most, and the rival who is helped most."""

from __future__ import annotations

from typing import Final

from covergames.analysis.coverme.results import Outlook
from covergames.analysis.coverme.values import MILLION
from covergames.coverme import Action, Card, View, card_text
from covergames.coverme.cards import CLOTHES, HAIR, LENGTH, PATTERN, Characteristic
from covergames.coverme.encoding import TRAIT_OF
from covergames.kernel import Outlook as Means
from covergames.kernel.search import cards_of

NOTICEABLE: Final = 50_000
"""A smaller difference of a rival's prestige, in millionths of a point, is not worth a word."""


def outlook(action: Action, view: View, means: Means, share: int) -> Outlook:
    """Return what the action leads to, in whole millionths."""
    cards = cards_of(action, view) or ()
    shown = {characteristic: TRAIT_OF[type(characteristic)] for card in cards[:1] for characteristic in _shown(card)}
    return Outlook(
        share=share,
        cards=[card_text(card) for card in cards],
        trends={trait.value: _whole(means.trends[one]) for one, trait in shown.items() if one in means.trends},
        trendy=_whole(means.trendy),
        alternative=_whole(means.alternative),
        prestige=[_whole(points) for points in means.prestige],
        later_prestige=[_whole(points) for points in means.later_prestige],
        scored=_whole(means.scored),
    )


def deciding_trait(chosen: Outlook, best: Outlook) -> str | None:
    """Return the trait in which the two cards differ most in their chance to show a trend."""
    differing = {
        trait: abs(best.trends[trait] - chance) for trait, chance in chosen.trends.items() if trait in best.trends
    }
    return max(differing, key=lambda trait: differing[trait]) if any(differing.values()) else None


def deciding_rival(chosen: Outlook, best: Outlook, seat: int) -> int | None:
    """Return the rival whom the chosen action helps most in the season, compared with the best one."""
    helped = [one - other for one, other in zip(chosen.prestige, best.prestige, strict=True)]
    helped[seat] = 0
    return helped.index(max(helped)) if max(helped) >= NOTICEABLE else None


def _shown(card: Card) -> tuple[Characteristic, ...]:
    return CLOTHES[card], HAIR[card], LENGTH[card], PATTERN[card]


def _whole(number: float) -> int:
    return round(MILLION * number)
