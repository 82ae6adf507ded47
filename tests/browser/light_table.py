"""The light table of Cover Up, worked with a mouse: cards are turned by the wheel, flipped by a double click, and dragged."""

from __future__ import annotations

from playwright.async_api import Locator

from covergames.coverup import Deck, Pile, Placement
from covergames.coverup.layout import size
from tests.browser.guest import Guest
from tests.browser.words import Words

WHEEL = 60
"""As far as a wheel has to be turned for a quarter."""
MARGIN = 1
"""Squares between the edges of the mat and a pile that begins at 0, 0."""


class LightTable:
    """A mat with squares, and the hand beside it."""

    def __init__(self, guest: Guest, deck: Deck) -> None:
        self._page = guest.page
        self._deck = deck
        self._words = Words(guest.language)
        self.board = guest.page.get_by_role("region", name=self._words("web.up.board"), exact=True)
        self.cards = self.board.locator("[data-card]")
        self._mat = self.board.locator(".mat")

    def card(self, at: Placement) -> Locator:
        """A card, wherever it is."""
        return self.board.locator(f'[data-card="{self._deck[at.card].id}"]')

    async def lay(self, pile: Pile) -> None:
        """All cards of the pile, bottom to top."""
        for at in pile:
            await self.lay_card(at)

    async def lay_card(self, at: Placement) -> None:
        """Flip and turn it in the hand, and drag it to its squares."""
        await self.board.scroll_into_view_if_needed()
        mouse = self._page.mouse
        if at.flip:
            await self.card(at).dblclick()
        x, y = await self._middle(self.card(at))
        await mouse.move(x, y)
        for _ in range(at.turn):
            await mouse.wheel(0, WHEEL)
        await mouse.down()
        await mouse.move(*await self._target(at), steps=4)
        await mouse.up()

    async def _target(self, at: Placement) -> tuple[float, float]:
        """The middle of the squares that the card is to lie on."""
        mat = await self._mat.bounding_box()
        assert mat is not None
        square = float(
            await self.board.locator(".stage").evaluate("node => parseFloat(node.style.getPropertyValue('--square'))")
        )
        width, height = size(at)
        return mat["x"] + (at.x + MARGIN + width / 2) * square, mat["y"] + (at.y + MARGIN + height / 2) * square

    async def _middle(self, card: Locator) -> tuple[float, float]:
        box = await card.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
